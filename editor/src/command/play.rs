//! Commands of play: what players press keys for, and letting the game play by itself.
//!
//! Which actions answer to them is the ruleset's affair; it gives its actions cues.

use egui::{Key, KeyboardShortcut, Modifiers};
use timeloom::scene::Facing;
use timeloom::show::Cue;
use timeloom::timeline::NodeId;

use super::{Command, Entry, Menu, When, ctrl_shift, key, shift};

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

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn cue(id: &'static str, cue: Cue, name: &'static str, keys: &'static [KeyboardShortcut]) -> Entry {
    entry(id, Play::Cue(cue), name, keys)
}

const fn entry(id: &'static str, play: Play, name: &'static str, keys: &'static [KeyboardShortcut]) -> Entry {
    Entry { id, command: Command::Play(play), name, keys, menu: Menu::Play, when: When::Playing }
}

use Facing::{East, North, South, West};
use Key::{A, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, D, S, W};

pub(super) static TABLE: &[Entry] = &[
    cue("play.north", Cue::Move(North), "Move up", &[key(ArrowUp), key(W)]),
    cue("play.south", Cue::Move(South), "Move down", &[key(ArrowDown), key(S)]),
    cue("play.west", Cue::Move(West), "Move left", &[key(ArrowLeft), key(A)]),
    cue("play.east", Cue::Move(East), "Move right", &[key(ArrowRight), key(D)]),
    cue("play.push-north", Cue::Push(North), "Push up", &[shift(ArrowUp), shift(W)]),
    cue("play.push-south", Cue::Push(South), "Push down", &[shift(ArrowDown), shift(S)]),
    cue("play.push-west", Cue::Push(West), "Push left", &[shift(ArrowLeft), shift(A)]),
    cue("play.push-east", Cue::Push(East), "Push right", &[shift(ArrowRight), shift(D)]),
    cue("play.pull-north", Cue::Pull(North), "Pull up", &[alt(ArrowUp), alt(W), ctrl_shift(ArrowUp)]),
    cue("play.pull-south", Cue::Pull(South), "Pull down", &[alt(ArrowDown), alt(S), ctrl_shift(ArrowDown)]),
    cue("play.pull-west", Cue::Pull(West), "Pull left", &[alt(ArrowLeft), alt(A), ctrl_shift(ArrowLeft)]),
    cue("play.pull-east", Cue::Pull(East), "Pull right", &[alt(ArrowRight), alt(D), ctrl_shift(ArrowRight)]),
    cue("play.wait", Cue::Wait, "Wait", &[key(Key::Space)]),
    cue("play.use", Cue::Use, "Use what is here", &[key(Key::Enter)]),
    cue("play.next", Cue::Next, "Let it go on", &[key(Key::Space), key(Key::Enter)]),
    cue("play.restart", Cue::Restart, "Restart", &[key(Key::R)]),
    entry("play.advice", Play::Advice, "Let the game play a turn", &[key(Key::G)]),
    entry("play.auto", Play::Auto, "Let the game play on", &[shift(Key::G)]),
    entry("play.here", Play::FromHere, "Play from here", &[key(Key::P)]),
];
