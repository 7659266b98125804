//! A condition on a list that grows with every turn: each member is examined once, not once for every turn
//! after it.
//!
//! Part of [`super::Predicate`]. Knows JSON and nothing of games.

use serde_json::Value;

use super::{Predicate, Relation};
use crate::diff;

/// The part of a condition that concerns a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnList<'p> {
    predicate: &'p Predicate,
    members: Members,
    /// Path within a member.
    rest: &'p str,
}

/// The members that a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Members {
    /// The list itself.
    List,
    /// Each member.
    Each,
    /// One member.
    At(usize),
    /// None: members of a growing list have no ids and no keys.
    None,
}

/// The answer of a list, which also serves for those that continue it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListAnswer {
    len: usize,
    /// Whether the path leads to anything.
    pub exists: bool,
    /// Whether the condition holds.
    pub holds: bool,
}

impl Predicate {
    /// Returns the part of this condition that concerns the list with a key; `None` if it is about something
    /// else.
    pub fn on_list(&self, key: &str) -> Option<OnList<'_>> {
        let path = self.path.strip_prefix(key).filter(|_| self.begins_with(key))?;
        let index = path.strip_prefix('[').and_then(|path| path.split_once(']'));
        let (members, rest) = match index {
            None if path.is_empty() => (Members::List, ""),
            Some(("*", rest)) => (Members::Each, rest),
            Some((index, rest)) => (index.parse().map_or(Members::None, Members::At), rest),
            None => (Members::None, ""),
        };
        Some(OnList { predicate: self, members, rest })
    }
}

impl OnList<'_> {
    /// Evaluates the condition on a list of `len` members. `before` is the answer for the list that it
    /// continues, so only new members are examined. A shorter list has started again.
    pub fn ask(&self, before: ListAnswer, len: usize, get: &dyn Fn(usize) -> Value) -> ListAnswer {
        let (exists, holds) = match self.members {
            Members::List => (true, self.holds_for_list(len, get)),
            Members::Each => {
                let known = Some(before).filter(|before| before.len <= len).unwrap_or_default();
                let new = (known.len..len).map(|index| self.of_member(&get(index)));
                new.fold((known.exists, known.holds), |(a, b), (exists, holds)| (a | exists, b | holds))
            }
            Members::At(index) if index < len => self.of_member(&get(index)),
            Members::At(_) | Members::None => (false, false),
        };
        ListAnswer { len, exists, holds }
    }

    /// Whether the path leads to anything in a member, and whether the condition holds there.
    fn of_member(&self, member: &Value) -> (bool, bool) {
        let values = diff::at(member, self.rest);
        (!values.is_empty(), values.into_iter().any(|value| self.predicate.holds_for(value)))
    }

    /// Whether the condition holds for the list as a whole; it is only made if it can equal what it is compared with.
    fn holds_for_list(&self, len: usize, get: &dyn Fn(usize) -> Value) -> bool {
        match &self.predicate.test {
            None => len > 0,
            Some((_, Value::Array(wanted))) if wanted.len() == len => {
                self.predicate.holds_for(&(0..len).map(get).collect())
            }
            Some((relation, _)) => Relation::holds(*relation, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use serde_json::json;

    use super::*;

    const MEMBERS: [[i32; 2]; 5] = [[0, 7], [1, 7], [2, 5], [2, 6], [1, 6]];

    fn answers(condition: &str, lengths: &[usize]) -> (Vec<bool>, usize) {
        let (predicate, made) = (condition.parse::<Predicate>().unwrap(), Cell::new(0));
        let get = |index: usize| {
            made.set(made.get() + 1);
            json!(MEMBERS[index % 5])
        };
        let mut before = ListAnswer::default();
        let ask = |&len: &usize| {
            before = predicate.on_list("line").expect("it is about the line").ask(before, len, &get);
            before.holds
        };
        (lengths.iter().map(ask).collect(), made.get())
    }

    #[test]
    fn a_list_is_asked_as_if_it_were_a_value() {
        let lengths: Vec<usize> = (0..=5).chain([1, 2]).collect();
        for condition in [
            "line",
            "line[*][0]>=2",
            "line[*][1]=6",
            "line[2][1]=5",
            "line[2][1]!=5",
            "line[*]",
            "line[*].x=1",
            "line=[[0,7],[1,7]]",
            "line!=[[0,7],[1,7]]",
            "line>3",
            "line!=3",
            "line[first]=1",
            "line.x=1",
        ] {
            let predicate: Predicate = condition.parse().unwrap();
            let holds = |len: &usize| predicate.holds(&json!({ "line": MEMBERS[..*len] }));
            assert_eq!(
                answers(condition, &lengths).0,
                lengths.iter().map(holds).collect::<Vec<_>>(),
                "{condition}"
            );
        }
    }

    #[test]
    fn a_condition_about_something_else_does_not_ask_the_list() {
        for condition in ["lines[*]=1", "player.line=1", "turn>3"] {
            assert_eq!(condition.parse::<Predicate>().unwrap().on_list("line"), None, "{condition}");
        }
    }

    #[test]
    fn each_member_is_looked_at_once_however_many_turns_follow() {
        let lengths: Vec<usize> = (0..=10_000).collect();
        assert_eq!(answers("line[*][0]>5", &lengths).1, 10_000);
        assert_eq!(answers("line[3][0]>5", &lengths).1, 9_997);
        assert_eq!(answers("line>5", &lengths).1, 0);
    }
}
