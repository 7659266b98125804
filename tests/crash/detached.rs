//! A disk that fails, or loses written bytes, while a game runs: the game continues in memory, keeps
//! everything and returns to another disk.

use std::time::Duration;

use timeloom::game::{ActError, History, LogContents, LogStatus, Play, Save};
use timeloom::journal::storage::{Memory, Storage};
use timeloom::journal::{Durability, Health, JournalError};
use timeloom::timeline::{NodeId, Note};

use crate::Played;
use crate::disk::Liar;
use crate::pebble::{begin, open, open_on, play};

pub(crate) const BATCHED: Durability = Durability::Batched { actions: 4, delay: Duration::from_secs(3600) };

/// Returns everything that a reopened log would show.
fn history(game: &dyn History) -> Vec<String> {
    let nodes = game.tree().ids().map(|id| format!("{:?}", game.node(id)));
    nodes.chain([format!("at {} of {:?}", game.cursor(), game.line())]).collect()
}

/// Acts; if the disk fails, continues in memory and repeats the action there.
fn act_anyway(game: &mut Played, action: &str) {
    let bytes = game.parse(action).unwrap();
    if let Err(error) = Play::act(game, &bytes) {
        assert!(matches!(error, ActError::NotSaved(_)), "{error}");
        game.detach().unwrap();
        Play::act(game, &bytes).unwrap();
    }
}

/// Moves the log to a new disk, and checks that it has everything.
fn check_return(game: &mut Played) {
    let new = Liar::holding(game.bytes().unwrap());
    game.attach(Box::new(new.clone())).unwrap();
    assert_eq!((game.is_detached(), game.durable_count()), (false, game.node_count()));
    play(game, "RL");
    game.close().unwrap();
    assert_eq!(new.unsynced(), 0);
    let again = open::<1>(&new.bytes()).unwrap();
    assert_eq!(again.health(), &Health::Whole);
    assert_eq!(history(&again), history(game));
}

fn check_every_failure(durability: Durability) {
    for call in 1..60 {
        let disk = Liar::holding(begin::<1>(1_000_000));
        let mut game: Played = open_on(disk.clone(), durability).unwrap();
        disk.fail_at(call, true);
        for turn in 0..20 {
            if turn % 7 == 3 {
                game.undo();
            }
            act_anyway(&mut game, if turn % 3 == 2 { "L" } else { "R" });
        }
        if game.close().is_err() {
            game.detach().unwrap();
            game.close().unwrap();
        }
        let is_safe = game.durable_count() == game.node_count();
        assert!(game.is_detached() != is_safe, "call {call}");
        assert!(game.is_detached() <= disk.has_failed(), "call {call}");
        assert_eq!(game.durable_count() == 0, game.is_detached());
        check_return(&mut game);
    }
}

#[test]
fn a_game_goes_on_in_memory_wherever_the_disk_fails_and_returns_with_everything() {
    check_every_failure(Durability::EachAction);
    check_every_failure(BATCHED);
    check_every_failure(Durability::OnClose);
}

/// Plays a branched game with notes, spoils the contents of the disk, and checks that nothing is lost.
fn check_spoilt(spoil: impl Fn(&mut Memory)) {
    let mut memory = Memory::new(begin::<1>(9));
    let mut game: Played = open_on(memory.clone(), Durability::EachAction).unwrap();
    play(&mut game, "RRRRuuRLR");
    game.note(Note::name(NodeId(5), "the long way")).unwrap();
    game.note(Note::bookmark(NodeId(2), "halfway")).unwrap();
    game.seek(NodeId(3));
    spoil(&mut memory);
    let before = history(&game);
    game.detach().unwrap();
    assert_eq!(history(&game), before);
    check_return(&mut game);
}

#[test]
fn what_the_disk_no_longer_has_is_written_again_from_memory() {
    check_spoilt(|memory| memory.truncate(0).unwrap());
    check_spoilt(|memory| memory.truncate(memory.size().unwrap() - 3).unwrap());
    check_spoilt(|memory| _ = memory.write_at(0, b"something else").unwrap());
    check_spoilt(|memory| {
        let other = begin::<1>(7);
        memory.truncate(0).unwrap();
        memory.write_at(0, &other).unwrap();
    });
    check_spoilt(|_| {});
}

#[test]
fn what_the_disk_still_has_goes_on_byte_for_byte() {
    let memory = Memory::new(begin::<1>(9));
    let mut game: Played = open_on(memory.clone(), Durability::EachAction).unwrap();
    play(&mut game, "RRRRuuRLR");
    game.detach().unwrap();
    assert_eq!(game.bytes().unwrap(), memory.bytes());
}

#[test]
fn a_torn_tail_does_not_come_along() {
    let memory = Memory::new([begin::<1>(9), vec![7; 5]].concat());
    let mut game: Played = open_on(memory, Durability::EachAction).unwrap();
    game.detach().unwrap();
    assert_eq!(game.health(), &Health::Whole);
    check_return(&mut game);
}

#[test]
fn a_damaged_save_does_not_go_on_in_memory_either() {
    let memory = Memory::new(begin::<1>(9));
    let mut game: Played = open_on(memory.clone(), Durability::EachAction).unwrap();
    play(&mut game, "RRR");
    let mut bytes = memory.bytes();
    let second = bytes.len() - 20;
    bytes[second] ^= 1;
    let mut game: Played = open_on(Memory::new(bytes), Durability::EachAction).unwrap();
    let sealed = game.sealed().map(str::to_owned);
    assert!(
        matches!(game.detach(), Err(JournalError::ReadOnly { reason }) if Some(&reason) == sealed.as_ref())
    );
}

#[test]
fn a_storage_that_holds_something_else_is_not_continued() {
    let mut game: Played = open_on(Memory::new(begin::<1>(9)), Durability::EachAction).unwrap();
    play(&mut game, "RR");
    game.detach().unwrap();
    let mut bytes = game.bytes().unwrap();
    for other in [begin::<1>(9), [bytes.clone(), vec![0]].concat()] {
        assert!(game.attach(Box::new(Memory::new(other))).is_err());
        assert!(game.is_detached());
    }
    bytes[20] ^= 1;
    assert!(game.attach(Box::new(Memory::new(bytes))).is_err());
    check_return(&mut game);
}
