//! Parts of a document that only some panels need, computed when first requested and kept until the document changes:
//! the actions, the state as a tree, the tree of branches, the comparison of two moments.
//!
//! Part of the document. Knows no widgets.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use timeloom::game::{ActError, ActionBytes, Offer, Report};
use timeloom::scene::plain;
use timeloom::sketch::Problem;
use timeloom::timeline::NodeId;

use super::Document;
use crate::branches::{Branches, Rows};
use crate::comparison::Comparison;
use crate::values::{self, Folds, ValueRow};

/// The parts that are computed and still valid.
#[derive(Default)]
pub(super) struct Lazy {
    offers: OnceCell<Vec<Offer>>,
    previews: RefCell<BTreeMap<usize, Arc<str>>>,
    advice: OnceCell<Option<ActionBytes>>,
    states: OnceCell<(Option<Value>, Value)>,
    problems: OnceCell<Vec<Problem>>,
    rows: OnceCell<Vec<ValueRow>>,
    folds: Folds,
    contrast: RefCell<Option<Arc<Comparison>>>,
    /// The two nodes to compare; `None` follows the shown node.
    pub(super) pair: (Option<NodeId>, Option<NodeId>),
    branches: RefCell<Branches>,
}

impl Lazy {
    /// Invalidates the parts that depend on the shown node.
    pub(super) fn forget_moment(&mut self) {
        (self.states, self.rows) = (OnceCell::new(), OnceCell::new());
        self.problems = OnceCell::new();
        *self.contrast.get_mut() = None;
    }

    /// Invalidates the parts that depend on the cursor.
    pub(super) fn forget_cursor(&mut self) {
        (self.offers, self.advice) = (OnceCell::new(), OnceCell::new());
        self.previews.get_mut().clear();
    }

    /// Invalidates the parts that depend on notes.
    pub(super) fn forget_notes(&mut self) {
        self.branches.get_mut().invalidate();
    }
}

impl Document {
    /// All actions offered at the cursor, including those that are not legal.
    pub fn offers(&self) -> &[Offer] {
        self.lazy.offers.get_or_init(|| self.stored.game.offers().into_iter().map(cleaned).collect())
    }

    /// Whether an action is offered at the cursor, but not legal.
    pub fn is_refused(&self, action: &ActionBytes) -> bool {
        self.offers().iter().any(|offer| offer.bytes == *action && offer.refused.is_some())
    }

    /// Describes the effect of an offer, or the reason why it is not legal, in a few words.
    pub fn preview_text(&self, at: usize) -> Arc<str> {
        let Some(offer) = self.offers().get(at) else { return "".into() };
        if let Some(refused) = &offer.refused {
            return refused.message.as_str().into();
        }
        let mut previews = self.lazy.previews.borrow_mut();
        previews.entry(at).or_insert_with(|| in_words(self.stored.game.preview(&offer.bytes))).clone()
    }

    /// The problems of the shown drawing, errors first.
    pub fn problems(&self) -> &[Problem] {
        self.lazy.problems.get_or_init(|| {
            self.stored.game.drawing().map(|drawing| drawing.problems(self.here().id)).unwrap_or_default()
        })
    }

    /// The action that the game advises at the cursor.
    pub fn advice(&self) -> Option<&ActionBytes> {
        self.lazy.advice.get_or_init(|| self.stored.game.advice()).as_ref()
    }

    /// The shown state as a tree, with the changes since the previous turn.
    pub fn values(&self) -> &[ValueRow] {
        self.lazy.rows.get_or_init(|| {
            let (before, after) = self.lazy.states.get_or_init(|| self.states());
            values::rows(before.as_ref(), after, &self.lazy.folds)
        })
    }

    /// Folds or unfolds a path of the state.
    pub fn fold(&mut self, path: &str, open: bool) {
        self.lazy.folds.insert(path.to_owned(), open);
        self.lazy.rows = OnceCell::new();
    }

    /// Restores the default folding.
    pub fn reset_folds(&mut self) {
        self.lazy.folds.clear();
        self.lazy.rows = OnceCell::new();
    }

    /// Whether any path of the state was folded or unfolded by the user.
    pub fn is_folded_by_hand(&self) -> bool {
        !self.lazy.folds.is_empty()
    }

    /// The two moments to compare: the chosen ones, by default the shown one and the one before it.
    pub fn pair(&self) -> (NodeId, NodeId) {
        let (a, b) = self.lazy.pair;
        let b = b.unwrap_or(self.here().id);
        (a.or(self.stored.game.node(b).parent).unwrap_or(b), b)
    }

    /// The chosen moments; `None` for each that was not chosen.
    pub fn chosen_pair(&self) -> (Option<NodeId>, Option<NodeId>) {
        self.lazy.pair
    }

    /// Chooses the nodes to compare; `None` follows the shown node.
    pub fn compare(&mut self, a: Option<NodeId>, b: Option<NodeId>) {
        self.lazy.pair = (a, b);
    }

    /// The comparison of the two moments.
    pub fn contrast(&self) -> Arc<Comparison> {
        let (a, b) = self.pair();
        let mut kept = self.lazy.contrast.borrow_mut();
        let known = kept.take().filter(|known| known.is_of(a, b));
        let known = known.unwrap_or_else(|| Arc::new(Comparison::new(&*self.stored.game, a, b, self.view)));
        *kept = Some(known.clone());
        known
    }

    /// The tree of branches.
    pub fn branches(&self) -> Rows<'_> {
        self.lazy.branches.borrow_mut().rows(&*self.stored.game)
    }

    /// Returns the action that leads to a node, if the current seat may know it.
    pub fn action(&self, id: NodeId) -> String {
        self.stored.game.node(id).action
    }

    fn states(&self) -> (Option<Value>, Value) {
        let at = |id| self.stored.game.at(id).data(self.view);
        (self.here().parent.map(at), at(self.here().id))
    }
}

/// Returns an offer with its texts safe to show.
fn cleaned(mut offer: Offer) -> Offer {
    offer.words = plain::line(&offer.words).into_owned();
    if let Some(refused) = &mut offer.refused {
        refused.message = plain::line(&refused.message).into_owned();
    }
    offer
}

fn in_words(preview: Result<Report, ActError>) -> Arc<str> {
    match preview {
        Ok(report) => report.text.into(),
        Err(error) => error.to_string().into(),
    }
}
