//! A condition on a state: `phase=Won`, `player.x>=5`, `players[*].score>50`.
//!
//! Used to find turns. Knows JSON and nothing of games: paths are written as in [`crate::diff`].

mod on_list;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde_json::{Number, Value};

use crate::diff;
use crate::level_text::{advice, shown};
pub use on_list::{ListAnswer, OnList};

/// A condition. If its path matches several values, one of them is enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate {
    /// Path in the state.
    pub path: String,
    /// Comparison that must hold; `None` requires a value that is not false, null or empty.
    test: Option<(Relation, Value)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Longer operators first, so that `>=` is not read as `>`.
const RELATIONS: [(&str, Relation); 7] = [
    ("!=", Relation::Unequal),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::More),
];

impl Relation {
    fn holds(self, found: Option<Ordering>) -> bool {
        match self {
            Self::Equal => found == Some(Ordering::Equal),
            Self::Unequal => found != Some(Ordering::Equal),
            Self::Less => found == Some(Ordering::Less),
            Self::AtMost => matches!(found, Some(Ordering::Less | Ordering::Equal)),
            Self::More => found == Some(Ordering::Greater),
            Self::AtLeast => matches!(found, Some(Ordering::Greater | Ordering::Equal)),
        }
    }
}

impl Predicate {
    /// Returns the values at its path in a state.
    pub fn values<'v>(&self, state: &'v Value) -> Vec<&'v Value> {
        diff::at(state, &self.path)
    }

    /// Whether the condition holds in a state.
    pub fn holds(&self, state: &Value) -> bool {
        self.values(state).into_iter().any(|value| self.holds_for(value))
    }

    /// Whether the condition holds for a value at its path.
    fn holds_for(&self, value: &Value) -> bool {
        match &self.test {
            Some((relation, wanted)) => relation.holds(compared(value, wanted)),
            None => !is_nothing(value),
        }
    }

    /// Whether its path begins with this key.
    pub fn begins_with(&self, key: &str) -> bool {
        self.path.split(['.', '[']).next() == Some(key)
    }

    /// Explains that its path does not exist in a state, and lists what does.
    pub fn missing(&self, state: &Value) -> String {
        let known: Vec<&str> = match state {
            Value::Object(map) => map.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        let first = self.path.split(['.', '[']).next().unwrap_or_default();
        let advice = if known.contains(&first) { String::new() } else { advice(first, &known) };
        format!(
            "there is no path '{}' at any of these turns; paths begin with {}{advice}",
            shown(&self.path),
            known.join(", ")
        )
    }
}

impl FromStr for Predicate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sign = text.find(['=', '<', '>', '!']);
        let (path, rest) = text.split_at(sign.unwrap_or(text.len()));
        if path.trim().is_empty() {
            return Err(format!("'{}' names no path: write it as in player.x>=5", shown(text)));
        }
        let path = path.trim().to_owned();
        if rest.is_empty() {
            return Ok(Self { path, test: None });
        }
        let found =
            RELATIONS.iter().find_map(|(sign, relation)| Some((*relation, rest.strip_prefix(sign)?.trim())));
        match found {
            Some((relation, value)) if !value.is_empty() => {
                Ok(Self { path, test: Some((relation, literal(value))) })
            }
            _ => Err(format!(
                "'{}' does not say what {path} is compared with: write one of = != < <= > >= and a value",
                shown(text)
            )),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((relation, value)) = &self.test else { return f.write_str(&self.path) };
        let sign = RELATIONS.iter().find(|(sign, other)| other == relation && *sign != "==");
        write!(f, "{}{}{value}", self.path, sign.map_or("=", |(sign, _)| sign))
    }
}

/// Parses numbers, `true`, `false`, `null` and quoted text as in JSON; anything else is plain text.
fn literal(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// Compares two values of the same kind; text is case-insensitive, and `won` is equal to `won: by moving`.
fn compared(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => numbers(a, b),
        (Value::String(a), Value::String(b)) => Some(texts(&a.to_lowercase(), &b.to_lowercase())),
        _ => (a == b).then_some(Ordering::Equal),
    }
}

/// Compares a text with a wanted one, which may be all of it or what stands before its first colon.
fn texts(text: &str, wanted: &str) -> Ordering {
    match text.split_once(": ") {
        Some((label, _)) if label == wanted => Ordering::Equal,
        _ => text.cmp(wanted),
    }
}

fn numbers(a: &Number, b: &Number) -> Option<Ordering> {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(predicate: &str, expected: bool) {
        let state = json!({
            "phase": "Won", "result": "won: by moving", "order": "A:hold", "player": {"x": 5, "t": -3}, "open": false, "row": [], "big": u64::MAX,
            "men": [{"id": "A", "hp": 3}, {"id": "B", "hp": 9}],
        });
        assert_eq!(predicate.parse::<Predicate>().unwrap().holds(&state), expected, "{predicate}");
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        for yes in [
            "player.x=5",
            "player.x==5",
            "player.x>=5",
            "player.x>-1",
            "player.t<0",
            "player.x!=10",
            "player.x<10",
        ] {
            check(yes, true);
        }
        for no in [
            "player.x>5",
            "player.x<5",
            "player.x!=5",
            "player.t>=0",
            "player.x=5.5",
            "big<18446744073709551615",
        ] {
            check(no, false);
        }
        check("big=18446744073709551615", true);
    }

    #[test]
    fn text_is_compared_without_regard_to_case_and_quotes_are_not_needed() {
        for yes in ["phase=Won", "phase=won", "phase=\"Won\"", "phase!=Lost"] {
            check(yes, true);
        }
        check("phase=Lost", false);
        check("phase=5", false);
    }

    #[test]
    fn what_stands_before_a_colon_is_enough() {
        for (text, expected) in [
            ("result=Won", true),
            ("result=won: by moving", true),
            ("result!=won", false),
            ("result=lost", false),
            ("result=w", false),
            ("result=by moving", false),
            ("order=A", false),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn of_several_members_one_is_enough() {
        check("men[*].hp>=9", true);
        check("men[*].hp>9", false);
        check("men[A].hp=3", true);
        check("men[1].hp=9", true);
    }

    #[test]
    fn a_place_alone_asks_whether_there_is_something() {
        for (place, expected) in [
            ("phase", true),
            ("men[B]", true),
            ("open", false),
            ("row", false),
            ("nobody", false),
            ("player.x", true),
        ] {
            check(place, expected);
        }
    }

    #[test]
    fn what_is_no_question_is_refused_with_what_to_write() {
        let said = |text: &str| text.parse::<Predicate>().unwrap_err();
        assert!(said("").contains("names no path"), "{}", said(""));
        assert!(said("=5").contains("names no path"));
        assert!(said("phase=").contains("= != < <= > >="));
        assert!(said("phase!5").contains("= != < <= > >="));
    }

    #[test]
    fn a_place_that_is_nowhere_is_answered_with_those_that_are() {
        let predicate: Predicate = "playr.x>5".parse().unwrap();
        let said = predicate.missing(&json!({"phase": 1, "player": {}}));
        assert!(said.ends_with("paths begin with phase, player; did you mean `player`?"), "{said}");
    }

    #[test]
    fn a_question_is_written_as_it_is_read() {
        for text in ["phase=\"Won\"", "player.x>=5", "open", "men[A].hp!=3"] {
            assert_eq!(text.parse::<Predicate>().unwrap().to_string(), text);
        }
    }
}
