//! Laws that hold at every node of a log, and for logs that are replayed, continued and played again.

use std::ops::ControlFlow;

use timeloom::journal::storage::Memory;
use timeloom::scene::View;
use timeloom::timeline::{Below, NodeId};

use super::laws::{SEEDS, STEPS, all_nodes, random_play};
use super::subject::Subject;

pub(crate) fn invariants_hold_at_every_node(subject: &Subject) {
    subject.for_every_level(|level| {
        for seed in 0..SEEDS {
            let (mut game, _) = subject.start(level, seed);
            random_play(game.as_mut(), seed, |_| {});
            game.visit(&all_nodes(game.as_ref()), &mut |moment| {
                assert_eq!(moment.broken(), None, "{} {}", subject.name, moment.id());
                ControlFlow::Continue(())
            });
        }
    });
}

pub(crate) fn a_visit_sees_every_node_once_and_what_a_closer_look_sees(subject: &Subject) {
    subject.for_every_level(|level| {
        let (mut game, _) = subject.start(level, 1);
        random_play(game.as_mut(), 1, |_| {});
        let mut seen = Vec::new();
        game.visit_tree(&mut |moment| {
            let (id, view) = (moment.id(), View::default());
            let all = game.at(id).data(view);
            assert_eq!(moment.data(view), all, "{} {id}", subject.name);
            assert_eq!(moment.part(view, &|_| true), all, "{} {id}", subject.name);
            assert_eq!(moment.result(), game.at(id).result(), "{} {id}", subject.name);
            if let Some(list) = moment.long_list() {
                let members: Vec<_> = (0..list.len).map(&list.get).collect();
                assert_eq!(
                    all.as_object().and_then(|all| all.iter().next_back()),
                    Some((&list.key.to_owned(), &members.into()))
                );
            }
            seen.push(id);
            Below::Visit
        });
        seen.sort_unstable();
        assert_eq!(seen, all_nodes(game.as_ref()), "{}", subject.name);
    });
}

pub(crate) fn the_same_log_gives_the_same_bytes(subject: &Subject) {
    subject.for_every_level(|level| {
        for seed in 0..SEEDS {
            let play = || {
                let (mut game, memory) = subject.start(level, seed);
                random_play(game.as_mut(), seed, |_| {});
                game.close().unwrap();
                memory.bytes()
            };
            assert_eq!(play(), play());
        }
    });
}

pub(crate) fn replay_from_bytes_equals_live_play_at_every_node_of_a_branched_tree(subject: &Subject) {
    subject.for_every_level(|level| {
        for seed in 0..SEEDS {
            let (mut game, memory) = subject.start(level, seed);
            random_play(game.as_mut(), seed, |_| {});
            game.close().unwrap();
            let again = subject.open(Memory::new(memory.bytes()));
            let has_fork = all_nodes(game.as_ref()).iter().any(|&node| game.tree().is_fork(node));
            assert!(has_fork, "{}: no turn has two different actions: let there be a choice", subject.name);
            assert_eq!(again.about(), game.about());
            assert_eq!((again.cursor(), again.node_count()), (game.cursor(), game.node_count()));
            for node in all_nodes(game.as_ref()) {
                assert_eq!(again.node(node), game.node(node));
                assert_eq!(again.at(node).data(View::default()), game.at(node).data(View::default()));
                assert_eq!(again.at(node).scene(View::default()), game.at(node).scene(View::default()));
            }
        }
    });
}

pub(crate) fn a_log_goes_on_by_the_version_that_began_it(subject: &Subject) {
    subject.for_every_level(|level| {
        for version in 1..=subject.version {
            let memory = Memory::new((subject.begin)(version, level, u64::MAX).to_bytes());
            let open = || subject.open(memory.clone());
            for seed in 0..3 {
                let mut game = open();
                assert_eq!(game.about().version, version);
                random_play(game.as_mut(), seed, |_| {});
                game.close().unwrap();
            }
            let count = open().node_count();
            assert!(count > STEPS, "{}: too few different games: {count} turns in three", subject.name);
        }
    });
}

pub(crate) fn chance_comes_from_the_seed_alone(subject: &Subject) {
    subject.for_every_level(|level| {
        let first = |seed| {
            let (game, _) = subject.start(level, seed);
            game.node(NodeId::ROOT).fingerprint
        };
        assert_eq!(first(7), first(7));
    });
}

pub(crate) fn the_list_that_grows_with_every_turn_only_grows_at_its_end_or_begins_anew(subject: &Subject) {
    subject.for_every_level(|level| {
        let (mut game, _) = subject.start(level, 4);
        random_play(game.as_mut(), 4, |_| {});
        let list = |id: NodeId| {
            let moment = game.at(id);
            moment.long_list().map(|list| (0..list.len).map(list.get).collect::<Vec<_>>())
        };
        for id in all_nodes(game.as_ref()) {
            let Some((before, after)) = game.tree().parent(id).and_then(|parent| list(parent).zip(list(id)))
            else {
                continue;
            };
            assert!(after.len() < before.len() || after.starts_with(&before), "{}: {id}", subject.name);
            assert!(after.iter().all(|member| member.get("id").is_none()), "{}: {id}", subject.name);
        }
    });
}
