//! Commands of play: what players press keys for, and letting the game play by itself.
//!
//! Which actions answer to them is the ruleset's affair; it gives its actions cues.

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut};
use timeloom::show::{CUES, Cue, CueInfo};
use timeloom::timeline::NodeId;

use super::{Command, Entry, Menu, When, key, shift};
use crate::keys;

/// Something about playing.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// Take the action that answers to this.
    Cue(Cue),
    /// Take the action that the game advises.
    Advice,
    /// Let the game go on by its own advice, or stop it.
    Auto,
    /// Go to a node and play on from there.
    From(NodeId),
    /// Play on from what is shown.
    FromHere,
}

const fn entry(id: &'static str, play: Play, name: &'static str, keys: &'static [KeyboardShortcut]) -> Entry {
    Entry { id, command: Command::Play(play), name, keys, menu: Menu::Play, when: When::Playing }
}

/// The cues first, as the library lists them, then the commands that every game has.
pub(super) static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let own = [
        entry("play.advice", Play::Advice, "Let the game play a turn", const { &[key(Key::G)] }),
        entry("play.auto", Play::Auto, "Let the game play on", const { &[shift(Key::G)] }),
        entry("play.here", Play::FromHere, "Play from here", const { &[key(Key::P)] }),
    ];
    CUES.iter().map(cue).chain(own).collect()
});

/// A cue as a command. Its keys live as long as the table, which is as long as the program.
fn cue(info: &CueInfo) -> Entry {
    let keys: Vec<_> = info.keys.iter().filter_map(|name| keys::parse(name)).collect();
    entry(info.id, Play::Cue(info.cue), info.name, keys.leak())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_key_of_a_cue_is_a_key() {
        for info in CUES {
            assert_eq!(cue(info).keys.len(), info.keys.len(), "{}", info.id);
        }
    }
}
