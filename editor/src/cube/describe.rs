//! Describes the cube for screen readers.

use timeloom::scene::cube::ThreadKind;

use super::stack::{Branch, MOST_BRANCHES, Stack};

/// Mouse help, in short lines.
pub const HANDS: &str = "Drag turns the cube; with Shift, Space or another button it moves it.\n\
    The wheel zooms, a click selects, a double click shows all of it again.";

/// Describes the stack in a few sentences; `keys` is the last of them.
pub(super) fn describe(stack: &Stack, keys: &str) -> String {
    let cube = &stack.cube;
    let last = cube.slices.end.saturating_sub(1);
    let size = format!(
        "Cube of {} by {} cells, slices {} to {last} of {}; slice {} is lit.",
        cube.width, cube.height, cube.slices.start, stack.last, stack.lit
    );
    let lines = [
        way(stack),
        others(stack),
        count(cube.threads_of(ThreadKind::Patrol).count(), "patrol", "patrols"),
        count(cube.threads_of(ThreadKind::Box).count(), "moved box", "moved boxes"),
        count(cube.rifts.len(), "rift", "rifts"),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    let lines = if lines.is_empty() { String::new() } else { format!(" {}.", lines.join(", ")) };
    format!("{size}{lines} {keys}")
}

fn way(stack: &Stack) -> Option<String> {
    let walked = stack.ways.iter().filter(|way| way.branch == Branch::Walked);
    let walked: Vec<_> = walked.flat_map(|way| way.points.windows(2)).collect();
    let leaps = walked.iter().filter(|pair| pair[0].t + 1 != pair[1].t).count();
    let steps = count(walked.len(), "turn walked", "turns walked")?;
    Some(
        count(leaps, "leap through time", "leaps through time")
            .map_or(steps.clone(), |leaps| format!("{steps} with {leaps}")),
    )
}

/// Describes the other branches, with the number of those too far from the current node to be shown.
fn others(stack: &Stack) -> Option<String> {
    let all = count(stack.others, "other branch", "other branches")?;
    let hidden = stack.others.saturating_sub(MOST_BRANCHES);
    Some(if hidden == 0 {
        all
    } else {
        format!("{all} ({hidden} more branches, farther from here, left out)")
    })
}

fn count(number: usize, one: &str, many: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {many}")),
    }
}
