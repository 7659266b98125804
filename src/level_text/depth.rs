//! Limits how deep a text is nested, before any recursive parser sees it.
//!
//! One pass over the text, in constant memory. Counts the nesting of brackets, and in TOML also the parts of
//! dotted keys. TOML is split into tokens by the lexer of the parser itself, so both agree on strings. Does
//! not know whether the text is correct.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::Offset;
use crate::fault::{self, Fault};

/// Deepest nesting of a level file. Levels need about five.
pub(crate) const MAX_DEPTH: usize = 64;

/// Returns the fault of a text that is nested too deeply to be read; it is JSON if it begins with a brace.
pub(super) fn too_deep(text: &str) -> Option<Fault> {
    let at = if text.trim_start().starts_with('{') { in_json(text) } else { in_toml(text) }?;
    let sentence = format!(
        "this is nested more than {MAX_DEPTH} deep, and no level needs that: remove brackets or dots"
    );
    Some(Fault::at(fault::line_of(text, at), sentence))
}

/// Returns the first offset in a JSON text that is too deep.
fn in_json(text: &str) -> Option<Offset> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(at);
        }
    }
    None
}

/// Returns the first offset in a TOML text that is too deep.
fn in_toml(text: &str) -> Option<Offset> {
    // Depth of each open bracket, including the dots of the key before it.
    let mut open: Vec<usize> = Vec::new();
    let mut dots = 0;
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::Dot => dots += 1,
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                open.push(open.last().unwrap_or(&0) + dots + 1);
                dots = 0;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => drop(open.pop()),
            TokenKind::Comma | TokenKind::Newline => dots = 0,
            _ => {}
        }
        if open.last().unwrap_or(&0) + dots > MAX_DEPTH {
            return Some(token.span().start());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, line: Option<usize>) {
        assert_eq!(too_deep(text).map(|fault| fault.line), line.map(Some), "{text:.80}");
    }

    #[test]
    fn brackets_and_dotted_keys_are_counted_and_strings_are_not() {
        let (most, many) = (MAX_DEPTH, MAX_DEPTH + 1);
        check(&format!("{{\"a\":\n{}{}}}", "[".repeat(most - 1), "]".repeat(most - 1)), None);
        check(&format!("{{\"a\":\n{}", "[".repeat(many)), Some(2));
        check(&format!("{{\"a\":\"\\\"{}\"}}", "[".repeat(many)), None);
        check(&format!("a = {}", "[".repeat(most)), None);
        check(&format!("\na = {}", "[".repeat(many)), Some(2));
        check(&format!("a{} = 1", ".a".repeat(many)), Some(1));
        check(&format!("[a{}]", ".a".repeat(many)), Some(1));
        check(&format!("a = {}", "{ a.a = ".repeat(most / 2 + 1)), Some(1));
        check(&format!("rows = [\n{}]", "\"....[[[[\", # ....[[[[\n'....',\n".repeat(many)), None);
        check(&format!("a = \"\"\"\n{}\"\"\"", "[".repeat(many)), None);
        check(&"a.b = [1.5, 2.5]\n".repeat(many), None);
    }
}
