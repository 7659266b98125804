//! Tests of each gesture. Ids on a board are assigned row by row, from 0.

use super::*;

const GUARD: &str = "[[entity]]\nkind = \"enemy\"\nname = \"Ann\"\nvision = { facing = \"south\", fov = 90 }\n\
                     patrol = { path = [[0, 1], [1, 1], [2, 1], [1, 1]] }\n";
const RIFT: &str =
    "[[entity]]\nkind = \"rift\"\nat = [1, 0]\nrift = { target = [3, 1, 7], bidirectional = true }\n";

#[test]
fn painting_fills_cells() {
    check("..... .....", "paint:wall:0:1-3,0;2,1", ".###. ..#..");
}

#[test]
fn painting_a_cell_twice_paints_it_once() {
    let (rules, start) = open("...", "");
    assert_eq!(after(&rules, &start, "paint:wall:0:1,0;1,0").len(), 1);
}

#[test]
fn what_blocks_replaces_what_blocks() {
    check("#B@", "paint:wall:0:1-2,0", "###");
    check("#B@", "paint:box:0:0,0;2,0", "BBB");
    check("#BP", "paint:pull_box:0:0-1,0", "PPP");
}

#[test]
fn what_lies_on_the_floor_stays_under_boxes_and_players() {
    let (rules, start) = open("o>.", "");
    let sketch = after(&rules, &start, "paint:box:0:0,0 paint:player:0:1,0");
    assert_eq!(picture(&rules, &sketch, 0), "*@.");
    assert_eq!(sketch.len(), 4);
    check("B@.", "paint:goal:0:0-1,0", "*@.");
}

#[test]
fn a_wall_leaves_nothing_beside_it() {
    let (rules, start) = open("o>.", "");
    assert_eq!(after(&rules, &start, "paint:wall:0:0-1,0").len(), 2);
    check("##", "paint:exit:0:0,0", ">#");
}

#[test]
fn painting_what_is_there_already_changes_no_such_cell() {
    let (rules, start) = open("#..", "");
    let sketch = after(&rules, &start, "paint:wall:0:0-2,0");
    assert_eq!(sketch.things().map(|(id, _)| id.0).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn a_guard_that_was_turned_is_not_painted_over_by_a_guard() {
    let (rules, start) = open("..", "");
    let turned = after(&rules, &start, "paint:guard:0:0,0 set:0:facing=east");
    let painted = after(&rules, &turned, "paint:guard:0:0-1,0");
    assert_eq!(painted.thing(ThingId(0)), turned.thing(ThingId(0)));
}

#[test]
fn placing_the_player_again_moves_it_to_the_last_cell() {
    let (rules, start) = open("@..", "");
    let sketch = after(&rules, &start, "paint:player:0:1-2,0");
    assert_eq!(picture(&rules, &sketch, 0), "..@");
    assert_eq!(sketch.next_id(), start.next_id());
}

#[test]
fn what_is_painted_in_a_slice_is_there_from_then_on() {
    check_at(2, "...", "paint:wall:3:1,0", "...");
    check_at(3, "...", "paint:wall:3:1,0", ".#.");
    check_at(8, "...", "paint:wall:3:1,0", ".#.");
}

#[test]
fn the_player_is_in_one_slice_only() {
    check_at(3, "...", "paint:player:2:1,0", ".&.");
    check_at(2, "...", "paint:player:2:1,0", ".@.");
}

#[test]
fn erasing_takes_all_that_stands_there_then() {
    let (rules, start) = open("*#.", "");
    assert_eq!(after(&rules, &start, "erase:0:0-2,0").len(), 0);
    let later = after(&rules, &start, "paint:wall:3:2,0");
    assert_eq!(after(&rules, &later, "erase:2:0-2,0").len(), 1, "what comes later stays");
}

#[test]
fn who_walks_is_erased_where_it_is_at_that_time() {
    let (rules, start) = open("... ...", GUARD);
    assert!(rules.check(&start, &"erase:0:2,1".parse().unwrap()).is_err());
    assert!(after(&rules, &start, "erase:2:2,1").is_empty());
}

#[test]
fn a_wall_replaces_who_stands_there_and_not_who_comes_by_later() {
    let (rules, start) = open("... ...", GUARD);
    assert_eq!(after(&rules, &start, "paint:wall:0:0,1").len(), 1);
    assert_eq!(after(&rules, &start, "paint:wall:0:2,1").len(), 2);
}

#[test]
fn moving_takes_patrols_along() {
    let (rules, start) = open(".... .... ....", GUARD);
    let sketch = after(&rules, &start, "move:0:1,1,0");
    let path = sketch.thing(ThingId(0)).and_then(|thing| thing.path("patrol")).unwrap();
    assert_eq!(path.iter().map(|at| (at.x, at.y)).collect::<Vec<_>>(), [(1, 2), (2, 2), (3, 2), (2, 2)]);
    assert_eq!(picture(&rules, &sketch, 2), ".... .... ...E");
}

#[test]
fn who_walks_and_is_moved_in_time_stands_where_the_walk_is_then() {
    let (rules, start) = open("... ...", GUARD);
    let sketch = after(&rules, &start, "move:0:0,0,2");
    assert_eq!(sketch.thing(ThingId(0)).unwrap().spot, Spot::new(2, 1, 2));
}

#[test]
fn moving_a_rift_leaves_where_it_leads() {
    let (rules, start) = open(".... ....", RIFT);
    let thing = after(&rules, &start, "move:0:1,0,2").thing(ThingId(0)).cloned().unwrap();
    assert_eq!((thing.spot, thing.target("target")), (Spot::new(2, 0, 2), Some(Spot::new(3, 1, 7))));
}

#[test]
fn what_is_moved_replaces_what_stands_there_but_not_what_moves_with_it() {
    check("BB#.", "move:0,1:1,0,0", ".BB.");
    check("##..", "move:0,1:1,0,0", ".##.");
}

#[test]
fn pasting_keeps_everything_and_numbers_names_that_are_taken() {
    let (rules, start) = open(".... ....", GUARD);
    let copy = shifted_copy(&start, 0, 1, -1);
    let (sketch, _) = rules.apply(&start, &Edit::Paste { things: copy }).unwrap();
    let pasted = sketch.thing(ThingId(1)).unwrap();
    assert_eq!(pasted.text("name").map(|name| &**name), Some("Ann 2"));
    assert_eq!(pasted.path("patrol").map(|path| path.len()), Some(4));
    assert_eq!(pasted.text("facing").map(|word| &**word), Some("south"));
}

/// Copies a thing, as for pasting it elsewhere.
fn shifted_copy(sketch: &Sketch, id: u32, dx: i32, dy: i32) -> Vec<Thing> {
    let thing = sketch.thing(ThingId(id)).cloned().unwrap();
    crate::sketch::shifted(&[thing], dx, dy, 0).unwrap()
}

#[test]
fn ids_from_a_file_are_not_copied() {
    let id = "6f1c3a52-7d0e-4b7c-9d55-0a4f2b9c8e11";
    let (rules, start) = open("...", &format!("[[entity]]\nkind = \"wall\"\nid = \"{id}\"\nat = [0, 0]\n"));
    assert!(start.thing(ThingId(0)).unwrap().fields.contains_key("id"));
    let (sketch, _) = rules.apply(&start, &Edit::Paste { things: shifted_copy(&start, 0, 1, 0) }).unwrap();
    assert!(!sketch.thing(ThingId(1)).unwrap().fields.contains_key("id"));
    assert!(rules.level_text(&sketch).contains(id));
}

#[test]
fn a_rift_is_drawn_in_one_go() {
    let (rules, start) = open("...", "");
    let sketch = after(&rules, &start, "paste:rift@0,0,0&target=2,0@5");
    assert!(rules.level_text(&sketch).contains("rift = { target = [2, 0, 5], bidirectional = false }"));
}

#[test]
fn a_patrol_begins_where_its_guard_comes_to_stand() {
    let (rules, start) = open("... ...", "");
    let sketch = after(&rules, &start, "paint:guard:0:0,0 set:0:patrol=(1,1)(2,1)");
    assert_eq!(sketch.thing(ThingId(0)).unwrap().spot, Spot::new(1, 1, 0));
    let still = after(&rules, &sketch, "set:0:patrol=");
    assert_eq!(still.thing(ThingId(0)).unwrap().path("patrol"), None);
    assert_eq!(after(&rules, &sketch, "set:0:patrol=()"), still);
}

#[test]
fn settings_are_written_into_the_level() {
    let (rules, start) = open("@>", "");
    let edits = "setting:time_depth=40 setting:name=The%20Deep setting:detection=delayed setting:delay=2 setting:win=both";
    let text = rules.level_text(&after(&rules, &start, edits));
    for line in
        ["time_depth = 40", "name = \"The Deep\"", "{ model = \"delayed\", turns = 2 }", "win = \"both\""]
    {
        assert!(text.contains(line), "no {line} in {text}");
    }
    let default = after(&rules, &start, "setting:time_depth=40 setting:time_depth=");
    assert_eq!(rules.view(&default, View::default()).slices, 50);
}

#[test]
fn the_title_is_that_of_now() {
    let (rules, start) = open("@>", "");
    let title =
        |sketch: &Sketch| Drawings::resume(sketch).expect("every sketch can be drawn").level().title();
    assert_eq!(
        (title(&start), title(&after(&rules, &start, "setting:name=Deep"))),
        ("Unnamed".into(), "Deep".into())
    );
}

#[test]
fn recorded_solutions_are_kept() {
    let (rules, start) = open("@>.", "[[solution]]\nname = \"go\"\nactions = \"E\"\n");
    let text = rules.level_text(&after(&rules, &start, "paint:wall:0:2,0"));
    assert!(text.contains("[[solution]]\nname = \"go\"\nactions = \"E\""), "{text}");
}

#[test]
fn a_larger_board_shifts_everything() {
    check("@#>", "resize:5,2,1,1", "..... .@#>.");
    check("@#>", "resize:2,1,0,0", "@#");
    check("@#>", "resize:2,1,-1,0", "#>");
}

#[test]
fn patrols_and_targets_are_shifted_with_the_board_and_cut_at_its_edge() {
    let (rules, start) = open(".... ....", &format!("{GUARD}{RIFT}"));
    let grown = after(&rules, &start, "resize:6,3,1,1");
    let path = |sketch: &Sketch| sketch.thing(ThingId(0)).unwrap().path("patrol").unwrap().to_vec();
    assert_eq!(path(&grown)[0], Cell { x: 1, y: 2 });
    assert_eq!(grown.thing(ThingId(1)).unwrap().target("target"), Some(Spot::new(4, 2, 7)));
    let cut = after(&rules, &start, "resize:2,2,0,0");
    assert_eq!(path(&cut).len(), 3);
    assert_eq!(cut.thing(ThingId(1)).unwrap().target("target"), None);
}

#[test]
fn a_text_begins_the_drawing_anew_with_new_ids() {
    let (rules, start) = open("@>", "");
    let text = rules.level_text(&start).replace("@>", "@.#");
    let (sketch, done) = rules.apply(&start, &Edit::Replace { text: text.into() }).unwrap();
    assert_eq!(picture(&rules, &sketch, 0), "@.#");
    assert!(sketch.things().all(|(id, _)| id >= start.next_id()));
    assert_eq!((done.added.len(), done.removed.len()), (2, 2));
}

#[test]
fn what_stands_where_is_told_for_every_slice() {
    let (rules, start) = open("@.. ...", GUARD);
    let standing = |t| rules.view(&start, View { t: Some(t), ..View::default() }).standing;
    assert_eq!(standing(0), [(Cell { x: 0, y: 0 }, ThingId(0)), (Cell { x: 0, y: 1 }, ThingId(1))]);
    assert_eq!(standing(2), [(Cell { x: 2, y: 1 }, ThingId(1))]);
}
