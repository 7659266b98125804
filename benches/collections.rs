//! Compares our own collections with those of the crates, in one run: memory per version when all are kept,
//! and the cost of a change and of a lookup.
//!
//! `cargo bench --bench collections` prints the table and fails if our own do not save enough memory.

#[path = "shared/cpu.rs"]
mod cpu;
#[path = "shared/table.rs"]
mod table;

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;

use cap::Cap;
use cpu::cpu_time;
use table::Table;
use timeloom::collections::{Changes, Trace};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Number of versions kept.
const VERSIONS: i32 = 20_000;

type Place = (i32, i32, i32);
type Key = (u32, i32);

fn main() -> ExitCode {
    let mut table = Table::begin();
    lists(&mut table);
    changes_of(&mut table, "one key", 0.5, |_| 7);
    changes_of(&mut table, "4,000 keys", 1.25, |t| (t as u32 % 4000).reverse_bits());
    table.end()
}

/// Cost of keeping all versions, and of lookups in the last one.
struct Cost {
    /// Bytes per version.
    kept: f64,
    /// Microseconds per change.
    change: f64,
    /// Microseconds per lookup.
    ask: f64,
}

/// Changes a value repeatedly and keeps every version; then looks up every moment in the last version.
fn cost<T: Clone + Default>(change: impl Fn(&mut T, i32), ask: impl Fn(&T, i32) -> bool) -> Cost {
    let mut versions: Vec<T> = Vec::with_capacity(VERSIONS as usize + 1);
    let (before, since) = (ALLOCATOR.allocated(), cpu_time());
    versions.push(T::default());
    for t in 0..VERSIONS {
        let mut next = versions[t as usize].clone();
        change(&mut next, t);
        versions.push(next);
    }
    let took = (cpu_time() - since).as_secs_f64();
    let kept = (ALLOCATOR.allocated() - before) as f64 / f64::from(VERSIONS) + size_of::<T>() as f64;
    let (last, since) = (&versions[VERSIONS as usize], cpu_time());
    let found =
        (0..VERSIONS).filter(|t| ask(black_box(last), t.wrapping_mul(7919).rem_euclid(VERSIONS))).count();
    assert_eq!(found, VERSIONS as usize);
    let asked = (cpu_time() - since).as_secs_f64();
    let each = |seconds: f64| seconds * 1e6 / f64::from(VERSIONS);
    Cost { kept, change: each(took), ask: each(asked) }
}

/// Adds the rows of one comparison: ours first, then the crates. Ours must keep at most `share` of the bytes
/// of the better crate.
fn compare(table: &mut Table, what: &str, share: f64, costs: [(&str, Cost); 3]) {
    let [(_, ours), (_, one), (_, other)] = &costs;
    let (ours, best) = (ours.kept, one.kept.min(other.kept));
    for (name, cost) in &costs {
        table.row(&format!("{what}, {name}: bytes kept per version"), cost.kept, "B", None);
        table.row("  a change", cost.change, "us", None);
        table.row("  a lookup", cost.ask, "us", None);
    }
    table.row(
        "  ours against the better crate",
        ours / best,
        "x",
        Some((ours <= share * best, &format!("<= {share} x"))),
    );
}

fn lists(table: &mut Table) {
    let place = |t: i32| (t, -t, t);
    let trace = cost(
        |list: &mut Trace<Place>, t| list.push(place(t)),
        |list, t| list.get(t as usize) == Some(&place(t)),
    );
    let rpds = cost(
        |list: &mut rpds::VectorSync<Place>, t| list.push_back_mut(place(t)),
        |list, t| list.get(t as usize) == Some(&place(t)),
    );
    let im = cost(
        |list: &mut im::Vector<Place>, t| list.push_back(place(t)),
        |list, t| list.get(t as usize) == Some(&place(t)),
    );
    compare(table, "a list that grows", 0.25, [("Trace", trace), ("rpds", rpds), ("im", im)]);
}

/// Measures keys that change rarely: they must not pay for a layout made for keys that change often.
fn changes_of(table: &mut Table, what: &str, share: f64, key: impl Fn(i32) -> u32 + Copy) {
    let changes = cost(
        |map: &mut Changes<u32, i32>, t| map.insert(key(t), t, t),
        |map, t| map.at(&key(t), t) == Some((t, &t)),
    );
    let rpds = cost(
        |map: &mut rpds::RedBlackTreeMapSync<Key, i32>, t| map.insert_mut((key(t), t), t),
        |map, t| map.range((key(t), i32::MIN)..=(key(t), t)).next_back() == Some((&(key(t), t), &t)),
    );
    let im = cost(
        |map: &mut im::OrdMap<Key, i32>, t| {
            map.insert((key(t), t), t);
        },
        |map, t| map.get_prev(&(key(t), t)) == Some((&(key(t), t), &t)),
    );
    let what = format!("changes of {what}");
    compare(table, &what, share, [("Changes", changes), ("rpds by (key, t)", rpds), ("im by (key, t)", im)]);
}
