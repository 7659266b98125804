//! Classifies the lines of an XSB or SOK file.
//!
//! Called by `import`. Knows the kinds of lines; does not know which level a line belongs to.

/// Kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// An empty line.
    Blank,
    /// One row of a board or, with run lengths, several.
    Board(Vec<String>),
    /// `Title: ..` and the like, the key in lowercase.
    Key(String, &'t str),
    /// The heading of a solution: its name, and the rest of the line.
    Solution(Option<&'t str>, &'t str),
    /// Moves, and nothing else.
    Moves(&'t str),
    /// Any other text; without comment markers.
    Text(&'t str),
}

/// Longer rows are not expanded.
const MAX_RUN: usize = 2_000;
/// Signs on a board, apart from letters.
const SIGNS: &str = "#@+$*.-_ ";
/// Letters that some files use instead: the player and boxes, in uppercase on a goal.
const STRANGE_SIGNS: &str = "pPbB";

/// Returns the kind of a line.
pub(super) fn classify(line: &str) -> Line<'_> {
    let text = line.trim();
    if text.is_empty() {
        return Line::Blank;
    }
    if let Some(rows) = board(line) {
        return Line::Board(rows);
    }
    if let Some(comment) = text.strip_prefix(';').or_else(|| text.strip_prefix('\'')) {
        return Line::Text(comment.trim());
    }
    if let Some(solution) = solution(text) {
        return solution;
    }
    if is_moves(text) {
        return Line::Moves(text);
    }
    match text.split_once(':') {
        Some((key, value)) if is_key(key) => Line::Key(key.to_lowercase(), value.trim()),
        _ => Line::Text(text),
    }
}

/// Returns the rows of a line, if it is part of a board. If it contains a wall, it may also contain letters and run
/// lengths.
fn board(line: &str) -> Option<Vec<String>> {
    let line = line.trim_end();
    let walled = line.contains('#');
    let is_sign = |sign: char| {
        SIGNS.contains(sign)
            || (walled && (STRANGE_SIGNS.contains(sign) || sign == '|' || sign.is_ascii_digit()))
    };
    if !line.chars().all(is_sign) {
        return None;
    }
    line.strip_suffix('|').unwrap_or(line).split('|').map(counted_out).collect()
}

/// Returns a row with its runs expanded: `3#@2-` is `###@--`.
fn counted_out(row: &str) -> Option<String> {
    let mut counted = String::new();
    let mut times: Option<usize> = None;
    for sign in row.chars() {
        match sign.to_digit(10) {
            Some(digit) => times = Some((times.unwrap_or(0) * 10 + digit as usize).min(MAX_RUN)),
            None if counted.len() <= MAX_RUN => {
                counted.extend(std::iter::repeat_n(sign, times.take().unwrap_or(1)));
            }
            None => {}
        }
    }
    times.is_none().then_some(counted)
}

/// `Solution`, `Solution: rrU`, `Solution (name)` or `Solution/somebody: rrU`.
fn solution(text: &str) -> Option<Line<'_>> {
    let word = text.get(.."solution".len()).filter(|word| word.eq_ignore_ascii_case("solution"))?;
    let rest = text[word.len()..].trim_start();
    if let Some(inner) = rest.strip_prefix('(') {
        let (name, moves) = inner.rsplit_once(')')?;
        let moves = moves.trim().trim_start_matches(':').trim();
        return Some(Line::Solution(Some(name), moves));
    }
    let (heading, moves) = rest.split_once(':').unwrap_or((rest, ""));
    let name = heading.strip_prefix('/').map(str::trim).filter(|name| !name.is_empty());
    (name.is_some() || heading.trim().is_empty()).then_some(Line::Solution(name, moves.trim()))
}

/// Returns whether a line consists of moves; a short one is more likely a word.
fn is_moves(text: &str) -> bool {
    let is_move = |sign: char| "lurdLURD ".contains(sign) || sign.is_ascii_digit();
    text.chars().all(is_move) && text.contains(|sign: char| sign.is_alphabetic())
}

fn is_key(key: &str) -> bool {
    !key.is_empty()
        && key.len() <= 30
        && key.chars().all(|sign| sign.is_alphanumeric() || "- ".contains(sign))
}
