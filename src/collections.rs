//! The persistent collections under our own names: the one place that names the crates behind them, with reasons.
//!
//! Used by rulesets whose states share structure. Cloning any of these costs O(1), and a clone is independent of the
//! original. Knows nothing of games.
//!
//! - [`Map`], [`Set`] and [`List`] are `rpds`'s red-black trees and vector, for states that are kept by the thousand:
//!   a change copies only nodes of 40 bytes, or pointers to elements, so each version takes little memory.
//! - [`OrdMap`] and [`OrdSet`] come from `im` (its maintained fork, see Cargo.toml), for values that are compared
//!   between versions, such as a drawing and its selection: their nodes are wide, and `diff` skips everything that
//!   two versions share.
//! - [`Trace`] is our own: no crate has a list that grows at its end by one small node and can be searched in
//!   logarithmic time.
//! - [`Changes`] is a [`Map`] of [`Trace`]s: the value of each key over time. Its module explains the layout.
//!
//! The hash maps of both crates are not used: their iteration order depends on how they were filled.

mod changes;
mod trace;

pub use changes::Changes;
pub use im::ordmap::DiffItem;
pub use im::{OrdMap, OrdSet};
pub use trace::Trace;

/// A persistent list; changing one element does not copy the others.
pub type List<T> = rpds::VectorSync<T>;

/// A persistent map ordered by key, with small nodes.
pub type Map<K, V> = rpds::RedBlackTreeMapSync<K, V>;

/// A persistent set in order, with small nodes.
pub type Set<T> = rpds::RedBlackTreeSetSync<T>;
