//! What the questions are about: the drawing or the turn in front.
//!
//! Used by [`super::Answers`] to see whether there is something new to ask.

use timeloom::timeline::NodeId;

use crate::document::Document;
use crate::workspace::{Mode, Workspace};

/// Subject of the questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A drawing with this fingerprint, with the version of the open game.
    Level { sketch: u64, played: GameVersion },
    /// A turn of a game: its document, its node, and the tip of its branch.
    Turn { document: u64, node: NodeId, tip: NodeId },
}

/// Returns the subject of the questions, if there is one.
pub(super) fn asked(workspace: &Workspace) -> Option<Asked> {
    let document = workspace.front();
    match workspace.mode() {
        Mode::Draw => {
            Some(Asked::Level { sketch: document.cursor().fingerprint?, played: played(workspace) })
        }
        Mode::Play if !document.is_for_one() => None,
        Mode::Play => {
            let (node, tip) = (document.cursor().id, document.game().line().last().copied()?);
            Some(Asked::Turn { document: document.stamp().document, node, tip })
        }
    }
}

/// A document, its change and its number of nodes.
pub(super) type GameVersion = (u64, u64, usize);

/// Returns the version of the open game; zeros if there is none.
pub(super) fn played(workspace: &Workspace) -> GameVersion {
    let version = |game: &Document| (game.stamp().document, game.stamp().change, game.game().node_count());
    workspace.playing().map_or((0, 0, 0), version)
}
