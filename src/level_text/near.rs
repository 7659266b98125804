//! Suggests the known word closest to an unknown word.
//!
//! Used by the reader. The work is bounded, whatever the word.

/// Longer words are not treated as typos.
const MAX_WORD: usize = 40;

/// Returns the end of a message about an unknown word: a suggestion, or nothing.
pub(crate) fn advice(word: &str, known: &[&str]) -> String {
    nearest(word, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// Shortens a word of a file so that it can be shown.
pub(crate) fn shown(word: &str) -> String {
    let whole = word.chars().nth(MAX_WORD).is_none();
    if whole { word.to_owned() } else { word.chars().take(MAX_WORD).chain(['…']).collect() }
}

/// Shortens and quotes a word, escaped to stay on one line.
pub(crate) fn quoted(word: &str) -> String {
    format!("\"{}\"", shown(word).escape_debug())
}

/// Returns the known word with the fewest typos from this one, if they are few.
fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let letters: Vec<char> = word.to_lowercase().chars().take(MAX_WORD + 1).collect();
    let few = letters.len().div_ceil(3).min(3);
    let slips = known.iter().map(|&name| (slips(&letters, name), name));
    slips.filter(|(slips, _)| letters.len() <= MAX_WORD && *slips <= few).min().map(|(_, name)| name)
}

/// Counts the letters added, dropped or replaced, and neighbours swapped.
fn slips(word: &[char], name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, letter) in word.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in name.iter().enumerate() {
            let replaced = row[j] + usize::from(letter != other);
            let mut least = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && word[i - 1] == *other && *letter == name[j - 1] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_guessed_and_nonsense_is_not() {
        let known = ["time_depth", "light_speed", "win"];
        assert_eq!(nearest("time_dpeth", &known), Some("time_depth"));
        assert_eq!(nearest("Lightspeed", &known), Some("light_speed"));
        assert_eq!(nearest("wni", &known), Some("win"));
        assert_eq!(nearest("colour", &known), None);
        assert_eq!(nearest("", &known), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), &known), None);
        assert_eq!(shown(&"x".repeat(1 << 20)).chars().count(), MAX_WORD + 1);
    }
}
