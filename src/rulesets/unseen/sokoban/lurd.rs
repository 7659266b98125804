//! Solutions in LURD: a lowercase letter moves, an uppercase one pushes; a number before a letter repeats it.
//!
//! Knows both notations of actions and no level.

use crate::rulesets::unseen::level::MAX_TIME_DEPTH;

/// Meaning of each letter.
const LETTERS: [(char, &str); 8] =
    [('l', "W"), ('u', "N"), ('r', "E"), ('d', "S"), ('L', "PW"), ('U', "PN"), ('R', "PE"), ('D', "PS")];

/// Returns the actions of a solution in LURD as text; or what is wrong with it.
pub fn actions_of(lurd: &str) -> Result<String, String> {
    let mut actions: Vec<&str> = Vec::new();
    let mut times: Option<usize> = None;
    for sign in lurd.chars().filter(|sign| !sign.is_whitespace()) {
        if let Some(digit) = sign.to_digit(10) {
            let number = times.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
            times = Some(number.min(MAX_TIME_DEPTH as usize));
            continue;
        }
        let action = LETTERS.iter().find(|(letter, _)| *letter == sign);
        let Some((_, action)) = action else {
            return Err(format!(
                "'{}' is not a move: a solution has l u r d and, for pushes, L U R D",
                sign.escape_debug()
            ));
        };
        let times = times.take().unwrap_or(1);
        if actions.len() + times >= MAX_TIME_DEPTH as usize {
            return Err(format!("the solution is too long: it has at most {} moves", MAX_TIME_DEPTH - 1));
        }
        actions.extend(std::iter::repeat_n(action, times));
    }
    if times.is_some() { Err("a number at the end repeats nothing".into()) } else { Ok(actions.join(" ")) }
}

/// Returns some actions in LURD; or which of them Sokoban does not have.
pub fn lurd_of(actions: &str) -> Result<String, String> {
    let letter = |action: &str| {
        let found = LETTERS.iter().find(|(_, word)| *word == action);
        found.map(|(letter, _)| *letter).ok_or_else(|| action.to_owned())
    };
    let lurd: Result<String, String> = actions.split_whitespace().map(letter).collect();
    lurd.map_err(|action| format!("Sokoban has no `{action}`, only moves and pushes"))
}
