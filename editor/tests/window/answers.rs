//! Answers in the background: the strip, the tab, the list of problems, the hint and the point of no return.

mod ended;
mod played;

use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom::journal::Durability;
use timeloom::journal::file::Access;
use timeloom::scene::Tone;
use timeloom::timeline::{NodeId, Note};
use timeloom_editor::answers::describe;
use timeloom_editor::command::{AskCommand, Command, GoCommand};
use timeloom_editor::settings::Centre;
use timeloom_editor::workspace::Mode;

use crate::house::{House, act, ask, change_mode, click, drawn, press, wall};
use crate::pictures::check;
use crate::{Window, turn, workspace};

/// A box that must not be pushed against the wall.
const BOX: &str = "ruleset = \"unseen\"\n[meta]\nid = \"box\"\nname = \"One box\"\n[world]\ntime_depth = 30\n\
    win = \"goals\"\nmax_push_chain = 1\ndetection = \"none\"\n[map]\nrows = [\n  \"######\",\n  \"#....#\",\n  \
    \"#@B.o#\",\n  \"#....#\",\n  \"######\",\n]\n[[solution]]\nname = \"straight\"\nactions = \"PE PE\"\n";

/// Returns a level with many boxes on a large floor: too much for a short search.
fn too_much() -> String {
    let row = |odd: usize| (0..24).map(|x| if x % 3 == odd { 'B' } else { '.' }).collect::<String>();
    let mut rows: Vec<String> = (0..12).map(|y| row(y % 2 + if y % 4 == 0 { 5 } else { 0 })).collect();
    rows.push("@.......................".to_owned());
    rows.extend((0..3).map(|_| ".o.o.o.o.o.o.o.o.o.o.o.o".to_owned()));
    format!(
        "ruleset = \"unseen\"\n[world]\ntime_depth = 900\nwin = \"goals\"\nmax_push_chain = 1\n\
         detection = \"none\"\n[map]\nrows = {rows:?}\n"
    )
}

/// Returns a level whose exit is near but cannot be entered: there are so many ways to walk straight to it,
/// each pushing other boxes, that the lower bound stays the same for a very long time.
fn endless() -> String {
    let cell = |x: usize, y: usize| match (x, y) {
        (0, 0) => '@',
        (23, 15) => '>',
        (22, 15) => 'B',
        (23, 14) => '#',
        _ if x % 3 == 1 && y % 3 == 1 => 'B',
        _ => '.',
    };
    let rows: Vec<String> = (0..16).map(|y| (0..24).map(|x| cell(x, y)).collect()).collect();
    format!(
        "ruleset = \"unseen\"\n[world]\ntime_depth = 900\nwin = \"exit\"\nmax_push_chain = 1\n\
         detection = \"none\"\n[map]\nrows = {rows:?}\n"
    )
}

/// Opens a level and waits for all answers.
fn answered(house: &House, level: &str) -> Window {
    house.write("maze.toml", level);
    let mut window = house.open();
    let ctx = window.ctx.clone();
    window.state_mut().answer(&ctx);
    wait(&mut window);
    window
}

/// Runs the window until all questions are answered.
fn wait(window: &mut Window) {
    let begun = Instant::now();
    window.run_ok();
    while window.state().answers().is_working() {
        assert!(begun.elapsed() < Duration::from_secs(60), "this takes for ever");
        std::thread::sleep(Duration::from_millis(2));
        window.step();
    }
    window.run();
}

/// The first words of the strip in draw mode.
fn strip(window: &Window) -> String {
    let answers = window.state().answers();
    describe::level(answers.level().expect("a level is in front"), answers.progress()).text
}

/// Returns the texts of the strip about recorded runs.
fn runs(window: &Window) -> Vec<String> {
    let known = window.state().answers().level().expect("a level is in front");
    describe::runs(known, 2).into_iter().map(|said| said.text).collect()
}

/// Plays these actions into a save beside the level.
fn save(house: &House, name: &str, actions: &str) {
    let mut game = catalog::create(&house.path("maze.toml"), None, 0, &house.path(name)).expect("a new save");
    for action in actions.split_whitespace() {
        let bytes = game.parse(action).expect("an action");
        game.act(&bytes).expect("legal");
    }
}

#[test]
fn the_strip_tells_the_shortest_way_and_what_was_recorded() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    window.get_by_label("shortest 2, one way");
    window.get_by_label("'straight' wins in 2");
    click(&mut window, "Answers");
    window.get_by_label("PE PE");
    check(&mut window, "answers-won.png");
}

#[test]
fn a_wall_across_the_way_is_never_called_fine() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    wall(&mut window, 3, 2);
    wait(&mut window);
    window.get_by_label("cannot be won");
    window.get_by_label("'straight' breaks at turn 1");
    window.get_by_label("1 error, 1 warning");
    click(&mut window, "Problems");
    window.get_by_label("error: the level cannot be won: every way was tried");
    assert!(window.query_by_label_contains("no problems").is_none());
    check(&mut window, "answers-broken.png");
}

#[test]
fn undo_brings_the_answers_back_at_once() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    wall(&mut window, 3, 2);
    wait(&mut window);
    assert_eq!(strip(&window), "cannot be won");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    window.get_by_label("shortest 2, one way");
}

#[test]
fn nothing_stale_is_shown_after_an_edit() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    // One frame handles the edit; the answers of the previous drawing must disappear in it.
    let edit = timeloom::sketch::Edit::Paint {
        brush: "wall".into(),
        cells: vec![timeloom::scene::Cell { x: 3, y: 2 }],
        t: 0,
    };
    window.state_mut().ask(Command::Act(timeloom::game::ActionBytes(edit.to_bytes())));
    for _ in 0..3 {
        window.step();
        let answers = window.state().answers();
        let now = workspace(&window).drawing().unwrap().cursor().turn;
        let solution = answers.level().and_then(|known| known.solution()).map(<[_]>::len);
        assert!(now == 0 || solution != Some(2), "the way through the wall is not shown any more");
    }
    wait(&mut window);
    assert_ne!(strip(&window), "shortest 2, one way");
}

#[test]
fn playthroughs_beside_the_level_are_re_run_and_come_back_with_an_undo() {
    let house = House::new();
    house.write("maze.toml", BOX);
    save(&house, "tester.loom", "PE PE");
    save(&house, "half.loom", "N");
    let mut window = answered(&house, BOX);
    assert_eq!(runs(&window), ["'straight' wins in 2", "1 playthrough wins", "1 playthrough is unfinished"]);
    wall(&mut window, 3, 2);
    wait(&mut window);
    assert_eq!(
        runs(&window),
        ["'straight' breaks at turn 1", "1 playthrough breaks at turn 1", "1 playthrough is unfinished"]
    );
    click(&mut window, "Answers");
    window.get_by_label("'tester.loom' breaks at turn 1, play it");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    wait(&mut window);
    assert_eq!(runs(&window), ["'straight' wins in 2", "1 playthrough wins", "1 playthrough is unfinished"]);
    window.get_by_label("'tester.loom' wins in 2, play it");
}

#[test]
fn every_branch_of_a_save_and_of_the_open_game_is_re_run() {
    let house = House::new();
    house.write("maze.toml", BOX);
    save(&house, "tester.loom", "N E");
    let mut game =
        catalog::open(&house.path("tester.loom"), Access::Write, Durability::EachAction, &mut |_| {})
            .expect("it opens");
    game.seek(NodeId::ROOT);
    for action in ["PE", "PE"] {
        let bytes = game.parse(action).expect("an action");
        game.act(&bytes).expect("legal");
    }
    game.note(Note::name(NodeId(3), "straight on")).expect("it is noted");
    drop(game);
    let mut window = answered(&house, BOX);
    change_mode(&mut window);
    act(&mut window, "S");
    ask(&mut window, Command::Go(GoCommand::First));
    act(&mut window, "PE");
    change_mode(&mut window);
    wait(&mut window);
    assert_eq!(
        runs(&window),
        ["'straight' wins in 2", "1 playthrough wins", "3 playthroughs are unfinished"]
    );
    wall(&mut window, 3, 2);
    wait(&mut window);
    assert_eq!(
        runs(&window)[1..],
        ["2 playthroughs break, first at turn 1".to_owned(), "2 playthroughs are unfinished".to_owned()]
    );
    click(&mut window, "Answers");
    window.get_by_label("'the open game n2' breaks at turn 1, play it");
    window.get_by_label("'tester.loom n4 (straight on)' breaks at turn 1, play it");
    window.get_by_label("'tester.loom n2' is not over after turn 2, play it");
}

#[test]
fn a_level_with_errors_is_not_judged() {
    let house = House::new();
    let mut window = answered(&house, &BOX.replace('@', "."));
    window.get_by_label("cannot be played yet");
    click(&mut window, "Problems");
    window.get_by_label_contains("error: ");
}

/// The number of turns that a text says it takes at least.
fn bound(text: &str) -> u32 {
    let number = text.split("at least ").nth(1).and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).expect("a bound")
}

#[test]
fn a_search_can_be_stopped_and_goes_on() {
    let house = House::new();
    house.write("maze.toml", &too_much());
    let mut window = house.open();
    let ctx = window.ctx.clone();
    window.state_mut().answer(&ctx);
    window.step();
    window.step();
    window.get_by_label_contains("looking for the shortest way…");
    window.state_mut().ask(Command::Ask(AskCommand::Stop));
    wait(&mut window);
    let before = strip(&window);
    assert!(before.starts_with("unknown: stopped; takes at least "), "{before}");
    window.get_by_label("Search on").click();
    window.step();
    window.step();
    assert!(window.state().answers().is_working());
    window.state_mut().ask(Command::Ask(AskCommand::Stop));
    wait(&mut window);
    assert!(bound(&strip(&window)) >= bound(&before), "{}: {before}", strip(&window));
}

#[test]
fn a_search_that_was_stopped_says_so_and_offers_to_go_on() {
    let house = House::new();
    house.write("maze.toml", &endless());
    let mut window = house.open();
    let ctx = window.ctx.clone();
    window.state_mut().answer(&ctx);
    window.step();
    window.step();
    window.state_mut().ask(Command::Ask(AskCommand::Stop));
    wait(&mut window);
    click(&mut window, "Answers");
    window.get_by_label("Search on");
    check(&mut window, "answers-stopped.png");
}

#[test]
fn a_search_without_an_answer_never_says_that_there_is_none() {
    let house = House::new();
    house.write("maze.toml", &endless());
    let mut window = house.open();
    let ctx = window.ctx.clone();
    window.state_mut().limit_answers(1 << 20);
    window.state_mut().answer(&ctx);
    wait(&mut window);
    assert!(strip(&window).starts_with("unknown: not found within the memory limit; "), "{}", strip(&window));
    click(&mut window, "Answers");
    window.get_by_label("Search on");
    check(&mut window, "answers-unknown.png");
    click(&mut window, "Problems");
    assert!(window.query_by_label_contains("cannot be won").is_none());
}

#[test]
fn the_solution_is_kept_in_the_level_as_one_edit() {
    let house = House::new();
    let mut window = answered(&house, crate::house::LEVEL);
    ask(&mut window, Command::Ask(AskCommand::KeepSolution));
    assert!(drawn(&window).contains("actions = \"E E\""), "{}", drawn(&window));
    wait(&mut window);
    assert_eq!(runs(&window), ["'shortest' wins in 2"]);
    click(&mut window, "Answers");
    window.get_by_label("already kept in the level");
    assert!(window.query_by_label("Keep it in the level").is_none());
    ask(&mut window, Command::Ask(AskCommand::KeepSolution));
    assert!(window.state().message().is_some_and(|said| said.contains("already")));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!drawn(&window).contains("actions"));
}

#[test]
fn the_solution_is_played_as_a_branch() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    ask(&mut window, Command::Ask(AskCommand::PlaySolution));
    assert_eq!(workspace(&window).mode(), Mode::Play);
    assert_eq!(turn(&window), 0);
    ask(&mut window, Command::Go(GoCommand::Last));
    assert_eq!(turn(&window), 2);
    assert!(crate::document(&window).result().is_some());
}

#[test]
fn a_broken_run_is_played_up_to_where_it_breaks() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    wall(&mut window, 3, 2);
    wait(&mut window);
    click(&mut window, "Answers");
    click(&mut window, "'straight' breaks at turn 1, play it");
    assert_eq!((workspace(&window).mode(), turn(&window)), (Mode::Play, 0));
    assert!(window.state().message().is_some_and(|said| said.starts_with("turn 1 of 2: PE is refused")));
}

#[test]
fn a_turn_says_whether_it_can_still_be_won() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    change_mode(&mut window);
    wait(&mut window);
    window.get_by_label("can still be won, at least 2 turns more");
    for action in ["S", "E", "PN", "."] {
        act(&mut window, action);
    }
    wait(&mut window);
    window.get_by_label("cannot be won any more since turn 3");
    check(&mut window, "answers-lost.png");
    click(&mut window, "Go to turn 2");
    wait(&mut window);
    assert_eq!(turn(&window), 2);
    window.get_by_label("can still be won, at least 4 turns more");
}

#[test]
fn a_hint_judges_every_action() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    change_mode(&mut window);
    for action in ["S", "E"] {
        act(&mut window, action);
    }
    wait(&mut window);
    press(&mut window, Modifiers::NONE, Key::H);
    wait(&mut window);
    window.get_by_label("W: nearer: 3 turns to go");
    window.get_by_label("PN: cannot be won then");
    check(&mut window, "answers-hint.png");
    click(&mut window, "W: nearer: 3 turns to go");
    assert_eq!(turn(&window), 3);
}

#[test]
fn a_hint_does_not_take_the_place_of_the_other_answers() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    change_mode(&mut window);
    for action in ["S", "E", "PN", "."] {
        act(&mut window, action);
    }
    press(&mut window, Modifiers::NONE, Key::H);
    wait(&mut window);
    window.get_by_label("S: cannot be won then");
    assert_eq!(window.state().answers().lost_after(), Some(2));
}

#[test]
fn the_way_is_shown_on_the_board_and_in_the_cube() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    click(&mut window, "Answers");
    click(&mut window, "Show it");
    window.state_mut().put_in_the_middle(Centre::Both);
    wait(&mut window);
    let points = crate::document(&window).solution().map(<[_]>::len);
    assert_eq!(points, Some(3));
    window.get_by_label("Hide it");
    check(&mut window, "answers-way.png");
    click(&mut window, "Hide it");
    assert_eq!(crate::document(&window).solution(), None);
}

#[test]
fn difficulty_and_what_could_go_are_listed() {
    let house = House::new();
    let mut window = answered(&house, &BOX.replace("#....#\",\n  \"######", "#..B.#\",\n  \"######"));
    let known = window.state().answers().level().unwrap();
    assert_eq!(known.difficulty.as_ref().map(|found| found.shortest), Some(2));
    assert!(known.survey.is_some_and(|survey| survey.is_ok()));
    click(&mut window, "Problems");
    window.get_by_label("hint: no shortest solution needs box: it could be removed, go there");
    window.get_by_label("no problems");
}

#[test]
fn tones_tell_good_from_bad() {
    let house = House::new();
    let window = answered(&house, BOX);
    let known = window.state().answers().level().unwrap();
    assert_eq!(describe::level(known, Default::default()).tone, Tone::Good);
}
