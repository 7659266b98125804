//! [`Moment`] for every session: one node during a visit, together with its state.
//!
//! Made by the session's [`Inspect`](crate::game::Inspect) during a walk, so that no state is computed twice.

use std::borrow::Cow;

use serde_json::Value;

use super::{Session, reports};
use crate::game::{Moment, Report};
use crate::rules::GameResult;
use crate::scene::{Scene, View};
use crate::show::{self, LongList, Show};
use crate::timeline::NodeId;

/// A node with its state, and the outcome that led to it if that is known.
pub(super) struct AtMoment<'a, R: Show> {
    pub(super) game: &'a Session<R>,
    pub(super) id: NodeId,
    pub(super) state: Cow<'a, R::State>,
    pub(super) outcome: Option<&'a R::Outcome>,
}

impl<R: Show> Moment for AtMoment<'_, R> {
    fn id(&self) -> NodeId {
        self.id
    }

    fn data(&self, view: View) -> Value {
        show::data(self.game.rules(), &self.state, self.game.view_at(self.id, view))
    }

    fn part(&self, view: View, is_wanted: &dyn Fn(&str) -> bool) -> Value {
        show::part(self.game.rules(), &self.state, self.game.view_at(self.id, view), Some(is_wanted))
    }

    fn long_list(&self) -> Option<LongList<'_>> {
        self.game.viewer().unless_hidden(show::long_list(self.game.rules(), &self.state))?
    }

    fn scene(&self, view: View) -> Scene {
        self.game.rules().scene(&self.state, self.game.view_at(self.id, view))
    }

    fn result(&self) -> Option<GameResult> {
        self.game.rules().result(&self.state)
    }

    fn broken(&self) -> Option<String> {
        let broken = self.game.rules().invariants(&self.state).err();
        broken.map(|what| self.game.or_withheld(what))
    }

    fn report(&self) -> Option<Report> {
        let timeline = self.game.timeline();
        let (action, outcome) = timeline.action(self.id).zip(self.outcome)?;
        if !self.game.viewer().knows(action, outcome) {
            return Some(Report::hidden());
        }
        let past = |turns| reports::happened(timeline, self.id, turns);
        Some(reports::report(self.game.rules(), action.to_string(), &self.state, outcome, &past))
    }
}
