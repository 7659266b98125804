//! Names and bookmarks in damaged places are reported, also where marks restore the turns around them.

use timeloom::game::History;
use timeloom::session::Recovered;
use timeloom::timeline::{NodeId, Note};

use super::pebble::{play, start};
use super::{batch, branched, recovered};

#[test]
fn a_lost_sector_that_only_turns_fill_had_no_room_for_a_name() {
    let (whole, frame) = (batch(3000), 12 * 10 + 5);
    let sectors = (4096..whole.len() - 9000).step_by(512);
    let (complete, doubted): (Vec<_>, Vec<_>) = sectors
        .map(|at| {
            let mut bad = whole.clone();
            bad[at..at + 512].fill(0);
            recovered(&bad).1
        })
        .partition(Recovered::is_complete);
    assert!(complete.len() > doubted.len(), "{} of {}", complete.len(), complete.len() + doubted.len());
    assert!(complete.iter().all(|found| found.kept == 3000 && found.unreadable % frame == 0));
    assert!(doubted.iter().all(|found| found.kept == 3000 && found.notes_lost == 1));
}

#[test]
fn a_name_in_a_sector_whose_turns_a_mark_restores_is_told() {
    for size in [8, 512] {
        let (mut game, memory) = start::<1>(9);
        play(&mut game, &"RL".repeat(150));
        game.note(Note::bookmark(NodeId(100), "here")).unwrap();
        play(&mut game, &"RL".repeat(400));
        let mut bad = memory.bytes();
        let at = bad.windows(4).position(|bytes| bytes == b"here").unwrap();
        bad[at - size / 2..at + size / 2].fill(0);
        let found = recovered(&bad).1;
        assert_eq!((found.kept, found.lost, found.notes_lost), (1100, 0, 1), "{size}: {found:?}");
    }
}

#[test]
fn a_note_in_a_damaged_frame_is_counted() {
    let whole = branched();
    let at = whole.windows(4).position(|bytes| bytes == b"here").unwrap();
    for changed in [at - 8..at - 6, at - 4..at, at..at + 2] {
        let mut bad = whole.clone();
        bad[changed].fill(0x77);
        let (_, found) = recovered(&bad);
        assert_eq!((found.lost, found.notes_lost, found.is_complete()), (0, 1, false), "{found:?}");
    }
}
