//! Every call of an open window on its log may fail, in every way: the user continues, is told, and finds
//! everything in the log afterwards.

use std::path::Path;

use egui::{Key, Modifiers};
use timeloom::catalog::{self, Opening};
use timeloom::game::History;
use timeloom::journal::Durability;
use timeloom::journal::file::{Access, FileStorage};
use timeloom_editor::app::App;
use timeloom_editor::document::{Document, StoredGame};
use timeloom_editor::workspace::{Documents, LevelFile, Workspace};

use crate::faulty::{Fault, Faulty, Plan};
use crate::house::{House, LEVEL, act, press, wall};
use crate::rounds::rounds;
use crate::{Window, window, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;
const LOG: &str = "maze.log.loom";

/// Opens the log with a disk that fails as planned; `None` if it cannot be opened.
fn open(log: &Path, plan: &Plan) -> Option<Document> {
    let inner = FileStorage::open(log, Access::Write).expect("nobody has it");
    let storage = Box::new(Faulty { inner, plan: plan.clone() });
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    let game = catalog::open_storage("log", storage, opening).ok()?;
    Some(Document::new(StoredGame::in_file(game, log.to_owned()), None))
}

fn draw(house: &House, plan: &Plan) -> Option<Workspace> {
    let (level, log) = (house.path("maze.toml"), house.path(LOG));
    drop(catalog::draw(&level, None, &log).expect("the level is good"));
    let drawing = open(&log, plan)?;
    let mut level_file = LevelFile { level: Some(level.clone()), ..LevelFile::default() };
    level_file.wrote(LEVEL.to_owned(), drawing.level_text(), Some(drawing.here().id));
    Some(Workspace::new(Some(level), Documents::drawing(drawing, None), level_file))
}

fn play(house: &House, plan: &Plan) -> Option<Workspace> {
    let log = house.path(LOG);
    drop(catalog::create(&house.path("maze.toml"), None, 0, &log).expect("the level is good"));
    Some(Workspace::play(open(&log, plan)?, Some(log)))
}

/// Draws two branches and saves in between.
fn draw_on(window: &mut Window) {
    wall(window, 1, 2);
    wall(window, 2, 2);
    press(window, CTRL, Key::S);
    press(window, CTRL, Key::Z);
    wall(window, 3, 2);
}

/// Plays two branches.
fn play_on(window: &mut Window) {
    act(window, "S");
    act(window, "E");
    press(window, CTRL, Key::Z);
    act(window, "N");
}

/// Opening and use of a window.
struct Script {
    open: fn(&House, &Plan) -> Option<Workspace>,
    run: fn(&mut Window),
}

impl Script {
    /// Runs the script; returns the nodes of the resulting log as text, or `None` if it could not be opened.
    fn run(&self, plan: &Plan) -> Option<Vec<String>> {
        let house = House::new();
        let mut window = window(App::with_workspace(house.app_dirs(), (self.open)(&house, plan)?));
        (self.run)(&mut window);
        assert_eq!(workspace(&window).unwritten(), None, "{plan:?}");
        window.state_mut().close().expect("everything is written");
        let path = workspace(&window).front().stored().path().expect("it has one").to_owned();
        if let Some(drawing) = workspace(&window).drawing() {
            let saved =
                drawing.game().drawing().map(|drawing| drawing.level_text(timeloom::timeline::NodeId(2)));
            assert_eq!(Some(house.plain("maze.toml")), saved, "{plan:?}");
        }
        drop(window);
        let game =
            catalog::open_bytes("log", &std::fs::read(path).expect("it is there")).expect("it is a save");
        assert_eq!(game.complaint(), None, "{plan:?}");
        Some(described(game.as_ref()))
    }

    /// Makes each call fail in each way.
    fn attack(&self, name: &str) {
        let count = Plan::new(None);
        let whole = self.run(&count);
        let called = count.called();
        let calls = called.values().sum();
        let tried = Fault::all(calls).step_by(if rounds(1) > 1 { 1 } else { 7 });
        let runs = tried.inspect(|fault| {
            let left = self.run(&Plan::new(Some(*fault)));
            assert!(left.is_none() || left == whole, "{fault:?}: {left:?} instead of {whole:?}");
        });
        println!(
            "fault points of the window, {name}: {calls} calls {called:?}, {} runs: nothing lost",
            runs.count()
        );
    }
}

/// Returns the nodes of a log and its position.
fn described(game: &dyn History) -> Vec<String> {
    let nodes = game.tree().ids().map(|id| format!("{:?}", game.node(id)));
    nodes.chain([game.cursor().to_string()]).collect()
}

#[test]
fn every_call_of_a_window_that_draws_may_fail_in_every_way() {
    Script { open: draw, run: draw_on }.attack("drawing");
}

#[test]
fn every_call_of_a_window_that_plays_may_fail_in_every_way() {
    Script { open: play, run: play_on }.attack("playing");
}
