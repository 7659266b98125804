//! The game in the slowest and plainest form: a copy of every entity in every slice, boxes as the fold of all pushes
//! and pulls, vision as a look at everything, paradox as a replay of every turn. The real rules are compared with it.

use std::collections::BTreeMap;

use super::*;
use crate::rulesets::unseen::core::propagation::compute_propagated_entity;
use crate::rulesets::unseen::vision::{delay, in_view, line_of_sight};

/// A box that is in a cell from a time on.
type Placement = (i32, usize, EntityId, SpatialPos);
/// The boxes that a push or pull moves, and their positions.
type Chain = Vec<(EntityId, Position)>;

#[derive(Clone)]
pub(super) struct Model {
    size: (i32, i32, i32),
    config: GameConfig,
    slices: Vec<Vec<Entity>>,
    placements: Vec<Placement>,
    pub(super) path: Vec<Position>,
    turns: Vec<(Action, Chain, Option<EntityId>)>,
    pub(super) phase: GamePhase,
}

/// Effect of an action.
struct Plan {
    to: Position,
    chain: Chain,
    rift: Option<EntityId>,
    outcome: ActionOutcome,
}

impl Model {
    pub(super) fn new(
        size: (i32, i32, i32),
        start: Position,
        entities: &[Entity],
        config: GameConfig,
    ) -> Self {
        let mut slices: Vec<Vec<Entity>> = vec![Vec::new(); size.2 as usize];
        for entity in entities {
            slices[entity.position.t as usize].push(entity.clone());
            let later = entity.position.t + 1..size.2;
            later
                .filter_map(|t| compute_propagated_entity(entity, t))
                .for_each(|e| slices[e.position.t as usize].push(e));
        }
        slices.iter_mut().for_each(|slice| slice.sort_by_key(|entity| entity.id));
        let (placements, turns, phase) = (Vec::new(), Vec::new(), GamePhase::Playing);
        Self { size, config, slices, placements, path: vec![start], turns, phase }
    }

    /// All entities at a time except the player, by id.
    pub(super) fn slice(&self, t: i32) -> Vec<Entity> {
        let mut moved = BTreeMap::new();
        let mut placements = self.placements.clone();
        placements.sort();
        for (start, _, id, cell) in placements {
            if start <= t {
                moved.insert(id, cell);
            }
        }
        let slice = usize::try_from(t).ok().and_then(|t| self.slices.get(t)).cloned().unwrap_or_default();
        slice
            .into_iter()
            .map(|e| moved.get(&e.id).map_or(e.clone(), |cell| e.at_position(cell.at(t))))
            .collect()
    }

    fn find(&self, pos: Position, wanted: impl Fn(&Entity) -> bool) -> Option<Entity> {
        self.slice(pos.t).into_iter().find(|entity| entity.position == pos && wanted(entity))
    }

    fn in_bounds(&self, pos: Position) -> bool {
        let (width, height, depth) = self.size;
        (0..width).contains(&pos.x) && (0..height).contains(&pos.y) && (0..depth).contains(&pos.t)
    }

    fn here(&self) -> Position {
        *self.path.last().unwrap()
    }

    fn blocker(&self, pos: Position, but: &Chain) -> Option<Entity> {
        self.find(pos, |entity| entity.blocks_movement() && but.iter().all(|(id, _)| *id != entity.id))
    }

    fn check_target(&self, to: Position, gone: &Chain) -> Result<(), MoveError> {
        let Position { x, y, t } = to;
        if t >= self.size.2 {
            return Err(MoveError::TimeOverflow { t, max_t: self.size.2 - 1 });
        }
        if !self.in_bounds(to) {
            return Err(MoveError::OutOfBounds { x, y, t });
        }
        if let Some(entity) = self.blocker(to, gone) {
            let entity_type = format!("{:?}", entity.entity_type());
            return Err(MoveError::Blocked { x, y, t, entity_id: entity.id, entity_type });
        }
        if self.path.contains(&to) { Err(MoveError::SelfIntersection { x, y, t }) } else { Ok(()) }
    }

    fn is_pushable(entity: &Entity) -> bool {
        entity.is_pushable() && entity.patrol_data().is_none()
    }

    fn is_pullable(entity: &Entity) -> bool {
        entity.is_pullable() && entity.patrol_data().is_none()
    }

    fn chain(&self, from: Position, direction: Direction) -> Chain {
        let mut chain = Chain::new();
        let mut pos = from.move_dir(direction);
        while let Some(entity) = self.find(pos, Self::is_pushable) {
            chain.push((entity.id, pos));
            pos = pos.move_dir(direction);
        }
        chain
    }

    fn room(&self, chain: &Chain, direction: Direction) -> Result<(), ActionError> {
        for (_, pos) in chain {
            let to = pos.step(direction);
            if !self.in_bounds(to) || self.blocker(to, chain).is_some() || self.path.contains(&to) {
                return Err(ActionError::PushBlocked { blocked_at: to });
            }
        }
        Ok(())
    }

    fn rift(&self, pos: Position) -> Option<(EntityId, Position)> {
        let here = self.find(pos, Entity::is_rift).map(|e| (e.id, e.rift_data().unwrap().target));
        let first = |id: EntityId| {
            let all = self.slices.iter().flatten();
            all.filter(|e| e.id == id).min_by_key(|e| e.position.t).unwrap().position
        };
        let all = self.slices.iter().flatten().filter_map(|e| Some((e.id, e.rift_data()?.clone())));
        let ends =
            all.filter(|(_, rift)| rift.bidirectional && rift.target == pos).map(|(id, _)| (id, first(id)));
        here.into_iter().chain(ends).min_by_key(|(id, _)| *id)
    }

    fn plan(&self, action: Action) -> Result<Plan, ActionError> {
        let from = self.here();
        let plain = |to, outcome| Plan { to, chain: Vec::new(), rift: None, outcome };
        match action {
            Action::Move(direction) => {
                let to = from.step(direction);
                self.check_target(to, &Vec::new())?;
                Ok(plain(to, ActionOutcome::Moved { from, to }))
            }
            Action::Wait => {
                self.check_target(from.wait(), &Vec::new())?;
                Ok(plain(from.wait(), ActionOutcome::Waited { at: from.wait() }))
            }
            Action::UseRift => {
                let (id, to) = self.rift(from).ok_or(ActionError::NoRiftHere)?;
                let reason = |error: MoveError| error.to_string();
                let refused = |reason| ActionError::InvalidRiftTarget { target: to, reason };
                self.check_target(to, &Vec::new()).map_err(reason).map_err(refused)?;
                Ok(Plan { rift: Some(id), ..plain(to, ActionOutcome::Rifted { from, to }) })
            }
            Action::Push(direction) => self.plan_push(direction),
            Action::Pull(direction) => self.plan_pull(direction),
            Action::Restart => Ok(plain(self.path[0], ActionOutcome::Restarted)),
        }
    }

    fn plan_push(&self, direction: Direction) -> Result<Plan, ActionError> {
        let (from, max) = (self.here(), self.config.max_push_chain);
        let chain = self.chain(from, direction);
        if chain.is_empty() {
            return Err(ActionError::NothingToPush { direction });
        }
        if chain.len() > max {
            return Err(ActionError::PushChainTooLong { chain_length: max + 1, max });
        }
        let to = from.step(direction);
        self.refuse_what_is_taken(&chain, direction)?;
        self.check_target(to, &chain)?;
        self.room(&chain, direction)?;
        let pushed = chain.iter().map(|(id, pos)| (*id, pos.step(direction))).collect();
        Ok(Plan { to, chain, rift: None, outcome: ActionOutcome::Pushed { player_to: to, pushed } })
    }

    fn plan_pull(&self, direction: Direction) -> Result<Plan, ActionError> {
        let from = self.here();
        let (to, behind) = (from.step(direction), from.move_dir(direction.opposite()));
        let Some(entity) = self.find(behind, Self::is_pullable) else {
            let solid = self.find(behind, |e| e.blocks_movement() || Self::is_pushable(e));
            return Err(match solid {
                Some(entity) => ActionError::NotPullable { entity_id: entity.id },
                None => ActionError::NothingToPull { direction },
            });
        };
        let chain = vec![(entity.id, behind)];
        self.refuse_what_is_taken(&chain, direction)?;
        self.check_target(to, &Vec::new())?;
        self.room(&chain, direction)?;
        let outcome = ActionOutcome::Pulled { player_to: to, pulled_id: entity.id, pulled_to: from.tick() };
        Ok(Plan { to, chain, rift: None, outcome })
    }

    /// The model after an action, and the outcome. The reasons of paradoxes are left empty.
    pub(super) fn apply(&self, action: Action) -> Result<(Self, ActionOutcome), ActionError> {
        if action == Action::Restart {
            let (placements, path, turns) = (Vec::new(), vec![self.path[0]], Vec::new());
            let start = Self { placements, path, turns, phase: GamePhase::Playing, ..self.clone() };
            return Ok((start, ActionOutcome::Restarted));
        }
        if self.phase != GamePhase::Playing {
            return Err(ActionError::GameNotActive { phase: self.phase });
        }
        let plan = self.plan(action)?;
        let direction = match action {
            Action::Push(direction) | Action::Pull(direction) => direction,
            _ => N,
        };
        let mut after = self.moved(&plan.chain, direction);
        let broken = self.contradicted(&plan.chain, direction);
        after.path.push(plan.to);
        after.turns.push((action, plan.chain, plan.rift));
        let reason = String::new();
        let outcome = match broken {
            Some(broken_turn) if self.config.paradox == ParadoxMode::Prevent => {
                return Err(ActionError::Paradox { broken_turn, reason });
            }
            Some(broken_turn) => ActionOutcome::Paradox { broken_turn, reason },
            None => after.end().unwrap_or(plan.outcome),
        };
        after.phase = match outcome {
            ActionOutcome::Paradox { .. } => GamePhase::Paradox,
            ActionOutcome::Detected { .. } => GamePhase::Detected,
            ActionOutcome::Won { .. } => GamePhase::Won,
            _ => GamePhase::Playing,
        };
        Ok((after, outcome))
    }

    /// The model with these boxes moved one tick later, and nothing else.
    fn moved(&self, chain: &Chain, direction: Direction) -> Self {
        let mut after = self.clone();
        for (id, pos) in chain {
            after.placements.push((pos.t + 1, self.path.len(), *id, pos.spatial().move_dir(direction)));
        }
        after
    }

    fn contradicted(&self, chain: &Chain, direction: Direction) -> Option<usize> {
        self.moved_already(chain).into_iter().chain(self.moved(chain, direction).broken()).min()
    }

    fn refuse_what_is_taken(&self, chain: &Chain, direction: Direction) -> Result<(), ActionError> {
        let refuses = self.config.paradox == ParadoxMode::Prevent && self.here().t + 1 < self.size.2;
        match self.moved_already(chain).and_then(|_| self.contradicted(chain, direction)) {
            Some(broken_turn) if refuses => Err(ActionError::Paradox { broken_turn, reason: String::new() }),
            _ => Ok(()),
        }
    }

    /// The turn that moves one of these boxes at this very moment.
    fn moved_already(&self, chain: &Chain) -> Option<usize> {
        let there = |id: EntityId, pos: Position| self.find(pos.tick(), |entity| entity.id == id).is_some();
        let moved = chain.iter().filter(|(id, pos)| !there(*id, *pos));
        let turn = |(id, pos): &(EntityId, Position)| {
            let same = |(start, _, other, _): &&Placement| *start == pos.t + 1 && other == id;
            self.placements.iter().filter(same).map(|placement| placement.1).min().unwrap_or(self.path.len())
        };
        moved.map(turn).min()
    }

    /// The first turn that could not have happened in the present world.
    fn broken(&self) -> Option<usize> {
        (0..self.path.len()).find(|turn| {
            let stands_free = self.blocker(self.path[*turn], &Vec::new()).is_none();
            !stands_free || (*turn > 0 && !self.could_happen(*turn))
        })
    }

    fn could_happen(&self, turn: usize) -> bool {
        let (from, (action, chain, rift)) = (self.path[turn - 1], &self.turns[turn - 1]);
        let free = |direction: Direction| {
            chain.iter().all(|(_, pos)| self.blocker(pos.step(direction), chain).is_none())
        };
        match action {
            Action::Push(direction) => self.chain(from, *direction) == *chain && free(*direction),
            Action::Pull(direction) => {
                let behind = from.move_dir(direction.opposite());
                let same = self.find(behind, Self::is_pullable).is_some_and(|entity| entity.id == chain[0].0);
                same && free(*direction)
            }
            Action::UseRift => {
                let here = self.find(from, |entity| Some(entity.id) == *rift).is_some();
                let all = self.slices.iter().flatten().filter(|entity| Some(entity.id) == *rift);
                let far = |e: &Entity| e.rift_data().is_some_and(|r| r.bidirectional && r.target == from);
                here || all.into_iter().any(far)
            }
            _ => true,
        }
    }

    fn end(&self) -> Option<ActionOutcome> {
        if let Some((by, _, seen_at)) = self.seen() {
            return Some(ActionOutcome::Detected { by, seen_at });
        }
        let at = self.here();
        let exit = self.find(at, Entity::is_exit).is_some();
        let slice = self.slice(at.t);
        let is_box = |e: &Entity| Self::is_pushable(e) || Self::is_pullable(e);
        let filled =
            |goal: &Entity| slice.iter().any(|e| is_box(e) && e.id != goal.id && e.position == goal.position);
        let mut goals = slice.iter().filter(|entity| entity.is_goal()).peekable();
        let goals = goals.peek().is_some() && goals.all(filled);
        let won = match self.config.win {
            WinMode::Exit => exit,
            WinMode::Goals => goals,
            WinMode::Both => exit && goals,
        };
        won.then_some(ActionOutcome::Won { at })
    }

    /// The first sighting of the world line: by whom, when and where.
    fn seen(&self) -> Option<(EntityId, i32, Position)> {
        let last = self.path.iter().map(|pos| pos.t).max()?;
        let mut hits = Vec::new();
        for te in 0..=last {
            for enemy in self.slice(te).iter().filter(|entity| entity.is_enemy()) {
                let seen = self.path.iter().enumerate().filter(|(_, pos)| self.sees(enemy, **pos));
                hits.extend(seen.map(|(turn, pos)| (enemy.id, te, turn, *pos)));
            }
        }
        hits.into_iter().min().map(|(id, te, _, pos)| (id, te, pos))
    }

    /// Whether an enemy, at its position and time, sees a position.
    pub(super) fn sees(&self, enemy: &Entity, pos: Position) -> bool {
        let (eye, cell, vision) = (enemy.position.spatial(), pos.spatial(), enemy.vision_data().unwrap());
        let distance = eye.manhattan_distance(&cell);
        let lag = match self.config.detection {
            Detection::LightCone => delay(distance, vision.light_speed),
            Detection::Delayed { turns } => Some(turns),
            Detection::None => None,
        };
        let hides = |cell: SpatialPos| self.find(cell.at(enemy.position.t), Entity::blocks_vision).is_some();
        distance <= self.config.vision_radius
            && lag.is_some_and(|lag| enemy.position.t - pos.t == lag as i32)
            && in_view(vision, eye, cell)
            && !line_of_sight(eye, cell).any(hides)
    }
}
