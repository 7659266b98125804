//! Writes a document as TOML: named values, then tables, then lists of tables.
//!
//! The counterpart of the reader. The same document gives the same bytes. Knows no game.

use serde_json::{Map, Value};

/// Returns the text of a document.
pub(crate) fn to_toml(document: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (key, value) in document {
        match value {
            Value::Object(table) => section(&mut text, &format!("[{key}]"), table, true),
            Value::Array(tables) if tables.iter().any(Value::is_object) => {
                for table in tables.iter().filter_map(Value::as_object) {
                    section(&mut text, &format!("[[{key}]]"), table, false);
                }
            }
            _ => line(&mut text, key, value, false),
        }
    }
    text
}

fn section(text: &mut String, title: &str, table: &Map<String, Value>, tall: bool) {
    text.push_str(&format!("\n{title}\n"));
    for (key, value) in table {
        line(text, key, value, tall);
    }
}

/// Writes a named value. If `tall`, a list of texts is a map and takes one line per text.
fn line(text: &mut String, key: &str, value: &Value, tall: bool) {
    text.push_str(key);
    text.push_str(" = ");
    match value {
        Value::Array(rows) if tall && rows.iter().all(Value::is_string) => {
            text.push_str("[\n");
            for row in rows {
                text.push_str("  ");
                inline(text, row);
                text.push_str(",\n");
            }
            text.push(']');
        }
        _ => inline(text, value),
    }
    text.push('\n');
}

fn inline(text: &mut String, value: &Value) {
    match value {
        Value::Object(table) if table.is_empty() => text.push_str("{}"),
        Value::Object(table) => {
            text.push_str("{ ");
            listed(text, table, |text, (key, value)| {
                text.push_str(&format!("{key} = "));
                inline(text, value);
            });
            text.push_str(" }");
        }
        Value::Array(list) => {
            text.push('[');
            listed(text, list, inline);
            text.push(']');
        }
        Value::String(words) => text.push_str(&quoted(words)),
        other => text.push_str(&other.to_string()),
    }
}

fn listed<T>(text: &mut String, items: impl IntoIterator<Item = T>, each: impl Fn(&mut String, T)) {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        each(text, item);
    }
}

/// Quotes a text on one line. TOML reads JSON escapes the same way; one more character needs escaping.
pub(super) fn quoted(words: &str) -> String {
    Value::from(words).to_string().replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_quoted_reads_back() {
        let words: String = ('\0'..='\u{ff}').chain(['\u{2028}', '\u{feff}', '😀']).collect();
        let table: toml::Table = toml::from_str(&format!("a = {}", quoted(&words))).expect("TOML");
        assert_eq!(table["a"].as_str(), Some(words.as_str()));
    }
}
