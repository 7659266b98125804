//! Contents of one cell of the level over all of time: things that stay a while, and things that pass periodically.
//!
//! Used only by the base. Knows things by number and times; knows neither cells nor what the things are.

use super::base::Thing;

/// Things that stay, each from a time until another. Sorted by the length of the stay (as a power of two), then by
/// its start: those present at `t` are in one short window per length, no matter how many others come and go.
#[derive(Debug, Clone, Default)]
pub(super) struct Stays {
    sizes: u32,
    stays: Vec<(u32, i32, i32, Thing)>,
}

impl Stays {
    pub(super) fn add(&mut self, from: i32, until: i32, thing: Thing) {
        let stay = (size(from, until), from, until, thing);
        let at = self.stays.partition_point(|other| *other < stay);
        self.stays.insert(at, stay);
        self.sizes |= 1 << stay.0;
    }

    pub(super) fn remove(&mut self, from: i32, until: i32, thing: Thing) {
        if let Ok(at) = self.stays.binary_search(&(size(from, until), from, until, thing)) {
            self.stays.remove(at);
        }
    }

    pub(super) fn visit(&self, t: i32, meet: &mut impl FnMut(Thing)) {
        for size in (0..u32::BITS).filter(|size| self.sizes & 1 << size != 0) {
            let earliest = i64::from(t) - (2i64 << size);
            let at = self.stays.partition_point(|stay| (stay.0, i64::from(stay.1)) <= (size, earliest));
            let window = self.stays[at..].iter().take_while(|stay| stay.0 == size && stay.1 <= t);
            window.filter(|stay| t < stay.2).for_each(|stay| meet(stay.3));
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Thing> {
        self.stays.iter().map(|stay| stay.3)
    }
}

fn size(from: i32, until: i32) -> u32 {
    until.abs_diff(from).max(1).ilog2()
}

/// Things that are present whenever the time modulo a period equals a phase. Sorted by period and phase.
#[derive(Debug, Clone, Default)]
pub(super) struct Rounds(Vec<(u32, u32, Thing)>);

impl Rounds {
    pub(super) fn add(&mut self, period: u32, phase: u32, thing: Thing) {
        if let Err(at) = self.0.binary_search(&(period, phase, thing)) {
            self.0.insert(at, (period, phase, thing));
        }
    }

    pub(super) fn visit(&self, t: i32, meet: &mut impl FnMut(Thing)) {
        let Ok(t) = u32::try_from(t) else { return };
        let mut rest = self.0.as_slice();
        while let Some(&(period, ..)) = rest.first() {
            let now = (period, t % period);
            let at = rest.partition_point(|round| (round.0, round.1) < now);
            rest[at..].iter().take_while(|round| (round.0, round.1) == now).for_each(|round| meet(round.2));
            rest = &rest[rest.partition_point(|round| round.0 <= period)..];
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Thing> {
        self.0.iter().map(|round| round.2)
    }
}
