//! Tests of skins: what is missing is drawn, what is broken is told, and changed files are read again.

use std::fs;
use std::path::{Path, PathBuf};

use timeloom_editor::canvas::BoardStyle;
use timeloom_editor::command::{AppCommand, Command, FileCommand};
use timeloom_editor::settings::Settings;

use crate::house::{House, LEVEL, ask, told};
use crate::{Window, pictures::check};

/// A house with a level that asks for a skin, and with that skin beside it.
struct SkinHouse(House);

impl SkinHouse {
    /// Creates the folder of the skin with one picture, for the player.
    fn new() -> Self {
        let house = Self(House::new());
        house.0.write("maze.toml", &LEVEL.replacen("name = ", "skin = \"mine\"\nname = ", 1));
        fs::create_dir_all(house.path("")).expect("there is room");
        house.describe("[pictures]\nplayer = \"player.png\"\n");
        house.draw("player.png", 32, [200, 0, 200, 255]);
        house
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path("skins/mine").join(file)
    }

    fn describe(&self, text: &str) {
        fs::write(self.path("skin.toml"), text).expect("there is room");
    }

    /// Writes a picture in one colour.
    fn draw(&self, file: &str, side: u32, colour: [u8; 4]) {
        let out = fs::File::create(self.path(file)).expect("there is room");
        let mut encoder = png::Encoder::new(out, side, side);
        encoder.set_color(png::ColorType::Rgba);
        let pixels: Vec<u8> = (0..side * side).flat_map(|_| colour).collect();
        let mut writer = encoder.write_header().expect("a picture");
        writer.write_image_data(&pixels).expect("a picture");
    }

    fn open(&self) -> Window {
        self.0.open()
    }
}

/// Returns the number of pixels of a colour in the window.
fn count(window: &mut Window, [r, g, b]: [u8; 3]) -> usize {
    let image = window.render().expect("it can be painted");
    let is_near = |pixel: &image::Rgba<u8>| {
        let near = |part: u8, wanted: u8| part.abs_diff(wanted) <= 3;
        near(pixel.0[0], r) && near(pixel.0[1], g) && near(pixel.0[2], b)
    };
    image.pixels().filter(|pixel| is_near(pixel)).count()
}

const PURPLE: [u8; 3] = [200, 0, 200];

/// Opens a level with a skin described like this, and returns what is told.
fn complaint(text: &str) -> String {
    let house = SkinHouse::new();
    house.describe(text);
    let window = house.open();
    assert!(window.state().document().is_some(), "the level is open");
    told(&window)
}

#[test]
fn the_player_has_the_picture_of_the_skin_and_all_else_is_drawn() {
    let house = SkinHouse::new();
    let mut window = house.open();
    assert_eq!(told(&window), "");
    assert!(count(&mut window, PURPLE) > 400, "the picture fills a cell");
    ask(&mut window, Command::App(AppCommand::Skin(Some(String::new()))));
    window.run();
    assert_eq!(count(&mut window, PURPLE), 0, "the user wants no skin");
}

#[test]
fn letters_are_painted_instead_of_figures_and_skins_if_the_user_wants_them() {
    let house = SkinHouse::new();
    let mut window = house.open();
    ask(&mut window, Command::App(AppCommand::OtherPieces));
    assert!(window.state().settings().letters && BoardStyle::of(&window.ctx).letters);
    assert_eq!(count(&mut window, PURPLE), 0);
    ask(&mut window, Command::App(AppCommand::Letters(false)));
    assert!(count(&mut window, PURPLE) > 400);
    let again = Settings::parse("letters = true\nskin = \"paper\"\n").0;
    assert_eq!((again.letters, again.skin.as_deref()), (true, Some("paper")));
}

#[test]
fn a_picture_that_another_program_changes_is_read_again() {
    let house = SkinHouse::new();
    let mut window = house.open();
    house.draw("player.png", 64, [0, 220, 10, 255]);
    window.input_mut().events.push(egui::Event::WindowFocused(true));
    window.run();
    assert_eq!((count(&mut window, PURPLE), count(&mut window, [0, 220, 10]) > 400), (0, true));
    fs::remove_file(house.path("player.png")).expect("it is there");
    window.input_mut().events.push(egui::Event::WindowFocused(true));
    window.run();
    assert_eq!(count(&mut window, [0, 220, 10]), 0, "the drawn figure is back");
    assert!(told(&window).contains("`player` = \"player.png\": there is no such file"), "{}", told(&window));
}

#[test]
fn a_skin_that_appears_later_is_found() {
    let house = SkinHouse::new();
    fs::rename(house.0.path("skins"), house.0.path("elsewhere")).expect("it can be moved");
    let mut window = house.open();
    let said = told(&window);
    assert!(said.contains("there is no skin mine, so the drawn figures are used: put a folder"), "{said}");
    fs::rename(house.0.path("elsewhere"), house.0.path("skins")).expect("it can be moved");
    window.input_mut().events.push(egui::Event::WindowFocused(true));
    window.run();
    assert!(count(&mut window, PURPLE) > 400);
}

#[test]
fn everything_wrong_with_a_skin_is_a_sentence_with_the_file_and_the_key() {
    for (text, part) in [
        ("[pictures]\nplayer = 3", "skin mine: skin.toml: `player` must be the name of a file"),
        (
            "[pictures]\ndragon = \"player.png\"",
            "`dragon` in [pictures] is no picture of a skin: name a kind",
        ),
        (
            "[pictures]\nplayer = \"../../secret.png\"",
            "name a file in the folder of the skin, without a path",
        ),
        ("[pictures]\nplayer = \"player.svg\"", "SVG is not supported: export it as PNG"),
        ("[pictures]\nplayer = \"absent.png\"", "there is no such file in the folder of the skin"),
        ("[pictures]\nplayer = \"skin.png\"", "there is no such file"),
        ("[pictures", "skin.toml: line 1"),
        ("colour = 1", "`colour` is not known: use name"),
    ] {
        let said = complaint(text);
        assert!(said.contains(part), "{text}: {said}");
    }
}

#[test]
fn pictures_that_are_none_or_too_large_are_told_and_the_others_are_used() {
    let house = SkinHouse::new();
    house.describe("[pictures]\nplayer = \"player.png\"\nexit = \"exit.png\"\n");
    let check = |part: &str| {
        let mut window = house.open();
        let said = told(&window);
        assert!(said.contains(part), "{said}");
        assert!(count(&mut window, PURPLE) > 400, "the player has its picture");
    };
    let write = |bytes: &[u8]| fs::write(house.path("exit.png"), bytes).expect("there is room");
    write(b"no picture");
    check("`exit` = \"exit.png\": it cannot be read as PNG");
    write(&vec![0; 300 << 10]);
    check("it has more than 256 KiB: make it smaller");
    house.draw("exit.png", 300, [9; 4]);
    check("it is 300 x 300 pixels: make it square, with sides from 8 to 128");
}

#[test]
fn a_board_with_a_skin_is_a_list_of_at_most_four_meshes() {
    let house = SkinHouse::new();
    let window = house.open();
    let lists = window.output().shapes.iter().filter_map(|shape| match &shape.shape {
        egui::Shape::Vec(shapes) => Some(shapes),
        _ => None,
    });
    let is_mesh = |shape: &egui::Shape| matches!(shape, egui::Shape::Mesh(_));
    let boards: Vec<usize> = lists.filter(|list| list.iter().all(is_mesh)).map(Vec::len).collect();
    assert!(!boards.is_empty() && boards.iter().all(|meshes| *meshes <= 4), "{boards:?}");
}

#[test]
fn the_bundled_skin_has_no_mistakes_and_paints_a_level() {
    let house = House::new();
    house.write("maze.toml", &LEVEL.replacen("name = ", "skin = \"paper\"\nname = ", 1));
    let mut window = house.open();
    assert_eq!(told(&window), "");
    assert!(window.state().skins().known().iter().any(|skin| skin.name == "paper"));
    check(&mut window, "skin-paper.png");
}

#[test]
fn watched_cells_can_be_read_on_the_floor_of_a_skin_in_both_themes() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels");
    let level = fs::read_to_string(levels.join("unseen-06-behind-his-back.toml")).expect("a sample");
    let house = House::new();
    house.write("maze.toml", &level.replacen("name = ", "skin = \"paper\"\nname = ", 1));
    let mut window = house.open();
    check(&mut window, "skin-paper-guards.png");
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    check(&mut window, "skin-paper-guards-light.png");
}

#[test]
fn a_level_of_every_ruleset_may_ask_for_a_skin() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels");
    for name in ["unseen-01-first-steps", "skirmish-bridge", "azul-2-three", "fleet-first-strike"] {
        let level = fs::read_to_string(levels.join(format!("{name}.toml"))).expect("a sample");
        let house = House::new();
        house.write("maze.toml", &level.replacen("[meta]\n", "[meta]\nskin = \"paper\"\n", 1));
        let window = house.open();
        assert_eq!((told(&window).as_str(), window.state().message()), ("", None), "{name}");
        assert!(window.state().skins().sheet().is_some(), "{name}");
    }
}

#[test]
fn a_level_keeps_its_skin_when_it_is_saved() {
    let house = SkinHouse::new();
    let mut window = house.open();
    crate::house::wall(&mut window, 2, 2);
    ask(&mut window, Command::File(FileCommand::Save));
    assert!(house.0.read("maze.toml").contains("skin = \"mine\""));
}
