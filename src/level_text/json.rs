//! Reads JSON into values that carry their offsets.
//!
//! serde_json validates the text first; this module then walks through it again to find the offsets.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;

use super::Offset;
use super::node::{Table, TextNode, Value};
use crate::fault::{self, Fault};

/// Reads a JSON object, or returns its faults.
pub(super) fn read(text: &str) -> (Table, Vec<Fault>) {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let said = error.to_string();
        let sentence = said.rsplit_once(" at line ").map_or(said.as_str(), |(before, _)| before);
        return (Table::default(), vec![Fault::at(error.line(), format!("this is not JSON: {sentence}"))]);
    }
    let mut walk = Walk { text, at: 0, faults: Vec::new() };
    let table = match walk.node().value {
        Value::Table(table) => table,
        _ => Table::default(),
    };
    (table, walk.faults)
}

/// A cursor over a text that is known to be JSON.
struct Walk<'t> {
    text: &'t str,
    at: Offset,
    faults: Vec<Fault>,
}

impl Walk<'_> {
    /// Skips white space and returns the next byte.
    fn peek(&mut self) -> u8 {
        let rest = &self.text.as_bytes()[self.at..];
        let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.at += blank;
        rest.get(blank).copied().unwrap_or_default()
    }

    fn node(&mut self) -> TextNode {
        let first = self.peek();
        let at = self.at;
        let value = match first {
            b'{' => Value::Table(self.table()),
            b'[' => Value::List(self.list()),
            b'"' => Value::Text(self.string()),
            _ => self.scalar(),
        };
        TextNode { at, value }
    }

    fn table(&mut self) -> Table {
        let mut entries: Vec<(String, Offset, TextNode)> = Vec::new();
        let mut seen = BTreeSet::new();
        while self.another(b'}') {
            let at = self.at;
            let key = self.string();
            self.peek();
            self.at += 1;
            let node = self.node();
            if seen.insert(key.clone()) {
                entries.push((key, at, node));
            } else {
                self.twice(at, &key);
            }
        }
        Table(entries)
    }

    fn twice(&mut self, at: Offset, key: &str) {
        if self.faults.len() < super::MAX_FAULTS {
            let line = fault::line_of(self.text, at);
            let key = super::shown(key);
            self.faults.push(Fault::at(line, format!("`{key}` is defined twice: remove one")));
        }
    }

    fn list(&mut self) -> Vec<TextNode> {
        let mut nodes = Vec::new();
        while self.another(b']') {
            nodes.push(self.node());
        }
        nodes
    }

    /// Skips an opening bracket or a comma and returns whether an element follows; if not, skips the closing
    /// bracket.
    fn another(&mut self, close: u8) -> bool {
        if self.peek() != close {
            self.at += 1;
        }
        let follows = self.peek() != close;
        self.at += usize::from(!follows);
        follows
    }

    fn string(&mut self) -> String {
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        while bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let quoted = &self.text[self.at..=end];
        self.at = end + 1;
        serde_json::from_str(quoted).unwrap_or_default()
    }

    fn scalar(&mut self) -> Value {
        let rest = &self.text[self.at..];
        let end = rest.find([',', ']', '}', ' ', '\t', '\n', '\r']).unwrap_or(rest.len());
        self.at += end;
        match &rest[..end] {
            "true" => Value::Truth(true),
            "false" => Value::Truth(false),
            number => number.parse().map_or(Value::Strange, Value::Whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(node: &TextNode, found: &mut Vec<String>) {
        match &node.value {
            Value::List(list) => list.iter().for_each(|node| places(node, found)),
            Value::Table(table) => table.0.iter().for_each(|(key, at, node)| {
                found.push(format!("{at} {key}"));
                places(node, found);
            }),
            other => found.push(format!("{} {other:?}", node.at)),
        }
    }

    #[test]
    fn every_value_knows_its_place() {
        let text = r#" { "a" : [ ] ,"b":{}, "c\"d" : [1, [ "x", [] ], -2] , "e":{"f":null,"g":1.5e400 } } "#;
        let (table, faults) = read(text);
        let mut found = Vec::new();
        places(&TextNode { at: 0, value: Value::Table(table) }, &mut found);
        let expected = [
            "3 a",
            "14 b",
            "22 c\"d",
            "32 Whole(1)",
            "37 Text(\"x\")",
            "48 Whole(-2)",
            "54 e",
            "59 f",
            "63 Strange",
            "68 g",
            "72 Strange",
        ];
        assert_eq!((found, faults), (expected.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn keys_that_are_there_twice_and_broken_texts_are_reported() {
        let said = |text| crate::fault::listing(&read(text).1);
        assert_eq!(said("{\"a\": 1,\n\"a\": 2}"), "line 2: `a` is defined twice: remove one");
        assert_eq!(said("{\"a\": 1,\n\n}"), "line 3: this is not JSON: key must be a string");
        assert!(!said(&"{\"a\":".repeat(1 << 20)).is_empty());
    }
}
