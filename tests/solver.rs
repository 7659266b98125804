//! The solver on the bundled levels, compared with the rules alone.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::rules::{Level, Rules};
use timeloom::rulesets::unseen::Unseen;
use timeloom::solver::difficulty::difficulty;
use timeloom::solver::{Answer, Budget, Limit, Puzzle, Verdict, Watch, plain};
use timeloom::timeline::NodeId;

/// Returns the sample levels of `unseen`, in the order of their names.
fn samples() -> Vec<PathBuf> {
    let folder = std::fs::read_dir("saves/levels").expect("the samples are there");
    let mut levels: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
    levels.retain(|path| path.display().to_string().contains("/unseen-"));
    levels.sort();
    assert!(!levels.is_empty());
    levels
}

fn puzzle(level: &Path) -> Box<dyn Puzzle> {
    let game = catalog::try_out(level, None).expect("a level");
    game.puzzle(NodeId::ROOT).expect("for one player")
}

fn solved(puzzle: &dyn Puzzle) -> Vec<String> {
    match puzzle.solve(&Watch::new(Budget::default())).verdict {
        Verdict::Solved(actions) => actions,
        other => panic!("{other:?}"),
    }
}

fn rules(level: &Path) -> Unseen {
    let text = std::fs::read_to_string(level).expect("a file");
    Unseen::new(Level::parse(&text).expect("a level")).expect("playable")
}

#[test]
fn the_recorded_solutions_of_the_samples_are_of_the_shortest_length() {
    for level in samples() {
        let shortest = solved(puzzle(&level).as_ref()).len();
        let recorded = rules(&level).level().solutions().iter().map(|way| way.steps().count()).min();
        assert_eq!(recorded, Some(shortest), "{}", level.display());
    }
}

/// Checks that several workers give the same answer with the same effort as one; returns it.
fn check_workers<A: Debug + PartialEq>(
    name: &str,
    solve: impl Fn(&Watch) -> Answer<A>,
    megabytes: u64,
) -> Answer<A> {
    let with = |workers| solve(&Watch::new(Budget { memory: megabytes << 20, workers, ..Budget::default() }));
    let alone = with(1);
    for workers in [2, 3, 5] {
        assert_eq!(with(workers), alone, "{name}, {workers} workers, {megabytes} MB");
    }
    alone
}

#[test]
fn the_number_of_workers_changes_nothing() {
    for level in samples() {
        let puzzle = puzzle(&level);
        check_workers(&level.display().to_string(), |watch| puzzle.solve(watch), 16);
    }
}

/// These levels are so large that they use up the memory: many states are expanded at once.
#[test]
fn the_number_of_workers_does_not_change_where_the_memory_is_full() {
    for (world, megabytes) in [("folded", 16), ("folded", 50), ("forward", 16)] {
        let path = format!("benches/solver/{world}.toml");
        let puzzle = puzzle(Path::new(&path));
        let answer = check_workers(&path, |watch| puzzle.solve(watch), megabytes);
        assert!(matches!(answer.verdict, Verdict::Unknown { limit: Limit::Memory, .. }), "{answer:?}");
        assert!(answer.world == world && answer.effort.states > 5000, "{answer:?}");
    }
    let rules = rules(Path::new("benches/solver/folded.toml"));
    let start = rules.start(0);
    check_workers("by the rules alone", |watch| plain::search(&rules, &start).run(watch), 20);
}

#[test]
fn what_the_rules_alone_find_is_found_and_counted() {
    let watch = Watch::new(Budget::default());
    let mut compared = 0;
    for level in samples() {
        let found = puzzle(&level);
        let turns = solved(found.as_ref()).len() as u32;
        if turns > 7 {
            // Too many histories.
            continue;
        }
        let rules = rules(&level);
        let start = rules.start(0);
        let mut by_rules = plain::search(&rules, &start);
        let Verdict::Solved(way) = by_rules.run(&watch).verdict else { panic!("{}", level.display()) };
        assert_eq!(way.len() as u32, turns, "{}", level.display());
        let ways = found.ways(turns, &watch).expect("no budget");
        let all = by_rules.ways(turns, &watch).expect("no budget");
        assert_eq!((ways.count, ways.listed.len()), (all.count, all.listed.len()), "{}", level.display());
        compared += 1;
    }
    assert!(compared >= 4, "{compared}");
}

#[test]
fn every_first_action_of_a_shortest_way_leads_nearer_and_no_other_does() {
    let watch = Watch::new(Budget::default());
    for level in samples() {
        let puzzle = puzzle(&level);
        let turns = solved(puzzle.as_ref()).len() as u32;
        let mut first: Vec<_> = puzzle.ways(turns, &watch).expect("no budget").listed;
        first.iter_mut().for_each(|way| way.truncate(1));
        first.sort();
        first.dedup();
        let hint = timeloom::solver::hint::hint(puzzle.as_ref(), &watch);
        let nearer = |choice: &timeloom::solver::hint::Choice| matches!(choice.then, timeloom::solver::hint::Prospect::Wins { turns: then } if then < turns);
        let mut nearer: Vec<_> = hint
            .choices
            .iter()
            .filter(|choice| nearer(choice))
            .map(|choice| vec![choice.action.clone()])
            .collect();
        nearer.sort();
        assert_eq!(first, nearer, "{}", level.display());
    }
}

#[test]
fn difficulty_agrees_with_what_it_is_made_of() {
    let watch = Watch::new(Budget::default());
    for level in samples().iter().take(7) {
        let puzzle = puzzle(level);
        let found = difficulty(puzzle.as_ref(), &watch).expect("it can be won");
        assert_eq!(found.choices.len() as u32, found.shortest);
        assert!(found.single_way.is_some_and(|turns| turns <= found.shortest));
        assert_eq!(found.single_way == Some(found.shortest), found.ways == Some(1), "{}", level.display());
        let survey = puzzle.survey(&watch).expect("no budget");
        assert!(survey.winnable > 0 && survey.winnable <= survey.reachable, "{}", level.display());
        let is_dead = found.dead_ends.is_some_and(|ends| !ends.is_empty());
        assert!(!is_dead || survey.winnable < survey.reachable, "{}", level.display());
    }
}
