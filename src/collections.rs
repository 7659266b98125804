//! The persistent collections under our own names: the one place that names the crates behind them, and says why each.
//!
//! Used by rulesets whose states share structure. Cloning any of these costs O(1), and a clone never sees what happens
//! to the other. Knows nothing of games.
//!
//! - [`Map`], [`Set`] and [`List`] are `rpds`'s red-black trees and vector, for states that are kept by the thousand: a change copies
//!   nodes of 40 bytes, or pointers to elements, so it keeps little.
//! - [`OrdMap`] and [`OrdSet`] come from `im` (its maintained fork, see Cargo.toml), for what is compared from version to
//!   version, such as a drawing and what is selected in it: their nodes are wide, and `diff` passes over all that two
//!   versions share.
//! - [`Trace`] is written here: no crate has a list that grows at its end by one small node and is searched in
//!   logarithmic time.
//! - [`Changes`] is a [`Map`] of [`Trace`]s: what a key leads to as time goes by. Its module tells why that layout.
//!
//! Hash maps of either crate are not for us: the order in which they are iterated follows from how they were filled.

mod changes;
mod trace;

pub use changes::Changes;
pub use im::ordmap::DiffItem;
pub use im::{OrdMap, OrdSet};
pub use trace::Trace;

/// A persistent list in which one element is changed without copying the others.
pub type List<T> = rpds::VectorSync<T>;

/// A persistent map in the order of its keys, with small nodes.
pub type Map<K, V> = rpds::RedBlackTreeMapSync<K, V>;

/// A persistent set in the order of its elements, with small nodes.
pub type Set<T> = rpds::RedBlackTreeSetSync<T>;
