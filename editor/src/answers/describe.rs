//! Answers in words, for the strip, the tab and screen readers.

use timeloom::check::RunResult;
use timeloom::scene::{Tone, plain};
use timeloom::solver::hint::Prospect;
use timeloom::solver::no_return::NoReturn;
use timeloom::solver::{Answer, Effort, Limit, Verdict};

use super::{LevelAnswers, LevelState, LineAnswers, RecordedRun, TurnAnswers};

/// A text with its tone, and more on hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Its tone.
    pub tone: Tone,
    /// More about it; may be empty.
    pub hint: String,
}

impl Said {
    fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone, hint: String::new() }
    }

    fn with(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }
}

/// What can be done about a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Can {
    /// It runs and can be stopped.
    Stop,
    /// It ended without an answer and can go on.
    SearchOn,
    /// It ended with an answer.
    Nothing,
}

/// Returns what can be done about the search for a win.
pub fn can(known: &LevelAnswers) -> Can {
    match &known.state {
        None => Can::Stop,
        Some(LevelState::Searched(Answer { verdict: Verdict::Unknown { .. }, .. })) => Can::SearchOn,
        Some(_) => Can::Nothing,
    }
}

/// Says whether a level can be won.
pub fn level(known: &LevelAnswers, progress: (u32, Effort)) -> Said {
    match &known.state {
        None => searching("looking for the shortest way", progress),
        Some(LevelState::Faulty) => Said::new("cannot be played yet", Tone::Yellow).with("see Problems"),
        Some(LevelState::NotAsked) => Said::new("not a game for one player", Tone::Muted),
        Some(LevelState::Searched(answer)) => match &answer.verdict {
            Verdict::Solved(way) => solved(way, known.ways),
            Verdict::Unsolvable => Said::new("cannot be won", Tone::Bad).with("proven: every way was tried"),
            Verdict::Unknown { limit, at_least } => unknown(*limit, *at_least),
        },
    }
}

fn solved(way: &[String], ways: Option<Result<u64, Limit>>) -> Said {
    let ways = match ways {
        None => ", counting the ways…".to_owned(),
        Some(Ok(1)) => ", one way".to_owned(),
        Some(Ok(u64::MAX)) => ", more ways than can be counted".to_owned(),
        Some(Ok(count)) => format!(", {count} ways"),
        Some(Err(_)) => String::new(),
    };
    Said::new(format!("shortest {}{ways}", way.len()), Tone::Good).with(way.join(" "))
}

fn searching(what: &str, (turns, effort): (u32, Effort)) -> Said {
    let least = if turns > 0 { format!(", at least {}", plain::turns(turns)) } else { String::new() };
    let hint = format!("{} states, {} MB", effort.states, effort.bytes >> 20);
    Said::new(format!("{what}…{least}"), Tone::Muted).with(hint)
}

fn unknown(limit: Limit, at_least: u32) -> Said {
    let why = match limit {
        Limit::Time => "not found in time",
        Limit::Memory => "not found in the memory allowed",
        Limit::Stopped => "stopped",
        Limit::Refuted => "the search contradicts the rules: please report this level",
    };
    Said::new(format!("unknown: {why}; takes at least {}", plain::turns(at_least)), Tone::Yellow)
        .with("this does not mean that it cannot be won")
}

/// Says which recorded runs of a level work: broken ones first, more than a few of a kind together.
pub fn runs(known: &LevelAnswers, most: usize) -> Vec<Said> {
    let Some(runs) = &known.runs else {
        return vec![Said::new("re-running what was recorded…", Tone::Muted)];
    };
    let mut said: Vec<Said> = runs.solutions.iter().filter(|run| !run.rerun.holds).map(run).collect();
    let (holding, broken): (Vec<_>, Vec<_>) = runs.played.iter().partition(|run| run.rerun.holds);
    said.extend(together(&broken, "breaks", "break", Tone::Bad));
    let works = runs.solutions.iter().filter(|run| run.rerun.holds);
    said.extend(works.clone().take(most).map(run));
    if works.clone().count() > most {
        said.push(Said::new(format!("{} more solutions win", works.count() - most), Tone::Good));
    }
    said.extend(together(&holding, "works", "work", Tone::Good));
    said
}

/// More runs than this are counted but not named.
const MOST_NAMED: usize = 20;

/// Says what happens to several playthroughs.
fn together(runs: &[&RecordedRun], one: &str, many: &str, tone: Tone) -> Option<Said> {
    let mut each: Vec<String> = runs.iter().take(MOST_NAMED).map(|run| self::run(run).text).collect();
    each.extend(runs.len().checked_sub(MOST_NAMED + 1).map(|more| format!("and {} more", more + 1)));
    let turn = runs.iter().filter_map(|run| failing_turn(run)).min();
    let place = turn.map(|turn| format!(" at turn {turn}")).unwrap_or_default();
    let text = match runs.len() {
        0 => return None,
        1 => format!("1 playthrough {one}{place}"),
        count => format!(
            "{count} playthroughs {many}{}",
            turn.map(|turn| format!(", first at turn {turn}")).unwrap_or_default()
        ),
    };
    Some(Said::new(text, tone).with(each.join("\n")))
}

fn failing_turn(run: &RecordedRun) -> Option<usize> {
    if let RunResult::Fails { turn, .. } = run.rerun.verdict { Some(turn) } else { None }
}

/// Says how a run ended.
pub fn run(RecordedRun { rerun, .. }: &RecordedRun) -> Said {
    let name = plain::line(&rerun.name);
    let (text, hint) = match &rerun.verdict {
        RunResult::Wins { turns } => (format!("'{name}' wins in {turns}"), String::new()),
        RunResult::Ends { turns, result } => {
            (format!("'{name}' ends at turn {turns}: {result}"), String::new())
        }
        RunResult::Unfinished { turns } => (format!("'{name}' goes on after turn {turns}"), String::new()),
        RunResult::Fails { turn, action, reason } => {
            (format!("'{name}' breaks at turn {turn}"), format!("{action}: {}", plain::line(reason)))
        }
    };
    let tone = match (&rerun.verdict, rerun.holds) {
        (_, false) => Tone::Bad,
        (RunResult::Wins { .. }, true) => Tone::Good,
        _ => Tone::Muted,
    };
    Said::new(text, tone).with(hint)
}

/// Says what was missed at the last turn of a branch that could be won.
pub fn missed(line: &LineAnswers) -> Option<String> {
    let (way, NoReturn::LostAfter { turn }) = (line.missed.as_ref()?, line.no_return) else { return None };
    Some(format!("at turn {turn}, {} still won in {}", way.first()?, plain::turns(way.len() as u32)))
}

/// Says whether a turn can be won, given the last one that could if it is an earlier one.
pub fn turn(known: &TurnAnswers, lost: Option<u32>, progress: (u32, Effort)) -> Said {
    match (lost, known.prospect()) {
        (Some(turn), _) => Said::new(format!("cannot be won any more since turn {}", turn + 1), Tone::Bad),
        (None, Some(Prospect::Wins { turns })) => {
            Said::new(format!("can still be won, at least {} more", plain::turns(turns)), Tone::Good)
        }
        (None, Some(Prospect::Never)) => Said::new("cannot be won any more", Tone::Bad),
        (None, Some(Prospect::Unknown { limit, at_least })) => unknown(limit, at_least),
        (None, None) => searching("looking for a way to win", progress),
    }
}

/// Says what an action would mean, given what is to be expected now.
pub fn choice(then: Prospect, now: Prospect) -> Said {
    match (then, now) {
        (Prospect::Wins { turns: 0 }, _) => Said::new("wins", Tone::Good),
        (Prospect::Wins { turns: then }, Prospect::Wins { turns: now }) if then < now => {
            Said::new(format!("nearer: {} to go", plain::turns(then)), Tone::Good)
        }
        (Prospect::Wins { turns: then }, Prospect::Wins { turns: now }) if then > now => {
            Said::new(format!("further away: {} to go", plain::turns(then)), Tone::Yellow)
        }
        (Prospect::Wins { turns }, _) => {
            Said::new(format!("no nearer: {} to go", plain::turns(turns)), Tone::Muted)
        }
        (Prospect::Never, _) => Said::new("cannot be won then", Tone::Bad),
        (Prospect::Unknown { at_least, .. }, _) => {
            Said::new(format!("unknown; at least {} to go", plain::turns(at_least)), Tone::Muted)
        }
    }
}
