//! [`Game`] for every session: typed states and actions on this side, plain data on the other.
//!
//! Each method is a few lines; whatever needs more belongs to the timeline, the journal or the rules.

use std::ops::Range;

use serde_json::Value;

use super::{Denied, Session, telling};
use crate::game::{About, ActError, ActionBytes, Choice, Game, NodeView, Offer, Report};
use crate::journal::record::{Kind, Record};
use crate::journal::{Health, JournalError};
use crate::rules::{GameResult, Level, Refused, Rules, Show};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{Layer, Scene, View};
use crate::sketch::{DrawingView, Problem};
use crate::timeline::{NodeId, Note, NoteKind};

impl<R: Show> Game for Session<R> {
    fn about(&self) -> About {
        let header = self.journal.header();
        About {
            ruleset: header.ruleset.clone(),
            version: header.version,
            level: self.rules().level().title(),
            description: self.rules().level().description(),
            allow_undo: self.rules().level().allows_undo(),
            seed: header.seed,
            drawing: header.kind == Kind::Workshop,
            format: self.journal.format().number(),
        }
    }

    fn level(&self) -> String {
        self.journal.header().level.clone()
    }

    fn health(&self) -> &Health {
        self.journal.health()
    }

    fn sealed(&self) -> Option<&str> {
        self.journal.sealed()
    }

    fn bytes(&mut self) -> Result<Vec<u8>, JournalError> {
        self.journal.bytes()
    }

    fn node_count(&self) -> usize {
        self.timeline.node_count()
    }

    fn cursor(&self) -> NodeId {
        self.timeline.cursor()
    }

    fn node(&self, id: NodeId) -> NodeView {
        let line = &self.timeline;
        NodeView {
            id,
            parent: line.parent(id),
            turn: line.turn(id),
            action: line.action(id).map(ToString::to_string).unwrap_or_default(),
            children: line.children(id),
            name: line.note(id, NoteKind::Name).map(str::to_owned),
            bookmark: line.note(id, NoteKind::Bookmark).map(str::to_owned),
            fingerprint: line.fingerprint(id),
        }
    }

    fn line(&self) -> &[NodeId] {
        self.timeline.line()
    }

    fn scene(&self, id: NodeId, view: View) -> Scene {
        self.rules().scene(&self.timeline.state_at(id), self.view_at(id, view))
    }

    fn cube(&self, id: NodeId, slices: Range<u32>) -> Option<Cube> {
        self.rules().cube(&self.timeline.state_at(id), slices)
    }

    fn way(&self, id: NodeId, slices: Range<u32>) -> Vec<Thread> {
        self.rules().way(&self.timeline.state_at(id), slices)
    }

    fn drawing_view(&self, id: NodeId, view: View) -> Option<DrawingView> {
        self.rules().drawing_view(&self.timeline.state_at(id), view)
    }

    fn problems(&self, id: NodeId) -> Vec<Problem> {
        self.rules().problems(&self.timeline.state_at(id))
    }

    fn drawn(&self, id: NodeId) -> Option<String> {
        self.rules().drawn(&self.timeline.state_at(id))
    }

    fn inspect(&self, id: NodeId, view: View) -> Value {
        self.rules().data(&self.timeline.state_at(id), self.view_at(id, view))
    }

    fn seats(&self) -> Vec<String> {
        self.rules().seats()
    }

    fn told(&self, path: &[NodeId], seat: Option<u8>, see: &mut dyn FnMut(NodeId, Report)) {
        self.timeline.walk(path, |id, state, outcome| {
            let Some(action) = self.timeline.action(id) else { return };
            let past = |turns| telling::happened(&self.timeline, id, turns);
            let told = || telling::told(self.rules(), action.to_string(), state, outcome, &past);
            let open = self.is_open_to(seat, action) || self.is_revealed_to(seat, outcome);
            see(id, if open { told() } else { Report::hidden() });
        });
    }

    fn result(&self, id: NodeId) -> Option<GameResult> {
        self.rules().result(&self.timeline.state_at(id))
    }

    fn broken(&self, path: &[NodeId], see: &mut dyn FnMut(NodeId, String)) {
        let mut check = |id, state: &R::State| {
            if let Err(what) = self.rules().invariants(state) {
                see(id, what);
            }
        };
        if path.first() == Some(&NodeId::ROOT) {
            check(NodeId::ROOT, &self.timeline.state_at(NodeId::ROOT));
        }
        self.timeline.walk(path, |id, state, _| check(id, state));
    }

    fn choices(&self, seat: Option<u8>) -> Vec<Choice> {
        let actions = self.rules().actions(self.timeline.state()).into_iter();
        let own = actions.filter(|action| self.is_open_to(seat, action));
        own.map(|action| self.choice(seat, &action)).collect()
    }

    fn offers(&self, seat: Option<u8>) -> Vec<Offer> {
        let actions = self.rules().conceivable(self.timeline.state()).into_iter();
        actions.filter(|action| self.is_open_to(seat, action)).map(|action| self.offer(&action)).collect()
    }

    fn preview(&self, seat: Option<u8>, action: &ActionBytes) -> Result<Report, ActError> {
        let action = self.read(action)?;
        self.previewed(seat, &action).map_err(|refused| self.illegal(action.to_string(), refused))
    }

    fn layers(&self) -> &'static [Layer] {
        self.rules().layers()
    }

    fn advice(&self) -> Option<ActionBytes> {
        let action = self.rules().advise(self.timeline.state())?;
        Some(ActionBytes(self.rules().pack(&action)))
    }

    fn parse(&self, text: &str) -> Result<ActionBytes, ActError> {
        let action: R::Action = text.parse().map_err(|reason| unreadable::<R>(text.to_owned(), reason))?;
        Ok(ActionBytes(self.rules().pack(&action)))
    }

    fn act(&mut self, action: &ActionBytes) -> Result<NodeId, ActError> {
        let action = self.read(action)?;
        let text = action.to_string();
        Session::act(self, action).map_err(|denied| match denied {
            Denied::NotSaved(error) => error.into(),
            Denied::Illegal(reason) => self.illegal(text, self.refused(&reason)),
        })
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
        self.journal.append(&Record::Note(note.clone()))?;
        self.timeline.set_note(note);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        self.journal.flush()
    }

    fn flush_if_due(&mut self) -> Result<(), JournalError> {
        self.journal.flush_if_due()
    }

    fn durable_count(&self) -> usize {
        self.journal.durable_count()
    }

    fn close(&mut self) -> Result<(), JournalError> {
        if self.sealed().is_some() {
            return Ok(());
        }
        let here = self.timeline.place();
        if here != self.noted {
            self.journal.append(&Record::Cursor { node: here.cursor, tip: here.tip })?;
            self.noted = here;
        }
        self.journal.flush()
    }
}

impl<R: Show> Session<R> {
    fn rules(&self) -> &R {
        self.timeline.rules()
    }

    fn is_open_to(&self, seat: Option<u8>, action: &R::Action) -> bool {
        seat.is_none_or(|seat| self.rules().sees(seat, action))
    }

    fn read(&self, action: &ActionBytes) -> Result<R::Action, ActError> {
        let read = self.rules().unpack(&action.0);
        read.map_err(|error| unreadable::<R>(format!("{:02x?}", action.0), error.to_string()))
    }

    fn illegal(&self, action: String, refused: Refused) -> ActError {
        let node = self.timeline.cursor();
        ActError::Illegal { action, turn: self.timeline.turn(node), node, refused: Box::new(refused) }
    }

    /// Why something is refused at the cursor.
    fn refused(&self, reason: &R::Illegal) -> Refused {
        let cursor = self.timeline.cursor();
        let past = |turns| telling::planned(&self.timeline, cursor, turns);
        self.rules().explain(self.timeline.state(), reason, &past)
    }

    /// What an action would do at the cursor, as far as this seat may know.
    fn previewed(&self, seat: Option<u8>, action: &R::Action) -> Result<Report, Refused> {
        let cursor = self.timeline.cursor();
        let past = |turns| telling::planned(&self.timeline, cursor, turns);
        telling::preview(self.rules(), self.timeline.state(), seat, action, &past)
    }

    fn view_at(&self, id: NodeId, view: View) -> View {
        View { turn: Some(self.timeline.turn(id)), ..view }
    }

    fn offer(&self, action: &R::Action) -> Offer {
        let rules = self.rules();
        let refused = rules.check(self.timeline.state(), action).err().map(|reason| self.refused(&reason));
        let bytes = ActionBytes(rules.pack(action));
        Offer { bytes, action: action.to_string(), cue: rules.cue(action), refused }
    }

    fn is_revealed_to(&self, seat: Option<u8>, outcome: &R::Outcome) -> bool {
        seat.is_some_and(|seat| self.rules().reveals(seat, outcome))
    }

    fn choice(&self, seat: Option<u8>, action: &R::Action) -> Choice {
        let bytes = ActionBytes(self.rules().pack(action));
        Choice { bytes, action: action.to_string(), told: self.previewed(seat, action) }
    }
}

fn unreadable<R: Rules>(text: String, reason: String) -> ActError {
    ActError::Unreadable { text, ruleset: R::NAME, reason }
}
