//! One contract for every ruleset in the catalog, checked by random play on every sample level.

#[path = "common/choices.rs"]
mod choices;
#[path = "conformance/replay.rs"]
mod replay;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use choices::choices;
use serde_json::Value;
use timeloom::catalog::{self, RULESETS, Ruleset};
use timeloom::diff::{Cause, changes};
use timeloom::game::{ActError, ActionBytes, Game, History, Inspect, Play};
use timeloom::journal::Durability;
use timeloom::journal::storage::Memory;
use timeloom::rng::Mulberry32;
use timeloom::rules::{Level as _, Testable};
use timeloom::scene::View;
use timeloom::session::{Opening, Viewer, preview};
use timeloom::show::{LogTurn, Show};
use timeloom::timeline::NodeId;

const SEEDS: u64 = 3;
const STEPS: usize = 80;

/// The texts of all sample levels of a ruleset.
fn levels(ruleset: &dyn Ruleset) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/levels");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let levels: Vec<_> = texts.filter(|text| catalog::declared(text) == ruleset.name()).collect();
    assert!(!levels.is_empty(), "{} has no sample level under saves/levels", ruleset.name());
    levels
}

fn start(ruleset: &dyn Ruleset, level: &str, seed: u64) -> (Box<dyn Game>, Memory) {
    let memory = Memory::new(ruleset.begin(level, seed).unwrap().to_bytes());
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    (catalog::open_storage("a new game", Box::new(memory.clone()), opening).unwrap(), memory)
}

fn for_every_level(check: impl Fn(&dyn Ruleset, &str)) {
    for &ruleset in RULESETS {
        levels(ruleset).iter().for_each(|level| check(ruleset, level));
    }
}

fn pick<'a, T>(rng: &mut Mulberry32, from: &'a [T]) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[rng.below(from.len() as u32) as usize])
}

/// Plays at random, now and then from an earlier node, and calls `visit` before each act.
fn random_play(game: &mut dyn Game, seed: u64, mut visit: impl FnMut(&mut dyn Game)) {
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

#[test]
fn listed_actions_are_accepted_and_their_text_and_bytes_round_trip() {
    for_every_level(|ruleset, level| {
        for seed in 0..SEEDS {
            random_play(start(ruleset, level, seed).0.as_mut(), seed, |game| {
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

#[test]
fn the_codes_of_listed_actions_are_among_those_that_are_declared() {
    for_every_level(|ruleset, level| {
        let all: BTreeSet<_> = ruleset.all_tags().into_iter().collect();
        random_play(start(ruleset, level, 8).0.as_mut(), 8, |game| {
            for choice in choices(&*game) {
                let tags = ruleset.tags(&choice.action).unwrap();
                assert!(!tags.is_empty() && tags.iter().all(|tag| all.contains(tag)), "{}", choice.action);
            }
        });
    });
}

#[test]
fn an_action_takes_two_bytes_and_a_record_sixteen() {
    for_every_level(|ruleset, level| {
        let (mut game, memory) = start(ruleset, level, 1);
        let (mut size, mut nodes, mut from) = (memory.bytes().len(), 1, NodeId::ROOT);
        random_play(game.as_mut(), 1, |game| {
            assert!(choices(&*game).iter().all(|choice| choice.bytes.0.len() <= 2));
            // An act that does not follow the newest node also says which one it follows.
            let most = if from.0 as usize + 2 == game.node_count() { 16 } else { 18 };
            let grown = memory.bytes().len() - size;
            assert!(grown <= most * (game.node_count() - nodes), "{}: {grown} bytes", ruleset.name());
            (size, nodes, from) = (memory.bytes().len(), game.node_count(), game.cursor());
        });
    });
}

#[test]
fn what_a_choice_promises_is_what_happens() {
    for_every_level(|ruleset, level| {
        let (mut game, _) = start(ruleset, level, 5);
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

#[test]
fn what_is_up_to_chance_is_the_same_in_every_list_until_it_happens() {
    macro_rules! check {
        ($($rules:ty),+ $(,)?) => { $(check_chance_is_not_told::<$rules>();)+ };
    }
    timeloom::for_each_ruleset!(check);
}

/// Plays at random, and asks at every turn what each action would do: here, and in a state that differs only by its
/// generator.
fn check_chance_is_not_told<R: Show + Testable>() {
    let has_chance = levels(catalog::find(R::NAME).unwrap()).iter().any(|level| depends_on_seed::<R>(level));
    let past = |before| LogTurn { turn: 1000 - before, node: None };
    let mut withheld = 0;
    for level in levels(catalog::find(R::NAME).unwrap()) {
        let rules = R::new(R::Level::parse(&level).unwrap()).unwrap();
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

#[test]
fn what_can_be_thought_of_holds_what_is_legal_and_why_the_rest_is_not() {
    for_every_level(|ruleset, level| {
        random_play(start(ruleset, level, 6).0.as_mut(), 6, |game| {
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

#[test]
fn what_a_game_advises_is_listed() {
    for_every_level(|ruleset, level| {
        random_play(start(ruleset, level, 2).0.as_mut(), 2, |game| {
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

#[test]
fn a_ruleset_that_names_causes_explains_every_change() {
    for_every_level(|ruleset, level| {
        let (mut game, _) = start(ruleset, level, 4);
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
                    ruleset.name(),
                    told.action
                );
            }
        }
    });
}

#[test]
fn actions_from_elsewhere_that_are_not_listed_are_refused_with_a_reason_and_change_nothing() {
    for &ruleset in RULESETS {
        let refused: usize = levels(ruleset).iter().map(|level| check_all_refused(ruleset, level)).sum();
        assert!(refused > 0, "{} refused nothing that is legal at another turn", ruleset.name());
    }
}

/// Tries every harvested action that is not listed, at each turn of a random game; returns how many there were.
fn check_all_refused(ruleset: &dyn Ruleset, level: &str) -> usize {
    let harvest = harvest(ruleset, level);
    assert!(harvest.len() > 1, "{} offers too little to harvest", ruleset.name());
    let (mut game, memory) = start(ruleset, level, 3);
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
fn harvest(ruleset: &dyn Ruleset, level: &str) -> BTreeSet<ActionBytes> {
    let mut found = BTreeSet::new();
    for seed in 0..4 {
        random_play(start(ruleset, level, seed).0.as_mut(), seed + 100, |game| {
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

#[test]
fn a_finished_game_lists_nothing_but_to_start_again_and_an_unfinished_one_something() {
    for &ruleset in RULESETS {
        let played =
            levels(ruleset).into_iter().flat_map(|level| (0..SEEDS).map(move |seed| (level.clone(), seed)));
        let finished = played.filter(|(level, seed)| comes_to_an_end(ruleset, level, *seed)).count();
        assert!(
            finished > 0,
            "random play of 400 turns ended on no sample level of {}: add a smaller one",
            ruleset.name()
        );
    }
}

fn comes_to_an_end(ruleset: &dyn Ruleset, level: &str, seed: u64) -> bool {
    let (mut game, _) = start(ruleset, level, seed);
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

fn all_nodes(game: &dyn History) -> Vec<NodeId> {
    game.tree().ids().collect()
}
