//! Words and letters of level files, for reading and for writing.
//!
//! One table for each list of words, so that whatever is written can be read. Knows no file.

use super::model::{Detection, Facing, Flag, Kind, Paradox, Thing, Win};

/// Kinds of things.
pub(in crate::rulesets::unseen) const KINDS: &[(&str, Kind)] = &[
    ("player", Kind::Player),
    ("wall", Kind::Wall),
    ("box", Kind::Box),
    ("enemy", Kind::Enemy),
    ("rift", Kind::Rift),
    ("exit", Kind::Exit),
    ("goal", Kind::Goal),
    ("custom", Kind::Custom),
];

/// Directions.
pub(in crate::rulesets::unseen) const FACINGS: &[(&str, Facing)] =
    &[("north", Facing::North), ("south", Facing::South), ("east", Facing::East), ("west", Facing::West)];

/// Components of custom things.
pub(in crate::rulesets::unseen) const FLAGS: &[(&str, Flag)] = &[
    ("blocks_movement", Flag::BlocksMovement),
    ("blocks_vision", Flag::BlocksVision),
    ("pushable", Flag::Pushable),
    ("pullable", Flag::Pullable),
    ("persistent", Flag::Persistent),
    ("exit", Flag::Exit),
    ("goal", Flag::Goal),
];

/// Treatments of a paradox.
pub(in crate::rulesets::unseen) const PARADOXES: &[(&str, Paradox)] =
    &[("prevent", Paradox::Prevent), ("lose", Paradox::Lose)];

/// Conditions for winning.
pub(in crate::rulesets::unseen) const WINS: &[(&str, Win)] =
    &[("exit", Win::Exit), ("goals", Win::Goals), ("both", Win::Both)];

/// Kinds of detection that are a single word.
pub(in crate::rulesets::unseen) const DETECTIONS: &[(&str, Detection)] =
    &[("light_cone", Detection::LightCone), ("none", Detection::None)];

/// Returns the word for a value.
pub(in crate::rulesets::unseen) fn word<T: PartialEq>(
    words: &[(&'static str, T)],
    value: &T,
) -> &'static str {
    words.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

/// Returns the things that a letter of the map stands for; empty for floor, and `None` for an unknown letter.
pub(super) fn things_of(letter: char) -> Option<&'static [(Kind, bool)]> {
    Some(match letter {
        '.' | ' ' => &[],
        '#' => &[(Kind::Wall, false)],
        '@' => &[(Kind::Player, false)],
        '>' => &[(Kind::Exit, false)],
        'B' => &[(Kind::Box, false)],
        'P' => &[(Kind::Box, true)],
        'o' => &[(Kind::Goal, false)],
        '+' => &[(Kind::Player, false), (Kind::Goal, false)],
        '*' => &[(Kind::Box, false), (Kind::Goal, false)],
        _ => return None,
    })
}

/// Letters of the map, in order of precedence when several fit a cell.
pub(super) const LETTERS: &str = "#@BP>o+*. ";

/// Returns the letter that fully describes a thing, apart from its cell.
pub(super) fn letter_of(thing: &Thing) -> Option<char> {
    let plain = Thing { pullable: thing.pullable, ..Thing::new(thing.kind, thing.at) };
    if thing.at.t != 0 || *thing != plain {
        return None;
    }
    let alone = |letter: &char| things_of(*letter) == Some(&[(thing.kind, thing.pullable)]);
    LETTERS.chars().find(alone)
}
