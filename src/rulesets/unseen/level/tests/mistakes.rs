//! Messages about mistakes in level files.

use super::*;

#[test]
fn mistakes_on_the_map_have_their_line() {
    assert_eq!(
        spoilt("#@..B", "#@.$B"),
        "line 21: '$' in column 3 is not a letter of the map: a box is B, and one that can also be pulled P"
    );
    assert!(spoilt("#@..B", "#@?.B").contains("'?' in column 2 is not a letter of the map: draw # . @"));
    assert_eq!(spoilt("#@..B", "#...B"), "line 19: there is no player: draw @ where it starts");
    assert_eq!(
        spoilt("#o.*", "#o@*"),
        "line 22: there is a second player at (2, 2): keep this or the one at (1, 1)"
    );
    assert_eq!(spoilt("P>#", "P.#"), "line 16: win = \"both\" needs an exit: draw > where it is");
    assert!(
        spoilt("\"#o.*.....#\"", "\"#........#\"").contains("needs a goal: draw o where a box is wanted")
    );
    assert!(spoilt("\"#o.*.....#\"", "7").contains("line 22: a row must be text in quotes"));
    assert!(spoilt("rows = [", "width = 3\nrows = [").contains("the rows already give the size"));
    let empty = |rows| faults(&format!("[world]\ntime_depth = 9\n[map]\nrows = {rows}\n"));
    assert!(empty("[]").starts_with("line 4: a map of 0 x 0 cells cannot be played: both sides must be"));
    assert!(empty("['', '']").starts_with("line 4: a map of 0 x 2 cells"));
    assert!(empty("'@>'").starts_with("line 4: `rows` must be a list of texts"));
}

#[test]
fn mistakes_in_settings_have_their_line() {
    let number = "must be a whole number from 1 to 1000000";
    for wrong in ["0", "-1", "1000001", "nan", "-inf", "1e400", "5.5", "\"50\"", "99999999999999999999", "[]"]
    {
        let said = spoilt("time_depth = 50", &format!("time_depth = {wrong}"));
        assert_eq!(said, format!("line 10: `time_depth` {number}"), "{wrong}");
    }
    assert!(Level::parse(&FULL.replace("time_depth = 50", "time_depth = 1000000")).is_ok());
    assert!(spoilt("time_depth = 50\n", "").starts_with("line 9: a level needs `time_depth`"));
    assert!(spoilt("light_speed = 3\nmax", "light_speed = 0\nmax").contains(number));
    assert_eq!(
        spoilt("time_depth = 50", "time_depht = 50").lines().last(),
        Some(
            "line 10: `time_depht` is unknown in [world]: the keys are time_depth, light_speed, \
             max_push_chain, vision_radius, detection, paradox, win, allow_undo; did you mean `time_depth`?"
        )
    );
    assert_eq!(
        spoilt("\"lose\"", "\"loose\""),
        "line 15: `paradox` cannot be \"loose\": it is one of prevent, lose; did you mean `lose`?"
    );
    assert!(spoilt("turns = 2", "turn = 2").contains("did you mean `turns`?"));
    assert!(
        spoilt("{ model = \"delayed\", turns = 2 }", "\"lightcone\"").contains("did you mean `light_cone`?")
    );
    assert!(spoilt("{ model = \"delayed\", turns = 2 }", "3").contains("`detection` must be \"light_cone\""));
    assert!(spoilt("\"unseen\"", "\"skirmish\"").starts_with("line 1: this is a level of \"skirmish\""));
    assert!(spoilt("name = \"Everything\"", "name = 3").contains("line 5: `name` must be text"));
    let skin = |name: &str| spoilt("name = \"Everything\"", &format!("name = \"Everything\"\nskin = {name}"));
    assert!(skin("\"../etc\"").starts_with("line 6: `skin` is the name of a folder: write up to 40 letters"));
    assert!(skin("\"\"").starts_with("line 6: `skin` is the name of a folder"));
    assert!(skin("7").contains("line 6: `skin` must be text"));
    assert!(spoilt("name = \"Everything\"", "skni = \"x\"").contains("did you mean `skin`?"));
}

#[test]
fn mistakes_in_entities_have_their_line() {
    assert!(spoilt("\"rift\"", "\"rfit\"").starts_with("line 41: `kind` cannot be \"rfit\": it is one of"));
    assert!(spoilt("kind = \"rift\"\n", "").starts_with("line 40: an entity needs `kind`"));
    assert!(spoilt("at = [8, 3]\n", "").starts_with("line 35: an entity needs `at`"));
    assert!(spoilt("at = [8, 3]", "at = [8]").starts_with("line 37: `at` must be [x, y] or [x, y, t]"));
    assert_eq!(
        spoilt("at = [8, 3]", "at = [10, 3]"),
        "line 37: the enemy at (10, 3) is out of bounds: there is x 0 to 9, y 0 to 4, t 0 to 49"
    );
    assert!(spoilt("at = [7, 3, 4]", "at = [7, 3, 50]").contains("(7, 3) at t 50 is out of bounds"));
    assert!(spoilt("at = [7, 3, 4]", "at = [-1, 3]").contains("out of bounds"));
    assert!(spoilt("target = [1, 3, 0]", "target = [1, 3, 50]").contains("leads out of bounds, to (1, 3)"));
    assert!(spoilt("target = [1, 3, 0]", "target = [1, 3]").contains("`target` must say where and when"));
    assert!(spoilt("{ fov = 360 }", "{ fov = 90 }").contains("line 38: `vision` needs `facing`"));
    assert_eq!(
        spoilt("fov = 90", "fov = 45"),
        "line 33: a field of view of 45 degrees is not possible: write 90, 180, 270 or 360"
    );
    assert!(spoilt("vision = { fov = 360 }\n", "").contains("line 35: the enemy at (8, 3) needs `vision`"));
    assert!(spoilt("\"south\"", "\"soth\"").contains("did you mean `south`?"));
    assert!(spoilt("\"pushable\"", "\"pusheable\"").contains("did you mean `pushable`?"));
    assert!(spoilt("\"6f1c", "\"xyzw").contains("is not an id: leave `id` out"));
    assert!(
        spoilt("name = \"door\"", "name = \"guard\"")
            .contains("the name \"guard\" is taken by what is at (3, 3)")
    );
    let id = "name = \"door\"\nid = \"6f1c3a52-7d0e-4b7c-9d55-0a4f2b9c8e11\"";
    assert!(spoilt("name = \"door\"", id).contains("is taken by what is at (3, 3): leave it out here"));
    assert!(
        spoilt("kind = \"custom\"", "kind = \"box\"")
            .contains("`components` does not apply to kind = \"box\"")
    );
    assert!(spoilt("bidirectional = true", "bidirectional = 1").contains("must be true or false"));
}

#[test]
fn mistakes_in_patrols_have_their_line() {
    let path = "path = [[3, 3], [4, 3], [5, 3], [4, 3]]";
    assert_eq!(
        spoilt(path, "path = [[3, 3], [5, 3], [4, 3]]"),
        "line 32: the enemy \"guard\" at (3, 3) leaps from (3, 3) to (5, 3) after tick 0: \
         a patrol goes one cell per tick, or waits"
    );
    assert_eq!(
        spoilt(path, "path = [[3, 3], [3, 4], [3, 3]]"),
        "line 32: the enemy \"guard\" at (3, 3) walks through a wall at (3, 4): lead it around"
    );
    assert!(
        spoilt(path, "path = [[4, 3], [3, 3]]").starts_with("line 31: the enemy \"guard\" at (3, 3) stands")
    );
    assert!(spoilt(path, "path = []").contains("a patrol without cells"));
    assert!(spoilt(path, "path = [[3, 3], [3, 4], [3, 5]]").contains("walks out of bounds, to (3, 5)"));
    assert!(spoilt(path, "path = [3, 4]").contains("`path` must be a list of cells"));
    assert!(spoilt(path, "path = [[-2147483648, 0], [2147483647, 0]]").contains("leaps"));
}

#[test]
fn a_patrol_passes_where_a_wall_will_stand_later() {
    let text = |t: u32| {
        let wall = format!("[[entity]]\nkind = \"wall\"\nat = [4, 3, {t}]\n\n[[solution]]");
        let walk = "[[3, 3], [4, 3], [5, 3]], loops = false";
        FULL.replace("[[solution]]", &wall).replace("[[3, 3], [4, 3], [5, 3], [4, 3]], loops = true", walk)
    };
    assert!(Level::parse(&text(2)).is_ok());
    assert!(faults(&text(1)).contains("walks through a wall at (4, 3)"));
}

#[test]
fn things_that_block_each_other_are_reported() {
    assert!(spoilt("at = [7, 3, 4]", "at = [4, 1, 4]").contains("shares its cell with the box at (4, 1)"));
    assert!(Level::parse(&FULL.replace("at = [7, 3, 4]", "at = [1, 1, 4]")).is_ok(), "the player has left");
    assert!(spoilt("at = [7, 3, 4]", "at = [1, 1]").contains("shares its cell with the player at (1, 1)"));
    let rift =
        "kind = \"rift\"\nat = [6, 3, 9]\nrift = { target = [1, 1, 0] }\n\n[[entity]]\nkind = \"rift\"";
    assert!(spoilt("kind = \"rift\"", rift).contains("a cell can hold only one rift"));
    assert!(spoilt("[1, 3, 0], bi", "[6, 3, 7], bi").contains("the way back of the rift \"door\" at (6, 3)"));
}

#[test]
fn the_player_is_nothing_else() {
    let player = "[[entity]]\nkind = \"player\"\nat = [0, 0]\ncomponents = [\"exit\"]\n";
    let text = format!("[world]\ntime_depth = 9\n[map]\nrows = [\"...>\"]\n{player}");
    let faults = Level::parse(&text).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(
        faults[0]
            .message
            .starts_with("`components` does not apply to kind = \"player\": the player has none")
    );
}

#[test]
fn an_unknown_letter_and_a_missing_player_are_told_together() {
    let text = "[world]\ntime_depth = 9\n[map]\nrows = [\"x..>\", \"...\"]\n";
    let faults = Level::parse(text).unwrap_err();
    let said: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(
        said.iter().any(|said| said.contains("'x' in column 0 is not a letter of the map: a wall is #")),
        "{said:?}"
    );
    assert!(said.iter().any(|said| said.contains("there is no player")), "{said:?}");
}

#[test]
fn mistakes_in_solutions_have_their_line() {
    for wrong in ["EE", "PX", "P", "x", "PEE", "X"] {
        let said = spoilt("PE . U", &format!("{wrong} . U"));
        assert!(
            said.starts_with(&format!("line 54: action 3 of the solution \"short\" is `{wrong}`: ")),
            "{said}"
        );
    }
    assert!(spoilt("actions", "action").contains("did you mean `actions`?"));
    assert!(spoilt("[[solution]]", "[solution]").contains("`solution` must be a list of tables"));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let text = FULL
        .replace("time_depth = 50", "time_depth = 0")
        .replace("#o.*", "#o?*")
        .replace("fov = 90", "fov = 91")
        .replace("at = [8, 3]", "at = [80, 3]")
        .replace("E E PE", "E Q PE")
        .replace("author = \"Nobody\"", "author = Nobody");
    let said = faults(&text);
    assert!(said.starts_with("line 6: `Nobody` is not a value; text must be in quotes"), "{said}");
    let lines: Vec<&str> = said.lines().map(|line| line.split(':').next().expect("a line")).collect();
    assert_eq!(lines, ["line 6", "line 10", "line 22", "line 33", "line 37", "line 54"], "{said}");
}

#[test]
fn only_a_bare_word_for_a_value_is_told_to_need_quotes() {
    let value = spoilt("kind = \"rift\"", "kind = [rift]");
    assert!(value.contains("`rift` is not a value; text must be in quotes"), "{value}");
    let twice = faults(&format!("{FULL}\n[meta]\n"));
    assert!(twice.contains("duplicate key") && !twice.contains("quotes"), "{twice}");
}

#[test]
fn gaps_are_not_reported_when_they_follow_from_other_mistakes() {
    assert_eq!(spoilt("#@..B", "#@.!B").lines().count(), 1);
    let unquoted = spoilt("  \"#@..B..P>#\",", "  \"#@..B..P>#,");
    assert!(unquoted.starts_with("line 21: invalid basic string"), "{unquoted}");
    assert!(!unquoted.contains("player") && !unquoted.contains("exit"), "{unquoted}");
    assert_eq!(spoilt("[1, 3, 0]", "7").lines().count(), 1);
    assert!(faults("").starts_with("line 1: a level needs `time_depth`"));
    assert_eq!(faults("").lines().count(), 2);
}

#[test]
fn broken_json_is_reported_with_its_line() {
    let json = "{\n\"world\": {\"time_depth\": 9.5},\n\"map\": {\"rows\": [\n\"@?>\"]}}";
    let said = faults(json);
    assert!(said.starts_with("line 2: `time_depth` must be") && said.contains("\nline 4: '?' in"), "{said}");
    assert!(faults("{\n\"world\": ,}").starts_with("line 2: this is not JSON"));
    let said = serde_json::from_str::<Level>("{\"word\": {}}").expect_err("a mistake").to_string();
    assert!(said.contains("did you mean `world`?"), "{said}");
}

#[test]
fn hostile_texts_are_refused_in_a_moment() {
    assert!(faults(&"x".repeat(100 << 20)).starts_with("a level file takes at most 2097152 bytes"));
    let faulty = [
        "[[entity]]\nkind=''\n".repeat(100_000),
        "a.".repeat(1 << 20),
        format!("a = {}", "[".repeat(2_000_000)),
        format!("a = {}", "{a=".repeat(600_000)),
        "{\"a\":".repeat(400_000),
        "[[".repeat(1 << 20),
        format!("[world]\ntime_depth=9\n[map]\nrows = [\"{}\"]", "#".repeat(2_000_000)),
        format!("[world]\ntime_depth=9\n[map]\nrows = [{}]", "'?',".repeat(500_000)),
        "[world]\ntime_depth=9\n[map]\nwidth = 2147483648\nheight = 1".to_owned(),
        format!("[world]\ntime_depth=9\n[map]\nrows = [{}]", format!("'{}',", "#".repeat(1024)).repeat(1024)),
    ];
    for text in faulty {
        let said = faults(&text);
        assert!(said.lines().count() <= 201, "{}", said.lines().count());
        assert!(said.len() < 100_000);
    }
}

#[test]
fn the_size_of_a_level_that_was_not_read_from_a_text_is_judged() {
    for (width, height) in [(0, 5), (5, -1), (MAX_SIDE + 1, 5), (5, MAX_SIDE + 1)] {
        let meta = Meta { id: "t".into(), ..Meta::default() };
        let level = Level::new(meta, World::with_depth(9), (width, height), Vec::new(), Vec::new());
        let sentence = format!("a map of {width} x {height} cells cannot be played");
        assert!(level.faults().iter().any(|fault| fault.message.starts_with(&sentence)), "{sentence}");
    }
}
