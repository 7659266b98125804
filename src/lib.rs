//! Timeloom runs turn-based puzzle games as logs of actions. States are rebuilt by replay, cloning one is free, and
//! every moment of every branch stays reachable. This page is the architecture.
//!
//! ```text
//!  .loom bytes -> journal -> actions -> Rules::apply -> State -> Timeline -> dyn Game -> Scene -> command line | editor
//!                                                                   ^                                 |
//!                                                                   +--- plan, append, commit <-------+
//! ```
//!
//! | module | is | does not know |
//! |---|---|---|
//! | [`rules`], [`show`] | the core: the definition of a game, as pure functions, and its presentation. Read this first | the log, [`timeline`], sessions, [`game`], particular games, files, paths |
//! | [`rulesets`] | the games, one module each, and the list of them; [`prelude`] has what they use | each other, the log, [`timeline`], sessions, [`game`], [`catalog`], [`workshop`], files, paths |
//! | [`scene`] | what is visible, as plain data, and [`scene::text`], which paints it as text | any other module |
//! | [`sketch`] | a level as a drawing: things with fields, and edits | the log, [`timeline`], sessions, [`game`], [`catalog`], particular games, [`workshop`], files, paths |
//! | [`workshop`] | drawing levels as a ruleset: the state is a sketch, an action is an edit | the log, [`timeline`], sessions, [`game`], [`catalog`], particular games, files, paths |
//! | [`timeline`] | the tree of everything that happened, and the cursor; nodes are only added | the log, sessions, [`game`], scenes, particular games, files |
//! | [`journal`] | records on disk, in order, for ever; the format is in [`journal::record`] | rules, sessions, [`game`], scenes, [`catalog`], particular games: it sees bytes |
//! | [`session`] | a journal and a timeline that agree; the only writer, and the one place that decides what a seat may know ([`session::Viewer`]) | particular games, [`catalog`], files, paths |
//! | [`game`] | any session as plain data: the one `dyn` interface, for the command line and the editor | particular games, sessions, [`catalog`], files |
//! | [`catalog`] | every ruleset with its types erased; opens any save | the command line, the editor |
//! | [`solver`] | the search for a shortest way to win, over any ruleset for one player | particular games, files, screens |
//! | [`answer`], [`check`] | a ruleset as JSON requests and answers; re-running recorded runs of a level | sessions, files |
//! | [`level_file`] | the text of a level file, with its author's comments kept | the contents of files: it uses a path only for its extension |
//! | [`level_text`] | reads and writes the values of a level text, with lines | as [`rules`] |
//! | [`foreign`] | level formats of other programs, read and written | paths |
//! | [`place`], [`playthrough`] | which node a text means; a whole game as readable text | sessions, rules, files: only [`game`], [`timeline`] and [`scene`] |
//! | [`predicate`] | conditions on a state as data | games, files: only [`diff`] and [`level_text`] |
//! | [`rng`], [`codec`], [`collections`], [`fault`], [`diff`] | chance as a value; bytes and fingerprints; shared structure; faults with lines; differences | any other module |
//!
//! The promises, and where they are kept:
//!
//! 1. *The log is the truth.* A state is the fold of its log; [`timeline`] keeps some states only to save time.
//! 2. *Cloning a state is O(1)*, so that history can keep them: a law of [`rules::Data`], shown by the benchmark.
//! 3. *Nothing is ever deleted.* Undo moves the cursor; acting in the past grows a branch.
//! 4. *Durable, then visible.* [`session::Session::act`] plans (can fail, changes nothing), appends (durable),
//!    commits (cannot fail). After a crash a save opens at a prefix of what was done.
//! 5. *Replay verifies itself.* Each record carries the fingerprint of the state it leads to; the first difference is
//!    reported with both states ([`session::Divergence`]).
//! 6. *A refused action says why* ([`rules::Refusal`]) and changes nothing.
//! 7. *Same log, same bytes, on every machine*: no clock, no random ids, no hash order, no floats in rules.
//! 8. *Saves open for ever.* Actions and records have codes that are given once ([`rules::Rules::pack`],
//!    [`journal::record`]); a log keeps the format it was begun in and is played by the version of the rules that
//!    began it ([`rules::Rules::for_version`]).
//!
//! Deliberately absent: an undo stack (the timeline is one), a state format that saves depend
//! on (the log is enough; keyframes beside long saves are a cache), a server, a
//! scripting language, and any way to change what has happened.
//!
//! `tests/tidy.rs` checks the last column for the rows up to [`game`], for [`level_text`], and for [`rng`], [`codec`],
//! [`fault`] and [`diff`]; the other cells are conventions.

pub mod answer;
pub mod catalog;
pub mod check;
pub mod codec;
pub mod collections;
pub mod diff;
pub mod fault;
pub mod foreign;
pub mod game;
pub mod journal;
pub mod level_file;
pub mod level_text;
pub mod place;
pub mod playthrough;
pub mod predicate;
pub mod prelude;
pub mod rng;
pub mod rules;
pub mod rulesets;
pub mod scene;
pub mod session;
pub mod show;
pub mod sketch;
pub mod solver;
pub mod timeline;
pub mod workshop;

/// Compiles and runs the program in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
