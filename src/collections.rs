//! The persistent collections under our own names: the one place that decides where they come from.
//!
//! Used by rulesets whose states share structure. Cloning any of these costs O(1), and a clone never sees what happens
//! to the other. Knows nothing of games.

mod ord_map;
mod trace;

pub use ord_map::OrdMap;
pub use trace::Trace;
