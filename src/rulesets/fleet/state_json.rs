//! Reads states: from bytes as they are written, and from JSON as `timeloom show --json` prints it.
//!
//! In JSON `turn` is the turn of the log, which means nothing to a state and is skipped. JSON from before rounds had
//! their own name has no `round`, and uses `turn` for it.

use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::phase::Phase;
use super::state::{Due, Player, Ship, State};
use crate::collections::List;
use crate::rng::Mulberry32;

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let Json { round, turn, phase, rng, die, response, players, ships, tally } =
                Json::deserialize(deserializer)?;
            let round = match (round, turn) {
                (Some(round), _) => round,
                (None, Some(turn)) => {
                    u16::try_from(turn).map_err(|_| D::Error::custom(format!("there is no round {turn}")))?
                }
                (None, None) => return Err(D::Error::missing_field("round")),
            };
            return Ok(Self { round, phase, rng, die, response, players, ships, tally });
        }
        let (round, phase, rng, die, response, players, ships, tally) =
            Deserialize::deserialize(deserializer)?;
        Ok(Self { round, phase, rng, die, response, players, ships, tally })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a state of a match")]
struct Json {
    round: Option<u16>,
    turn: Option<u32>,
    phase: Phase,
    rng: Mulberry32,
    die: Option<u8>,
    #[serde(default)]
    response: bool,
    players: [Player; 2],
    ships: List<Ship>,
    #[serde(default)]
    tally: Arc<Vec<Due>>,
}
