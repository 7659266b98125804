//! [`Game`] for every session: converts typed states and actions to plain data.
//!
//! Each method is a few lines; anything longer belongs to the timeline, the journal or the rules.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use super::moment::AtMoment;
use super::viewer::{Viewer, WITHHELD};
use super::{Denied, Session, about, cleaned, reports};
use crate::game::{
    About, ActError, ActionBytes, Drawing, Game, HIDDEN_ACTION, History, Inspect, Moment, NodeView, Offer,
    Play, Report, SpaceTime,
};
use crate::journal::JournalError;
use crate::journal::record::Record;
use crate::rules::{Refused, Rules};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{BoardCell, Layer, View};
use crate::show::{self, Show};
use crate::sketch::{DrawingView, Problem};
use crate::solver::{Puzzle, puzzle};
use crate::timeline::{Below, NodeId, Note, Timeline, Tree};

impl<R: Show> Game for Session<R> {
    fn seat(&self) -> Option<u8> {
        self.viewer().seat()
    }

    fn sit(&mut self, seat: Option<u8>) {
        self.seat = Viewer::new(self.rules(), seat).seat();
    }

    fn level(&self) -> String {
        self.journal.header().level.clone()
    }

    fn space_time(&self) -> Option<Box<dyn SpaceTime + '_>> {
        let rules = self.viewer().unless_hidden(self.rules().space_time()?)?;
        Some(Box::new(AtNode { timeline: &self.timeline, rules }))
    }

    fn puzzle(&self, id: NodeId) -> Option<Box<dyn Puzzle>> {
        self.viewer()
            .unless_hidden(puzzle::at_state(self.timeline.shared_rules(), self.timeline.state_at(id))?)
    }

    fn drawing(&self) -> Option<Box<dyn Drawing + '_>> {
        let rules = self.viewer().unless_hidden(self.rules().drawing()?)?;
        Some(Box::new(AtNode { timeline: &self.timeline, rules }))
    }
}

impl<R: Show> History for Session<R> {
    fn tree(&self) -> &Tree {
        self.timeline.tree()
    }

    fn cursor(&self) -> NodeId {
        self.timeline.cursor()
    }

    fn node(&self, id: NodeId) -> NodeView {
        let tree = self.timeline.tree();
        NodeView {
            id,
            parent: tree.parent(id),
            turn: tree.turn(id),
            action: self.known_action(id),
            notes: tree.notes(id),
            fingerprint: self.viewer().unless_hidden(tree.fingerprint(id)),
        }
    }

    fn line(&self) -> &[NodeId] {
        self.timeline.line()
    }

    fn seek(&mut self, id: NodeId) {
        self.timeline.seek(id);
    }

    fn undo(&mut self) -> bool {
        self.timeline.undo()
    }

    fn redo(&mut self) -> bool {
        self.timeline.redo()
    }

    fn note(&mut self, note: Note) -> Result<(), JournalError> {
        let note = cleaned(note);
        self.journal.append(&Record::Note(note.clone()))?;
        self.timeline.set_note(note);
        Ok(())
    }
}

impl<R: Show> Play for Session<R> {
    fn offers(&self) -> Vec<Offer> {
        let candidates = self.rules().candidates(self.timeline.state());
        debug_assert!(self.holds_all_legal(&candidates), "{} forgets a legal action", R::NAME);
        let open = candidates.iter().filter(|action| self.viewer().sees(action));
        open.map(|action| self.offer(action)).collect()
    }

    fn preview(&self, action: &ActionBytes) -> Result<Report, ActError> {
        let action = self.read_own(action)?;
        self.previewed(&action).map_err(|refused| self.illegal(action.to_string(), refused))
    }

    fn route(&self, to: BoardCell) -> Vec<ActionBytes> {
        let controls = self.rules().controls().and_then(|controls| self.viewer().unless_hidden(controls));
        let route = controls.map(|controls| controls.route(self.timeline.state(), to)).unwrap_or_default();
        route.iter().map(|action| ActionBytes(self.rules().pack(action))).collect()
    }

    fn advice(&self) -> Option<ActionBytes> {
        let action =
            self.rules().advise(self.timeline.state()).filter(|action| self.viewer().sees(action))?;
        Some(ActionBytes(self.rules().pack(&action)))
    }

    fn parse(&self, text: &str) -> Result<ActionBytes, ActError> {
        let action: R::Action = text.parse().map_err(|reason| unreadable::<R>(text.to_owned(), reason))?;
        Ok(ActionBytes(self.rules().pack(&action)))
    }

    fn act(&mut self, action: &ActionBytes) -> Result<NodeId, ActError> {
        let action = self.read_own(action)?;
        let text = action.to_string();
        Session::act(self, action).map_err(|denied| match denied {
            Denied::NotSaved(error) => error.into(),
            Denied::Illegal(reason) => self.illegal(text, Box::new(self.refused(&reason))),
        })
    }
}

impl<R: Show> Inspect for Session<R> {
    fn about(&self) -> About {
        about(self.journal.header(), self.journal.format(), &self.viewer(), self.rules())
    }

    fn layers(&self) -> &'static [Layer] {
        self.rules().layers()
    }

    fn at(&self, id: NodeId) -> Box<dyn Moment + '_> {
        let state = Cow::Owned(self.timeline.state_at(id));
        Box::new(AtMoment { game: self, id, state, outcome: None })
    }

    fn visit(&self, path: &[NodeId], see: &mut dyn FnMut(&dyn Moment) -> ControlFlow<()>) {
        let start = path.first().filter(|&&id| id == NodeId::ROOT).map(|&start| self.at(start));
        if start.is_none_or(|start| see(start.as_ref()).is_continue()) {
            let _ = self.timeline.walk(path, |id, state, outcome| {
                see(&AtMoment { game: self, id, state: Cow::Borrowed(state), outcome: Some(outcome) })
            });
        }
    }

    fn visit_tree(&self, see: &mut dyn FnMut(&dyn Moment) -> Below) {
        if see(self.at(NodeId::ROOT).as_ref()) == Below::Visit {
            self.timeline.walk_tree(|id, state, outcome| {
                see(&AtMoment { game: self, id, state: Cow::Borrowed(state), outcome: Some(outcome) })
            });
        }
    }
}

/// Adapts a trait over states to nodes.
struct AtNode<'a, R: Rules, T: ?Sized> {
    timeline: &'a Timeline<R>,
    rules: &'a T,
}

impl<R: Rules> SpaceTime for AtNode<'_, R, dyn show::SpaceTimeRules<R::State> + '_> {
    fn cube(&self, id: NodeId, slices: Range<u32>) -> Option<Cube> {
        self.rules.cube(&self.timeline.state_at(id), slices)
    }

    fn path(&self, id: NodeId, slices: Range<u32>) -> Vec<Thread> {
        self.rules.path(&self.timeline.state_at(id), slices)
    }
}

impl<R: Rules> Drawing for AtNode<'_, R, dyn show::DrawingRules<R::State> + '_> {
    fn view(&self, id: NodeId, view: View) -> DrawingView {
        self.rules.view(&self.timeline.state_at(id), view)
    }

    fn problems(&self, id: NodeId) -> Vec<Problem> {
        self.rules.problems(&self.timeline.state_at(id))
    }

    fn level_text(&self, id: NodeId) -> String {
        self.rules.level_text(&self.timeline.state_at(id))
    }
}

impl<R: Show> Session<R> {
    pub(super) fn rules(&self) -> &R {
        self.timeline.rules()
    }

    /// Returns the viewer of this game, who decides what the methods above return.
    pub(super) fn viewer(&self) -> Viewer<'_, R> {
        Viewer::new(self.rules(), self.seat)
    }

    /// Returns the action that leads to a node, if the viewer knows it at once or its outcome revealed it.
    fn known_action(&self, id: NodeId) -> String {
        let Some(action) = self.timeline.action(id) else { return String::new() };
        let viewer = self.viewer();
        let mut known = viewer.sees(action);
        if !known {
            let _ = self.timeline.walk(&[id], |_, _, outcome| {
                known = viewer.knows(action, outcome);
                ControlFlow::Break(())
            });
        }
        if known { action.to_string() } else { HIDDEN_ACTION.to_owned() }
    }

    /// Returns a text that may mention hidden choices, or a substitute if something is hidden from the
    /// viewer.
    pub(super) fn or_withheld(&self, words: String) -> String {
        self.viewer().unless_hidden(words).unwrap_or_else(|| WITHHELD.to_owned())
    }

    /// Whether the legal candidates are exactly the actions that the rules list.
    fn holds_all_legal(&self, candidates: &[R::Action]) -> bool {
        let (rules, state) = (self.rules(), self.timeline.state());
        let legal = candidates.iter().filter(|action| rules.check(state, action).is_ok());
        let mut legal: Vec<_> = legal.map(|action| rules.pack(action)).collect();
        let mut listed: Vec<_> = rules.actions(state).iter().map(|action| rules.pack(action)).collect();
        legal.sort_unstable();
        listed.sort_unstable();
        legal == listed
    }

    /// Reads an action that the viewer may take.
    fn read_own(&self, action: &ActionBytes) -> Result<R::Action, ActError> {
        let action = self.read(action)?;
        match self.viewer().refusal(&action) {
            None => Ok(action),
            Some(refused) => Err(self.illegal(action.to_string(), Box::new(refused))),
        }
    }

    fn read(&self, action: &ActionBytes) -> Result<R::Action, ActError> {
        let read = self.rules().unpack(&action.0);
        read.map_err(|error| unreadable::<R>(format!("{:02x?}", action.0), error.to_string()))
    }

    fn illegal(&self, action: String, refused: Box<Refused>) -> ActError {
        let node = self.timeline.cursor();
        ActError::Illegal { action, turn: self.timeline.turn(node), node, refused }
    }

    /// Explains why an action is refused at the cursor.
    fn refused(&self, reason: &R::Illegal) -> Refused {
        let cursor = self.timeline.cursor();
        let past = |turns| reports::planned(&self.timeline, cursor, turns);
        self.rules().explain(self.timeline.state(), reason, &past)
    }

    /// Previews an action at the cursor, limited to what the viewer may know.
    fn previewed(&self, action: &R::Action) -> Result<Report, Box<Refused>> {
        let cursor = self.timeline.cursor();
        let past = |turns| reports::planned(&self.timeline, cursor, turns);
        reports::preview(self.rules(), self.timeline.state(), &self.viewer(), action, &past)
    }

    pub(super) fn view_at(&self, id: NodeId, view: View) -> View {
        self.viewer().view(self.timeline.turn(id), view)
    }

    fn offer(&self, action: &R::Action) -> Offer {
        let rules = self.rules();
        let refused = rules.check(self.timeline.state(), action).err().map(|reason| self.refused(&reason));
        let (bytes, text, state) =
            (ActionBytes(rules.pack(action)), action.to_string(), self.timeline.state());
        let controls = rules.controls();
        let words = controls.map_or_else(|| text.clone(), |controls| controls.phrase(state, action));
        let steps = controls.map(|controls| controls.steps(state, action)).unwrap_or_default();
        Offer { bytes, action: text, words, steps, cue: rules.cue(action), refused }
    }
}

fn unreadable<R: Rules>(text: String, reason: String) -> ActError {
    ActError::Unreadable { text, ruleset: R::NAME, reason }
}
