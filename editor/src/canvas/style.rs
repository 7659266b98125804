//! How pieces are painted: as figures, as letters, or with the pictures of a skin.
//!
//! Kept by egui, beside the colours. Set by the app, read by every board and icon, so that callers need not pass it on.

use std::sync::Arc;

use egui::{Context, Id};

use crate::skin::SkinSheet;

/// Style of all boards.
#[derive(Clone, Debug, Default)]
pub struct BoardStyle {
    /// Whether pieces are shapes with letters.
    pub letters: bool,
    /// The pictures, if a skin is used.
    pub skin: Option<Arc<SkinSheet>>,
}

impl BoardStyle {
    /// Makes this the current style.
    pub fn keep(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(id(), self));
    }

    /// Returns the current style.
    pub fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(id())).unwrap_or_default()
    }

    /// Number that differs between styles.
    pub(super) fn number(&self) -> u64 {
        let skin = self.skin.as_ref().map_or(0, |skin| skin.number());
        skin * 2 + u64::from(self.letters)
    }
}

fn id() -> Id {
    Id::unique("the style of boards")
}
