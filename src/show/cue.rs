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
    /// Move in a direction and pull the thing behind.
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

/// Lists the cues and matches on them in one place: a cue that is missing in the list does not compile.
macro_rules! cues {
    ($($cue:ident $(($facing:ident))?: $id:literal, $name:literal, $verb:literal, $keys:expr;)+) => {
        /// Every cue. If two have the same key, the one that the game accepts is used.
        pub static CUES: &[CueInfo] = &[$(
            CueInfo {
                cue: Cue::$cue $((Facing::$facing))?, id: $id, name: $name, verb: $verb, keys: &$keys,
            },
        )+];

        impl Cue {
            /// Verb shared by its variants in other directions.
            pub fn verb(self) -> &'static str {
                match self {
                    $(Self::$cue $((Facing::$facing))? => $verb,)+
                }
            }
        }
    };
}

#[rustfmt::skip]
cues! {
    Move(North): "play.north", "Move up", "move", ["Up", "W"];
    Move(South): "play.south", "Move down", "move", ["Down", "S"];
    Move(West): "play.west", "Move left", "move", ["Left", "A"];
    Move(East): "play.east", "Move right", "move", ["Right", "D"];
    Push(North): "play.push-north", "Push up", "push", ["Shift+Up", "Shift+W"];
    Push(South): "play.push-south", "Push down", "push", ["Shift+Down", "Shift+S"];
    Push(West): "play.push-west", "Push left", "push", ["Shift+Left", "Shift+A"];
    Push(East): "play.push-east", "Push right", "push", ["Shift+Right", "Shift+D"];
    Pull(North): "play.pull-north", "Pull up", "pull", ["Alt+Up", "Alt+W", "Ctrl+Shift+Up"];
    Pull(South): "play.pull-south", "Pull down", "pull", ["Alt+Down", "Alt+S", "Ctrl+Shift+Down"];
    Pull(West): "play.pull-west", "Pull left", "pull", ["Alt+Left", "Alt+A", "Ctrl+Shift+Left"];
    Pull(East): "play.pull-east", "Pull right", "pull", ["Alt+Right", "Alt+D", "Ctrl+Shift+Right"];
    Wait: "play.wait", "Wait", "wait", ["Space"];
    Use: "play.use", "Use what is here", "use what is here", ["Enter"];
    Next: "play.next", "Let it go on", "go on", ["Space", "Enter"];
    Restart: "play.restart", "Restart", "restart", ["R"];
}
