//! Properties of every match: order never matters, a refused action changes nothing, live play equals replay, health
//! keeps its bounds, and destruction keeps its order.

use super::*;
use crate::rng::Mulberry32;

/// Plays a random match to its end and passes on every step: the state before, the action, the state after, the
/// outcome.
fn random_match(
    rules: &Fleet,
    seed: u64,
    mut see: impl FnMut(&State, &Action, &State, &Outcome),
) -> Vec<Action> {
    let mut rng = Mulberry32::new(seed as u32 ^ 0xF1EE7);
    let (mut state, mut log) = (rules.start(seed), Vec::new());
    loop {
        let legal = rules.actions(&state);
        let Some(action) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else { return log };
        let (next, outcome) = rules.apply(&state, action).expect("listed");
        see(&state, action, &next, &outcome);
        log.push(action.clone());
        state = next;
    }
}

fn every_match(mut check: impl FnMut(&Fleet, u64)) {
    for rules in samples() {
        (0..25).for_each(|seed| check(&rules, seed));
    }
}

#[test]
fn every_match_ends_and_keeps_its_invariants_and_bounds() {
    every_match(|rules, seed| {
        let mut last = rules.start(seed);
        random_match(rules, seed, |_, action, next, _| {
            assert_eq!(rules.invariants(next), Ok(()), "after {action}");
            assert!(
                next.players
                    .iter()
                    .all(|player| player.health <= rules.level.most_health() && player.lines <= MAX_LINES)
            );
            last = next.clone();
        });
        assert!(rules.result(&last).is_some());
    });
}

#[test]
fn replay_equals_live_play() {
    every_match(|rules, seed| {
        let mut live = Vec::new();
        let log = random_match(rules, seed, |_, _, next, _| live.push(rules.fingerprint(next)));
        let mut state = rules.start(seed);
        for (action, fingerprint) in log.iter().zip(live) {
            let packed = rules.unpack(&rules.pack(action)).unwrap();
            let effect = rules.check(&state, &packed).unwrap();
            state = rules.apply_effect(state, effect).0;
            assert_eq!(rules.fingerprint(&state), fingerprint);
        }
    });
}

#[test]
fn the_order_in_which_players_answer_never_matters() {
    every_match(|rules, seed| {
        let mut rng = Mulberry32::new(seed as u32);
        let mut state = rules.start(seed);
        while rules.result(&state).is_none() {
            if state.phase == Phase::DiceRoll {
                state = rules.apply(&state, &Action::Roll).unwrap().0;
                continue;
            }
            // All questions of this phase, answered by A first and by B first.
            let answers = SEATS.map(|seat| answers_of(rules, &state, seat, &mut rng));
            let play = |order: [usize; 2]| {
                order
                    .iter()
                    .flat_map(|&seat| &answers[seat])
                    .fold(state.clone(), |state, action| rules.apply(&state, action).unwrap().0)
            };
            let after = play([0, 1]);
            assert_eq!(after, play([1, 0]));
            state = after;
        }
    });
}

/// Random answers to all questions to a player in this phase.
fn answers_of(rules: &Fleet, state: &State, seat: Seat, rng: &mut Mulberry32) -> Vec<Action> {
    let answer = |asked| {
        let legal = legality::answers(rules, state, seat, asked);
        legal[rng.below(legal.len() as u32) as usize].clone()
    };
    legality::questions(rules, state, seat).into_iter().map(answer).collect()
}

#[test]
fn the_order_of_ships_in_the_list_of_what_is_due_never_matters() {
    every_match(|rules, seed| {
        let mut state = random_state(rules, seed, 30);
        if state.phase == Phase::DiceRoll {
            return;
        }
        let settle = |state: &State| {
            let mut due = state.clone();
            (due.phase, due.response) = (Phase::Automatic, false);
            due.players.iter_mut().for_each(|player| {
                (player.ready, player.declared) = (true, Default::default());
            });
            resolve::resolve(rules, due, Phase::Automatic)
        };
        let forwards = settle(&state);
        std::sync::Arc::make_mut(&mut state.tally).reverse();
        assert_eq!(settle(&state), forwards);
    });
}

#[test]
fn what_is_refused_changes_nothing_and_is_not_listed() {
    let [rules, ..] = samples();
    let ids = SEATS.into_iter().flat_map(|owner| (1..6).map(move |number| ShipId { owner, number }));
    let mut all: Vec<Action> = ids
        .clone()
        .flat_map(|ship| {
            let aims = ids.clone().map(move |target| Action::Use { ship, target: Some(target) });
            aims.chain([Action::Hold { ship }, Action::Use { ship, target: None }])
        })
        .collect();
    for player in SEATS {
        all.push(Action::Save { player });
        all.extend(
            rules
                .level
                .ships()
                .designs()
                .iter()
                .map(|design| Action::Build { player, ship: design.kind.clone() }),
        );
    }
    for seed in 0..40 {
        let state = random_state(&rules, seed, seed as u32);
        let (listed, before) = (rules.actions(&state), rules.fingerprint(&state));
        for action in &all {
            assert_eq!(rules.check(&state, action).is_ok(), listed.contains(action), "{action}");
        }
        assert_eq!(rules.fingerprint(&state), before);
    }
}

#[test]
fn destruction_keeps_its_order_and_health_its_phase() {
    every_match(|rules, seed| {
        random_match(rules, seed, |before, _, after, outcome| {
            let events: Vec<&Event> = outcome.events().collect();
            let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(|event| wanted(event));
            for event in &events {
                let Event::Destroyed { ship, .. } = event else { continue };
                let marked = place(&|event| matches!(event, Event::Marked { ship: it, .. } if it == ship));
                let gone = place(&|event| matches!(event, Event::Destroyed { ship: it, .. } if it == ship));
                assert!(marked.is_some() && marked < gone);
                let left =
                    place(&|event| matches!(event, Event::Created { source, .. } if source.ship == *ship));
                assert!(left.is_none() || (marked < left && left < gone));
            }
            let moved = SEATS.iter().any(|seat| before.player(*seat).health != after.player(*seat).health);
            assert!(!moved || after.round == before.round + 1, "health changes at the end of a turn");
        });
    });
}

#[test]
fn the_games_own_player_finishes_what_it_starts_and_is_fair() {
    every_match(|rules, seed| {
        let mut state = rules.start(seed);
        let mut actions = 0;
        while let Some(action) = rules.advise(&state) {
            assert!(rules.actions(&state).contains(&action), "{action}");
            // It must not depend on what the other player has declared.
            if let Some(seat) = action.player() {
                let mut blind = state.clone();
                blind.players[seat.other().index()].declared = Default::default();
                blind.players[seat.other().index()].ready = true;
                assert_eq!(rules.advise(&blind), Some(action.clone()));
            }
            state = rules.apply(&state, &action).unwrap().0;
            actions += 1;
        }
        assert!(rules.result(&state).is_some() && actions < 2000);
    });
}

#[test]
fn cloning_a_state_shares_its_ships() {
    let [rules, ..] = samples();
    let state = random_state(&rules, 3, 60);
    let clone = state.clone();
    assert!(
        state.ships.iter().zip(&clone.ships).all(|(own, other)| std::ptr::eq(own, other))
            && std::sync::Arc::ptr_eq(&state.tally, &clone.tally)
    );
}
