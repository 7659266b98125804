//! Versions of a drawing: the memory each one keeps, and the cost of comparing two of them.

use std::hint::black_box;

use timeloom::scene::Cell;
use timeloom::sketch::{Sketch, Spot, Thing};

use crate::table::Table;
use crate::{ALLOCATOR, each};

pub(crate) fn measure(table: &mut Table) {
    let (few, many) = (sketch(100), sketch(4000));
    table.row("bytes kept per version, 100 things", kept(&few), "B", None);
    let bytes = kept(&many);
    table.row("bytes kept per version, 4,000 things", bytes, "B", Some((bytes <= 4096.0, "<= 4096 B")));
    let (few, many) = (telling_apart(&few), telling_apart(&many));
    table.row("what differs after one change, 100 things", few, "us", None);
    table.row("what differs after one change, 4,000 things", many, "us", Some((many <= 10.0, "<= 10 us")));
}

fn thing(n: u32) -> Thing {
    let spot = Spot { at: Cell { x: n % 100, y: n / 100 % 100 }, t: 0 };
    Thing { kind: "wall".into(), spot, fields: Default::default() }
}

fn sketch(things: u32) -> Sketch {
    let mut sketch = Sketch::new(100, 100);
    for n in 0..things {
        sketch.add(thing(n));
    }
    sketch
}

/// Moves one of the things to another cell.
fn changed(sketch: &Sketch, n: usize) -> Sketch {
    let mut next = sketch.clone();
    let (id, _) = sketch.things().nth(n * 37 % sketch.len()).expect("it has things");
    next.put(id, thing(n as u32 * 61));
    next
}

fn kept(sketch: &Sketch) -> f64 {
    const VERSIONS: usize = 1000;
    let mut versions = vec![sketch.clone()];
    versions.reserve(VERSIONS);
    let before = ALLOCATOR.allocated();
    for n in 0..VERSIONS {
        versions.push(changed(&versions[n], n));
    }
    (ALLOCATOR.allocated() - before) as f64 / VERSIONS as f64 + size_of::<Sketch>() as f64
}

fn telling_apart(sketch: &Sketch) -> f64 {
    let next = changed(sketch, sketch.len() / 2);
    each(1000, || drop(black_box(next.differing(black_box(sketch)))))
}
