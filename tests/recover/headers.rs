//! Saves without their header: it is taken from its copy, or replaced by a level.

use timeloom::game::History;
use timeloom::journal::salvage::{HeaderSource, Salvage};
use timeloom::session::recover;

use crate::pebble::{Pebble, begin, open};
use crate::{batch, long, recovered};

#[test]
fn a_level_stands_for_a_header_that_was_taken_out_whole_or_in_part() {
    for whole in [long(3), long(43), batch(43), long(900)] {
        let (header, end) = (Salvage::read(&long(2), None).unwrap().header, begin::<1>(9).len());
        let turns = open::<1>(&whole).unwrap().node_count() - 1;
        for out in [0..end, 0..end / 2, 3..end - 3] {
            let mut bad = whole.clone();
            bad.drain(out.clone());
            let found = recover::<Pebble<1>>(Salvage::read(&bad, Some(header.clone())).unwrap()).unwrap().1;
            // Turns that a mark restores may leave room for a name.
            let is_sure = found.is_complete() || found.repeated > 0 && found.notes_lost == 1;
            assert_eq!((found.kept, found.lost, is_sure), (turns, 0, true), "without {out:?}: {found:?}");
        }
    }
}

#[test]
fn a_level_stands_for_both_headers_if_turns_around_them_are_damaged_too() {
    let (whole, header) = (long(3000), Salvage::read(&long(2), None).unwrap().header);
    let magic = &whole[..8];
    let places: Vec<_> = (0..whole.len() - 8).filter(|&at| &whole[at..at + 8] == magic).collect();
    assert!(places.len() > 1 && places.last().unwrap() - places[0] >= 4096, "{places:?}");
    let mut bad = whole.clone();
    places.iter().for_each(|&at| bad[at..at + 120].fill(0));
    assert!(Salvage::read(&bad, None).is_err());
    let found = recover::<Pebble<1>>(Salvage::read(&bad, Some(header)).unwrap()).unwrap().1;
    assert_eq!((found.kept, found.lost, found.header), (3000, 0, HeaderSource::Given), "{found:?}");
}

#[test]
fn a_lost_header_is_taken_from_its_copy() {
    let mut bad = long(2000);
    bad[..40].fill(0);
    let (_, found) = recovered(&bad);
    assert!(matches!(found.header, HeaderSource::Copy(at) if at > 2048), "{found:?}");
    assert_eq!((found.kept, found.lost), (2000, 0));
}
