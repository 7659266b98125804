//! Length of an attack: a short run is part of every test run, `scripts/attack` requests a long one.

/// Returns the number of attacks: this many, multiplied by `ATTACK_ROUNDS`.
pub(crate) fn rounds(few: usize) -> usize {
    let factor = std::env::var("ATTACK_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    few * factor.unwrap_or(1)
}
