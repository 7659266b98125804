//! The laws of every ruleset, checked by random play through the interface that the command line and the editor use.
//!
//! Run on the rulesets of the catalog and on the example. Knows no particular ruleset.

use std::collections::BTreeSet;

use serde_json::Value;
use timeloom::diff::{Cause, changes};
use timeloom::game::{ActError, ActionBytes, Game, History, Inspect, Offer, Play};
use timeloom::journal::storage::Memory;
use timeloom::rng::Mulberry32;
use timeloom::rules::{Level as _, Testable};
use timeloom::scene::{BoardCell, View};
use timeloom::session::{Viewer, preview};
use timeloom::show::{LogTurn, Show};
use timeloom::timeline::NodeId;

use super::choices::{self, choices};
use super::subject::Subject;

pub(crate) const SEEDS: u64 = 3;
pub(crate) const STEPS: usize = 80;

fn pick<'a, T>(rng: &mut Mulberry32, from: &'a [T]) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[rng.below(from.len() as u32) as usize])
}

/// Plays at random, now and then from an earlier node, and calls `visit` before each act.
pub(crate) fn random_play(game: &mut dyn Game, seed: u64, mut visit: impl FnMut(&mut dyn Game)) {
    let mut rng = Mulberry32::new(seed as u32);
    for _ in 0..STEPS {
        visit(game);
        let choices = choices(&*game);
        match pick(&mut rng, &choices) {
            Some(choice) if rng.below(20) > 0 => drop(game.act(&choice.bytes).unwrap()),
            _ => {
                let back = rng.below(game.node_count() as u32);
                game.seek(NodeId(back));
            }
        }
    }
    visit(game);
}

pub(crate) fn listed_actions_are_accepted_and_their_text_and_bytes_round_trip(subject: &Subject) {
    subject.for_every_level(|level| {
        for seed in 0..SEEDS {
            random_play(subject.start(level, seed).0.as_mut(), seed, |game| {
                for choice in choices(&*game) {
                    assert!(
                        choice.told.is_ok(),
                        "{} is listed and refused: {:?}",
                        choice.action,
                        choice.told
                    );
                    assert_eq!(game.parse(&choice.action).unwrap(), choice.bytes, "{}", choice.action);
                    assert!(!choice.action.contains(char::is_whitespace), "'{}'", choice.action);
                }
            });
        }
    });
}

pub(crate) fn the_codes_of_listed_actions_are_among_those_that_are_declared(subject: &Subject) {
    subject.for_every_level(|level| {
        let all: BTreeSet<_> = (subject.all_tags)().into_iter().collect();
        random_play(subject.start(level, 8).0.as_mut(), 8, |game| {
            for choice in choices(&*game) {
                let tags = (subject.tags)(&choice.action);
                assert!(!tags.is_empty() && tags.iter().all(|tag| all.contains(tag)), "{}", choice.action);
            }
        });
    });
}

pub(crate) fn an_action_takes_two_bytes_and_a_record_sixteen(subject: &Subject) {
    subject.for_every_level(|level| {
        let (mut game, memory) = subject.start(level, 1);
        let (mut size, mut nodes, mut from) = (memory.bytes().len(), 1, NodeId::ROOT);
        random_play(game.as_mut(), 1, |game| {
            assert!(choices(&*game).iter().all(|choice| choice.bytes.0.len() <= 2));
            // An act that does not follow the newest node also says which one it follows.
            let most = if from.0 as usize + 2 == game.node_count() { 16 } else { 18 };
            let grown = memory.bytes().len() - size;
            assert!(grown <= most * (game.node_count() - nodes), "{}: {grown} bytes", subject.name);
            (size, nodes, from) = (memory.bytes().len(), game.node_count(), game.cursor());
        });
    });
}

pub(crate) fn what_a_choice_promises_is_what_happens(subject: &Subject) {
    subject.for_every_level(|level| {
        let (mut game, _) = subject.start(level, 5);
        random_play(game.as_mut(), 5, |game| {
            let here = game.cursor();
            for choice in choices(&*game).into_iter().take(3) {
                let node = game.act(&choice.bytes).unwrap();
                let (mut told, promised) = (None, choice.told.unwrap());
                game.reports(&[node], &mut |_, what| told = Some(what));
                // What is up to chance is told when it has happened, and not before.
                if promised.outcome.is_null() {
                    assert_ne!(told.map(|told| told.outcome), Some(Value::Null), "{}", promised.action);
                } else {
                    assert_eq!(told, Some(promised));
                }
                game.seek(here);
            }
        });
    });
}

pub(crate) fn what_is_up_to_chance_is_the_same_in_every_list_until_it_happens(subject: &Subject) {
    (subject.check_chance)(&subject.levels);
}

/// Plays at random, and asks at every turn what each action would do: here, and in a state that differs only by its
/// generator.
pub(crate) fn check_chance_is_not_told<R: Show + Testable>(levels: &[String]) {
    let has_chance = levels.iter().any(|level| depends_on_seed::<R>(level));
    let past = |before| LogTurn { turn: 1000 - before, node: None };
    let mut withheld = 0;
    for level in levels {
        let rules = R::new(R::Level::parse(level).unwrap()).unwrap();
        let (mut rng, mut state) = (Mulberry32::new(8), rules.start(1));
        for _ in 0..STEPS {
            let Some(other) = rules.reseed(state.clone(), 99) else {
                assert!(!has_chance, "games of {} differ by their seed, and it cannot reseed", R::NAME);
                break;
            };
            let actions = rules.actions(&state);
            for action in &actions {
                let told = |state| preview(&rules, state, &Viewer::new(&rules, None), action, &past).unwrap();
                assert_eq!(told(&state), told(&other), "{} foretells chance", R::NAME);
                withheld += usize::from(told(&state).outcome.is_null());
            }
            // The first action of a list is what a game does by itself; half of the time it may.
            let action = if rng.below(2) == 0 { actions.first() } else { pick(&mut rng, &actions) };
            let Some(action) = action else { break };
            state = rules.apply(&state, action).unwrap().0;
        }
    }
    assert_eq!(withheld > 0, has_chance, "what {} holds back until it happens", R::NAME);
}

/// Whether the same actions lead elsewhere with another seed.
fn depends_on_seed<R: Show>(level: &str) -> bool {
    let rules = R::new(R::Level::parse(level).unwrap()).unwrap();
    let (mut one, mut other) = (rules.start(1), rules.start(2));
    for _ in 0..STEPS {
        if rules.fingerprint(&one) != rules.fingerprint(&other) {
            return true;
        }
        let Some(action) = rules.actions(&one).into_iter().next() else { break };
        (one, other) = (rules.apply(&one, &action).unwrap().0, rules.apply(&other, &action).unwrap().0);
    }
    false
}

pub(crate) fn what_can_be_thought_of_holds_what_is_legal_and_why_the_rest_is_not(subject: &Subject) {
    subject.for_every_level(|level| {
        random_play(subject.start(level, 6).0.as_mut(), 6, |game| {
            let (legal, illegal): (Vec<_>, Vec<_>) =
                game.offers().into_iter().partition(|offer| offer.refused.is_none());
            let choices = choices(&*game);
            let listed: BTreeSet<_> = choices.iter().map(|choice| &choice.bytes).collect();
            assert_eq!(listed, legal.iter().map(|offer| &offer.bytes).collect());
            for choice in choices.iter().take(3) {
                assert_eq!(game.preview(&choice.bytes).ok(), choice.told.clone().ok());
            }
            for offer in illegal {
                let refused = offer.refused.expect("it is illegal");
                let said = game.preview(&offer.bytes).expect_err("it is illegal").to_string();
                assert!(said.ends_with(&refused.message), "{said}");
            }
        });
    });
}

pub(crate) fn every_legal_action_has_words_of_its_own_and_steps_on_the_boards(subject: &Subject) {
    subject.for_every_level(|level| {
        random_play(subject.start(level, 6).0.as_mut(), 6, |game| {
            let scene = game.at(game.cursor()).scene(View::default());
            let is_there = |cell: &BoardCell| {
                let board = scene.boards.get(cell.board as usize);
                board.is_some_and(|board| cell.at.x < board.width && cell.at.y < board.height)
            };
            let mut words = BTreeSet::new();
            for offer in game.offers().into_iter().filter(|offer| offer.refused.is_none()) {
                let Offer { action, steps, .. } = &offer;
                let are_there = |cells: &Vec<BoardCell>| !cells.is_empty() && cells.iter().all(is_there);
                assert!(steps.iter().all(are_there), "{action}: {steps:?}");
                assert!(
                    words.insert(offer.words.clone()),
                    "'{}' names {action} and another one",
                    offer.words
                );
            }
        });
    });
}

pub(crate) fn what_a_game_advises_is_listed(subject: &Subject) {
    subject.for_every_level(|level| {
        random_play(subject.start(level, 2).0.as_mut(), 2, |game| {
            let listed = choices(&*game);
            let advice = game.advice();
            assert!(advice.iter().all(|bytes| listed.iter().any(|choice| choice.bytes == *bytes)));
        });
    });
}

/// Whether a cause explains a change at that path: it covers everything below its own.
fn covers(cause: &Cause, path: &str) -> bool {
    let rest = path.strip_prefix(cause.path.as_str());
    rest.is_some_and(|rest| cause.path.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

pub(crate) fn a_ruleset_that_names_causes_explains_every_change(subject: &Subject) {
    subject.for_every_level(|level| {
        let (mut game, _) = subject.start(level, 4);
        random_play(game.as_mut(), 4, |_| {});
        let state = |node| game.at(node).data(View::default());
        let mut explained = Vec::new();
        game.reports(&all_nodes(game.as_ref()), &mut |node, told| explained.push((node, told)));
        if explained.iter().all(|(_, told)| told.causes.is_empty()) {
            return;
        }
        for (node, told) in explained {
            let before = state(game.node(node).parent.unwrap());
            for change in changes(&before, &state(node)) {
                let causes = &told.causes;
                assert!(
                    causes.iter().any(|cause| covers(cause, &change.path)),
                    "{} {node} {}: nothing explains {change}, only {causes:?}",
                    subject.name,
                    told.action
                );
            }
        }
    });
}

pub(crate) fn actions_from_elsewhere_are_refused_with_a_reason_and_change_nothing(subject: &Subject) {
    let refused: usize = subject.levels.iter().map(|level| check_all_refused(subject, level)).sum();
    assert!(refused > 0, "{} refused nothing that is legal at another turn", subject.name);
}

/// Tries every harvested action that is not listed, at each turn of a random game; returns how many there were.
fn check_all_refused(subject: &Subject, level: &str) -> usize {
    let harvest = harvest(subject, level);
    assert!(
        harvest.len() > 1,
        "{}: one game offers the same action throughout: let there be a choice",
        subject.name
    );
    let (mut game, memory) = subject.start(level, 3);
    let mut refused = 0;
    random_play(game.as_mut(), 3, |game| {
        let listed: BTreeSet<_> = choices(&*game).into_iter().map(|choice| choice.bytes).collect();
        let before = everything(game, &memory);
        for action in harvest.iter().filter(|action| !listed.contains(action)) {
            check_refused(game, action);
            refused += 1;
        }
        assert_eq!(everything(game, &memory), before);
    });
    refused
}

/// Every action that is offered anywhere in some random games.
fn harvest(subject: &Subject, level: &str) -> BTreeSet<ActionBytes> {
    let mut found = BTreeSet::new();
    for seed in 0..4 {
        random_play(subject.start(level, seed).0.as_mut(), seed + 100, |game| {
            found.extend(choices(&*game).into_iter().map(|choice| choice.bytes));
        });
    }
    found
}

/// All that an action could have changed.
fn everything(game: &dyn Inspect, memory: &Memory) -> impl PartialEq + std::fmt::Debug + use<> {
    (game.cursor(), game.node_count(), game.at(game.cursor()).data(View::default()), memory.bytes())
}

fn check_refused(game: &mut dyn Game, action: &ActionBytes) {
    let Err(ActError::Illegal { refused, .. }) = game.act(action) else {
        panic!("an action of {} that is not listed was accepted: {action:?}", game.about().ruleset);
    };
    assert!(refused.message.len() > 10 && !refused.code.is_empty(), "{refused:?}");
}

pub(crate) fn a_finished_game_lists_nothing_but_to_start_again_and_an_unfinished_one_something(
    subject: &Subject,
) {
    let played = subject.levels.iter().flat_map(|level| (0..SEEDS).map(move |seed| (level, seed)));
    let finished = played.filter(|(level, seed)| comes_to_an_end(subject, level, *seed)).count();
    assert!(
        finished > 0,
        "random play of 400 turns ended on no sample level of {}: add a smaller one",
        subject.name
    );
}

fn comes_to_an_end(subject: &Subject, level: &str, seed: u64) -> bool {
    let (mut game, _) = subject.start(level, seed);
    let mut rng = Mulberry32::new(seed as u32);
    for _ in 0..400 {
        let choices = choices(&*game);
        if game.at(game.cursor()).result().is_some() {
            choices.iter().for_each(|choice| check_starts_again(game.as_mut(), &choice.bytes));
            return true;
        }
        // The first action of a list is what a game does by itself; half of the time it may.
        let choice = if rng.below(2) == 0 { choices.first() } else { pick(&mut rng, &choices) };
        game.act(&choice.expect("an unfinished game goes on").bytes).unwrap();
    }
    false
}

fn check_starts_again(game: &mut dyn Play, action: &ActionBytes) {
    let node = game.act(action).unwrap();
    let fingerprint = |node| game.node(node).fingerprint;
    assert_eq!(fingerprint(node), fingerprint(NodeId::ROOT), "a finished game went on");
}

pub(crate) fn a_seat_cannot_tell_apart_what_others_have_chosen_in_secret(subject: &Subject) {
    let (mut seats, mut compared) = (0, 0);
    subject.for_every_level(|level| {
        let (mut game, _) = subject.start(level, 9);
        seats = game.about().seats.len() as u8;
        random_play(game.as_mut(), 9, |game| {
            let here = game.cursor();
            let next: Vec<NodeId> =
                choices(&*game).iter().take(8).map(|choice| after(game, here, choice)).collect();
            compared += (0..seats).map(|seat| check_secrets(game, seat, &next)).sum::<usize>();
            game.sit(None);
            game.seek(here);
        });
    });
    assert_eq!(compared > 0, seats > 0, "{} has {seats} seats", subject.name);
}

/// The node to which a choice leads.
fn after(game: &mut dyn Game, from: NodeId, choice: &choices::Choice) -> NodeId {
    game.seek(from);
    game.act(&choice.bytes).unwrap()
}

/// Checks that nodes to which hidden choices led look alike to a seat; returns how many there are.
fn check_secrets(game: &mut dyn Game, seat: u8, nodes: &[NodeId]) -> usize {
    game.sit(Some(seat));
    let hidden: Vec<NodeId> = nodes.iter().copied().filter(|id| game.node(*id).action == "?").collect();
    let mut seen = Vec::new();
    for &id in &hidden {
        game.seek(id);
        let (view, moment) = (View::default(), game.at(id));
        seen.push((moment.data(view), moment.scene(view), moment.result(), game.offers()));
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "seat {seat} can tell {hidden:?} apart");
    hidden.len().saturating_sub(1)
}

pub(crate) fn all_nodes(game: &dyn History) -> Vec<NodeId> {
    game.tree().ids().collect()
}
