//! Drawing levels like a user: levels before and after are given as text, with mouse and key input in between.

mod arena;
mod board;
mod keys;
mod lines;
mod paint;
mod panels;
mod pictures;
mod select;
mod since;
mod undo;

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use timeloom::catalog;
use timeloom::scene::Cell;
use timeloom::sketch::{DrawingView, FieldValue, Thing};
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::document::Document;
use timeloom_editor::edit_state::{EditState, Tool};
use timeloom_editor::workspace::Workspace;

use crate::{Window, document, window, workspace};

/// A window with a drawing, and helpers to draw in it.
pub(crate) struct PressKind {
    pub(crate) window: Window,
}

/// Opens a level with default settings: ten slices, and no name.
pub(crate) fn drawing(rows: &str) -> PressKind {
    drawing_of(&level(rows))
}

/// Opens the text of a level.
pub(crate) fn drawing_of(text: &str) -> PressKind {
    let game = catalog::draw_text("level.toml", text, Some("unseen")).expect("a level that can be drawn");
    let workspace = Workspace::draw(Document::new(game, None), None);
    PressKind { window: window(App::with_workspace(AppDirs::none(), workspace)) }
}

/// Builds a level text. Guards have no letter in the map of a level file; here they do.
fn level(rows: &str) -> String {
    let plain: Vec<String> =
        rows.split_whitespace().map(|row| format!("{:?}", row.replace('E', "."))).collect();
    let mut text = format!("[world]\ntime_depth = 10\n[map]\nrows = [{}]\n", plain.join(","));
    for (y, row) in rows.split_whitespace().enumerate() {
        for (x, _) in row.char_indices().filter(|(_, letter)| *letter == 'E') {
            text += &format!(
                "[[entity]]\nkind = \"enemy\"\nat = [{x}, {y}]\nvision = {{ facing = \"south\", fov = 90 }}\n"
            );
        }
    }
    text
}

/// Makes a gesture, and compares the level with the expected one. One gesture is one step of the log.
#[track_caller]
pub(crate) fn check(before: &str, gesture: impl FnOnce(&mut PressKind), after: &str) {
    let mut hand = drawing(before);
    gesture(&mut hand);
    assert_eq!(hand.drawn(), tidy(after));
    assert!(hand.steps() <= 1, "{} steps for one gesture", hand.steps());
}

pub(crate) fn tidy(rows: &str) -> String {
    rows.split_whitespace().collect::<Vec<_>>().join("\n")
}

impl PressKind {
    /// The level in the shown slice, as text.
    pub(crate) fn drawn(&self) -> String {
        let drawing_view = self.drawing_view();
        let row = |y| (0..drawing_view.sketch.width).map(|x| sign(drawing_view, Cell { x, y })).collect();
        (0..drawing_view.sketch.height).map(row).collect::<Vec<String>>().join("\n")
    }

    pub(crate) fn drawing_view(&self) -> &DrawingView {
        document(&self.window).drawing_view().expect("a drawing")
    }

    pub(crate) fn edit_state(&self) -> &EditState {
        workspace(&self.window).edit_state()
    }

    /// The number of edits.
    pub(crate) fn steps(&self) -> u32 {
        document(&self.window).here().turn
    }

    pub(crate) fn slice(&self) -> u32 {
        document(&self.window).scene().slices.expect("slices").shown
    }

    /// The only thing of a kind.
    #[track_caller]
    pub(crate) fn only(&self, kind: &str) -> Thing {
        let mut found = self.drawing_view().sketch.things().filter(|(_, thing)| *thing.kind == *kind);
        let (_, thing) = found.next().unwrap_or_else(|| panic!("no {kind}"));
        assert!(found.next().is_none(), "more than one {kind}");
        thing.clone()
    }

    /// The cells of the patrol of the only guard.
    #[track_caller]
    pub(crate) fn patrol(&self) -> Vec<(u32, u32)> {
        match self.only("enemy").fields.get("patrol") {
            Some(FieldValue::Path(path)) => path.iter().map(|cell| (cell.x, cell.y)).collect(),
            _ => Vec::new(),
        }
    }

    /// The target of the only rift: column, row, slice.
    #[track_caller]
    pub(crate) fn target(&self) -> Option<(u32, u32, u32)> {
        match self.only("rift").fields.get("target") {
            Some(FieldValue::Spot(spot)) => Some((spot.at.x, spot.at.y, spot.t)),
            _ => None,
        }
    }

    /// The cells of the selected things.
    pub(crate) fn selected(&self) -> Vec<(u32, u32)> {
        let things =
            self.edit_state().selection().iter().filter_map(|id| self.drawing_view().sketch.thing(*id));
        things.map(|thing| (thing.spot.at.x, thing.spot.at.y)).collect()
    }

    /// The screen position of a cell.
    pub(crate) fn at(&self, (x, y): (u32, u32)) -> Pos2 {
        let stage = self.edit_state().stage().expect("the board was shown");
        stage.fit(self.edit_state().camera()).rect(Cell { x, y }).center()
    }

    pub(crate) fn tool(&mut self, tool: Tool) {
        let key = match tool {
            Tool::Brush => Key::B,
            Tool::Rectangle => Key::R,
            Tool::Fill => Key::F,
            Tool::Eraser => Key::X,
            Tool::Pick => Key::I,
            Tool::Select => Key::M,
            Tool::Path => Key::P,
            Tool::Link => Key::T,
        };
        self.key(key);
        assert_eq!(self.edit_state().tool(), tool);
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.keys(Modifiers::NONE, key);
    }

    pub(crate) fn ctrl(&mut self, key: Key) {
        self.keys(Modifiers::COMMAND, key);
    }

    pub(crate) fn shift(&mut self, key: Key) {
        self.keys(Modifiers::SHIFT, key);
    }

    pub(crate) fn keys(&mut self, modifiers: Modifiers, key: Key) {
        self.window.key_press_modifiers(modifiers, key);
        self.window.run();
    }

    pub(crate) fn hover(&mut self, cell: (u32, u32)) {
        self.move_to(self.at(cell));
    }

    pub(crate) fn move_to(&mut self, pos: Pos2) {
        self.window.event(Event::PointerMoved(pos));
        self.window.run();
    }

    /// Moves to a cell and presses a button.
    pub(crate) fn press(&mut self, cell: (u32, u32), button: PointerButton, modifiers: Modifiers) {
        self.hover(cell);
        self.button(self.at(cell), button, modifiers, true);
    }

    pub(crate) fn release(&mut self, cell: (u32, u32), button: PointerButton) {
        self.button(self.at(cell), button, Modifiers::NONE, false);
    }

    fn button(&mut self, pos: Pos2, button: PointerButton, modifiers: Modifiers, pressed: bool) {
        self.window.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
        self.window.run();
    }

    /// Presses, drags through cells one per frame, and releases.
    pub(crate) fn drag_with(&mut self, cells: &[(u32, u32)], button: PointerButton, modifiers: Modifiers) {
        self.press(cells[0], button, modifiers);
        cells[1..].iter().for_each(|cell| self.hover(*cell));
        self.release(cells[cells.len() - 1], button);
    }

    pub(crate) fn drag(&mut self, cells: &[(u32, u32)]) {
        self.drag_with(cells, PointerButton::Primary, Modifiers::NONE);
    }

    pub(crate) fn click(&mut self, cell: (u32, u32)) {
        self.drag(&[cell]);
    }

    pub(crate) fn click_with(&mut self, cell: (u32, u32), modifiers: Modifiers) {
        self.drag_with(&[cell], PointerButton::Primary, modifiers);
    }

    /// Presses and drags, without releasing.
    pub(crate) fn hold(&mut self, cells: &[(u32, u32)]) {
        self.press(cells[0], PointerButton::Primary, Modifiers::NONE);
        cells[1..].iter().for_each(|cell| self.hover(*cell));
    }

    pub(crate) fn let_go(&mut self, cell: (u32, u32)) {
        self.release(cell, PointerButton::Primary);
    }

    /// Clicks the control with this label.
    #[track_caller]
    pub(crate) fn choose(&mut self, label: &str) {
        use egui_kittest::kittest::Queryable;
        self.window.get_by_label(label).click();
        self.window.run();
    }
}

fn sign(drawing_view: &DrawingView, cell: Cell) -> char {
    let mut here = drawing_view.standing.iter().rev().filter(|(at, _)| *at == cell);
    let thing = here.next().and_then(|(_, id)| drawing_view.sketch.thing(*id));
    thing.and_then(|thing| drawing_view.kit.brush_of(thing)).map_or('.', |brush| brush.glyph)
}
