//! How long an attack lasts: a short run belongs to every test run, a long one is asked for by `scripts/attack`.

/// How often an attack is made: so many times, or as many times more as `ATTACK_ROUNDS` says.
pub(crate) fn rounds(few: usize) -> usize {
    let factor = std::env::var("ATTACK_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    few * factor.unwrap_or(1)
}
