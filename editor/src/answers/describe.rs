//! Describes answers, for the strip, the tab and screen readers.

use timeloom::check::RunResult;
use timeloom::rules::GameResult;
use timeloom::scene::{Tone, plain};
use timeloom::solver::hint::Prospect;
use timeloom::solver::no_return::NoReturn;
use timeloom::solver::{Answer, Effort, Limit, Verdict};

use super::{
    Answers, LevelAnswers, LevelState, LineAnswers, PlayedIn, RecordedRun, TurnAnswers, UnreadableSave,
};

/// A text with its tone and a tooltip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerText {
    /// The text.
    pub text: String,
    /// Its tone.
    pub tone: Tone,
    /// Tooltip; may be empty.
    pub hint: String,
    /// The recorded run that it is about, if it is about one.
    pub run: Option<RunIndex>,
}

/// Number of a recorded run of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunIndex {
    /// Of the solutions.
    Solution(usize),
    /// Of what was played.
    Played(usize),
}

impl RunIndex {
    /// Returns the run, if it is still there.
    pub fn find(self, known: &LevelAnswers) -> Option<&RecordedRun> {
        let runs = known.runs.as_ref()?;
        match self {
            Self::Solution(at) => runs.solutions.get(at),
            Self::Played(at) => runs.played.get(at),
        }
    }
}

impl AnswerText {
    fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone, hint: String::new(), run: None }
    }

    fn with(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    fn about(self, run: Option<RunIndex>) -> Self {
        Self { run, ..self }
    }
}

/// Action that is possible on a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Can {
    /// It runs and can be stopped.
    Stop,
    /// It ended without an answer and can continue.
    SearchOn,
    /// It ended with an answer.
    Nothing,
}

/// Returns the action that is possible on the work for a level.
pub fn can(known: &LevelAnswers, is_working: bool) -> Can {
    match &known.state {
        Some(LevelState::Searched(Answer { verdict: Verdict::Unknown { .. }, .. })) if !is_working => {
            Can::SearchOn
        }
        Some(_) if !is_working => Can::Nothing,
        _ => Can::Stop,
    }
}

/// Describes whether a level can be won.
pub fn level(known: &LevelAnswers, progress: (u32, Effort)) -> AnswerText {
    match &known.state {
        None => searching("looking for the shortest way", known.proven, progress),
        Some(LevelState::Faulty) => {
            AnswerText::new("cannot be played yet", Tone::Yellow).with("see Problems")
        }
        Some(LevelState::NotAsked) => AnswerText::new("not a game for one player", Tone::Muted),
        Some(LevelState::Searched(answer)) => match &answer.verdict {
            Verdict::Solved(way) => solved(way, known.ways),
            Verdict::Unsolvable => {
                AnswerText::new("cannot be won", Tone::Bad).with("proven: every way was tried")
            }
            Verdict::Unknown { limit, at_least } => unknown(*limit, *at_least),
        },
    }
}

fn solved(way: &[String], ways: Option<Result<u64, Limit>>) -> AnswerText {
    let ways = match ways {
        None => ", counting the ways…".to_owned(),
        Some(Ok(1)) => ", one way".to_owned(),
        Some(Ok(u64::MAX)) => ", more ways than can be counted".to_owned(),
        Some(Ok(count)) => format!(", {count} ways"),
        Some(Err(_)) => String::new(),
    };
    AnswerText::new(format!("shortest {}{ways}", way.len()), Tone::Good).with(way.join(" "))
}

fn searching(what: &str, proven: u32, (turns, effort): (u32, Effort)) -> AnswerText {
    let turns = turns.max(proven);
    let least = if turns > 0 { format!(" It takes at least {}", plain::turns(turns)) } else { String::new() };
    let hint = format!("{}, {} MB", plain::counted(effort.states, "state"), effort.bytes >> 20);
    AnswerText::new(format!("{what}…{least}"), Tone::Muted).with(hint)
}

fn unknown(limit: Limit, at_least: u32) -> AnswerText {
    let why = match limit {
        Limit::Time => "not found in time",
        Limit::Memory => "not found within the memory limit",
        Limit::Stopped => "stopped",
        Limit::Refuted => "the search contradicts the rules: please report this level",
    };
    AnswerText::new(format!("unknown: {why}; takes at least {}", plain::turns(at_least)), Tone::Yellow)
        .with("this does not mean that it cannot be won")
}

/// Describes which recorded runs of a level work: broken ones first, and more than a few of a kind in one
/// text.
pub fn runs(known: &LevelAnswers, most: usize) -> Vec<AnswerText> {
    let Some(runs) = &known.runs else {
        return vec![AnswerText::new("re-running the recorded runs…", Tone::Muted)];
    };
    let (works, breaks): (Vec<_>, Vec<_>) =
        (0..).zip(&runs.solutions).partition(|(_, solution)| solution.rerun.holds);
    let one = |(at, solution): &(usize, &RecordedRun)| brief(solution).about(Some(RunIndex::Solution(*at)));
    let mut said: Vec<AnswerText> = breaks.iter().map(one).collect();
    let (holding, broken): (Vec<_>, Vec<_>) = (0..).zip(&runs.played).partition(|(_, run)| run.rerun.holds);
    said.extend(together(&broken, "breaks", "break", Tone::Bad));
    said.extend(unreadable(&runs.unreadable));
    said.extend(works.iter().take(most).map(one));
    if works.len() > most {
        let more = works.len() - most;
        let verb = if more == 1 { "wins" } else { "win" };
        said.push(AnswerText::new(
            format!("{} {verb}", plain::counted(more as u64, "more solution")),
            Tone::Good,
        ));
    }
    for SharedResult { includes, one, many, tone } in SHARED_RESULTS {
        let runs: Vec<_> = holding.iter().copied().filter(|(_, run)| includes(&run.rerun.verdict)).collect();
        said.extend(together(&runs, one, many, tone));
    }
    said
}

/// Describes the saves that cannot be read, each with its problem in the tooltip.
fn unreadable(saves: &[UnreadableSave]) -> Option<AnswerText> {
    let told =
        |save: &UnreadableSave| format!("'{}': {}", plain::line(&save.file), plain::line(&save.problem));
    let each: Vec<_> = saves.iter().take(MOST_NAMED).map(told).collect();
    let text = format!("{} cannot be read", plain::counted(saves.len() as u64, "save"));
    (!saves.is_empty()).then(|| AnswerText::new(text, Tone::Bad).with(each.join("\n")))
}

/// Maximum number of characters of a name on one line with others.
const BRIEF: usize = 24;

/// Describes the result of a run on one line with others: a long name is cut, and stands in the tooltip.
fn brief(run: &RecordedRun) -> AnswerText {
    let whole = self::run(run);
    let name = plain::line(&run.rerun.name);
    let Some((end, _)) = name.char_indices().nth(BRIEF) else { return whole };
    let text = whole.text.replacen(&*name, &format!("{}…", &name[..end]), 1);
    let hint = [whole.text.clone(), whole.hint.clone()].join("\n");
    AnswerText { text, hint: hint.trim_end().to_owned(), ..whole }
}

/// A result that passing playthroughs share, in words.
struct SharedResult {
    includes: fn(&RunResult) -> bool,
    one: &'static str,
    many: &'static str,
    tone: Tone,
}

const SHARED_RESULTS: [SharedResult; 4] = [
    SharedResult {
        includes: |result| matches!(result, RunResult::Wins { .. }),
        one: "wins",
        many: "win",
        tone: Tone::Good,
    },
    SharedResult {
        includes: |result| matches!(result, RunResult::Ends { .. }),
        one: "ends without a win",
        many: "end without a win",
        tone: Tone::Muted,
    },
    SharedResult {
        includes: |result| matches!(result, RunResult::Unfinished { .. }),
        one: "is unfinished",
        many: "are unfinished",
        tone: Tone::Muted,
    },
    SharedResult {
        includes: |result| matches!(result, RunResult::Hidden { .. }),
        one: "goes on hidden from this seat",
        many: "go on hidden from this seat",
        tone: Tone::Muted,
    },
];

/// Maximum number of runs that are named; more are only counted.
const MOST_NAMED: usize = 20;

/// Describes several playthroughs with the same result.
fn together(runs: &[(usize, &RecordedRun)], one: &str, many: &str, tone: Tone) -> Option<AnswerText> {
    let told =
        |(_, run): &(usize, &RecordedRun)| [vec![self::run(run).text], details(run)].concat().join("; ");
    let mut each: Vec<String> = runs.iter().take(MOST_NAMED).map(told).collect();
    each.extend(runs.len().checked_sub(MOST_NAMED + 1).map(|more| format!("and {} more", more + 1)));
    let turn = runs.iter().filter_map(|(_, run)| failing_turn(run)).min();
    let only = if let [(at, _)] = runs { Some(RunIndex::Played(*at)) } else { None };
    let place = turn.map(|turn| format!(" at turn {turn}")).unwrap_or_default();
    let text = match runs.len() {
        0 => return None,
        1 => format!("1 playthrough {one}{place}"),
        count => format!(
            "{count} playthroughs {many}{}",
            turn.map(|turn| format!(", first at turn {turn}")).unwrap_or_default()
        ),
    };
    Some(AnswerText::new(text, tone).with(each.join("\n")).about(only))
}

fn failing_turn(run: &RecordedRun) -> Option<usize> {
    if let RunResult::Fails { turn, .. } = run.rerun.verdict { Some(turn) } else { None }
}

/// Describes the result of a run.
pub fn run(run: &RecordedRun) -> AnswerText {
    let (rerun, name) = (&run.rerun, plain::line(&run.rerun.name));
    let text = match &rerun.verdict {
        RunResult::Wins { turns } => format!("'{name}' wins in {turns}"),
        RunResult::Ends { turns, result } => format!("'{name}' ends at turn {turns}: {result}"),
        RunResult::Unfinished { turns } => format!("'{name}' is not over after turn {turns}"),
        RunResult::Hidden { turns } => format!("'{name}' is hidden from this seat after turn {turns}"),
        RunResult::Fails { turn, .. } => format!("'{name}' breaks at turn {turn}"),
    };
    let tone = match (&rerun.verdict, rerun.holds) {
        (_, false) => Tone::Bad,
        (RunResult::Wins { .. }, true) => Tone::Good,
        _ => Tone::Muted,
    };
    AnswerText::new(text, tone).with(details(run).join("\n"))
}

/// Returns lines about a run: why it breaks, and where it was set aside.
pub fn details(run: &RecordedRun) -> Vec<String> {
    let reason = match &run.rerun.verdict {
        RunResult::Fails { action, reason, .. } => Some(format!("{action}: {}", plain::line(reason))),
        _ => None,
    };
    let place = match &run.played_in {
        Some(PlayedIn::SetAside(file)) => Some(format!("set aside in {}", plain::line(file))),
        _ => None,
    };
    reason.into_iter().chain(place).collect()
}

/// Describes the win that was possible at the last turn of a branch that could be won.
pub fn missed(line: &LineAnswers) -> Option<String> {
    let (way, NoReturn::LostAfter { turn }) = (line.missed.as_ref()?, line.no_return) else { return None };
    Some(format!("at turn {turn}, {} still won in {}", way.first()?, plain::turns(way.len() as u32)))
}

/// Says whether the turn in front can be won, or how the game ended there.
pub fn turn(answers: &Answers, turn: u32) -> Option<AnswerText> {
    let known = answers.turn()?;
    Some(match &known.ending {
        Some(ending) => ended(ending, known.played, answers),
        None => open_turn(
            known,
            turn == 0 || never_winnable(answers),
            lost_before(answers, turn),
            answers.progress(),
        ),
    })
}

/// Returns what can be done about the search for a win at the turn in front.
pub fn can_at_turn(answers: &Answers, turn: u32) -> Can {
    let Some(known) = answers.turn() else { return Can::Nothing };
    let is_judged = known.ending.is_some() || lost_before(answers, turn).is_some();
    match known.prospect() {
        _ if answers.is_working() => Can::Stop,
        Some(Prospect::Unknown { .. }) if !is_judged => Can::SearchOn,
        _ => Can::Nothing,
    }
}

/// The last turn that could be won, if it is an earlier one.
pub fn lost_before(answers: &Answers, turn: u32) -> Option<u32> {
    answers.lost_after().filter(|last| turn > *last)
}

/// Says how a game ended after so many turns, and in how few it can be won.
fn ended(ending: &GameResult, turns: u32, answers: &Answers) -> AnswerText {
    let because = |why: &str| plain::line(why).into_owned();
    match ending {
        GameResult::Won(who) => {
            let shortest = match answers.at_start().and_then(TurnAnswers::prospect) {
                Some(Prospect::Wins { turns }) => format!(" (shortest {turns})"),
                None if answers.is_working() => " (looking for the shortest way…)".to_owned(),
                _ => String::new(),
            };
            AnswerText::new(format!("won in {}{shortest}", plain::turns(turns)), Tone::Good)
                .with(because(who))
        }
        GameResult::Lost(why) => AnswerText::new(format!("lost: {}", because(why)), Tone::Bad),
        GameResult::Draw(why) => AnswerText::new(format!("draw: {}", because(why)), Tone::Muted),
    }
}

/// Whether the branch could not be won from its start.
fn never_winnable(answers: &Answers) -> bool {
    answers.line().is_some_and(|line| line.no_return == NoReturn::NeverWinnable)
}

fn open_turn(
    known: &TurnAnswers,
    never_winnable: bool,
    lost: Option<u32>,
    progress: (u32, Effort),
) -> AnswerText {
    match (lost, known.prospect()) {
        (Some(last), _) => {
            AnswerText::new(format!("cannot be won any more since turn {}", last + 1), Tone::Bad)
        }
        (None, Some(Prospect::Wins { turns })) => {
            AnswerText::new(format!("can still be won, at least {} more", plain::turns(turns)), Tone::Good)
        }
        (None, Some(Prospect::Never)) if never_winnable => {
            AnswerText::new("cannot be won", Tone::Bad).with("proven: every way was tried")
        }
        (None, Some(Prospect::Never)) => AnswerText::new("cannot be won any more", Tone::Bad),
        (None, Some(Prospect::Unknown { limit, at_least })) => unknown(limit, at_least),
        (None, None) => searching("looking for a way to win", known.proven, progress),
    }
}

/// Describes the outlook after an action, compared with the current one.
pub fn choice(then: Prospect, now: Prospect) -> AnswerText {
    match (then, now) {
        (Prospect::Wins { turns: 0 }, _) => AnswerText::new("wins", Tone::Good),
        (Prospect::Wins { turns: then }, Prospect::Wins { turns: now }) if then < now => {
            AnswerText::new(format!("nearer: {} to go", plain::turns(then)), Tone::Good)
        }
        (Prospect::Wins { turns: then }, Prospect::Wins { turns: now }) if then > now => {
            AnswerText::new(format!("further away: {} to go", plain::turns(then)), Tone::Yellow)
        }
        (Prospect::Wins { turns }, _) => {
            AnswerText::new(format!("no nearer: {} to go", plain::turns(turns)), Tone::Muted)
        }
        (Prospect::Never, _) => AnswerText::new("cannot be won then", Tone::Bad),
        (Prospect::Unknown { at_least, .. }, _) => {
            AnswerText::new(format!("unknown; at least {} to go", plain::turns(at_least)), Tone::Muted)
        }
    }
}
