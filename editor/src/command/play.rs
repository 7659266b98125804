//! Play commands: the cues of players, and automatic play.
//!
//! The ruleset assigns cues to its actions.

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut};
use timeloom::show::{CUES, Cue, CueInfo};
use timeloom::timeline::NodeId;

use super::{Command, CommandEntry, Menu, When, key, shift};
use crate::keys;

/// A play command.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayCommand {
    /// Take the action with this cue.
    Cue(Cue),
    /// Take the action advised by the game.
    Advice,
    /// Start or stop playing by the game's advice.
    Auto,
    /// Go to a node and continue playing from there.
    From(NodeId),
    /// Continue playing from the shown node.
    FromHere,
}

const fn entry(
    id: &'static str,
    play: PlayCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    CommandEntry {
        id,
        command: Command::Play(play),
        name,
        keys,
        cube_keys: &[],
        menu: Menu::Play,
        when: When::Playing,
    }
}

/// The cues as listed by the library, then the commands of every game.
pub(super) static TABLE: LazyLock<Vec<CommandEntry>> = LazyLock::new(|| {
    let own = [
        entry("play.advice", PlayCommand::Advice, "Let the game play a turn", const { &[key(Key::G)] }),
        entry("play.auto", PlayCommand::Auto, "Let the game play on", const { &[shift(Key::G)] }),
        entry("play.here", PlayCommand::FromHere, "Play from here", const { &[key(Key::P)] }),
    ];
    CUES.iter().map(cue).chain(own).collect()
});

/// Turns a cue into an entry. Its keys are leaked: they live as long as the table, which is as long as the program.
fn cue(info: &CueInfo) -> CommandEntry {
    let keys: Vec<_> = info.keys.iter().filter_map(|name| keys::parse(name)).collect();
    entry(info.id, PlayCommand::Cue(info.cue), info.name, keys.leak())
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
