//! Appearance of the cube, and the cost of painting it.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use egui::epaint::{Mesh, Shape};
use egui::vec2;
use timeloom_editor::command::{Command, CubeCommand};

use super::{TWO_WAYS, level, looking, played};
use crate::Window;
use crate::pictures::check;

/// Twenty by twenty by fifty, with six patrolling guards, boxes, walls and a rift.
fn long_night() -> String {
    let cell = |x: u32, y: u32| match (x, y) {
        (1, 1) => '@',
        (18, 18) => '>',
        (0 | 19, _) | (_, 0 | 19) => '#',
        (7, 2..=17) if y != 5 && y != 14 => '#',
        (4, 4) | (10, 3) | (13, 13) | (16, 5) => 'B',
        (10, 5) | (14, 16) => 'o',
        _ => '.',
    };
    let row = |y: u32| format!("\"{}\",\n", (0..20).map(|x| cell(x, y)).collect::<String>());
    let rows: String = (0..20).map(row).collect();
    let mut text = format!(
        "[meta]\nid = \"n\"\nname = \"The long night\"\n[world]\ntime_depth = 50\nvision_radius = 3\n[map]\nrows = [{rows}]\n"
    );
    let guards = [
        (10, 11, 7, 6, "north"),
        (14, 2, 4, 5, "east"),
        (9, 2, 3, 5, "east"),
        (2, 14, 3, 3, "north"),
        (3, 8, 2, 2, "west"),
        (11, 13, 4, 2, "north"),
    ];
    for (number, (left, top, wide, high, facing)) in guards.into_iter().enumerate() {
        let path = round(left, top, left + wide, top + high);
        _ = write!(
            text,
            "[[entity]]\nkind = \"enemy\"\nname = \"guard {number}\"\npatrol = {{ path = {path:?}, loops = true }}\n\
             vision = {{ facing = \"{facing}\", fov = 90 }}\n"
        );
    }
    text + "[[entity]]\nkind = \"rift\"\nname = \"well\"\nat = [8, 5]\nrift = { target = [2, 17, 3] }\n"
}

fn round(left: u32, top: u32, right: u32, bottom: u32) -> Vec<[u32; 2]> {
    let there = (left..right).map(|x| [x, top]).chain((top..bottom).map(|y| [right, y]));
    let back =
        (left + 1..=right).rev().map(|x| [x, bottom]).chain((top + 1..=bottom).rev().map(|y| [left, y]));
    there.chain(back).collect()
}

const NIGHT: &str = "S S S E E PE S E E E E U S E E E E E E E E u7 . . E E";

/// Returns the mesh of the cube: the largest one painted.
fn mesh(window: &Window) -> Arc<Mesh> {
    let shapes = window.output().shapes.iter();
    let meshes = shapes
        .filter_map(|shape| if let Shape::Mesh(mesh) = &shape.shape { Some(mesh.clone()) } else { None });
    meshes.max_by_key(|mesh| mesh.indices.len()).expect("a mesh is painted")
}

#[test]
fn twenty_by_twenty_by_fifty_stays_within_six_thousand_quads() {
    let mut window = looking(played(&long_night(), NIGHT));
    let quads = mesh(&window).indices.len() / 6;
    assert!((1_000..=6_000).contains(&quads), "{quads} quads");
    let before = Instant::now();
    for turn in 0..20u8 {
        window.state_mut().ask(Command::Cube(CubeCommand::Orbit(vec2(f32::from(turn), 0.0))));
        window.step();
    }
    let (turning, before) = (before.elapsed() / 20, Instant::now());
    window.run_steps(20);
    let resting = before.elapsed() / 20;
    println!("{quads} quads; a frame takes {turning:?} with another camera and {resting:?} with the same");
}

#[test]
fn a_frame_in_which_nothing_changes_paints_the_same_mesh_again() {
    let mut window = looking(played(&level(12), TWO_WAYS));
    let before = mesh(&window);
    window.step();
    assert!(Arc::ptr_eq(&before, &mesh(&window)));
    window.key_press(egui::Key::PageUp);
    window.run();
    assert!(!Arc::ptr_eq(&before, &mesh(&window)));
}

#[test]
fn ten_thousand_turns_stay_cheap() {
    let window = looking(played(&level(1_000_000), &"S N ".repeat(5_000)));
    assert!(mesh(&window).indices.len() / 6 < 6_500);
}

#[test]
fn two_branches_and_a_rift() {
    check(&mut looking(played(&level(12), TWO_WAYS)), "cube-branches.png");
}

#[test]
fn two_branches_and_a_rift_in_light() {
    let mut window = looking(played(&level(12), TWO_WAYS));
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    check(&mut window, "cube-light.png");
}

#[test]
fn nothing_has_happened() {
    check(&mut looking(played(&level(12), "")), "cube-start.png");
}

#[test]
fn a_large_level() {
    check(&mut looking(played(&long_night(), NIGHT)), "cube-large.png");
}

#[test]
fn beside_the_board() {
    let mut window = looking(played(&level(12), "E E E U E E"));
    window.key_press(egui::Key::F8);
    window.run();
    check(&mut window, "cube-both.png");
}

#[test]
fn beside_the_board_in_a_small_window() {
    let mut window = looking(played(&level(12), "E E E U E E"));
    window.set_size(egui::vec2(800.0, 560.0));
    window.key_press(egui::Key::F8);
    window.run();
    check(&mut window, "cube-both-small.png");
}

#[test]
fn below_the_board_in_a_narrow_window() {
    let mut window = looking(played(&level(12), "E E E U E E"));
    window.set_size(egui::vec2(800.0, 900.0));
    window.key_press(egui::Key::F8);
    window.run();
    check(&mut window, "cube-both-tall.png");
}

#[test]
fn a_cell_is_pointed_out() {
    let mut window = looking(played(&level(12), "E E E U E E"));
    let guard = super::spot(&window, 6, 2, 6);
    super::click(&mut window, guard);
    check(&mut window, "cube-pointed.png");
}

#[test]
fn no_slices() {
    check(&mut looking(crate::orchard::played("SS").0), "cube-none.png");
}
