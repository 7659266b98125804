//! Drawing for a game without time: an arena of skirmish, with its own brushes and no slices.

use egui::Key;
use timeloom::catalog;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::document::Document;
use timeloom_editor::edit_state::Tool;
use timeloom_editor::workspace::{Mode, Workspace};

use super::PressKind;
use crate::pictures::check;
use crate::{document, window, workspace};

const ARENA: &str = include_str!("../../../../saves/levels/skirmish-crossroads.toml");

fn arena() -> PressKind {
    let game = catalog::draw_text("arena.toml", ARENA, None).expect("an arena that can be drawn");
    let workspace = Workspace::draw(Document::new(game, None), None);
    PressKind { window: window(App::with_workspace(AppDirs::none(), workspace)) }
}

#[test]
fn fighters_are_placed_moved_and_taken_away() {
    let mut hand = arena();
    let count = hand.drawing_view().sketch.len();
    hand.key(Key::Num1);
    hand.click((5, 5));
    assert_eq!(hand.drawing_view().sketch.len(), count + 1);
    hand.tool(Tool::Select);
    hand.drag(&[(5, 5), (7, 5)]);
    assert!(
        document(&hand.window).scene().boards[0]
            .pieces
            .iter()
            .any(|piece| (piece.at.x, piece.at.y) == (7, 5))
    );
    hand.key(Key::Delete);
    assert_eq!((hand.drawing_view().sketch.len(), hand.steps()), (count, 3));
}

#[test]
fn what_was_drawn_is_played() {
    let mut hand = arena();
    hand.key(Key::Num2);
    hand.click((5, 5));
    check(&mut hand.window, "draw-arena.png");
    hand.key(Key::E);
    crate::house::settle(&mut hand.window);
    assert_eq!(workspace(&hand.window).mode(), Mode::Play);
    assert!(
        document(&hand.window).scene().boards[0]
            .pieces
            .iter()
            .any(|piece| (piece.at.x, piece.at.y) == (5, 5))
    );
}
