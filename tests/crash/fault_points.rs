//! Every fault point: a script runs once to count its calls on the disk, and then once for each call and each
//! way in which it can fail. Nothing that was reported as safe is lost, whether the user stops there or
//! continues in memory.

use timeloom::catalog::{self, CatalogError, Opening};
use timeloom::game::{ActionBytes, Game};
use timeloom::journal::Durability;
use timeloom::journal::storage::Memory;
use timeloom::scene::Cell;
use timeloom::sketch::Edit;
use timeloom::timeline::{NodeId, Note};

use crate::detached::BATCHED;
use crate::disk::Liar;
use crate::faulty::{Fault, Faulty, Plan};
use crate::history;

const LEVEL: &str = include_str!("../../saves/levels/unseen-01-first-steps.toml");

/// A log with one action and a torn tail, and the actions that follow.
struct Script {
    log: Vec<u8>,
    actions: Vec<ActionBytes>,
}

/// A step of the script; actions are given by their number.
#[derive(Clone, Copy)]
enum Step {
    Act(usize),
    Undo,
    Bookmark,
    Go(NodeId),
    NoteCursor,
}

/// Grows three branches, with a bookmark and positions in the past.
const STEPS: &[Step] = &[
    Step::Act(1),
    Step::Act(2),
    Step::Undo,
    Step::Undo,
    Step::Act(3),
    Step::Bookmark,
    Step::Act(4),
    Step::Go(NodeId(2)),
    Step::NoteCursor,
    Step::Act(5),
];

impl Step {
    fn run(self, script: &Script, game: &mut dyn Game) -> Result<(), String> {
        match self {
            Self::Act(number) => {
                let acted = game.act(&script.actions[number]);
                return acted.map(drop).map_err(|error| error.to_string());
            }
            Self::Undo => assert!(game.undo()),
            Self::Go(node) => game.seek(node),
            Self::Bookmark => {
                return game.note(Note::bookmark(NodeId(1), "here")).map_err(|error| error.to_string());
            }
            Self::NoteCursor => return game.note_cursor().map_err(|error| error.to_string()),
        }
        Ok(())
    }
}

impl Script {
    fn new(header: Vec<u8>, actions: Vec<ActionBytes>) -> Self {
        let memory = Memory::new(header);
        let mut game = open(memory.clone(), Durability::EachAction).unwrap();
        game.act(&actions[0]).unwrap();
        Self { log: [memory.bytes(), vec![7; 5]].concat(), actions }
    }

    /// Waits and restarts.
    fn play() -> Self {
        let header = catalog::find("unseen").unwrap().begin(LEVEL, 0).unwrap().to_bytes();
        let game = catalog::open_bytes("it", &header).unwrap();
        Self::new(header, [".", ".", ".", "R", ".", "R"].map(|text| game.parse(text).unwrap()).to_vec())
    }

    /// Paints walls.
    fn drawing() -> Self {
        let header = catalog::drawable("unseen").unwrap().begin(LEVEL).unwrap().to_bytes();
        let wall = |(x, y)| Edit::Paint { brush: "wall".into(), cells: vec![Cell { x, y }], t: 0 };
        let cells = [(2, 1), (3, 1), (4, 1), (5, 1), (2, 3), (3, 3)];
        Self::new(header, cells.map(|cell| ActionBytes(wall(cell).to_bytes())).to_vec())
    }

    /// Runs the script on a disk in memory, and returns the result.
    fn whole(&self) -> Box<dyn Game> {
        let mut game = open(Memory::new(self.log.clone()), Durability::EachAction).unwrap();
        STEPS.iter().for_each(|step| step.run(self, game.as_mut()).unwrap());
        game
    }

    /// Counts the calls of a run on a disk, and tries each fault; returns a description.
    fn attack(&self, durability: Durability) -> String {
        let count = Plan::new(None);
        self.go_on(durability, &count);
        let called = count.called();
        let faults: Vec<_> = Fault::all(called.values().sum()).collect();
        for fault in &faults {
            self.stop(durability, &Plan::new(Some(*fault)));
            self.go_on(durability, &Plan::new(Some(*fault)));
        }
        format!("{} calls {called:?}, {} runs", called.values().sum::<usize>(), 2 * faults.len())
    }

    /// Stops at the failure, as a command does: after a power cut, everything that was safe is there.
    fn stop(&self, durability: Durability, plan: &Plan) {
        let disk = Liar::holding(self.log.clone());
        let Ok(mut game) = open(Faulty { inner: disk.clone(), plan: plan.clone() }, durability) else {
            return assert_eq!(disk.bytes(), self.log, "{plan:?}: changed by opening");
        };
        for step in STEPS {
            if step.run(self, game.as_mut()).is_err() {
                break;
            }
        }
        _ = game.close();
        self.check_power_cuts(&disk, game.durable_count(), plan);
    }

    fn check_power_cuts(&self, disk: &Liar, safe: usize, plan: &Plan) {
        let whole = self.whole();
        for keep in 0..=disk.unsynced() {
            let left = catalog::open_bytes("left", &disk.after_power_cut(keep)).unwrap();
            let count = left.node_count();
            assert!(
                (safe..=whole.node_count()).contains(&count),
                "{plan:?}: {count} nodes, {safe} were safe"
            );
            assert_eq!(history(left.as_ref(), count), history(whole.as_ref(), count), "{plan:?}");
        }
    }

    /// Continues in memory after the failure, as the editor does, and moves to another disk at the end.
    fn go_on(&self, durability: Durability, plan: &Plan) {
        let disk = Liar::holding(self.log.clone());
        let Ok(mut game) = open(Faulty { inner: disk.clone(), plan: plan.clone() }, durability) else {
            return;
        };
        for step in STEPS {
            if step.run(self, game.as_mut()).is_err() {
                game.detach().unwrap();
                step.run(self, game.as_mut()).unwrap();
            }
        }
        if game.close().is_err() {
            game.detach().unwrap();
        }
        let disk = if game.is_detached() { moved(game.as_mut()) } else { disk };
        self.check_power_cuts(&disk, self.whole().node_count(), plan);
    }
}

/// Moves a game to a disk that works.
fn moved(game: &mut dyn Game) -> Liar {
    let disk = Liar::holding(game.bytes().unwrap());
    game.attach(Box::new(disk.clone())).unwrap();
    game.close().unwrap();
    assert_eq!(game.durable_count(), game.node_count());
    disk
}

fn open(
    disk: impl timeloom::journal::storage::Storage + 'static,
    durability: Durability,
) -> Result<Box<dyn Game>, CatalogError> {
    catalog::open_storage("it", Box::new(disk), Opening { durability, progress: &mut |_| {} })
}

fn check(name: &str, script: &Script) {
    for durability in [Durability::EachAction, BATCHED, Durability::OnClose] {
        println!("fault points of {name}, {durability:?}: {}: nothing lost", script.attack(durability));
    }
}

#[test]
fn every_call_of_a_game_on_its_disk_may_fail_in_every_way() {
    check("play", &Script::play());
}

#[test]
fn every_call_of_a_drawing_on_its_disk_may_fail_in_every_way() {
    check("drawing", &Script::drawing());
}
