//! Levels that consist of a few settings: serde reads and writes them, and errors have a line.
//!
//! For rulesets whose level is a plain struct. Levels that people write at length use the reader that reports
//! every mistake at once.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, Deserializer, Error as _, Expected, IntoDeserializer, Unexpected, Visitor,
};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::{Map, Value as Json};

use super::{Offset, Table, TextNode, Value, advice, parse, shown, to_toml};
use crate::fault::Fault;

/// Maximum size of a text.
const MAX_BYTES: usize = 1 << 20;

/// Reads a level of a ruleset from TOML, or JSON of the same shape. Reports faults with their lines.
pub fn from_settings<T: DeserializeOwned>(ruleset: &str, text: &str) -> Result<T, Vec<Fault>> {
    let level = parse(text, MAX_BYTES, |reader, document| {
        reader.ruleset(document, ruleset);
        let settings = Entries { table: document, left_out: "ruleset" };
        T::deserialize(settings).map_err(|error| match error.at {
            Some(at) => reader.fault(at, error.message),
            None => reader.whole(error.message),
        })
    })?;
    level.map_err(|()| unreachable!("a fault was reported"))
}

/// Returns the text of a level, as [`from_settings`] reads it. A table comes after all plain values.
pub fn to_settings<T: Serialize>(ruleset: &str, level: &T) -> String {
    let mut document = Map::from_iter([("ruleset".to_owned(), Json::from(ruleset))]);
    if let Ok(Json::Object(settings)) = serde_json::to_value(level) {
        let (tables, plain): (Map<_, _>, Map<_, _>) = settings
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .partition(|(_, value)| is_table(value));
        document.extend(plain.into_iter().chain(tables));
    }
    to_toml(&document)
}

fn is_table(value: &Json) -> bool {
    value.is_object() || value.as_array().is_some_and(|list| list.iter().any(Json::is_object))
}

/// An error with its position.
#[derive(Debug)]
pub(crate) struct ReadError {
    at: Option<Offset>,
    message: String,
}

impl ReadError {
    /// Sets the offset, unless an inner value has set it.
    fn or_at(self, at: Offset) -> Self {
        Self { at: self.at.or(Some(at)), ..self }
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self { at: None, message: message.to_string() }
    }

    fn missing_field(field: &'static str) -> Self {
        Self::custom(format!("`{field}` is missing"))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format!("this is {found}, and must be {expected}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }
}

/// The entries of a table except one.
struct Entries<'d> {
    table: &'d Table,
    left_out: &'d str,
}

impl Entries<'_> {
    /// Refuses a key that the struct does not have.
    fn check_keys(&self, known: &[&str]) -> Result<(), ReadError> {
        let mut keys = self.table.keys();
        let Some((key, at)) = keys.find(|(key, _)| *key != self.left_out && !known.contains(key)) else {
            return Ok(());
        };
        let (key, names, advice) = (shown(key), known.join(", "), advice(key, known));
        Err(ReadError {
            at: Some(at),
            message: format!("`{key}` is unknown here: the keys are {names}{advice}"),
        })
    }
}

impl<'de> Deserializer<'de> for Entries<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let entries = self.table.0.iter().filter(|(key, ..)| key != self.left_out);
        visitor.visit_map(MapDeserializer::new(entries.map(|(key, _, node)| (key.as_str(), node))))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.check_keys(fields)?;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, ReadError> for &TextNode {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for &TextNode {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let read = match &self.value {
            Value::Text(text) => visitor.visit_str(text),
            Value::Whole(number) => visitor.visit_i64(*number),
            Value::Truth(truth) => visitor.visit_bool(*truth),
            Value::List(list) => visitor.visit_seq(SeqDeserializer::new(list.iter())),
            Value::Table(table) => Entries { table, left_out: "" }.deserialize_any(visitor),
            Value::Huge => Err(ReadError::custom("this number is too large")),
            Value::Strange => Err(ReadError::custom("a level has no fractions, dates or null")),
        };
        read.map_err(|error| error.or_at(self.at))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match &self.value {
            Value::Table(table) => {
                let read = Entries { table, left_out: "" }.deserialize_struct(name, fields, visitor);
                read.map_err(|error| error.or_at(self.at))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    /// A variant is the text of its name.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let name = self.as_text().filter(|name| variants.contains(name)).ok_or_else(|| {
            ReadError::custom(format!("this must be one of the texts {}", variants.join(", ")))
        });
        let read = name.and_then(|name| visitor.visit_enum(name.into_deserializer()));
        read.map_err(|error: ReadError| error.or_at(self.at))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Table {
        size: u8,
        hint: Option<String>,
        pace: Pace,
        #[serde(default)]
        seats: Vec<Seat>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Pace {
        Slow,
        Fast,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Seat {
        name: String,
    }

    const LEVEL: &str = "ruleset = \"x\"\nsize = 3\npace = \"fast\"\n\n[[seats]]\nname = \"Ann\"\n";

    /// Reads a level; returns its faults as one text.
    fn read(text: &str) -> Result<Table, String> {
        from_settings("x", text).map_err(|faults| crate::fault::listing(&faults))
    }

    #[test]
    fn a_level_is_read_from_toml_and_json_and_written_again() {
        let level = Table { size: 3, hint: None, pace: Pace::Fast, seats: vec![Seat { name: "Ann".into() }] };
        assert_eq!(to_settings("x", &level), LEVEL);
        assert_eq!(read(LEVEL).as_ref(), Ok(&level));
        let json = r#"{"ruleset": "x", "size": 3, "pace": "fast", "seats": [{"name": "Ann"}]}"#;
        assert_eq!(read(json), Ok(level));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |from: &str, to: &str, expected: &str| {
            let told = read(&LEVEL.replace(from, to)).unwrap_err();
            assert!(told.starts_with(expected), "{told}");
        };
        check("size", "sise", "line 2: `sise` is unknown here: the keys are size, hint, pace, seats");
        check("size = 3\n", "", "`size` is missing");
        check("3", "300", "line 2: this is integer `300`, and must be u8");
        check("3", "3.5", "line 2: a level has no fractions");
        check("\"fast\"", "\"fats\"", "line 3: this must be one of the texts slow, fast");
        check("name", "named", "line 6: `named` is unknown here: the keys are name");
        check("\"x\"", "\"y\"", "line 1: this is a level of");
        check("= 3", "= ", "line 2: ");
        check("3", &"[".repeat(30_000), "line 2: this is nested more than");
    }
}
