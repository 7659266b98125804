//! The kit of `unseen`: the brushes and fields of its levels.
//!
//! Constants only. `convert` knows their meaning in the level.

use crate::rulesets::unseen::level::{MAX_SETTING, MAX_SIDE, MAX_THINGS, MAX_TIME_DEPTH};
use crate::scene::{Figure, Shape, Tone};
use crate::sketch::{Brush, Constant, Field, Form, Kit};

pub(super) const KIT: Kit = Kit {
    brushes: BRUSHES,
    settings: SETTINGS,
    name_setting: Some(&LEVEL_NAME),
    slices_setting: Some(&TIME_DEPTH),
    skin_setting: Some(&SKIN),
    preserved: &["id"],
    longest_side: MAX_SIDE as u32,
    most_things: MAX_THINGS,
};

const BRUSHES: &[Brush] = &[
    Brush {
        id: "wall",
        kind: "wall",
        name: "wall",
        hint: "Blocks the way and the view.",
        figure: Some(Figure::Wall),
        shape: Shape::Block,
        glyph: '#',
        tone: Tone::Muted,
        fields: &[NAME],
        constants: &[],
        single: false,
    },
    Brush {
        id: "player",
        kind: "player",
        name: "player",
        hint: "Start of the player. There is only one: placing it again moves it.",
        figure: Some(Figure::Player),
        shape: Shape::Disc,
        glyph: '@',
        tone: Tone::Blue,
        fields: &[NAME],
        constants: &[],
        single: true,
    },
    Brush {
        id: "exit",
        kind: "exit",
        name: "exit",
        hint: "Destination of the player.",
        figure: Some(Figure::Exit),
        shape: Shape::Frame,
        glyph: '>',
        tone: Tone::Good,
        fields: &[NAME],
        constants: &[],
        single: false,
    },
    Brush {
        id: "box",
        kind: "box",
        name: "box",
        hint: "Blocks the way and can be pushed. It does not block the view.",
        figure: Some(Figure::Box),
        shape: Shape::Square,
        glyph: 'B',
        tone: Tone::Yellow,
        fields: &[NAME, PULLABLE],
        constants: &[],
        single: false,
    },
    Brush {
        id: "pull_box",
        kind: "box",
        name: "pullable box",
        hint: "A box that can be pulled as well as pushed.",
        figure: Some(Figure::PullBox),
        shape: Shape::Grip,
        glyph: 'P',
        tone: Tone::Yellow,
        fields: &[NAME, PULLABLE],
        constants: &[("pullable", Constant::Flag(true))],
        single: false,
    },
    Brush {
        id: "goal",
        kind: "goal",
        name: "goal",
        hint: "Target cell for a box. A box or the player may start on it.",
        figure: Some(Figure::Goal),
        shape: Shape::Ring,
        glyph: 'o',
        tone: Tone::Cyan,
        fields: &[NAME],
        constants: &[],
        single: false,
    },
    Brush {
        id: "guard",
        kind: "enemy",
        name: "guard",
        hint: "Sees the player as far as light has travelled. With a patrol, it walks.",
        figure: Some(Figure::Guard),
        shape: Shape::Diamond,
        glyph: 'E',
        tone: Tone::Red,
        fields: &[NAME, FACING, FOV, LIGHT_SPEED, PATROL, LOOPS],
        constants: &[("facing", Constant::Text("south")), ("fov", Constant::Text("90"))],
        single: false,
    },
    Brush {
        id: "rift",
        kind: "rift",
        name: "rift",
        hint: "Leads to another cell at another time: drag from the rift to its target.",
        figure: Some(Figure::Rift),
        shape: Shape::Portal,
        glyph: 'O',
        tone: Tone::Violet,
        fields: &[NAME, TARGET, BIDIRECTIONAL],
        constants: &[],
        single: false,
    },
    Brush {
        id: "crate",
        kind: "custom",
        name: "crate",
        hint: "A box that blocks the view; or anything else, depending on its fields.",
        figure: Some(Figure::Crate),
        shape: Shape::Crate,
        glyph: 'C',
        tone: Tone::Yellow,
        fields: &[
            NAME,
            BLOCKS_MOVEMENT,
            BLOCKS_VISION,
            PUSHABLE,
            PULLABLE,
            PERSISTENT,
            IS_EXIT,
            IS_GOAL,
            FACING,
            FOV,
            LIGHT_SPEED,
            PATROL,
            LOOPS,
            TARGET,
            BIDIRECTIONAL,
        ],
        constants: &[
            ("blocks_movement", Constant::Flag(true)),
            ("blocks_vision", Constant::Flag(true)),
            ("pushable", Constant::Flag(true)),
            ("persistent", Constant::Flag(true)),
        ],
        single: false,
    },
];

const NO: Option<Constant> = Some(Constant::Flag(false));
const YES: Option<Constant> = Some(Constant::Flag(true));

const NAME: Field = Field {
    key: "name",
    name: "name",
    hint: "Name in logs and labels; unique in the level.",
    form: Form::Text,
    default: None,
};

const PULLABLE: Field = Field {
    key: "pullable",
    name: "pullable",
    hint: "Whether it can be pulled.",
    form: Form::Flag,
    default: NO,
};

const FACING: Field = Field {
    key: "facing",
    name: "facing",
    hint: "Direction it looks in. It does not turn while it walks.",
    form: Form::Choice(&["north", "south", "east", "west"]),
    default: Some(Constant::Text("south")),
};

const FOV: Field = Field {
    key: "fov",
    name: "field of view",
    hint: "Field of view in degrees; 360 is all around.",
    form: Form::Choice(&["90", "180", "270", "360"]),
    default: Some(Constant::Text("90")),
};

const LIGHT_SPEED: Field = Field {
    key: "light_speed",
    name: "light speed",
    hint: "Cells that light crosses per turn on its way here; the level's setting if empty.",
    form: Form::Number(1, MAX_SETTING as i64),
    default: None,
};

const PATROL: Field = Field {
    key: "patrol",
    name: "patrol",
    hint: "The cells it walks, one for each slice from t 0 on; repeat a cell to wait there.",
    form: Form::Path,
    default: None,
};

const LOOPS: Field = Field {
    key: "loops",
    name: "patrol loops",
    hint: "Whether the patrol starts again after its last cell; otherwise it ends there.",
    form: Form::Flag,
    default: YES,
};

const TARGET: Field = Field {
    key: "target",
    name: "leads to",
    hint: "The cell and the slice it leads to.",
    form: Form::Spot,
    default: None,
};

const BIDIRECTIONAL: Field = Field {
    key: "bidirectional",
    name: "way back",
    hint: "Whether it also leads back.",
    form: Form::Flag,
    default: NO,
};

const BLOCKS_MOVEMENT: Field = Field {
    key: "blocks_movement",
    name: "blocks the way",
    hint: "Whether it blocks its cell.",
    form: Form::Flag,
    default: NO,
};

const BLOCKS_VISION: Field = Field {
    key: "blocks_vision",
    name: "blocks the view",
    hint: "Whether it blocks the view.",
    form: Form::Flag,
    default: NO,
};

const PUSHABLE: Field = Field {
    key: "pushable",
    name: "pushable",
    hint: "Whether it can be pushed.",
    form: Form::Flag,
    default: NO,
};

const PERSISTENT: Field = Field {
    key: "persistent",
    name: "lasts",
    hint: "Whether it exists in later slices; otherwise it exists in one slice only.",
    form: Form::Flag,
    default: NO,
};

const IS_EXIT: Field = Field {
    key: "exit",
    name: "is an exit",
    hint: "Whether reaching it can win.",
    form: Form::Flag,
    default: NO,
};

const IS_GOAL: Field = Field {
    key: "goal",
    name: "is a goal",
    hint: "Whether it is a target cell for a box.",
    form: Form::Flag,
    default: NO,
};

const TIME_DEPTH: Field = Field {
    key: "time_depth",
    name: "time depth",
    hint: "Number of slices of time: a turn takes one.",
    form: Form::Number(1, MAX_TIME_DEPTH as i64),
    default: Some(Constant::Number(50)),
};

const LEVEL_NAME: Field = Field {
    key: "name",
    name: "name",
    hint: "Name of the level.",
    form: Form::Text,
    default: Some(Constant::Text("Unnamed")),
};

const SKIN: Field = Field {
    key: "skin",
    name: "skin",
    hint: "Folder of pictures for the things of this level; drawn figures if empty.",
    form: Form::Text,
    default: None,
};

const SETTINGS: &[Field] = &[
    LEVEL_NAME,
    Field { key: "author", name: "author", hint: "Author of the level.", form: Form::Text, default: None },
    Field {
        key: "description",
        name: "description",
        hint: "Description of the level.",
        form: Form::Text,
        default: None,
    },
    SKIN,
    Field {
        key: "id",
        name: "id",
        hint: "Unique id of the level; the ids of its things follow from it, so change it only before the level is played.",
        form: Form::Text,
        default: Some(Constant::Text("unknown")),
    },
    TIME_DEPTH,
    Field {
        key: "light_speed",
        name: "light speed",
        hint: "Cells that light crosses per turn: beyond them guards see what was there earlier.",
        form: Form::Number(1, MAX_SETTING as i64),
        default: Some(Constant::Number(3)),
    },
    Field {
        key: "vision_radius",
        name: "vision radius",
        hint: "Maximum distance at which guards see, in steps.",
        form: Form::Number(0, MAX_SETTING as i64),
        default: Some(Constant::Number(8)),
    },
    Field {
        key: "max_push_chain",
        name: "longest push",
        hint: "Maximum number of boxes in a row that can be pushed at once.",
        form: Form::Number(0, MAX_SETTING as i64),
        default: Some(Constant::Number(3)),
    },
    Field {
        key: "detection",
        name: "detection",
        hint: "Delay until guards see: the time light takes, a fixed number of turns, or never.",
        form: Form::Choice(&["light_cone", "delayed", "none"]),
        default: Some(Constant::Text("light_cone")),
    },
    Field {
        key: "delay",
        name: "delay",
        hint: "Delay in turns, if detection is delayed.",
        form: Form::Number(0, MAX_SETTING as i64),
        default: Some(Constant::Number(0)),
    },
    Field {
        key: "paradox",
        name: "paradox",
        hint: "What happens when an action contradicts an earlier turn: it is refused, or the game is lost.",
        form: Form::Choice(&["prevent", "lose"]),
        default: Some(Constant::Text("prevent")),
    },
    Field {
        key: "win",
        name: "win by",
        hint: "How to win: reach an exit, put a box on every goal, or both.",
        form: Form::Choice(&["exit", "goals", "both"]),
        default: Some(Constant::Text("exit")),
    },
    Field {
        key: "allow_undo",
        name: "allow undo",
        hint: "Whether a player may undo turns; otherwise only a restart is possible.",
        form: Form::Flag,
        default: YES,
    },
];
