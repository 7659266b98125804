//! The actions that a game offers, as places to point at: what a click means, and where a choice can go on.
//!
//! Derived from the offers whenever it is needed. Keeps nothing and paints nothing.

use std::collections::BTreeMap;

use timeloom::game::{ActionBytes, Offer};
use timeloom::scene::BoardCell;

use crate::document::Document;

/// The actions that can be chosen by pointing.
#[derive(Clone, Copy)]
pub struct Choices<'a> {
    offers: &'a [Offer],
    /// Place of the acting piece, if there is one.
    piece: Option<BoardCell>,
}

/// The cells of one step of some actions.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The cells; the first one stands for all.
    pub cells: &'a [BoardCell],
    /// The legal actions that go on there.
    pub offers: Vec<&'a Offer>,
}

/// What pointing at a place means.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// An action is chosen.
    Act(ActionBytes),
    /// These places are chosen, and something is left to choose.
    Choose(Vec<BoardCell>),
    /// The action that was meant is not legal.
    Refuse(ActionBytes),
    /// No action concerns the place.
    Elsewhere(BoardCell),
}

impl<'a> Choices<'a> {
    /// The choices at the cursor; none if it is not shown, or if nothing can be added to the game.
    pub fn of(document: &'a Document) -> Self {
        let scene = document.scene();
        let is_now = scene.slices.is_none_or(|slices| slices.shown == slices.now);
        let acts = is_now && !document.is_preview() && document.drawing_view().is_none();
        let acts = acts && document.result().is_none() && document.game().sealed().is_none();
        let piece = scene.focus.map(|at| BoardCell::new(0, at));
        Self { offers: if acts { document.offers() } else { &[] }, piece }
    }

    /// Whether nothing can be chosen by pointing.
    pub fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// Legal actions that are not chosen by pointing at places.
    pub fn placeless(&self) -> impl Iterator<Item = &'a Offer> {
        self.offers.iter().filter(|offer| offer.refused.is_none() && offer.steps.is_empty())
    }

    /// Legal actions whose places are all chosen.
    pub fn complete(&self, chosen: &[BoardCell]) -> Vec<&'a Offer> {
        let begun = self.begun(chosen).filter(|offer| offer.refused.is_none());
        begun.filter(|offer| !chosen.is_empty() && offer.steps.len() == chosen.len()).collect()
    }

    /// Places at which legal actions go on, from top to bottom. If the acting piece is chosen, these include the places
    /// that need no other choice.
    pub fn places(&self, chosen: &[BoardCell]) -> Vec<Place<'a>> {
        let mut places: BTreeMap<&[BoardCell], Vec<&Offer>> = BTreeMap::new();
        let is_piece = chosen.len() == 1 && chosen.first().copied() == self.piece;
        let single = self.offers.iter().filter(|offer| is_piece && offer.steps.len() == 1);
        let single = single.filter_map(|offer| Some((offer.steps.first()?, offer)));
        let next = self.begun(chosen).filter_map(|offer| Some((offer.steps.get(chosen.len())?, offer)));
        for (cells, offer) in next.chain(single).filter(|(_, offer)| offer.refused.is_none()) {
            places.entry(cells).or_default().push(offer);
        }
        let mut places: Vec<_> = places.into_iter().map(|(cells, offers)| Place { cells, offers }).collect();
        places.sort_by_key(|place| place.cells.first().map(|cell| (cell.board, cell.at.y, cell.at.x)));
        places
    }

    /// All cells of the chosen places: each stands for the cells of its step.
    pub fn cells_of(&self, chosen: &[BoardCell]) -> Vec<BoardCell> {
        let begun = self.begun(chosen).find(|offer| offer.refused.is_none());
        let steps = begun.map(|offer| offer.steps.iter().take(chosen.len()).flatten().copied().collect());
        steps.unwrap_or_else(|| chosen.to_vec())
    }

    /// Legal actions that go on at a place, or that begin there.
    pub fn at(&self, chosen: &[BoardCell], cell: BoardCell) -> Vec<&'a Offer> {
        let chosen = if self.complete(chosen).is_empty() { chosen } else { &[] };
        let further = [chosen, &[cell]].concat();
        let legal = |places: &[BoardCell]| -> Vec<&'a Offer> {
            self.begun(places).filter(|offer| offer.refused.is_none()).collect()
        };
        Some(legal(&further)).filter(|offers| !offers.is_empty()).unwrap_or_else(|| legal(&[cell]))
    }

    /// Returns the first refused action that goes on at a place.
    pub fn refused(&self, chosen: &[BoardCell], cell: BoardCell) -> Option<&'a Offer> {
        let further = [chosen, &[cell]].concat();
        let refused = |places: &[BoardCell]| {
            self.begun(places).find(|offer| offer.refused.is_some() && !places.is_empty())
        };
        refused(&further).or_else(|| refused(&[cell]))
    }

    /// Returns a legal action that is chosen at the same places as a refused one.
    pub fn instead_of(&self, refused: &Offer) -> Option<&'a Offer> {
        let mut legal = self.offers.iter().filter(|offer| offer.refused.is_none() && !offer.steps.is_empty());
        legal.find(|offer| offer.steps == refused.steps)
    }

    /// Returns the choice with one more place, if any action goes on there, or a new one that begins there.
    pub fn taken_up(&self, chosen: &[BoardCell], cell: BoardCell) -> Option<Vec<BoardCell>> {
        let further = [chosen, &[cell]].concat();
        let goes_on = |places: &Vec<BoardCell>| {
            self.begun(places).any(|offer| offer.refused.is_none() && offer.steps.len() > places.len())
        };
        [further, vec![cell]].into_iter().find(goes_on)
    }

    /// What a click on a place means: it continues the choice, or begins another one.
    pub fn click(&self, chosen: &[BoardCell], cell: BoardCell) -> Meaning {
        let chosen = if self.complete(chosen).is_empty() { chosen } else { &[] };
        let further = [chosen, &[cell]].concat();
        let meaning = self.meaning(&further).or_else(|| self.meaning(&[cell]));
        let refused = || self.refused(chosen, cell).map(|offer| Meaning::Refuse(offer.bytes.clone()));
        meaning.or_else(refused).unwrap_or(Meaning::Elsewhere(cell))
    }

    /// What dragging from one place to another means; `None` if nothing.
    pub fn drag(&self, chosen: &[BoardCell], from: BoardCell, to: BoardCell) -> Option<Meaning> {
        let both = [from, to];
        let further = [chosen, &both].concat();
        let meaning = self.meaning(&further).or_else(|| self.meaning(&both));
        let refused = || self.begun(&both).find(|offer| offer.refused.is_some());
        let refused = || refused().map(|offer| Meaning::Refuse(offer.bytes.clone()));
        let single = || (self.piece == Some(from)).then(|| self.click(&[], to));
        meaning.or_else(single).or_else(refused)
    }

    /// What it means that these places are chosen; `None` if no legal action begins with them.
    fn meaning(&self, places: &[BoardCell]) -> Option<Meaning> {
        let goes_on =
            || self.begun(places).any(|offer| offer.refused.is_none() && offer.steps.len() > places.len());
        match self.complete(places)[..] {
            [offer] => Some(Meaning::Act(offer.bytes.clone())),
            [] if !goes_on() => None,
            _ => Some(Meaning::Choose(places.to_vec())),
        }
    }

    /// Actions whose first steps are these places.
    fn begun(&self, places: &[BoardCell]) -> impl Iterator<Item = &'a Offer> {
        let begins = |offer: &&Offer| {
            offer.steps.len() >= places.len()
                && places.iter().zip(&offer.steps).all(|(cell, step)| step.contains(cell))
        };
        self.offers.iter().filter(begins)
    }
}
