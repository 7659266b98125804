//! Secrets: what a player has declared appears nowhere in the other's view until both are ready, and then all of it
//! does.

use super::*;
use crate::catalog;
use crate::game::{About, Game, Inspect, NodeView, Offer, Play, Report};
use crate::journal::Durability;
use crate::journal::storage::Memory;
use crate::rng::Mulberry32;
use crate::scene::{Scene, View};
use crate::session::Opening;
use crate::timeline::NodeId;

/// Everything that a seat can know at the cursor.
#[derive(Debug, PartialEq)]
struct Known {
    scene: Scene,
    data: serde_json::Value,
    nodes: Vec<(u32, String, Option<u64>)>,
    about: About,
    log: Vec<Report>,
    choices: Vec<(Offer, Report)>,
}

/// Looks from a seat and returns what can be known there, then from no seat again.
fn known(game: &mut dyn Game, seat: u8) -> Known {
    game.sit(Some(seat));
    let here = game.cursor();
    let turn = game.node(here).turn as usize;
    let mut log = Vec::new();
    game.reports(&game.line()[..=turn], &mut |_, told| log.push(told));
    let known = Known {
        scene: game.at(here).scene(View::default()),
        data: game.at(here).data(View::default()),
        nodes: game.line()[..=turn].iter().map(|&id| game.node(id)).map(facts).collect(),
        about: game.about(),
        log,
        choices: choices(game),
    };
    game.sit(None);
    known
}

/// Returns the knowledge about a node except its number, which depends on other attempts.
fn facts(node: NodeView) -> (u32, String, Option<u64>) {
    (node.turn, node.action, node.fingerprint)
}

fn start(rules: &Fleet, seed: u64) -> Box<dyn Game> {
    let header = catalog::find("fleet").unwrap().begin(&rules.level.to_text(), seed).unwrap();
    let opening = Opening { durability: Durability::OnClose, progress: &mut |_| {} };
    catalog::open_storage("a match", Box::new(Memory::new(header.to_bytes())), opening).unwrap()
}

/// Legal actions at the cursor, each with its effect.
fn choices(game: &dyn Play) -> Vec<(Offer, Report)> {
    let legal = game.offers().into_iter().filter(|offer| offer.refused.is_none());
    legal.map(|offer| (offer.clone(), game.preview(&offer.bytes).unwrap())).collect()
}

fn pick<'c>(rng: &mut Mulberry32, choices: &'c [(Offer, Report)]) -> &'c Offer {
    &choices[rng.below(choices.len() as u32) as usize].0
}

/// Lets a player answer all questions of the phase at random.
fn declare_all(game: &mut dyn Game, seat: u8, rng: &mut Mulberry32) {
    while !game.at(game.cursor()).data(View::default())["players"][usize::from(seat)]["ready"]
        .as_bool()
        .unwrap()
    {
        game.sit(Some(seat));
        let choices = choices(game);
        game.sit(None);
        let choice = pick(rng, &choices).bytes.clone();
        game.act(&choice).unwrap();
    }
}

fn is_ready(game: &dyn Inspect, seat: u8) -> bool {
    game.at(game.cursor()).data(View::default())["players"][usize::from(seat)]["ready"] == true
}

/// Lets a player declare in several ways, and checks the view of the other. Returns the number of ways.
fn check_hidden(game: &mut dyn Game, seat: u8, rng: &mut Mulberry32) -> usize {
    let (here, other) = (game.cursor(), 1 - seat);
    if is_ready(game, seat) || is_ready(game, other) {
        return 0;
    }
    let mut seen: Vec<Known> = Vec::new();
    for _ in 0..6 {
        declare_all(game, seat, rng);
        seen.push(known(game, other));
        game.seek(here);
    }
    for pair in seen.windows(2) {
        assert_eq!(pair[0], pair[1]);
    }
    seen.len()
}

#[test]
fn two_different_declarations_look_the_same_to_the_other_until_both_are_ready() {
    let mut compared = 0;
    for rules in samples() {
        for seed in 0..12 {
            let (mut game, mut rng) = (start(&rules, seed), Mulberry32::new(seed as u32));
            for _ in 0..60 {
                compared +=
                    check_hidden(game.as_mut(), 0, &mut rng) + check_hidden(game.as_mut(), 1, &mut rng);
                let choices = choices(game.as_ref());
                if choices.is_empty() {
                    break;
                }
                let choice = pick(&mut rng, &choices).bytes.clone();
                game.act(&choice).unwrap();
            }
        }
    }
    assert!(compared > 500, "only {compared} declarations were compared");
}

fn game_of(level: &str, actions: &str) -> Box<dyn Game> {
    let rules = Fleet::new(Level::parse(level).unwrap()).unwrap();
    let mut game = start(&rules, 1);
    for action in actions.split_whitespace() {
        let bytes = game.parse(action).unwrap();
        game.act(&bytes).unwrap();
    }
    game
}

const DUEL: &str = "[[player]]\nname = \"Ada\"\nships = [\"guardian\"]\nlines = 9\n[[player]]\nname = \"Bo\"\nships = [\"guardian\"]\nlines = 9\n";

fn told_to(game: &mut dyn Game, seat: Option<u8>) -> Vec<(String, bool)> {
    game.sit(seat);
    let mut told = Vec::new();
    game.reports(game.line(), &mut |_, what| told.push((what.action, !what.outcome.is_null())));
    told
}

#[test]
fn what_is_revealed_is_told_to_both_whoever_was_last() {
    let mut game = game_of(DUEL, "roll A:build:orbital B:save A1:at:B1 B1:hold");
    let log = |actions: [&str; 5], open: [bool; 5]| {
        actions.map(str::to_owned).into_iter().zip(open).collect::<Vec<_>>()
    };
    let actions = ["roll", "A:build:orbital", "B:save", "A1:at:B1", "B1:hold"];
    assert_eq!(told_to(game.as_mut(), None), log(actions, [true; 5]), "the log is complete");
    assert_eq!(
        told_to(game.as_mut(), Some(0)),
        log(actions, [true; 5]),
        "A sees its own and what is revealed"
    );
    let hidden = ["roll", "?", "B:save", "?", "B1:hold"];
    assert_eq!(told_to(game.as_mut(), Some(1)), log(hidden, [true, false, true, false, true]));
}

#[test]
fn a_choice_that_would_reveal_is_not_foretold() {
    let mut game = game_of(DUEL, "roll A:build:orbital");
    let mut texts = |seat| {
        game.sit(seat);
        choices(game.as_ref()).into_iter().map(|(_, told)| told.text).collect::<Vec<_>>()
    };
    assert!(texts(None).iter().any(|text| text.contains("Orbital")));
    assert!(texts(Some(1)).iter().all(|text| text.contains("is revealed")), "{:?}", texts(Some(1)));
    assert!(texts(Some(0)).is_empty(), "A has chosen");
}

#[test]
fn charges_lines_and_chance_do_not_tell() {
    let mut game = game_of(DUEL, "roll A:build:orbital");
    game.sit(Some(1));
    let data = game.at(game.cursor()).data(View::default());
    let before = game.at(NodeId(1)).data(View::default());
    assert_eq!((&data["rng"], &data["players"][0]["declared"]), (&json!(null), &json!(null)));
    assert_eq!(data["players"][0]["lines"], before["players"][0]["lines"]);
    assert_eq!((&data["ships"], &data["players"][0]["ready"]), (&before["ships"], &json!(true)));
    game.sit(Some(0));
    let own = game.at(game.cursor()).data(View::default());
    assert_eq!(own["players"][0]["declared"], json!([{ "Build": { "player": "A", "ship": "orbital" } }]));
}

#[test]
fn a_seat_cannot_choose_for_the_other_nor_try_it_out() {
    let mut game = game_of(DUEL, "roll");
    game.sit(Some(1));
    let orbital = game.parse("A:build:orbital").unwrap();
    for refused in [game.preview(&orbital).unwrap_err(), game.act(&orbital).unwrap_err()] {
        assert!(refused.to_string().contains("belongs to another player, not to Bo"), "{refused}");
    }
    assert_eq!(game.node_count(), 2);
    assert_eq!(game.advice(), None, "the built-in player would choose for Ada");
}

#[test]
fn the_seed_and_fingerprints_are_for_nobody_on_a_seat() {
    let mut game = game_of(DUEL, "roll A:build:orbital");
    let facts = |game: &dyn Inspect| (game.about().seed, game.node(game.cursor()).fingerprint.is_some());
    assert_eq!(facts(game.as_ref()), (Some(1), true));
    game.sit(Some(1));
    assert_eq!(facts(game.as_ref()), (None, false));
    assert_eq!(game.node(game.cursor()).action, "?");
    let recorded = game.recorded(game.cursor());
    assert_eq!((recorded.seed, recorded.actions.len()), (1, 2), "the log stays whole");
}
