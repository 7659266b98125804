//! Labels along the track of turns: branch names and bookmarks, where there is space.
//!
//! Part of the timeline. A label is to the right of its turn, or to the left, and never overlaps a sign or another
//! label.

use egui::{FontId, Rangef, Ui, pos2};

use crate::log::Log;
use crate::panels::track::Rail;
use crate::theme::{self, Palette};

/// Minimum width of a label.
const LEAST: f32 = 26.0;
/// Maximum width of a label.
const MOST: f32 = 150.0;
/// Gap between a turn or a sign and the label beside it.
const GAP: f32 = 6.0;

/// Paints the labels.
pub(super) fn show(ui: &Ui, rail: &Rail, log: &Log) {
    let colour = Palette::of(ui).weak;
    let mut named = log.named().peekable();
    let mut taken = rail.rect.left() - GAP;
    while let Some((turn, words)) = named.next() {
        let x = rail.x_of(turn);
        let next = named.peek().map_or(rail.rect.right() + GAP, |(turn, _)| rail.x_of(*turn));
        let (before, after) = beside(rail, log, turn);
        let room = FreeSpace { before: before.max(taken) + GAP, x, after: after.min(next) - GAP };
        taken = x;
        if room.widest() < LEAST {
            continue;
        }
        let laid = theme::one_line(ui, words, FontId::proportional(11.0), colour, room.widest().min(MOST));
        let place = room.place(laid.size().x);
        let top = rail.sign_centre(x).y - laid.size().y / 2.0;
        ui.painter().galley(pos2(place.min, top), laid, colour);
        taken = place.max.max(x);
    }
}

/// Positions of the signs nearest to a turn: the one before it, and the one after.
fn beside(rail: &Rail, log: &Log, turn: u32) -> (f32, f32) {
    let signs = log.signs();
    let (from, to) =
        (signs.partition_point(|(at, _)| *at < turn), signs.partition_point(|(at, _)| *at <= turn));
    let x_of = |at: usize| signs.get(at).map(|(turn, _)| rail.x_of(*turn));
    let before = from.checked_sub(1).and_then(x_of).unwrap_or(f32::MIN);
    (before, x_of(to).unwrap_or(f32::MAX))
}

/// Free space around a turn.
#[derive(Clone, Copy)]
struct FreeSpace {
    before: f32,
    x: f32,
    after: f32,
}

impl FreeSpace {
    fn left(self) -> f32 {
        self.x - GAP - self.before
    }

    fn right(self) -> f32 {
        self.after - self.x - GAP
    }

    fn widest(self) -> f32 {
        self.left().max(self.right())
    }

    /// Range of a label of a given width: to the right if it fits there.
    fn place(self, wide: f32) -> Rangef {
        let from = if self.right() >= wide { self.x + GAP } else { self.x - GAP - wide };
        Rangef::new(from, from + wide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_on_the_right_where_they_fit_and_otherwise_on_the_left() {
        let room = FreeSpace { before: 0.0, x: 100.0, after: 180.0 };
        assert_eq!(room.place(70.0), Rangef::new(106.0, 176.0));
        assert_eq!(room.place(80.0), Rangef::new(14.0, 94.0));
    }

    #[test]
    fn words_as_wide_as_the_widest_room_stay_within_it() {
        for x in [5.0, 40.0, 100.0, 160.0, 199.0] {
            let room = FreeSpace { before: 0.0, x, after: 200.0 };
            let place = room.place(room.widest());
            assert!(place.min >= 0.0 && place.max <= 200.0 && !place.contains(x), "{place:?} around {x}");
        }
    }
}
