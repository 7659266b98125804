//! State of a game at one moment: the world, the player's path through it, and the player's deeds. Immutable: an
//! action makes a new state that shares all but a few nodes with the old one.
//!
//! Made from a cube, advanced only by [`super::actions`]. Knows no other state: undo and branches are handled
//! elsewhere.

use std::sync::{Arc, OnceLock};

use super::actions::{Action, MoveError, validate_action};
pub use super::config::{Detection, GameConfig, GamePhase, ParadoxMode, WinMode};
use super::deeds::{ActionHistory, Deed, Deeds};
use super::print;
use super::validation::{blocker, find_reachable_positions, validate_move_target};
use crate::rulesets::unseen::core::{
    CubeError, Entity, EntityId, Position, Shift, TimeCube, Traits, WorldLine,
};
use crate::rulesets::unseen::vision::{self, Blinds};

/// State of a game at one moment. Cloning costs O(1).
#[derive(Debug, Clone)]
pub struct GameState {
    cube: TimeCube,
    world_line: WorldLine,
    deeds: Deeds,
    phase: GamePhase,
    /// Fingerprint of everything but the phase; updated by every change.
    print: u64,
    setup: Arc<Setup>,
}

/// The constant parts of a game.
#[derive(Debug)]
pub(crate) struct Setup {
    pub(crate) config: GameConfig,
    pub(crate) player_id: EntityId,
    pub(crate) start: Position,
    /// Fingerprint of level and settings.
    pub(crate) print: u64,
    /// Longest delay with which an enemy of this level can see something.
    pub(crate) longest_lag: i32,
    /// Whether an enemy sees the start before anything has happened.
    pub(crate) start_is_seen: bool,
    /// Obstacles to vision; computed on first use.
    pub(crate) blinds: OnceLock<Blinds>,
}

/// Reason why a cube cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no player.
    #[error("No player in the cube: place exactly one")]
    NoPlayer,
    /// There are several players.
    #[error("{count} players in the cube: place exactly one, in one slice")]
    MultiplePlayers {
        /// Number of players.
        count: usize,
    },
    /// The builder was given no cube.
    #[error("No cube to play in: give one with `with_cube`")]
    NoCube,
    /// The cube itself has a fault.
    #[error(transparent)]
    Cube(#[from] CubeError),
}

impl GameState {
    /// Creates a game in a cube with exactly one player.
    pub fn new(cube: TimeCube, config: GameConfig) -> Result<Self, GameError> {
        let (player_id, start) = the_player(&cube)?;
        let print = print::of_level(&cube, &config);
        let longest_lag = vision::longest_lag(&cube, &config);
        let setup = Setup {
            config,
            player_id,
            start,
            print,
            longest_lag,
            start_is_seen: false,
            blinds: OnceLock::new(),
        };
        let unseen = Self::start(cube, Arc::new(setup));
        let start_is_seen = vision::rescan(&unseen).is_some();
        let Self { cube, setup, .. } = unseen;
        let setup = Arc::into_inner(setup).expect("nobody else has it yet");
        Ok(Self::start(cube, Arc::new(Setup { start_is_seen, ..setup })))
    }

    /// Creates a game in a cube, with default settings.
    pub fn from_cube(cube: TimeCube) -> Result<Self, GameError> {
        Self::new(cube, GameConfig::default())
    }

    /// Returns the world.
    pub fn cube(&self) -> &TimeCube {
        &self.cube
    }

    /// Returns the player's path.
    pub fn world_line(&self) -> &WorldLine {
        &self.world_line
    }

    /// Returns the position of the player.
    pub fn player_position(&self) -> Position {
        self.world_line.current().unwrap_or(self.setup.start)
    }

    /// Returns the time of the player.
    pub fn current_time(&self) -> i32 {
        self.player_position().t
    }

    /// Returns the number of turns since the start.
    pub fn turn(&self) -> usize {
        self.world_line.current_turn().unwrap_or_default()
    }

    /// Returns the phase of the game.
    pub fn phase(&self) -> GamePhase {
        self.phase
    }

    /// Returns whether the player can act.
    pub fn is_active(&self) -> bool {
        self.phase == GamePhase::Playing
    }

    /// Returns whether the player has won.
    pub fn has_won(&self) -> bool {
        self.phase == GamePhase::Won
    }

    /// Returns the player's id.
    pub fn player_id(&self) -> EntityId {
        self.setup.player_id
    }

    /// Returns the settings.
    pub fn config(&self) -> &GameConfig {
        &self.setup.config
    }

    /// Returns the actions since the start.
    pub fn history(&self) -> ActionHistory<'_> {
        ActionHistory { line: &self.world_line, deeds: &self.deeds }
    }

    /// Returns whether the player could be at a position.
    pub fn can_move_to(&self, pos: Position) -> bool {
        self.validate_position(pos).is_ok()
    }

    /// Checks whether the player could be at a position.
    pub fn validate_position(&self, pos: Position) -> Result<(), MoveError> {
        validate_move_target(self, pos)
    }

    /// Returns whether the player is at a rift.
    pub fn at_rift(&self) -> bool {
        self.rift_target().is_some()
    }

    /// Returns the target of the rift at the player's position.
    pub fn rift_target(&self) -> Option<Position> {
        self.cube.rift_target(self.player_position())
    }

    /// Returns whether the player is at an exit.
    pub fn at_exit(&self) -> bool {
        self.cube.is_exit(self.player_position())
    }

    /// Returns every action that can be taken, in the order of [`Action::all`]. `Restart` is always possible.
    pub fn valid_actions(&self) -> Vec<Action> {
        Action::all().filter(|action| validate_action(self, *action).is_ok()).collect()
    }

    /// Returns the positions that a step, waiting or a rift would lead to.
    pub fn reachable_positions(&self) -> Vec<Position> {
        find_reachable_positions(self).into_iter().map(|(position, _)| position).collect()
    }

    /// Returns the entity that blocks a position; of several, the one with the lowest id.
    pub fn blocking_entity_at(&self, pos: Position) -> Option<Entity> {
        let id = self.cube.base().id(blocker(&self.cube, pos, &[])?);
        self.cube.entity_at_time(id, pos.t)
    }

    /// Returns the fingerprint of the state: the same for the same level, settings, actions and boxes, on every
    /// machine.
    pub fn fingerprint(&self) -> u64 {
        self.print ^ print::of_phase(self.phase)
    }
}

/// Queries and changes used only by the rules.
impl GameState {
    fn start(cube: TimeCube, setup: Arc<Setup>) -> Self {
        let mut cube = cube.untouched();
        cube.put_player(setup.start);
        let (world_line, print) = (WorldLine::new(setup.start), setup.print);
        Self { cube, world_line, deeds: Deeds::default(), phase: GamePhase::Playing, print, setup }
    }

    pub(super) fn restarted(self) -> Self {
        Self::start(self.cube, self.setup)
    }

    /// Returns this state after a turn that is known to be possible; the phase is still to be set.
    pub(super) fn advanced(
        mut self,
        to: Position,
        action: Action,
        shifts: &[Shift],
        deed: Option<Deed>,
    ) -> Self {
        let turn = self.turn() as u32 + 1;
        self.print ^= print::of_turn(turn, to, action);
        for shift in shifts {
            self.print ^= print::of_shift(turn, self.cube.base().id(shift.thing), to.t, shift.to);
        }
        if !shifts.is_empty() {
            self.cube.shift(shifts, to.t, turn);
        }
        self.cube.put_player(to);
        self.world_line.append(to);
        if let Some(deed) = deed {
            self.deeds.add(turn, deed);
        }
        self
    }

    pub(super) fn set_phase(&mut self, phase: GamePhase) {
        self.phase = phase;
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn deeds(&self) -> &Deeds {
        &self.deeds
    }

    /// Returns a box that is moved in the next turn: id, from, to.
    pub(super) fn described(&self, shift: &Shift) -> (EntityId, Position, Position) {
        let t = self.current_time();
        (self.cube.base().id(shift.thing), shift.from.at(t), shift.to.at(t + 1))
    }
}

impl PartialEq for GameState {
    fn eq(&self, other: &Self) -> bool {
        self.setup.print == other.setup.print
            && self.fingerprint() == other.fingerprint()
            && self.world_line == other.world_line
            && self.deeds == other.deeds
    }
}

fn the_player(cube: &TimeCube) -> Result<(EntityId, Position), GameError> {
    let players: Vec<_> = cube.base().players().collect();
    let records = players.iter().flat_map(|thing| cube.base().records(*thing));
    let records: Vec<_> = records.filter(|record| record.traits.meets(Traits::PLAYER)).collect();
    match records[..] {
        [] => Err(GameError::NoPlayer),
        [only] if only.until - only.from == 1 => Ok((only.entity.id, only.entity.position)),
        _ => Err(GameError::MultiplePlayers { count: records.len().max(2) }),
    }
}

/// Builds a game with custom settings.
#[derive(Debug, Clone, Default)]
pub struct GameStateBuilder {
    cube: Option<TimeCube>,
    config: GameConfig,
}

impl GameStateBuilder {
    /// Starts with default settings and no cube.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the cube.
    pub fn with_cube(self, cube: TimeCube) -> Self {
        Self { cube: Some(cube), ..self }
    }

    /// Sets the settings.
    pub fn with_config(self, config: GameConfig) -> Self {
        Self { config, ..self }
    }

    /// Sets the speed of light for enemies that state none.
    pub fn with_light_speed(mut self, speed: u32) -> Self {
        self.config.light_speed = speed;
        self
    }

    /// Sets the name of the level.
    pub fn with_level_name(mut self, name: impl Into<String>) -> Self {
        self.config.level_name = name.into();
        self
    }

    /// Builds the game.
    pub fn build(self) -> Result<GameState, GameError> {
        GameState::new(self.cube.ok_or(GameError::NoCube)?, self.config)
    }
}
