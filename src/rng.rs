//! Chance as a value. A ruleset keeps a generator in its state; drawing a number advances the generator, so that the
//! same log gives the same draws on every machine.
//!
//! Knows nothing of games. There is no clock, no global generator and no float here: the seed enters a game once,
//! when it starts.

use serde::{Deserialize, Serialize};

/// Mulberry32 as published: a counter that is hashed. Used by every ruleset except `skirmish`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mulberry32 {
    state: u32,
}

impl Mulberry32 {
    /// Creates a generator from a seed.
    pub fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    /// Creates a generator from the seed of a game, whose upper half is folded into the lower one.
    pub fn from_seed(seed: u64) -> Self {
        Self::new((seed ^ (seed >> 32)) as u32)
    }

    /// Returns the next number, uniform over all of `u32`.
    pub fn draw(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x6D2B_79F5);
        let mut t = self.state;
        t = (t ^ (t >> 15)).wrapping_mul(t | 1);
        t ^= t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        t ^ (t >> 14)
    }

    /// Returns a number below `bound`; `bound` must not be 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        scale(self.draw(), bound)
    }
}

/// The generator of `skirmish`: mulberry32 without its counter, so that each output is also the next state. Its
/// cycles are short and 0 stays 0 for ever, which is why [`init_rng`] never returns 0; it is kept bit for bit because
/// the battles recorded with it must replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeedVariant {
    state: u32,
}

impl SeedVariant {
    /// Creates a generator in exactly this state. To start from a seed, use [`init_rng`].
    pub fn from_state(state: u32) -> Self {
        Self { state }
    }

    /// Returns the current state, for [`SeedVariant::from_state`].
    pub fn state(self) -> u32 {
        self.state
    }

    /// Returns the next number, uniform enough over `u32`.
    pub fn draw(&mut self) -> u32 {
        let mut t = self.state;
        t = (t ^ (t >> 15)).wrapping_mul(t | 1);
        t ^= t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        self.state = t ^ (t >> 14);
        self.state
    }

    /// Returns a number below `bound`: `floor(value * bound)` with `value` in `[0, 1)`, in integers.
    pub fn below(&mut self, bound: u32) -> u32 {
        scale(self.draw(), bound)
    }
}

/// Returns the first state of a [`SeedVariant`] for a seed, using only its low 32 bits; never 0.
pub fn init_rng(seed: u64) -> u32 {
    let mut s = seed as u32 ^ 0x9E37_79B9;
    s = (s ^ (s >> 16)).wrapping_mul(0x21F0_AAAD);
    s = (s ^ (s >> 15)).wrapping_mul(0x735A_2D97);
    s ^= s >> 15;
    if s == 0 { 1 } else { s }
}

fn scale(draw: u32, bound: u32) -> u32 {
    ((u64::from(draw) * u64::from(bound)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed_variant(state: u32) -> [u32; 3] {
        let mut rng = SeedVariant::from_state(state);
        [rng.draw(), rng.draw(), rng.draw()]
    }

    fn mulberry(seed: u32) -> [u32; 3] {
        let mut rng = Mulberry32::new(seed);
        [rng.draw(), rng.draw(), rng.draw()]
    }

    #[test]
    fn the_seed_variant_gives_its_golden_numbers() {
        assert_eq!(init_rng(0), 1_684_164_658);
        assert_eq!(seed_variant(init_rng(0)), [1_824_848_709, 4_161_876_970, 3_768_425_677]);
        assert_eq!(init_rng(1000), 678_881_977);
        assert_eq!(seed_variant(init_rng(1000)), [2_146_705_242, 3_172_368_062, 544_380_577]);
        assert_eq!(init_rng(12345), 17_989_553);
        assert_eq!(seed_variant(init_rng(12345)), [2_854_475_476, 3_692_837_054, 526_531_118]);
        assert_eq!(init_rng(1_735_689_600_000), 641_823_800);
        assert_eq!(seed_variant(1), [63, 16_110_961, 2_107_593_841]);
    }

    #[test]
    fn canonical_mulberry32_gives_its_golden_numbers() {
        assert_eq!(mulberry(0), [1_144_304_738, 1_416_247, 958_946_056]);
        assert_eq!(mulberry(42), [2_581_720_956, 1_925_393_290, 3_661_312_704]);
    }

    #[test]
    fn state_zero_is_a_fixed_point_and_is_never_started_from() {
        assert_eq!(seed_variant(0), [0, 0, 0]);
        assert!((0..100_000).all(|seed| init_rng(seed) != 0));
    }

    #[test]
    fn the_first_two_way_draws_are_the_recorded_ones() {
        let winners: String = (0..32)
            .map(|seed| SeedVariant::from_state(init_rng(seed)).below(2))
            .map(|winner| char::from(b'0' + winner as u8))
            .collect();
        assert_eq!(winners, "01011110100111100101001101000011");
    }

    #[test]
    fn draws_stay_below_their_bound_at_both_ends() {
        assert_eq!(scale(0, 8), 0);
        assert_eq!(scale(u32::MAX, 8), 7);
        assert_eq!(scale(u32::MAX, u32::MAX), u32::MAX - 1);
    }
}
