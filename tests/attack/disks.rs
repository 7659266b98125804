//! Disks that lose, tear and reorder unsynced writes: after a power cut the save opens at a prefix that holds
//! everything acknowledged.

use std::io;
use std::sync::{Arc, Mutex};

use timeloom::game::{History, LogStatus, Play, Save};
use timeloom::journal::Durability;
use timeloom::journal::storage::Storage;
use timeloom::rng::Mulberry32;

use crate::pebble::{begin, open, open_on, play};
use crate::rounds;

const SECTOR: usize = 512;

/// A disk on which any sector that was written since the last sync may be old, new or empty after a power cut.
#[derive(Clone, Debug)]
struct Disk(Arc<Mutex<Contents>>);

#[derive(Debug, Default)]
struct Contents {
    now: Vec<u8>,
    synced: Vec<u8>,
    /// Whether syncs fail, as if the program were killed there.
    fails: bool,
}

impl Disk {
    fn holding(bytes: Vec<u8>) -> Self {
        Self(Arc::new(Mutex::new(Contents { now: bytes.clone(), synced: bytes, fails: false })))
    }

    /// Returns the contents after a power cut.
    fn after_power_cut(&self, rng: &mut Mulberry32) -> Vec<u8> {
        let disk = self.0.lock().unwrap();
        let grown = disk.now.len() - disk.synced.len();
        let length = disk.synced.len() + rng.below(grown as u32 + 1) as usize;
        let mut left = disk.now[..length].to_vec();
        for (number, sector) in left.chunks_mut(SECTOR).enumerate() {
            let at = number * SECTOR;
            let new = at.max(disk.synced.len()).min(at + sector.len()) - at;
            if rng.below(3) == 0 {
                sector[new..].fill(0);
            }
        }
        left
    }
}

impl Storage for Disk {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().now.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let disk = self.0.lock().unwrap();
        let held = disk.now.get(offset as usize..).unwrap_or_default();
        let count = held.len().min(buffer.len());
        buffer[..count].copy_from_slice(&held[..count]);
        Ok(count)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        let mut disk = self.0.lock().unwrap();
        let (start, end) = (offset as usize, offset as usize + bytes.len());
        let length = disk.now.len().max(end);
        disk.now.resize(length, 0);
        disk.now[start..end].copy_from_slice(bytes);
        Ok(bytes.len())
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.0.lock().unwrap().now.truncate(size as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut disk = self.0.lock().unwrap();
        if disk.fails {
            return Err(io::Error::other("killed"));
        }
        disk.synced = disk.now.clone();
        Ok(())
    }

    fn set_aside(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn after_a_power_cut_on_a_disk_that_reorders_nothing_acknowledged_is_lost() {
    let mut rng = Mulberry32::new(3);
    let trials = rounds(300);
    for trial in 0..trials {
        let disk = Disk::holding(begin::<1>(9));
        let durability = Durability::Batched { actions: 1 + rng.below(200), delay: std::time::Duration::MAX };
        let mut game = open_on::<1>(disk.clone(), durability).unwrap();
        play(&mut game, &"RL".repeat(rng.below(400) as usize));
        let safe = game.durable_count();
        let left =
            open::<1>(&disk.after_power_cut(&mut rng)).unwrap_or_else(|error| panic!("{trial}: {error}"));
        assert!(left.node_count() >= safe, "trial {trial}: {} of {safe} nodes", left.node_count());
        assert!(left.sealed().is_none(), "trial {trial}: {:?}", left.health());
    }
    println!("{trials} power cuts on a disk that loses, tears and reorders: nothing acknowledged was lost");
}

/// Plays some batches that are synced, and is killed at the first sync of the next one.
fn play_and_be_killed(disk: &Disk, batches: u32, turns: usize) {
    let durability = Durability::Batched { actions: 2 * turns as u32, delay: std::time::Duration::MAX };
    let mut game = open_on::<1>(disk.clone(), durability).unwrap();
    (0..batches).for_each(|_| play(&mut game, &"RL".repeat(turns)));
    disk.0.lock().unwrap().fails = true;
    play(&mut game, &"RL".repeat(turns)[..2 * turns - 1]);
    let last = game.parse("L").unwrap();
    assert!(Play::act(&mut game, &last).is_err(), "it is killed");
    drop(game);
    disk.0.lock().unwrap().fails = false;
}

/// Runs that are closed or killed, one after another; after each call a power cut is tried on a copy of the
/// disk.
#[test]
fn a_power_cut_is_no_damage_whatever_runs_before_it_left_unsynced() {
    let mut rng = Mulberry32::new(4);
    let (trials, mut cuts) = (rounds(60), 0);
    for trial in 0..trials {
        let disk = Disk::holding(begin::<1>(9));
        let mut safe = 1;
        for run in 0..1 + rng.below(6) {
            let durability = match rng.below(3) {
                0 => Durability::EachAction,
                1 => Durability::OnClose,
                _ => Durability::Batched { actions: 1 + rng.below(90), delay: std::time::Duration::MAX },
            };
            let mut game = open_on::<1>(disk.clone(), durability).unwrap();
            assert!(game.sealed().is_none(), "trial {trial}, run {run}: {:?}", game.health());
            for _ in 0..rng.below(4) {
                play(&mut game, &"RL".repeat(rng.below(150) as usize));
                safe = safe.max(synced_nodes(&disk));
                cuts += 1;
                check_cut(&disk, safe, &mut rng, trial);
            }
            if rng.below(2) == 0 {
                game.close().unwrap();
                safe = game.node_count();
                assert!(game.durable_count() == safe, "trial {trial}, run {run}");
                check_cut(&disk, safe, &mut rng, trial);
                cuts += 1;
            } else {
                game.close().unwrap();
                drop(game);
                for batches in [1, rng.below(2)] {
                    play_and_be_killed(&disk, batches, 1 + rng.below(90) as usize);
                    safe = synced_nodes(&disk);
                    cuts += 1;
                    check_cut(&disk, safe, &mut rng, trial);
                }
            }
        }
    }
    println!("{trials} times up to six runs, {cuts} power cuts: no damage, nothing acknowledged was lost");
}

/// Returns the number of nodes in the synced part.
fn synced_nodes(disk: &Disk) -> usize {
    let synced = disk.0.lock().unwrap().synced.clone();
    open::<1>(&synced).unwrap().node_count()
}

fn check_cut(disk: &Disk, safe: usize, rng: &mut Mulberry32, trial: usize) {
    let left = open::<1>(&disk.after_power_cut(rng)).unwrap();
    assert!(left.node_count() >= safe, "trial {trial}: {} of {safe} nodes", left.node_count());
    assert!(left.sealed().is_none(), "trial {trial}: {:?}", left.health());
}
