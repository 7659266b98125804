//! One contract for every ruleset whose levels can be drawn, checked by drawing at random on every sample level:
//! edits that its kit allows are mostly accepted, the log replays, a crash leaves a prefix, and drawings can be saved
//! and opened.

#[path = "common/scribbler.rs"]
mod scribbler;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use scribbler::Scribbler;
use timeloom::catalog::{self, DRAWABLES, Drawable};
use timeloom::diff::changes;
use timeloom::game::{ActError, ActionBytes, Game};
use timeloom::journal::Durability;
use timeloom::journal::storage::Memory;
use timeloom::scene::View;
use timeloom::session::Opening;
use timeloom::sketch::{Edit, Fields};
use timeloom::timeline::NodeId;

const STEPS: usize = 60;

/// Returns the texts of all sample levels, and of a new one.
fn levels(drawable: &Drawable) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/levels");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let samples = texts.filter(|text| catalog::declared(text) == drawable.name());
    samples.chain([drawable.blank(9, 7, Fields::new()).unwrap().level]).collect()
}

fn for_every_level(check: impl Fn(&Drawable, &str)) {
    assert!(DRAWABLES.len() > 1);
    for drawable in DRAWABLES {
        levels(drawable).iter().for_each(|level| check(drawable, level));
    }
}

fn start(drawable: &Drawable, level: &str) -> (Box<dyn Game>, Memory) {
    let memory = Memory::new(drawable.begin(level).unwrap().to_bytes());
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    (catalog::open_storage("a drawing", Box::new(memory.clone()), opening).unwrap(), memory)
}

/// Draws at random, sometimes from an earlier node; returns how many edits were accepted.
fn scribble(game: &mut dyn Game, seed: u32, mut see: impl FnMut(&mut dyn Game, &Edit, bool)) -> usize {
    let mut scribbler = Scribbler::new(seed);
    let mut accepted = 0;
    for _ in 0..STEPS {
        if scribbler.below(12) == 0 {
            game.seek(NodeId(scribbler.below(game.node_count()) as u32));
        }
        let drawing_view = game
            .drawing()
            .map(|drawing| drawing.view(game.cursor(), View::default()))
            .expect("a drawing has a view");
        let Some(edit) = scribbler.edit(&drawing_view) else { continue };
        let before = (game.cursor(), game.node_count(), game.bytes().unwrap());
        let good = match game.act(&ActionBytes(edit.to_bytes())) {
            Ok(_) => true,
            Err(ActError::Illegal { refused, .. }) => {
                assert!(refused.message.len() > 10 && !refused.code.is_empty(), "{refused:?}");
                assert_eq!(before, (game.cursor(), game.node_count(), game.bytes().unwrap()), "{edit}");
                false
            }
            Err(error) => panic!("{edit}: {error}"),
        };
        accepted += usize::from(good);
        see(game, &edit, good);
    }
    accepted
}

#[test]
fn a_drawing_is_told_from_a_game_and_starts_as_the_level_it_is_of() {
    for_every_level(|drawable, level| {
        let (game, _) = start(drawable, level);
        assert!(
            game.about().drawing && game.offers().is_empty() && game.at(game.cursor()).result().is_none()
        );
        assert_eq!(game.about().ruleset, drawable.name());
        assert_eq!(game.drawing().map(|drawing| drawing.level_text(NodeId::ROOT)), Some(game.level()));
        let played = catalog::find(drawable.name()).unwrap().begin(&game.level(), 0).unwrap();
        let played = catalog::open_bytes("a game", &played.to_bytes()).unwrap();
        assert!(
            !played.about().drawing
                && played.drawing().map(|drawing| drawing.level_text(NodeId::ROOT)).is_none()
        );
        assert!(played.drawing().map(|drawing| drawing.view(NodeId::ROOT, View::default())).is_none());
    });
}

#[test]
fn most_of_what_a_kit_offers_is_accepted_and_every_edit_is_one_word() {
    for_every_level(|drawable, level| {
        let (mut game, _) = start(drawable, level);
        let accepted = scribble(game.as_mut(), 1, |game, edit, _| {
            assert_eq!(game.parse(&edit.to_string()).unwrap().0, edit.to_bytes(), "{edit}");
        });
        assert!(accepted * 2 > STEPS, "{}: only {accepted} of {STEPS}", drawable.name());
    });
}

#[test]
fn no_accepted_edit_is_an_empty_step() {
    for_every_level(|drawable, level| {
        let (mut game, _) = start(drawable, level);
        scribble(game.as_mut(), 2, |game, edit, accepted| {
            let Some(parent) = game.node(game.cursor()).parent.filter(|_| accepted) else { return };
            let state = |node| game.at(node).data(View::default());
            assert!(!changes(&state(parent), &state(game.cursor())).is_empty(), "{edit}");
        });
    });
}

#[test]
fn replay_from_bytes_equals_live_drawing_at_every_node_of_a_branched_tree() {
    for_every_level(|drawable, level| {
        let (mut game, memory) = start(drawable, level);
        scribble(game.as_mut(), 3, |_, _, _| {});
        game.close().unwrap();
        let again = catalog::open_bytes("again", &memory.bytes()).unwrap();
        assert_eq!((again.about(), again.cursor()), (game.about(), game.cursor()));
        for node in game.tree().ids() {
            assert_eq!(again.node(node), game.node(node));
            assert_eq!(again.at(node).data(View::default()), game.at(node).data(View::default()));
            assert_eq!(
                again.drawing().map(|drawing| drawing.level_text(node)),
                game.drawing().map(|drawing| drawing.level_text(node))
            );
            assert_eq!(again.at(node).scene(View::default()), game.at(node).scene(View::default()));
        }
    });
}

#[test]
fn invariants_hold_at_every_node() {
    for_every_level(|drawable, level| {
        let (mut game, _) = start(drawable, level);
        scribble(game.as_mut(), 4, |_, _, _| {});
        let all: Vec<_> = game.tree().ids().collect();
        game.visit(&all, &mut |moment| {
            assert_eq!(moment.broken(), None, "{} {}", drawable.name(), moment.id());
            ControlFlow::Continue(())
        });
    });
}

#[test]
fn whatever_was_drawn_can_be_saved_and_opened_again() {
    for_every_level(|drawable, level| {
        let (mut game, _) = start(drawable, level);
        scribble(game.as_mut(), 5, |_, _, _| {});
        for node in game.tree().ids() {
            let text = game.drawing().map(|drawing| drawing.level_text(node)).unwrap();
            let again = catalog::draw_text("again", &text, None).unwrap();
            assert_eq!(again.drawing().map(|drawing| drawing.level_text(NodeId::ROOT)), Some(text));
        }
    });
}

#[test]
fn a_level_without_grave_problems_can_be_played_and_one_with_them_cannot() {
    for_every_level(|drawable, level| {
        let (mut game, _) = start(drawable, level);
        scribble(game.as_mut(), 6, |_, _, _| {});
        for node in game.tree().ids() {
            let problems = game.drawing().map(|drawing| drawing.problems(node)).unwrap_or_default();
            let begun = catalog::find(drawable.name())
                .unwrap()
                .begin(&game.drawing().map(|drawing| drawing.level_text(node)).unwrap(), 0);
            assert_eq!(
                begun.is_err(),
                problems.iter().any(|problem| problem.is_error),
                "{problems:?} {begun:?}"
            );
            assert!(problems.is_sorted_by_key(|problem| !problem.is_error));
            assert!(problems.iter().all(|problem| problem.message.contains(": ")), "{problems:?}");
        }
    });
}

#[test]
fn a_drawing_cut_after_any_byte_opens_as_a_prefix() {
    for drawable in DRAWABLES {
        let (mut whole, memory) = start(drawable, &drawable.blank(5, 4, Fields::new()).unwrap().level);
        let header = memory.bytes().len();
        scribble(whole.as_mut(), 7, |_, _, _| {});
        whole.close().unwrap();
        let bytes = memory.bytes();
        let mut most = 0;
        for end in (header..=bytes.len()).step_by(3).chain([bytes.len()]) {
            let part = catalog::open_bytes("a part", &bytes[..end]).unwrap();
            assert!(part.node_count() >= most, "more bytes, fewer edits");
            most = part.node_count();
            for node in part.tree().ids() {
                assert_eq!(part.node(node).fingerprint, whole.node(node).fingerprint);
            }
        }
        assert_eq!(most, whole.node_count());
    }
}

#[test]
fn the_same_edits_give_the_same_bytes() {
    for_every_level(|drawable, level| {
        let draw = || {
            let (mut game, memory) = start(drawable, level);
            scribble(game.as_mut(), 8, |_, _, _| {});
            game.close().unwrap();
            memory.bytes()
        };
        assert_eq!(draw(), draw());
    });
}

#[test]
fn the_plain_text_of_a_level_is_what_its_drawing_writes() {
    for_every_level(|drawable, level| {
        let (game, _) = start(drawable, level);
        let drawing = game.drawing().unwrap();
        assert_eq!(drawable.plain_text(level).unwrap(), drawing.level_text(NodeId::ROOT));
    });
}

#[test]
fn levels_of_other_rulesets_are_not_drawn_and_that_is_said() {
    let drawable: Vec<_> = DRAWABLES.iter().map(Drawable::name).collect();
    for ruleset in catalog::RULESETS.iter().filter(|ruleset| !drawable.contains(&ruleset.name())) {
        let error = catalog::drawable(ruleset.name()).err().unwrap().to_string();
        assert!(
            error.contains(&format!("cannot be drawn (those that can: {})", drawable.join(", "))),
            "{error}"
        );
    }
    assert!(catalog::drawable("chess").is_err());
}
