//! What some panels ask of a document and others do not, worked out when the first one asks and kept until it changes:
//! the actions, the state as a tree, the tree of branches, two moments compared.
//!
//! Part of the document. Knows no widgets.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use timeloom::game::{ActError, ActionBytes, Offer, Report};
use timeloom::sketch::Problem;
use timeloom::timeline::NodeId;

use super::Document;
use crate::branches::{Branches, Stop};
use crate::contrast::Contrast;
use crate::values::{self, Folds, ValueRow};

/// What has been asked for, as far as it still holds.
#[derive(Default)]
pub(super) struct Lazy {
    offers: OnceCell<Vec<Offer>>,
    told: RefCell<BTreeMap<usize, Arc<str>>>,
    advice: OnceCell<Option<ActionBytes>>,
    states: OnceCell<(Option<Value>, Value)>,
    problems: OnceCell<Vec<Problem>>,
    rows: OnceCell<Vec<ValueRow>>,
    folds: Folds,
    contrast: RefCell<Option<Arc<Contrast>>>,
    /// What is compared; what is not said follows what is shown.
    pub(super) pair: (Option<NodeId>, Option<NodeId>),
    branches: RefCell<Branches>,
}

impl Lazy {
    /// Another moment is shown.
    pub(super) fn forget_moment(&mut self) {
        (self.states, self.rows) = (OnceCell::new(), OnceCell::new());
        self.problems = OnceCell::new();
        *self.contrast.get_mut() = None;
    }

    /// The cursor is elsewhere.
    pub(super) fn forget_cursor(&mut self) {
        (self.offers, self.advice) = (OnceCell::new(), OnceCell::new());
        self.told.get_mut().clear();
        self.branches.get_mut().invalidate();
    }

    /// A note has changed.
    pub(super) fn forget_notes(&mut self) {
        self.branches.get_mut().invalidate();
    }
}

impl Document {
    /// Every action that one might think of at the cursor.
    pub fn offers(&self) -> &[Offer] {
        self.asked.offers.get_or_init(|| self.game.offers(self.view.seat))
    }

    /// What an offer would do, or why it is not legal, in a few words.
    pub fn told(&self, at: usize) -> Arc<str> {
        let Some(offer) = self.offers().get(at) else { return "".into() };
        if let Some(refused) = &offer.refused {
            return refused.message.as_str().into();
        }
        let mut told = self.asked.told.borrow_mut();
        told.entry(at).or_insert_with(|| in_words(self.game.preview(self.view.seat, &offer.bytes))).clone()
    }

    /// What is wrong or odd about the drawing that is shown, the grave first.
    pub fn problems(&self) -> &[Problem] {
        self.asked.problems.get_or_init(|| {
            self.game.drawing().map(|drawing| drawing.problems(self.here().id)).unwrap_or_default()
        })
    }

    /// What the game would play by itself at the cursor.
    pub fn advice(&self) -> Option<&ActionBytes> {
        self.asked.advice.get_or_init(|| self.game.advice()).as_ref()
    }

    /// The state that is shown, as a tree with what changed since the turn before.
    pub fn values(&self) -> &[ValueRow] {
        self.asked.rows.get_or_init(|| {
            let (before, after) = self.asked.states.get_or_init(|| self.states());
            values::rows(before.as_ref(), after, &self.asked.folds)
        })
    }

    /// Folds or unfolds a place of the state.
    pub fn fold(&mut self, path: &str, open: bool) {
        self.asked.folds.insert(path.to_owned(), open);
        self.asked.rows = OnceCell::new();
    }

    /// Folds as if nobody had done so by hand.
    pub fn fold_as_usual(&mut self) {
        self.asked.folds.clear();
        self.asked.rows = OnceCell::new();
    }

    /// Whether a place of the state was folded or unfolded by hand.
    pub fn is_folded_by_hand(&self) -> bool {
        !self.asked.folds.is_empty()
    }

    /// The two moments that are compared: those that were chosen, or the one that is shown and the one before it.
    pub fn pair(&self) -> (NodeId, NodeId) {
        let (a, b) = self.asked.pair;
        let b = b.unwrap_or(self.here().id);
        (a.or(self.game.node(b).parent).unwrap_or(b), b)
    }

    /// Which of the two moments were chosen.
    pub fn chosen_pair(&self) -> (Option<NodeId>, Option<NodeId>) {
        self.asked.pair
    }

    /// Chooses what is compared; what is not said follows what is shown.
    pub fn compare(&mut self, a: Option<NodeId>, b: Option<NodeId>) {
        self.asked.pair = (a, b);
    }

    /// The two moments, compared.
    pub fn contrast(&self) -> Arc<Contrast> {
        let (a, b) = self.pair();
        let mut kept = self.asked.contrast.borrow_mut();
        let known = kept.take().filter(|known| known.is_of(a, b));
        let known = known.unwrap_or_else(|| Arc::new(Contrast::new(&*self.game, a, b, self.view)));
        *kept = Some(known.clone());
        known
    }

    /// The tree of branches.
    pub fn branches(&self) -> Arc<[Stop]> {
        self.asked.branches.borrow_mut().rows(&*self.game)
    }

    /// The action that leads to a node, as far as the one through whose eyes we look knows it.
    pub fn action(&self, id: NodeId) -> String {
        let mut action = String::new();
        match self.view.seat {
            None => action = self.game.node(id).action,
            seat => self.game.reports(&[id], seat, &mut |_, told| action = told.action),
        }
        action
    }

    fn states(&self) -> (Option<Value>, Value) {
        let at = |id| self.game.inspect(id, self.view);
        (self.here().parent.map(at), at(self.here().id))
    }
}

fn in_words(told: Result<Report, ActError>) -> Arc<str> {
    match told {
        Ok(told) => told.text.into(),
        Err(error) => error.to_string().into(),
    }
}
