//! Kinds of things that painters have a picture for.
//!
//! Part of the scene: a ruleset says what a piece is, a painter chooses how that looks. The names are the keys of
//! pictures in skins and never change. Plain data; knows no painter.

use std::fmt;

use serde::{Serialize, Serializer};

/// Defines the kinds with their names, so that none is missing in the list.
macro_rules! figures {
    ($($(#[$about:meta])* $figure:ident $name:literal),+ $(,)?) => {
        /// What a piece is. A piece without a kind is painted as its [`super::Shape`] with its letter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Figure {
            $($(#[$about])* $figure,)+
        }

        impl Figure {
            /// Every kind, in the order of their declaration.
            pub const ALL: [Self; [$(Self::$figure),+].len()] = [$(Self::$figure),+];

            /// Name in skins; never changes.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$figure => $name,)+
                }
            }
        }
    };
}

figures! {
    /// Blocks the way and joins its neighbours.
    Wall "wall",
    /// The one who acts.
    Player "player",
    /// The one who acts, at another turn.
    PastSelf "past-self",
    /// Watches in the direction it faces.
    Guard "guard",
    /// Can be pushed; the view passes it.
    Box "box",
    /// A box where it should be.
    BoxOnGoal "box-on-goal",
    /// Can be pushed and pulled; the view passes it.
    PullBox "pull-box",
    /// Can be pushed and hides what is behind it.
    Crate "crate",
    /// Can be pushed and pulled, and hides what is behind it.
    PullCrate "pull-crate",
    /// Leads to another place or time.
    Rift "rift",
    /// The way out.
    Exit "exit",
    /// A place for a box.
    Goal "goal",
    /// A tile; its kind is its tone.
    Tile "tile",
    /// A token that is passed around.
    Token "token",
    /// A fighter; its side is its shape, and its letter is its name.
    Fighter "fighter",
    /// A ship; its side is its tone, and its letter is its type.
    Ship "ship",
}

impl Figure {
    /// Returns the kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name() == name)
    }

    /// Whether the letter tells pieces of this kind apart, so that it is painted with the figure.
    pub const fn is_lettered(self) -> bool {
        matches!(self, Self::Fighter | Self::Ship)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for figure in Figure::ALL {
            assert_eq!(Figure::named(figure.name()), Some(figure));
        }
        assert_eq!(Figure::named("dragon"), None);
    }
}
