//! Makes text from files safe to show: replaces control characters, characters that reorder text, characters of no width, and
//! unusual line ends.
//!
//! Used by whatever shows text to people: the text painter, the command line and the editor. Such characters are
//! replaced by visible ones, one for one, so that columns still line up. Data for programs is escaped instead, see
//! [`escaped`].

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character may be shown as it is. Joiners may: Persian words and emoji are written with them.
pub fn is_plain(character: char) -> bool {
    let reorders = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_invisible = matches!(
        character,
        '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    );
    let ends_line = matches!(character, '\u{2028}' | '\u{2029}');
    let is_mark = matches!(character, '\u{fdd0}'..='\u{fdef}');
    !character.is_control() && !reorders && !is_invisible && !ends_line && !is_mark
}

/// Returns the visible character for one that may not be shown as it is.
pub(super) fn visible(character: char) -> char {
    match u32::from(character) {
        _ if is_plain(character) => character,
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// Returns a text that stays on one line.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) { text.into() } else { text.chars().map(visible).collect() }
}

/// Returns a text of several lines: line breaks and tabs are kept.
pub fn lines(text: &str) -> Cow<'_, str> {
    let kept = |character: char| matches!(character, '\n' | '\t') || is_plain(character);
    let shown = |character: char| if kept(character) { character } else { visible(character) };
    if text.chars().all(kept) { text.into() } else { text.chars().map(shown).collect() }
}

/// Returns JSON in which such characters are escaped. They occur only within its strings, so its meaning is the same.
pub fn escaped(json: &str) -> Cow<'_, str> {
    if json.chars().all(is_plain) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if is_plain(character) {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_moves_a_cursor_or_turns_text_around_becomes_visible() {
        let hostile = "a\x1b[2J\u{7}\u{7f}\u{9b}31m\u{202e}\u{2066}\u{2028}\nb\t\r";
        assert_eq!(
            line(hostile),
            "a\u{241b}[2J\u{2407}\u{2421}\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}\u{240a}b\u{2409}\u{240d}"
        );
        let unseen = "a\u{200b}\u{200e}\u{200f}\u{2060}\u{feff}\u{e0041}b";
        assert_eq!(line(unseen), format!("a{}b", "\u{fffd}".repeat(6)));
        assert_eq!(lines("a\nb\tc\r"), "a\nb\tc\u{240d}");
        for words in ["Grüße, 世界, שלום", "می\u{200c}خواهم", "👩\u{200d}🚀"] {
            assert_eq!(line(words), words);
        }
    }

    #[test]
    fn escaped_json_means_the_same() {
        let value = serde_json::json!({ "a\u{7f}": "\x1b\u{9b}\u{202e}\u{2028}\u{e0041} é" });
        let text = value.to_string();
        let escaped = escaped(&text);
        assert!(escaped.chars().all(is_plain), "{escaped}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), value);
    }
}
