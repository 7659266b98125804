//! The laws of the timeline and of replay, on a very small game: nothing is deleted, every node can be
//! visited, and a reopened game equals the played one.

#[path = "common/pebble.rs"]
mod pebble;

use pebble::{Pebble, Push, Row, open, play, start};
use proptest::prelude::*;
use timeloom::game::{ActError, History, Inspect, Play, Save as _};
use timeloom::journal::record::Header;
use timeloom::journal::salvage::Salvage;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Scan};
use timeloom::rules::Rules;
use timeloom::scene::View;
use timeloom::session::{Divergence, OpenError, Opening, Replayed, Session, recover};
use timeloom::show::Show;
use timeloom::timeline::{Keep, NodeId, Note, Timeline};

/// Returns the cell of the pebble on each turn of the current branch.
fn cells(game: &dyn Inspect) -> Vec<i64> {
    let at = |&node: &NodeId| game.at(node).data(View::default())["at"].as_i64().unwrap();
    game.line().iter().map(at).collect()
}

fn check(moves: &str, line: &[i64], turn: u32) {
    let (mut game, _) = start::<1>(9);
    play(&mut game, moves);
    assert_eq!((cells(&game).as_slice(), game.node(game.cursor()).turn), (line, turn), "after {moves}");
}

#[test]
fn undo_moves_the_cursor_and_deletes_nothing() {
    check("RRR", &[0, 1, 2, 3], 3);
    check("RRRuu", &[0, 1, 2, 3], 1);
    check("RRRuurr", &[0, 1, 2, 3], 3);
}

#[test]
fn acting_in_the_past_grows_a_branch() {
    check("RRRuuL", &[0, 1, 0], 2);
    check("RRRuuLRR", &[0, 1, 0, 1, 2], 4);
}

#[test]
fn redo_goes_where_we_were_last() {
    check("RRRuuLuu", &[0, 1, 0], 0);
    check("RRRuuLuurr", &[0, 1, 0], 2);
}

#[test]
fn doing_the_same_again_leads_to_the_same_node() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRRuu");
    let bytes = memory.bytes();
    play(&mut game, "RR");
    assert_eq!((game.node_count(), game.cursor()), (4, NodeId(3)));
    assert_eq!(memory.bytes(), bytes);
}

#[test]
fn the_line_runs_through_the_node_that_was_sought() {
    let (mut game, _) = start::<1>(9);
    play(&mut game, "RRRuuLR");
    game.seek(NodeId(2));
    assert_eq!(cells(&game), [0, 1, 2, 3]);
    game.seek(NodeId(4));
    assert_eq!(cells(&game), [0, 1, 0, 1]);
    assert_eq!(game.tree().children(NodeId(1)), [NodeId(2), NodeId(4)]);
}

#[test]
fn control_characters_never_get_into_a_note() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RR");
    game.note(Note::name(NodeId(1), "to\x1b[2J the\nwell")).unwrap();
    game.note(Note::bookmark(NodeId(2), "\u{202e}\u{7}x")).unwrap();
    let notes = |game: &dyn History| [1, 2].map(|id| game.node(NodeId(id)).notes);
    let [named, marked] = notes(&game);
    assert_eq!(named.name.as_deref(), Some("to [2J the well"));
    assert_eq!(marked.bookmark.as_deref(), Some("\u{fffd} x"));
    assert_eq!(notes(&open::<1>(&memory.bytes()).unwrap()), [named, marked]);
}

#[test]
fn the_cursor_the_names_and_the_bookmarks_are_there_after_reopening() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRRuuLR");
    game.note(Note::name(NodeId(4), "back")).unwrap();
    game.note(Note::name(NodeId(4), "the way back")).unwrap();
    game.note(Note::bookmark(NodeId(2), "here")).unwrap();
    game.note(Note::bookmark(NodeId(3), "not here")).unwrap();
    game.note(Note::bookmark(NodeId(3), "")).unwrap();
    game.seek(NodeId(2));
    game.close().unwrap();
    let again = open::<1>(&memory.bytes()).unwrap();
    assert_eq!(again.cursor(), NodeId(2));
    assert_eq!(again.line(), game.line());
    assert_eq!(again.node(NodeId(4)).notes.name.as_deref(), Some("the way back"));
    assert_eq!(again.node(NodeId(2)).notes.bookmark.as_deref(), Some("here"));
    assert_eq!(again.node(NodeId(3)).notes.bookmark, None);
}

#[test]
fn closing_twice_or_without_moving_writes_nothing() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RR");
    let bytes = memory.bytes();
    game.close().unwrap();
    game.close().unwrap();
    assert_eq!(memory.bytes(), bytes);
}

#[test]
fn a_refused_action_says_why_and_changes_nothing() {
    let (mut game, memory) = start::<1>(2);
    let bytes = memory.bytes();
    let left = game.parse("L").unwrap();
    let ActError::Illegal { refused, .. } = Play::act(&mut game, &left).unwrap_err() else {
        panic!("not illegal")
    };
    assert_eq!((refused.code.as_str(), refused.message.as_str()), ("Wall", "a wall stands left of cell 0"));
    assert!(matches!(game.parse("sideways"), Err(ActError::Unreadable { .. })));
    assert_eq!((memory.bytes(), game.node_count(), game.cursor()), (bytes, 1, NodeId::ROOT));
}

#[test]
fn a_name_that_is_too_long_is_refused_and_not_cut() {
    let (mut game, memory) = start::<1>(9);
    let bytes = memory.bytes();
    let error = game.note(Note::name(NodeId::ROOT, &"x".repeat(1001))).unwrap_err().to_string();
    assert_eq!(error, "a text of 1001 bytes is too long for a name or bookmark, which hold at most 1000");
    assert_eq!((memory.bytes(), game.node(NodeId::ROOT).notes.name), (bytes, None));
    play(&mut game, "R");
    assert_eq!(open::<1>(&memory.bytes()).unwrap().node_count(), 2);
}

/// A save by version 1 in which version 2 differs at turn 6 of the first branch; the second branch is not affected.
fn by_an_older_ruleset() -> Vec<u8> {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRRRRRR");
    play(&mut game, "0RLR");
    game.note(Note::bookmark(NodeId(9), "safe")).unwrap();
    memory.bytes()
}

fn divergence<const V: u16>(bytes: &[u8]) -> Divergence {
    match open::<V>(bytes).map(|_| ()) {
        Err(OpenError::Diverged(divergence)) => *divergence,
        other => panic!("{other:?}"),
    }
}

#[test]
fn rules_that_disagree_with_the_log_name_the_first_turn_and_show_both_states() {
    let found = divergence::<2>(&by_an_older_ruleset());
    assert_eq!((found.turn, found.node, found.action.as_str()), (5, NodeId(5), "R"));
    assert_eq!((found.written_by, found.ours), (1, 2));
    let (before, after) = (found.before.clone().unwrap(), found.after.clone().unwrap());
    assert_eq!((before.state["at"].as_i64(), after.state["at"].as_i64()), (Some(4), Some(6)));
    assert_eq!((before.scene.title.as_str(), after.scene.title.as_str()), ("cell 4", "cell 6"));
    assert!(matches!(found.found, Replayed::Fingerprint(now) if now != found.recorded));
    let sentence = found.to_string();
    assert!(
        sentence.starts_with("at turn 5 (n5, R) today's rules of pebble disagree with the log"),
        "{sentence}"
    );
    assert!(sentence.contains("begun by version 1, this is version 2"), "{sentence}");
}

#[test]
fn rules_that_refuse_what_the_log_has_say_so() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRLR");
    let found = divergence::<3>(&memory.bytes());
    assert_eq!((found.turn, found.found), (3, Replayed::Refused("a wall stands left of cell 0".into())));
    assert_eq!((found.before.is_some(), found.after), (true, None));
}

#[test]
fn rules_that_start_elsewhere_say_so_at_turn_0() {
    let (_, memory) = start::<1>(9);
    let bytes = memory.bytes();
    let other = open::<1>(&with_seed(&bytes, 4)).map(|_| ()).unwrap_err().to_string();
    assert!(
        other.starts_with("at turn 0 (n0, the start) today's rules of pebble disagree with the log"),
        "{other}"
    );
}

/// The same save with another seed in its header, as if the rules had changed the first state.
fn with_seed(bytes: &[u8], seed: u64) -> Vec<u8> {
    let log = Scan::begin(Box::new(Memory::new(bytes.to_vec()))).unwrap();
    Header { seed, ..log.header().clone() }.to_bytes()
}

#[test]
fn a_save_by_newer_rules_is_refused_with_a_sentence() {
    let (mut game, memory) = start::<2>(9);
    play(&mut game, "RR");
    let error = open::<1>(&memory.bytes()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "this save was written by version 2 of pebble, and this program has version 1: open it with a newer Timeloom"
    );
}

#[test]
fn recovery_keeps_every_branch_that_still_replays() {
    let bytes = by_an_older_ruleset();
    let (rescued, report) = recover::<Pebble<2>>(Salvage::read(&bytes, None).unwrap()).unwrap();
    assert_eq!((report.kept, report.left_out), (6, 3));
    let mut game = open::<2>(&rescued).unwrap();
    let marked = (0..7).find(|&id| game.node(NodeId(id)).notes.bookmark.as_deref() == Some("safe"));
    game.seek(NodeId(marked.unwrap()));
    assert_eq!(cells(&game), [0, 1, 0, 1]);
}

/// A step of a random player.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Act(Push),
    Undo,
    Redo,
    Seek(usize),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        4 => Just(Deed::Act(Push::Right)),
        3 => Just(Deed::Act(Push::Left)),
        1 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        1 => any::<usize>().prop_map(Deed::Seek),
    ];
    proptest::collection::vec(deed, 0..120)
}

/// Reference implementation: every node holds its parent and its state.
struct Model {
    nodes: Vec<(usize, pebble::State)>,
}

fn run_beside_the_model(timeline: &mut Timeline<Pebble<1>>, deeds: &[Deed]) -> Model {
    let mut model = Model { nodes: vec![(0, timeline.state().clone())] };
    for &deed in deeds {
        match deed {
            Deed::Act(push) => {
                if let Some(known) = timeline.known(&push) {
                    timeline.seek(known);
                } else if let Ok(plan) = timeline.plan(push) {
                    let parent = timeline.cursor().0 as usize;
                    let (state, _) = timeline.rules().apply(&model.nodes[parent].1, &push).unwrap();
                    model.nodes.push((parent, state));
                    timeline.commit(plan);
                }
            }
            Deed::Undo => drop(timeline.undo()),
            Deed::Redo => drop(timeline.redo()),
            Deed::Seek(to) => timeline.seek(NodeId((to % timeline.node_count()) as u32)),
        }
        assert_eq!(timeline.state(), &model.nodes[timeline.cursor().0 as usize].1);
    }
    model
}

fn small_keeps() -> impl Strategy<Value = Keep> {
    (0usize..6, 0usize..5).prop_map(|(keyframes, recent)| Keep { keyframes, recent })
}

proptest! {
    #[test]
    fn every_node_is_reached_however_few_states_are_kept(deeds in deeds(), keep in small_keeps()) {
        let rules = Pebble::<1>::new(Row { cells: 40 }).unwrap();
        let mut timeline = Timeline::keeping(rules, 3, keep);
        let model = run_beside_the_model(&mut timeline, &deeds);
        prop_assert_eq!(timeline.node_count(), model.nodes.len());
        for (id, (parent, state)) in model.nodes.iter().enumerate() {
            let id = NodeId(id as u32);
            prop_assert_eq!(&timeline.state_at(id), state);
            prop_assert_eq!(timeline.fingerprint(id), timeline.rules().fingerprint(state));
            prop_assert!(id == NodeId::ROOT || timeline.parent(id) == Some(NodeId(*parent as u32)));
        }
    }

    #[test]
    fn the_line_is_always_a_branch_from_the_start_to_a_tip_through_the_cursor(deeds in deeds()) {
        let mut timeline = Timeline::new(Pebble::<1>::new(Row { cells: 40 }).unwrap(), 3);
        run_beside_the_model(&mut timeline, &deeds);
        let line = timeline.line();
        prop_assert_eq!(line[timeline.turn(timeline.cursor()) as usize], timeline.cursor());
        prop_assert!(line.windows(2).all(|pair| timeline.parent(pair[1]) == Some(pair[0])));
        prop_assert!(timeline.tree().children(line[line.len() - 1]).is_empty());
        prop_assert_eq!(line, timeline.tree().path(line[line.len() - 1]));
    }

    #[test]
    fn replay_from_bytes_equals_live_play_at_every_node(deeds in deeds()) {
        let (mut game, memory) = start::<1>(40);
        for deed in deeds {
            match deed {
                Deed::Act(push) => drop(game.act(push)),
                Deed::Undo => drop(game.undo()),
                Deed::Redo => drop(game.redo()),
                Deed::Seek(to) => game.seek(NodeId((to % game.node_count()) as u32)),
            }
        }
        game.close().unwrap();
        let again = open::<1>(&memory.bytes()).unwrap();
        prop_assert_eq!(again.node_count(), game.node_count());
        prop_assert_eq!((again.cursor(), again.line()), (game.cursor(), game.line()));
        for id in (0..game.node_count() as u32).map(NodeId) {
            prop_assert_eq!(again.node(id), game.node(id));
            prop_assert_eq!(again.at(id).data(View::default()), game.at(id).data(View::default()));
        }
    }
}

#[test]
fn what_was_told_of_a_branch_is_what_its_actions_did() {
    let (mut game, _) = start::<1>(9);
    play(&mut game, "RRuLRR");
    let mut texts = Vec::new();
    game.reports(game.line(), &mut |node, told| {
        texts.push(format!("{node} {} {}", told.action, told.text));
    });
    assert_eq!(texts, ["n1 R to cell 1", "n3 L to cell 0", "n4 R to cell 1", "n5 R to cell 2"]);
    assert_eq!(Pebble::<1>::new(Row { cells: 9 }).unwrap().tell(&3), "to cell 3");
}

#[test]
fn opening_reports_its_progress_to_the_last_byte() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRRLL");
    let mut seen = Vec::new();
    let log = Scan::begin(Box::new(memory.clone())).unwrap();
    let opening =
        Opening { durability: Durability::OnClose, progress: &mut |progress| seen.push(progress.done) };
    drop(Session::<Pebble<1>>::open(log, opening).unwrap());
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&(memory.bytes().len() as u64)));
}
