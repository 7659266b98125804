//! Handles the commands of the answers: questions about the level or the turn, and uses of the results.

use egui::Context;
use timeloom::catalog;
use timeloom::rules::Recorded;
use timeloom::sketch::Edit;
use timeloom::timeline::{NodeId, Note};

use crate::answers::{LevelAnswers, TurnAnswers};
use crate::app::{App, WaitingRun};
use crate::command::AskCommand;
use crate::document::Document;
use crate::settings::Tab;
use crate::workspace::{Mode, Workspace};

impl App {
    pub(super) fn handle_ask(&mut self, ctx: &Context, ask: AskCommand) {
        match ask {
            AskCommand::Hint => self.ask_hint(),
            AskCommand::Stop => self.answers.stop(),
            AskCommand::SearchOn => self.answers.search_on(),
            AskCommand::PlaySolution => self.play_solution(ctx),
            AskCommand::ShowPath => self.answers.toggle_path(),
            AskCommand::KeepSolution => self.keep_solution(),
            AskCommand::Play(name, actions) => self.play_run(ctx, name, actions),
        }
    }

    fn ask_hint(&mut self) {
        self.answers.ask_hint();
        self.settings.current.layout.playing = Tab::Answers;
    }

    /// Plays the solution from the start of a drawn level, or from the open turn.
    fn play_solution(&mut self, ctx: &Context) {
        if let Some(solution) = self.answers.level().and_then(LevelAnswers::solution) {
            let solution = solution.to_vec();
            return self.play_run(ctx, "shortest".to_owned(), solution);
        }
        let Some(solution) = self.answers.turn().and_then(TurnAnswers::solution).map(<[_]>::to_vec) else {
            return self.notices.fail("no way to win is known for this turn");
        };
        let played = self.workspace.front_mut().map_or(Ok(()), |game| {
            let from = game.cursor().id;
            play(game, from, &solution)
        });
        self.notices.replace_error_of(self.workspace.front(), played);
    }

    /// Plays a run from the start; opens the game first, which may take a moment.
    fn play_run(&mut self, ctx: &Context, name: String, actions: Vec<String>) {
        self.playback.play_later(WaitingRun { name, actions });
        if self.workspace.mode() == Some(Mode::Draw) {
            self.change_mode(ctx);
        }
        self.play_waiting_run();
    }

    /// Plays the requested run, if the game is open.
    pub(super) fn play_waiting_run(&mut self) {
        let Some(workspace) = self.workspace.get_mut().filter(|workspace| workspace.mode() == Mode::Play)
        else {
            return;
        };
        let Some(WaitingRun { name, actions }) = self.playback.take_waiting() else { return };
        let before = workspace.front().game().node_count();
        let game = workspace.front_mut();
        let played = play(game, NodeId::ROOT, &actions);
        if let Some(first) = new_branch(game, before) {
            // The turns were played, so an error about the name is ignored.
            _ = game.note_on(Note::name(first, &name));
        }
        self.notices.replace_error_of(self.workspace.front(), played);
    }

    fn keep_solution(&mut self) {
        let Some(solution) = self.answers.level().and_then(LevelAnswers::solution).map(<[_]>::to_vec) else {
            return self.notices.fail("no way to win is known yet");
        };
        let Some(workspace) = self.workspace.get_mut() else { return };
        let kept = keep(workspace, solution);
        self.notices.check_edit(kept);
    }
}

/// Plays actions from a node, and returns there if all of them could be played. The error is a sentence.
fn play(game: &mut Document, from: NodeId, actions: &[String]) -> Result<(), String> {
    game.seek(from);
    for (turn, action) in (1..).zip(actions) {
        let acted = game.game().parse(action).and_then(|bytes| game.take(&bytes));
        acted.map_err(|error| format!("turn {turn} of {}: {error}", actions.len()))?;
    }
    game.seek(from);
    Ok(())
}

/// Returns the first node of the current branch that is not among the first `before` nodes of the log.
fn new_branch(game: &Document, before: usize) -> Option<NodeId> {
    game.game().line().iter().copied().find(|node| node.0 as usize >= before)
}

fn keep(workspace: &mut Workspace, solution: Vec<String>) -> Result<bool, String> {
    let Some(text) = workspace.drawing().and_then(Document::level_text) else { return Ok(false) };
    let ruleset = catalog::find(&catalog::declared(&text)).map_err(|error| error.to_string())?;
    let text = ruleset
        .with_solution(&text, Recorded { name: "shortest".to_owned(), actions: solution })
        .map_err(|error| error.to_string())?;
    workspace.edit(&Edit::Replace { text: text.into() })
}
