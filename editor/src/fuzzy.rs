//! Fuzzy matching of typed letters against a name: all must occur in order, and they score higher at the
//! beginning of words and in a row.
//!
//! Used by all search fields. Knows only text.

/// Returns how well the letters match, higher is better; `None` if they do not match.
pub(crate) fn score(letters: &str, name: &str) -> Option<i32> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let letters = letters.to_lowercase();
    let words = letters.split_whitespace();
    words
        .map(|word| best(&word.chars().collect::<Vec<_>>(), &name))
        .try_fold(0, |sum, score| Some(sum + score?))
}

/// Returns the best score over all positions of the first letter.
fn best(letters: &[char], name: &[char]) -> Option<i32> {
    let starts = (0..name.len()).filter(|&at| name[at] == letters[0]);
    starts.filter_map(|at| from(letters, name, at)).max()
}

/// Returns the score with the first letter at `start` and each other letter at its next occurrence.
fn from(letters: &[char], name: &[char], start: usize) -> Option<i32> {
    let (mut score, mut at, mut last) = (-(start as i32).min(20), start, None);
    for &letter in letters {
        at += name[at..].iter().position(|&here| here == letter)?;
        let begins = at == 0 || !name[at - 1].is_alphanumeric();
        let follows = last.is_some_and(|last| last + 1 == at);
        score += 1 + if begins { 12 } else { 0 } + if follows { 8 } else { 0 };
        (last, at) = (Some(at), at + 1);
    }
    Some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(letters: &str, names: &[&'static str]) -> &'static str {
        let scored = names.iter().filter_map(|name| Some((score(letters, name)?, *name)));
        scored.max_by_key(|(score, _)| *score).map_or("", |(_, name)| name)
    }

    #[test]
    fn the_likeliest_name_comes_first() {
        let names = ["Save as…", "Last turn", "Dark or light", "Save", "Ten slices later"];
        assert_eq!(first("sa", &names), "Save");
        assert_eq!(first("save as", &names), "Save as…");
        assert_eq!(first("lt", &names), "Last turn");
        assert_eq!(first("dl", &names), "Dark or light");
        assert_eq!(first("xyz", &names), "");
    }

    #[test]
    fn nothing_typed_fits_everything() {
        assert_eq!(score("", "Save"), Some(0));
        assert_eq!(score("  ", "Save"), Some(0));
    }
}
