//! Tests of the match: the ten rules of the contract, its matrix, its four cases and the golden cases, each by its
//! name; then secrets, the formats of files, logs and requests, properties, and whole matches.
//!
//! A match is drawn as text: `die 4; A 20+3: defender orbital; B 25+0:` means that the die of the turn will show 4,
//! that A has 20 health, 3 lines and two ships, and B has 25 health and nothing else. Actions are those of the log;
//! `end` lets both players save and hold until the turn is over.

mod cases;
mod health;
mod many;
mod matrix;
mod properties;
mod rules;
mod secrets;
mod ships;
mod states;
mod texts;
mod versions;

use super::*;
use crate::rules::Level as _;
use serde_json::json;

/// A match that is being played.
struct Match {
    rules: Fleet,
    state: State,
    /// All events so far.
    events: Vec<Event>,
}

/// A match with the built-in ships.
fn set_up(drawing: &str) -> Match {
    set_up_with("", drawing)
}

/// A match with its own ships, given as the tables of a level file; an empty text means the built-in ones.
fn set_up_with(ships: &str, drawing: &str) -> Match {
    set_up_by(Fleet::VERSION, ships, drawing)
}

/// The same by a version of the rules.
fn set_up_by(version: u16, ships: &str, drawing: &str) -> Match {
    let (mut die, mut players) = (None, Vec::new());
    for part in drawing.split(';').map(str::trim) {
        match part.strip_prefix("die ") {
            Some(shown) => die = shown.parse::<u8>().ok(),
            None => players.push(player(part)),
        }
    }
    let text = format!("{}{ships}", players.concat());
    let level = Level::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let rules = Fleet::for_version(level, version).unwrap();
    let shows = |seed: &u64| {
        let first = resolve::resolve(&rules, rules.start(*seed), Phase::DiceRoll).0.die;
        die.is_none() || first == die
    };
    let seed = (0..1000).find(shows).expect("a seed for every side of the die");
    Match { state: rules.start(seed), rules, events: Vec::new() }
}

/// Turns `A 20+3: defender orbital` into a table.
fn player(text: &str) -> String {
    let (head, ships) = text.split_once(':').expect("a colon after the numbers");
    let (name, numbers) = head.split_once(' ').expect("a name");
    let (health, lines) = numbers.split_once('+').expect("health and lines");
    let ships: Vec<&str> = ships.split_whitespace().collect();
    format!("[[player]]\nname = \"{name}\"\nhealth = {health}\nlines = {lines}\nships = {}\n", json!(ships))
}

impl Match {
    /// Plays actions, each of which must be legal and keep the invariants.
    #[track_caller]
    fn play(mut self, actions: &str) -> Self {
        for text in actions.split_whitespace() {
            if text == "end" {
                self = self.end();
            } else {
                self.act(&text.parse().expect(text));
            }
        }
        self
    }

    #[track_caller]
    fn act(&mut self, action: &Action) -> Outcome {
        let (next, outcome) =
            self.rules.apply(&self.state, action).unwrap_or_else(|why| panic!("{action}: {why}"));
        assert_eq!(self.rules.invariants(&next), Ok(()), "after {action}");
        self.events.extend(outcome.events().cloned());
        self.state = next;
        outcome
    }

    /// Lets both players save and hold until the next die.
    fn end(mut self) -> Self {
        while self.state.phase != Phase::DiceRoll {
            let actions = self.rules.actions(&self.state);
            let idle =
                actions.iter().find(|action| matches!(action, Action::Save { .. } | Action::Hold { .. }));
            self.act(idle.expect("to do nothing is always legal"));
        }
        self
    }

    #[track_caller]
    fn refused(&self, action: &str) -> Illegal {
        let action = action.parse().expect(action);
        self.rules.check(&self.state, &action).expect_err("it should be refused")
    }

    fn health(&self) -> [i32; 2] {
        SEATS.map(|seat| self.state.player(seat).health)
    }

    fn lines(&self) -> [u32; 2] {
        SEATS.map(|seat| self.state.player(seat).lines)
    }

    /// Kinds of a player's living ships.
    fn fleet(&self, seat: Seat) -> String {
        self.state.living(seat).map(|ship| ship.kind.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the events of ships in short: `Marked B1, Created B2, Destroyed B1`.
    fn fates(&self) -> String {
        let brief = |event: &Event| match event {
            Event::Marked { ship, .. } => Some(format!("Marked {ship}")),
            Event::Created { ship, .. } => Some(format!("Created {ship}")),
            Event::Destroyed { ship, .. } => Some(format!("Destroyed {ship}")),
            Event::Built { ship, .. } => Some(format!("Built {ship}")),
            Event::Consumed { ship, .. } => Some(format!("Consumed {ship}")),
            _ => None,
        };
        self.events.iter().filter_map(brief).collect::<Vec<_>>().join(", ")
    }

    /// Draws the state, without the die.
    fn drawing(&self) -> String {
        let player = |seat: Seat| {
            let player = self.state.player(seat);
            format!("{seat} {}+{}: {}", player.health, player.lines, self.fleet(seat)).trim_end().to_owned()
        };
        SEATS.map(player).join("; ")
    }
}

/// Checks that these actions lead from the first drawing to the second.
#[track_caller]
fn check(before: &str, actions: &str, after: &str) {
    assert_eq!(set_up(before).play(actions).drawing(), after);
}

/// The same with its own ships.
#[track_caller]
fn check_with(ships: &str, before: &str, actions: &str, after: &str) {
    assert_eq!(set_up_with(ships, before).play(actions).drawing(), after);
}

/// A ship called `probe` with one power, and a `hull` without powers.
fn probe(power: &str) -> String {
    format!(
        "[[ship]]\nid = \"probe\"\ncost = 1\ncharges = 2\n[[ship.power]]\nname = \"test\"\n{power}\n\
         [[ship]]\nid = \"hull\"\ncost = 1\n[[ship]]\nid = \"gun\"\ncharges = 2\n[[ship.power]]\nname = \"fire\"\n\
         phase = \"first_strike\"\ntiming = \"continuous\"\nspends = 1\neffect = \"destroy\"\n"
    )
}

/// The faults of a power of the ship `probe`.
fn wrong(power: &str) -> String {
    let faults = Level::parse(&probe(power)).expect_err("it should not be sound");
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The state after random play of this many actions.
fn random_state(rules: &Fleet, seed: u64, actions: u32) -> State {
    let mut rng = crate::rng::Mulberry32::new(seed as u32);
    let mut state = rules.start(seed);
    for _ in 0..actions {
        let legal = rules.actions(&state);
        if legal.is_empty() {
            break;
        }
        let choice = &legal[rng.below(legal.len() as u32) as usize];
        state = rules.apply(&state, choice).expect("listed").0;
    }
    state
}

/// The sample levels.
fn samples() -> [Fleet; 3] {
    [
        include_str!("../../../saves/levels/fleet-two-captains.toml"),
        include_str!("../../../saves/levels/fleet-first-strike.toml"),
        include_str!("../../../saves/levels/fleet-the-last-word.toml"),
    ]
    .map(|text| Fleet::new(Level::parse(text).expect("a sample")).expect("a sample"))
}
