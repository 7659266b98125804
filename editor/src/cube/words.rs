//! The cube in words, for those who cannot see it.

use timeloom::scene::cube::ThreadKind;

use super::stack::{Branch, Stack};

/// All that is to be seen, in a few sentences.
pub(super) fn describe(stack: &Stack) -> String {
    let cube = &stack.cube;
    let last = cube.slices.end.saturating_sub(1);
    let size = format!(
        "Cube of {} by {} cells, slices {} to {last} of {}; slice {} is lit.",
        cube.width, cube.height, cube.slices.start, stack.last, stack.lit
    );
    let lines = [
        way(stack),
        count(stack.others, "other branch", "other branches"),
        count(cube.threads_of(ThreadKind::Patrol).count(), "patrol", "patrols"),
        count(cube.threads_of(ThreadKind::Box).count(), "moved box", "moved boxes"),
        count(cube.rifts.len(), "rift", "rifts"),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    let lines = if lines.is_empty() { String::new() } else { format!(" {}.", lines.join(", ")) };
    format!(
        "{size}{lines} Arrow keys turn it, plus and minus zoom, Home resets, Page Up and Page Down change the slice."
    )
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

fn count(number: usize, one: &str, many: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {many}")),
    }
}
