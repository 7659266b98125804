//! Draws a match: a board for each fleet, the phase of the round, both players, what the ships do, and what is due.
//!
//! Called through `Show`. Reads states and changes none. A player's view does not contain what the opponent has
//! declared, and nothing in it depends on that.

mod describe;

pub(super) use describe::power as power_words;

use super::Fleet;
use super::action::Action;
use super::id::{SEATS, Seat, ShipId};
use super::legality::{self, Question};
use super::level::Level;
use super::phase::{Phase, SCHEDULE};
use super::ships::Design;
use super::state::{Impact, Ship, State};
use crate::rules::GameResult;
use crate::scene::{
    Arrangement, Board, BoardCell, Card, Cell, Entry, Figure, Label, Mark, Meter, Piece, Scene, Shape, Table,
    Tone, plain,
};

/// Ships per row of a board.
const WIDTH: u32 = 12;
/// Most ships of a kind that are named; further ones are counted.
const NAMED: usize = 6;

/// Viewer: `None` sees everything; otherwise a seat, or `Some(None)` for a viewer who is not a player.
pub(super) type Eyes = Option<Option<Seat>>;

/// Builds the scene of a state.
pub(super) fn scene(rules: &Fleet, state: &State, eyes: Eyes) -> Scene {
    let look = SceneBuilder { rules, level: &rules.level, state, eyes };
    let over = legality::result(rules, state);
    Scene {
        title: look.title(over.is_some()),
        boards: SEATS.map(|seat| look.board(seat)).to_vec(),
        tables: vec![look.track(over.is_some()), look.players(), look.ships()],
        notes: over.map_or_else(|| look.notes(), |result| vec![ending(result)]),
        skin: rules.level.skin(),
        ..Scene::default()
    }
}

/// Returns the cell of a living ship.
pub(super) fn ship_cell(rules: &Fleet, state: &State, ship: ShipId) -> Option<BoardCell> {
    let builder = SceneBuilder { rules, level: &rules.level, state, eyes: None };
    let index = builder.fleet(ship.owner).iter().position(|other| other.id == ship)?;
    Some(BoardCell::new(ship.owner.index() as u32, cell(index as u32)))
}

/// Returns the cell of a ship by its place in the fleet.
fn cell(index: u32) -> Cell {
    Cell { x: index % WIDTH, y: index / WIDTH }
}

struct SceneBuilder<'a> {
    rules: &'a Fleet,
    level: &'a Level,
    state: &'a State,
    eyes: Eyes,
}

impl SceneBuilder<'_> {
    fn title(&self, over: bool) -> String {
        let (round, last) = (self.state.round.min(self.level.rounds()), self.level.rounds());
        let place = if over { "the end".to_owned() } else { self.state.phase.to_string().replace('_', " ") };
        format!("round {round} of {last}, {place}")
    }

    /// Returns whether the viewer may know what a player has declared.
    fn knows(&self, seat: Seat) -> bool {
        self.eyes.is_none_or(|eyes| eyes == Some(seat))
    }

    fn name(&self, seat: Seat) -> &str {
        &self.level.setup(seat).name
    }

    fn design(&self, ship: &Ship) -> &Design {
        self.level.ships().of(&ship.kind)
    }

    /// Returns the living ships of a player, kind by kind.
    fn fleet(&self, seat: Seat) -> Vec<&Ship> {
        let living: Vec<&Ship> = self.state.living(seat).collect();
        let kinds = self.level.ships().designs().iter();
        kinds.flat_map(|design| living.iter().filter(|ship| ship.kind == design.kind).copied()).collect()
    }

    fn board(&self, seat: Seat) -> Board {
        let fleet = self.fleet(seat);
        let asked = self.asked(seat);
        let places = fleet.iter().zip(0..);
        let marks = places.clone().filter(|(ship, _)| Some(ship.id) == asked).map(|(ship, index)| {
            let label = format!("{} is asked what it does with its charge", ship.id);
            Mark::new(cell(index), Tone::Accent, '?', label)
        });
        Board {
            title: format!("{} ({seat})", self.name(seat)),
            facts: self.facts(seat),
            arrangement: Arrangement::Cards,
            marks: marks.collect(),
            pieces: places.map(|(ship, index)| self.piece(ship, cell(index))).collect(),
            ..Board::new(WIDTH, (fleet.len() as u32).div_ceil(WIDTH).max(1))
        }
    }

    /// Returns the health of a player, what is due this round, and the lines.
    fn facts(&self, seat: Seat) -> Vec<Label> {
        let player = self.state.player(seat);
        let due = self.sum_due(seat);
        let due_tone = if due < 0 { Tone::Bad } else { Tone::Good };
        let due = (due != 0).then(|| Label::new(format!("{due:+} this round"), due_tone));
        let health = Label::plain(format!("{} of {} health", player.health, self.level.most_health()));
        let lines = Label::new(plain::counted(player.lines.into(), "line"), Tone::Muted);
        [Some(health), due, Some(lines)].into_iter().flatten().collect()
    }

    /// Returns the ship that has to answer now, if the viewer may know.
    fn asked(&self, seat: Seat) -> Option<ShipId> {
        match legality::open_question(self.rules, self.state, seat).filter(|_| self.knows(seat)) {
            Some(Question::Ship(ship)) => Some(ship),
            _ => None,
        }
    }

    fn piece(&self, ship: &Ship, at: Cell) -> Piece {
        let design = self.design(ship);
        let shape = match (ship.id.owner, design.is_basic()) {
            (_, false) => Shape::Square,
            (Seat::A, true) => Shape::Disc,
            (Seat::B, true) => Shape::Diamond,
        };
        let meter = Meter { value: ship.charges.into(), max: design.charges.into() };
        let (name, id) = (&design.name, ship.id);
        let (charges, powers) = (describe::charges(ship, design), describe::powers(design));
        let card = Card { name: format!("{name} {id}").into(), text: powers.as_str().into() };
        let label = format!("{name} {id}{charges}: {powers}");
        Piece {
            meter: (design.charges > 0).then_some(meter),
            card: Some(card),
            ..Piece::new(at, shape, design.glyph, tone(ship.id.owner), label).with_figure(Figure::Ship)
        }
    }

    /// Returns the phases of the round and the current one.
    fn track(&self, over: bool) -> Table {
        let now = self.state.phase;
        let entry = |phase: Phase| -> Entry {
            if phase == now && !over {
                return Label::new("<now>", Tone::Accent).into();
            }
            let die = self.state.die.filter(|_| phase == Phase::DiceRoll).map(|die| die.to_string());
            let text = die.or_else(|| (phase < now).then(|| "done".to_owned()));
            // An empty entry needs no tone.
            text.map_or_else(|| Label::plain(""), |text| Label::new(text, Tone::Muted)).into()
        };
        Table {
            title: String::new(),
            columns: SCHEDULE.map(|phase| describe::short(phase).to_owned()).to_vec(),
            rows: vec![SCHEDULE.map(entry).to_vec()],
        }
    }

    fn players(&self) -> Table {
        Table {
            title: String::new(),
            columns: ["", "player", "health", "lines", "reads", "ships", "due", ""]
                .map(String::from)
                .to_vec(),
            rows: SEATS.map(|seat| self.player(seat)).to_vec(),
        }
    }

    fn player(&self, seat: Seat) -> Vec<Entry> {
        let player = self.state.player(seat);
        let health = Meter { value: player.health, max: self.level.most_health() };
        let reads = player.reads.map_or("-".to_owned(), |reads| reads.to_string());
        let (doing, doing_tone) = match (self.state.phase, player.ready) {
            (Phase::DiceRoll, _) => ("", Tone::Plain),
            (_, true) => ("ready", Tone::Good),
            (_, false) => ("is choosing", Tone::Accent),
        };
        vec![
            Label::new(seat.to_string(), tone(seat)).into(),
            Label::new(self.name(seat), tone(seat)).into(),
            Entry::Bar(health, tone(seat)),
            Label::plain(player.lines.to_string()).into(),
            Label::plain(reads).into(),
            Label::plain(self.state.living(seat).count().to_string()).into(),
            Label::plain(self.due(seat)).into(),
            Label::new(doing, doing_tone).into(),
        ]
    }

    /// Returns the change of health at the end of this round, as far as known.
    fn due(&self, seat: Seat) -> String {
        let sum = self.sum_due(seat);
        if sum == 0 { "-".to_owned() } else { format!("{sum:+}") }
    }

    fn sum_due(&self, seat: Seat) -> i64 {
        let due = self.state.tally.iter().filter(|due| due.player == seat);
        due.fold(0, |sum, due| match due.effect {
            Impact::Damage => sum - i64::from(due.amount),
            Impact::Heal => sum + i64::from(due.amount),
        })
    }

    /// Returns the kinds in play: who has which, and what they do.
    fn ships(&self) -> Table {
        let fleets = SEATS.map(|seat| self.fleet(seat));
        let in_play = self
            .level
            .ships()
            .designs()
            .iter()
            .filter(|design| fleets.iter().flatten().any(|ship| ship.kind == design.kind));
        let row = |design: &Design| -> Vec<Entry> {
            let [a, b] = SEATS.map(|seat| self.named(&fleets[seat.index()], design));
            vec![
                Label::plain(design.glyph).into(),
                Label::plain(&*design.name).into(),
                Label::new(a, tone(Seat::A)).into(),
                Label::new(b, tone(Seat::B)).into(),
                Label::new(describe::powers(design), Tone::Muted).into(),
            ]
        };
        let [a, b] = SEATS.map(|seat| self.name(seat).to_owned());
        let columns = vec![String::new(), "ship".to_owned(), a, b, "powers".to_owned()];
        Table { title: String::new(), columns, rows: in_play.map(row).collect() }
    }

    /// "A3 A5 (1 charge) +2".
    fn named(&self, fleet: &[&Ship], design: &Design) -> String {
        let own: Vec<&&Ship> = fleet.iter().filter(|ship| ship.kind == design.kind).collect();
        let mut names: Vec<String> = own
            .iter()
            .take(NAMED)
            .map(|ship| format!("{}{}", ship.id, describe::charges(ship, design)))
            .collect();
        names.extend((own.len() > NAMED).then(|| format!("+{}", own.len() - NAMED)));
        names.join(" ")
    }

    fn notes(&self) -> Vec<Label> {
        if self.state.phase == Phase::DiceRoll {
            return vec![Label::new("the die is to be rolled: roll", Tone::Accent)];
        }
        SEATS.into_iter().flat_map(|seat| self.secrets(seat).into_iter().chain(self.question(seat))).collect()
    }

    fn secrets(&self, seat: Seat) -> Option<Label> {
        let declared = &self.state.player(seat).declared;
        if declared.is_empty() || !self.knows(seat) {
            return None;
        }
        let words: Vec<String> = declared.iter().map(ToString::to_string).collect();
        Some(Label::new(format!("{} has chosen in secret: {}", self.name(seat), words.join(" ")), tone(seat)))
    }

    fn question(&self, seat: Seat) -> Option<Label> {
        let asked = legality::open_question(self.rules, self.state, seat)?;
        if !self.knows(seat) {
            return Some(Label::new(format!("{} is choosing in secret", self.name(seat)), Tone::Muted));
        }
        let answers = legality::answers(self.rules, self.state, seat, asked);
        let words: Vec<String> = answers.iter().map(|answer| self.offer(answer)).collect();
        Some(Label::plain(format!("{} may choose: {}", self.name(seat), words.join(", "))))
    }

    /// Returns an action as text, with its price if it has one.
    fn offer(&self, action: &Action) -> String {
        let Action::Build { ship, .. } = action else { return action.to_string() };
        let cost = self.level.ships().of(ship).cost.unwrap_or(0);
        format!("{action} ({cost})")
    }
}

fn tone(seat: Seat) -> Tone {
    if seat == Seat::A { Tone::Blue } else { Tone::Red }
}

fn ending(result: GameResult) -> Label {
    match result {
        GameResult::Won(name) => Label::new(format!("{name} has won"), Tone::Good),
        GameResult::Lost(why) | GameResult::Draw(why) => Label::new(format!("a draw: {why}"), Tone::Muted),
    }
}
