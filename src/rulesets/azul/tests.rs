//! Tests of the game. First those given by the specification of drafting: the essential tests, the examples and the
//! golden cases; then the order of the reasons, whole rounds drawn as text, files and logs, and properties.
//!
//! Drawings: `B Y R K W` are tiles, `*` is the token, `>` marks the player to move. A player is `score | the five
//! lines | the rows of the wall | the floor line`, with `-` for empty parts:
//!
//! ```text
//! factories BBRY KKKW - BYYY RRKK
//! centre *WWR
//! > 3 | . R. ... .... ..... | #.... ..... ..... ..... ..... | RR
//!   0 | - | - | -
//! ```

mod errors;
mod essential;
mod examples;
mod golden;
mod levels;
mod looks;
mod marathon;
mod policies;
mod properties;
mod refills;
mod rounds;
mod scores;
mod states;
mod texts;

use super::*;

/// Two empty boards, five empty factories, and a tile in the centre so that no round ends.
fn create_test_state() -> State {
    state("factories - - - - -\n centre W\n > 0 | - | - | -\n 0 | - | - | -")
}

fn color(letter: char) -> TileColor {
    TileColor::ALL.into_iter().find(|color| color.letter() == letter).expect("a letter of a colour")
}

fn colors(letters: &str) -> Vec<TileColor> {
    letters.chars().filter(|letter| !"-.*".contains(*letter)).map(color).collect()
}

fn tiles(letters: &str) -> TileCounts {
    let mut tiles = TileCounts::NONE;
    colors(letters).into_iter().for_each(|color| tiles.add(color, 1));
    tiles
}

/// Reads the state from a drawing.
fn state(drawing: &str) -> State {
    let mut position = Position::default();
    for row in drawing.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (word, rest) = row.split_once(' ').unwrap_or((row, ""));
        match word {
            "factories" => position.factories = rest.split_whitespace().map(tiles).collect(),
            "centre" => {
                position.center = Center { tiles: tiles(rest), has_first_player_token: rest.contains('*') };
            }
            "bag" => position.bag = tiles(rest),
            "lid" => position.lid = tiles(rest),
            _ => {
                if word == ">" {
                    position.active_player_id = position.players.len() as u8;
                }
                position.players.push(player(row.trim_start_matches("> ")));
            }
        }
    }
    position.into()
}

fn player(row: &str) -> PlayerBoard {
    let parts: Vec<&str> = row.split('|').map(str::trim).collect();
    let [score, lines, wall, floor] = parts[..] else { panic!("a player has four parts: {row}") };
    let mut player = PlayerBoard { score: score.parse().expect("a score"), ..PlayerBoard::default() };
    for (line, drawn) in player.pattern_lines.iter_mut().zip(lines.split_whitespace()) {
        let held = colors(drawn);
        (line.color, line.count_filled) = (held.first().copied(), held.len() as u8);
    }
    for (row, drawn) in player.wall.iter_mut().zip(wall.split_whitespace()) {
        row.iter_mut().zip(drawn.chars()).for_each(|(place, sign)| *place = sign == '#');
    }
    player.floor_line = FloorLine { tiles: colors(floor), has_first_player_token: floor.contains('*') };
    player
}

/// Draws a state.
fn drawing(state: &State) -> String {
    let piles = |piles: &[TileCounts]| piles.iter().map(letters).collect::<Vec<_>>().join(" ");
    let token = if state.center.has_first_player_token { "*" } else { "" };
    let mut rows = vec![
        format!("factories {}", piles(&state.factories)),
        format!("centre {token}{}", letters(&state.center.tiles)),
    ];
    let stocks = [("bag", state.bag), ("lid", state.lid)];
    rows.extend(
        stocks
            .iter()
            .filter(|(_, tiles)| !tiles.is_empty())
            .map(|(name, tiles)| format!("{name} {}", letters(tiles))),
    );
    rows.push(boards(state));
    rows.join("\n")
}

/// Draws only the players.
fn boards(state: &State) -> String {
    let rows = (0..).zip(&state.players).map(|(id, player)| {
        let to_move = if id == state.active_player_id { "> " } else { "" };
        format!("{to_move}{}", board(player))
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn board(player: &PlayerBoard) -> String {
    let line = |line: &PatternLine| {
        let tiles = line.color.map_or(String::new(), |color| String::from(color.letter()));
        tiles.repeat(line.count_filled.into()) + &".".repeat(line.space().into())
    };
    let row = |row: &[bool; SIDE]| row.map(|taken| if taken { '#' } else { '.' }).iter().collect::<String>();
    let words = |words: Vec<String>| {
        if words.concat().chars().all(|sign| sign == '.') { "-".to_owned() } else { words.join(" ") }
    };
    let lines = words(player.pattern_lines.iter().map(line).collect());
    let wall = words(player.wall.iter().map(row).collect());
    let token = if player.floor_line.has_first_player_token { "*" } else { "" };
    let floor: String = player.floor_line.tiles.iter().map(|color| color.letter()).collect();
    let floor = if token.is_empty() && floor.is_empty() { "-".into() } else { format!("{token}{floor}") };
    format!("{} | {lines} | {wall} | {floor}", player.score)
}

fn letters(tiles: &TileCounts) -> String {
    if tiles.is_empty() { "-".into() } else { tiles.each().map(TileColor::letter).collect() }
}

/// Returns the state after some actions, each of which must be legal and keep the invariants.
#[track_caller]
fn played(state: &State, actions: &str) -> State {
    let rules = Azul::resume(state).expect("a possible state");
    actions.split_whitespace().fold(state.clone(), |state, text| {
        let next = apply_action(&state, &text.parse().expect("an action")).expect(text);
        assert_eq!(rules.invariants(&next), Ok(()), "after {text}");
        next
    })
}

/// A drawing without its margins.
fn trimmed(drawing: &str) -> String {
    drawing.lines().map(str::trim).filter(|row| !row.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Checks that these actions lead from the first drawing to the second.
#[track_caller]
fn check(before: &str, actions: &str, after: &str) {
    assert_eq!(drawing(&played(&state(before), actions)), trimmed(after));
}

/// The same for the boards alone, where the next round is dealt at random.
#[track_caller]
fn check_boards(before: &str, actions: &str, after: &str) {
    assert_eq!(boards(&played(&state(before), actions)), trimmed(after));
}

/// Events of one action.
#[track_caller]
fn events(state: &State, action: &str) -> Vec<Event> {
    let rules = Azul::resume(state).expect("a possible state");
    rules.apply(state, &action.parse().expect("an action")).expect("legal").1.events
}

/// Returns the error of a refused action; the state must stay as it was.
#[track_caller]
fn refused(state: &State, action: &str) -> ValidationError {
    let before = state.clone();
    let error = apply_action(state, &action.parse().expect("an action")).expect_err("refused");
    assert_eq!(*state, before);
    error
}
