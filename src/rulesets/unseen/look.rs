//! How the things of this game look: figure, shape, letter and tone of each kind.
//!
//! Used by the scenes of play and of drawing, and by the cube, so that they agree. Knows no board.

use super::core::{Direction, Entity, EntityType};
use crate::scene::{Facing, Figure, Shape, Tone};

/// Letter of a plain box that is where it should be.
pub(super) const ON_GOAL: char = '*';

/// The look of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) figure: Option<Figure>,
    pub(super) shape: Shape,
    pub(super) glyph: char,
    pub(super) tone: Tone,
}

impl Look {
    const fn new(figure: Figure, shape: Shape, glyph: char, tone: Tone) -> Self {
        Self { figure: Some(figure), shape, glyph, tone }
    }

    /// Returns the look of a thing of a kind.
    pub(super) fn of(entity: &Entity, kind: EntityType) -> Self {
        match kind {
            EntityType::Wall => Self::new(Figure::Wall, Shape::Block, '#', Tone::Muted),
            EntityType::Box => Self::of_box(entity.is_pullable(), entity.blocks_vision()),
            EntityType::Enemy => Self::new(Figure::Guard, Shape::Diamond, 'E', Tone::Red),
            EntityType::Rift => Self::new(Figure::Rift, Shape::Portal, 'O', Tone::Violet),
            EntityType::Exit => Self::new(Figure::Exit, Shape::Frame, '>', Tone::Good),
            EntityType::Goal => Self::new(Figure::Goal, Shape::Ring, 'o', Tone::Cyan),
            EntityType::Player => Self::new(Figure::Player, Shape::Disc, '@', Tone::Blue),
            EntityType::Floor | EntityType::Custom => {
                Self { figure: None, shape: Shape::Square, glyph: '?', tone: Tone::Plain }
            }
        }
    }

    fn of_box(pullable: bool, hides: bool) -> Self {
        let (figure, shape, glyph) = match (pullable, hides) {
            (true, true) => (Figure::PullCrate, Shape::Grip, 'Q'),
            (true, false) => (Figure::PullBox, Shape::Grip, 'P'),
            (false, true) => (Figure::Crate, Shape::Crate, 'C'),
            (false, false) => (Figure::Box, Shape::Square, 'B'),
        };
        Self::new(figure, shape, glyph, Tone::Yellow)
    }

    /// Returns the look of a plain box on a goal.
    pub(super) fn on_goal(self) -> Self {
        Self { figure: Some(Figure::BoxOnGoal), glyph: ON_GOAL, ..self }
    }
}

/// Whether an entity is a box that can only be pushed and does not block the view.
pub(super) fn is_plain_box(entity: &Entity, kind: EntityType) -> bool {
    kind == EntityType::Box && !entity.is_pullable() && !entity.blocks_vision()
}

pub(super) fn facing(direction: Direction) -> Facing {
    match direction {
        Direction::North => Facing::North,
        Direction::South => Facing::South,
        Direction::East => Facing::East,
        Direction::West => Facing::West,
    }
}
