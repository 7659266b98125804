//! Cues: the actions that players expect to have a key. A ruleset maps its actions to cues, and front ends build
//! their key tables from the list here. Knows no keyboard: keys are names.

use crate::scene::Facing;

/// Something players expect to have a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cue {
    /// Move in a direction.
    Move(Facing),
    /// Push in a direction.
    Push(Facing),
    /// Move in a direction and pull what is behind.
    Pull(Facing),
    /// Let time pass.
    Wait,
    /// Use something in the player's cell.
    Use,
    /// Start again.
    Restart,
    /// Advance the game by a step.
    Next,
}

/// A cue with its name and its default keys.
#[derive(Clone, Copy, Debug)]
pub struct CueInfo {
    /// Which cue.
    pub cue: Cue,
    /// Its id in settings files; never changes.
    pub id: &'static str,
    /// Its name in menus.
    pub name: &'static str,
    /// Verb shared by its variants in other directions.
    pub verb: &'static str,
    /// Its default keys, such as `Shift+Up`; the first one is shown.
    pub keys: &'static [&'static str],
}

const fn info(
    cue: Cue,
    id: &'static str,
    name: &'static str,
    verb: &'static str,
    keys: &'static [&'static str],
) -> CueInfo {
    CueInfo { cue, id, name, verb, keys }
}

/// Every cue. If two have the same key, the one that the game answers to is used.
#[rustfmt::skip]
pub static CUES: &[CueInfo] = &[
    info(Cue::Move(Facing::North), "play.north", "Move up", "move", &["Up", "W"]),
    info(Cue::Move(Facing::South), "play.south", "Move down", "move", &["Down", "S"]),
    info(Cue::Move(Facing::West), "play.west", "Move left", "move", &["Left", "A"]),
    info(Cue::Move(Facing::East), "play.east", "Move right", "move", &["Right", "D"]),
    info(Cue::Push(Facing::North), "play.push-north", "Push up", "push", &["Shift+Up", "Shift+W"]),
    info(Cue::Push(Facing::South), "play.push-south", "Push down", "push", &["Shift+Down", "Shift+S"]),
    info(Cue::Push(Facing::West), "play.push-west", "Push left", "push", &["Shift+Left", "Shift+A"]),
    info(Cue::Push(Facing::East), "play.push-east", "Push right", "push", &["Shift+Right", "Shift+D"]),
    info(Cue::Pull(Facing::North), "play.pull-north", "Pull up", "pull", &["Alt+Up", "Alt+W", "Ctrl+Shift+Up"]),
    info(Cue::Pull(Facing::South), "play.pull-south", "Pull down", "pull", &["Alt+Down", "Alt+S", "Ctrl+Shift+Down"]),
    info(Cue::Pull(Facing::West), "play.pull-west", "Pull left", "pull", &["Alt+Left", "Alt+A", "Ctrl+Shift+Left"]),
    info(Cue::Pull(Facing::East), "play.pull-east", "Pull right", "pull", &["Alt+Right", "Alt+D", "Ctrl+Shift+Right"]),
    info(Cue::Wait, "play.wait", "Wait", "wait", &["Space"]),
    info(Cue::Use, "play.use", "Use what is here", "use what is here", &["Enter"]),
    info(Cue::Next, "play.next", "Let it go on", "go on", &["Space", "Enter"]),
    info(Cue::Restart, "play.restart", "Restart", "restart", &["R"]),
];
