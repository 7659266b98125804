//! The words and letters that stand for things in a level file, for reading and for writing.
//!
//! One table for each list of words, so that what is written can be read. Knows no file.

use super::model::{Detection, Facing, Flag, Kind, Paradox, Thing, Win};

/// What a thing can be.
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

/// Where somebody can look.
pub(in crate::rulesets::unseen) const FACINGS: &[(&str, Facing)] =
    &[("north", Facing::North), ("south", Facing::South), ("east", Facing::East), ("west", Facing::West)];

/// What custom things can be made of.
pub(in crate::rulesets::unseen) const FLAGS: &[(&str, Flag)] = &[
    ("blocks_movement", Flag::BlocksMovement),
    ("blocks_vision", Flag::BlocksVision),
    ("pushable", Flag::Pushable),
    ("pullable", Flag::Pullable),
    ("persistent", Flag::Persistent),
    ("exit", Flag::Exit),
    ("goal", Flag::Goal),
];

/// What can happen to a paradox.
pub(in crate::rulesets::unseen) const PARADOXES: &[(&str, Paradox)] =
    &[("prevent", Paradox::Prevent), ("lose", Paradox::Lose)];

/// What it can take to win.
pub(in crate::rulesets::unseen) const WINS: &[(&str, Win)] =
    &[("exit", Win::Exit), ("goals", Win::Goals), ("both", Win::Both)];

/// How enemies can see, if one word says it.
pub(in crate::rulesets::unseen) const DETECTIONS: &[(&str, Detection)] =
    &[("light_cone", Detection::LightCone), ("none", Detection::None)];

/// The word for a value.
pub(in crate::rulesets::unseen) fn word<T: PartialEq>(
    words: &[(&'static str, T)],
    value: &T,
) -> &'static str {
    words.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

/// The directions of steps.
const COMPASS: &str = "NSEW";

/// Whether a word is an action, in large or small letters.
pub(super) fn is_step(word: &str) -> bool {
    match word.to_ascii_uppercase().as_bytes() {
        [b'.' | b'U' | b'R'] => true,
        [direction] | [b'P' | b'L', direction] => COMPASS.contains(char::from(*direction)),
        _ => false,
    }
}

/// What a letter of the map stands for; nothing for floor, and no answer for an unknown letter.
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

/// The letters that the map has, in the order in which one of several on a cell is drawn.
pub(super) const LETTERS: &str = "#@BP>o+*. ";

/// The letter that says all there is to say about a thing, apart from its cell.
pub(super) fn letter_of(thing: &Thing) -> Option<char> {
    let plain = Thing { pullable: thing.pullable, ..Thing::new(thing.kind, thing.at) };
    if thing.at.t != 0 || *thing != plain {
        return None;
    }
    let alone = |letter: &char| things_of(*letter) == Some(&[(thing.kind, thing.pullable)]);
    LETTERS.chars().find(alone)
}
