//! Panels on a level with thousands of things: long content is cut or scrolled, and nothing overflows.

use std::fmt::Write as _;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom::game::Game;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::command::{Command, FileCommand};
use timeloom_editor::document::Document;
use timeloom_editor::panels::progress;
use timeloom_editor::workspace::Workspace;

use crate::pictures::check;
use crate::{Cpu, Window, click, press, theme};

/// A hundred by a hundred cells, walls and boxes everywhere but on the first steps of the player, and forty guards.
fn large() -> Box<dyn Game> {
    let cell = |x: usize, y: usize| match (x, y) {
        (1, 1) => '@',
        (98, 98) => '>',
        (1..=4, 1..=4) => '.',
        _ if (x * 7 + y * 13).is_multiple_of(5) => '#',
        _ if (x * 11 + y * 3).is_multiple_of(5) => 'B',
        _ => '.',
    };
    let row = |y: usize| (0..100).map(|x| cell(x, y)).collect::<String>();
    let rows: Vec<String> = (0..100).map(|y| format!("\"{}\"", row(y))).collect();
    let mut text = format!(
        "[meta]\nname = \"A level with a name that does not fit into its line\"\n[world]\ntime_depth = 400\n[map]\nrows = [{}]\n",
        rows.join(", ")
    );
    for n in 0..40 {
        let (x, y) = (10 + n % 10 * 9, 10 + n / 10 * 20);
        let _ = write!(text, "[[entity]]\nkind = \"enemy\"\nat = [{x}, {y}]\n");
        let _ = writeln!(text, "name = \"guard {n}\"\nvision = {{ facing = \"south\", fov = 90 }}");
    }
    let header = catalog::find("unseen").expect("a ruleset").begin(&text, 1).expect("a level");
    catalog::open_bytes("large", &header.to_bytes()).expect("a game")
}

fn window() -> Window {
    let mut game = large();
    for turn in 0..300 {
        let step = game.parse(["E", "S", "W", "N", "."][turn % 5]).expect("a step");
        game.act(&step).expect("the way is free");
    }
    let mut window = crate::window(App::with_game(game));
    window.set_size(egui::vec2(1280.0, 800.0));
    window.run();
    window
}

#[test]
fn pictures_of_panels_with_thousands_of_things() {
    let mut window = window();
    check(&mut window, "huge-actions.png");
    for (name, picture) in [("State", "huge-state.png"), ("Compare", "huge-compare.png")] {
        click(&mut window, name);
        check(&mut window, picture);
    }
    press(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label("A here").click();
    window.run();
    press(&mut window, Modifiers::NONE, Key::End);
    check(&mut window, "huge-compare-far.png");
    window.set_size(egui::vec2(1600.0, 1100.0));
    window.run();
    check(&mut window, "huge-compare-stacked.png");
}

#[test]
fn what_takes_long_says_how_far_it_is_and_can_be_stopped() {
    let builder = Harness::builder().with_size([900.0, 600.0]).renderer(Cpu::default());
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    let show = |ui: &mut egui::Ui, commands: &mut Vec<Command>| {
        progress::show(ui.ctx(), "Opening a-very-long-night.loom", Some(0.42), commands);
    };
    let mut window = builder.build_ui_state(show, Vec::new());
    window.run();
    check(&mut window, "progress.png");
    window.get_by_label("Stop").click();
    window.run();
    assert_eq!(*window.state(), [Command::File(FileCommand::Cancel)]);
}

/// The longest text that is laid out in a frame.
fn longest_text(window: &Window) -> usize {
    let text = |shape: &egui::epaint::ClippedShape| match &shape.shape {
        egui::Shape::Text(text) => text.galley.job.text.len(),
        _ => 0,
    };
    window.output().shapes.iter().map(text).max().unwrap_or(0)
}

#[test]
fn of_a_very_long_description_only_the_beginning_is_laid_out() {
    let long = "many words, ".repeat(50_000);
    let text = format!(
        "[meta]\nname = \"Long\"\ndescription = \"{long}\"\n[world]\ntime_depth = 9\n[map]\nrows = [\"@.>\"]\n"
    );
    let header = catalog::find("unseen").expect("a ruleset").begin(&text, 1).expect("a level");
    let game = catalog::open_bytes("long", &header.to_bytes()).expect("a game");
    let mut window = crate::window(App::with_game(game));
    window.set_size(egui::vec2(1280.0, 800.0));
    window.run();
    let caption = window.get_by_label_contains("many words").rect();
    assert!(longest_text(&window) <= 1000, "{} bytes", longest_text(&window));
    window.hover_at(caption.center());
    (0..90).for_each(|_| window.step());
    assert!((4000..5000).contains(&longest_text(&window)), "{} bytes on hover", longest_text(&window));
    let drawing = catalog::draw_text("long", &text, Some("unseen")).expect("a drawing");
    let workspace = Workspace::draw(Document::new(drawing, None), None);
    let mut window = crate::window(App::with_workspace(AppDirs::none(), workspace));
    window.set_size(egui::vec2(1280.0, 1600.0));
    window.run();
    window.get_by_label_contains("many words");
    assert!(longest_text(&window) <= 1000, "{} bytes", longest_text(&window));
}
