//! Reads XSB and SOK files: boards, and the titles, authors, comments and solutions around them.
//!
//! Text right below a board, before an empty line, belongs to it, and so do solutions; other text belongs to the
//! board that follows. Reports every mistake with its line.

use super::lines::{Line, classify};
use super::{actions_of, default_id, default_name, default_solution, world};
use crate::level_text::{quoted, too_long};
use crate::rules::Fault;
use crate::rulesets::unseen::level::{Kind, Level, LevelPosition, MAX_SIDE, Meta, Solution, Thing};

/// Longer texts are refused unread.
const MAX_BYTES: usize = 16 << 20;
/// Most faults that are reported.
const MAX_FAULTS: usize = 200;

/// Reads every level of a file, in order; or returns everything that is wrong.
pub fn import(text: &str) -> Result<Vec<Level>, Vec<Fault>> {
    if let Some(fault) = too_long("a Sokoban file", text, MAX_BYTES) {
        return Err(vec![fault]);
    }
    let mut file = File::default();
    for (line, number) in text.lines().zip(1..) {
        file.read(classify(line), number);
    }
    let (drafts, mut faults) = file.finish();
    let mut levels = Vec::new();
    for draft in drafts {
        match draft.level(levels.len()) {
            Ok(level) => levels.push(level),
            Err(more) => faults.extend(more),
        }
    }
    if levels.is_empty() && faults.is_empty() {
        faults.push(Fault::new("there is no board: draw one with # walls, @ player, $ boxes and . goals"));
    }
    faults.truncate(MAX_FAULTS);
    if faults.is_empty() { Ok(levels) } else { Err(faults) }
}

/// Contents of a file about one level.
#[derive(Default)]
struct Draft {
    line: usize,
    rows: Vec<String>,
    title: Option<String>,
    author: Option<String>,
    id: Option<String>,
    comments: Vec<String>,
    solutions: Vec<(usize, Option<String>, String)>,
}

/// Expected next part of a file.
#[derive(Default, PartialEq)]
enum Mode {
    /// Text that belongs to the next board.
    #[default]
    Before,
    /// More rows.
    Board,
    /// Text that belongs to the board above.
    After,
    /// More moves of its last solution.
    Solution,
    /// More lines of a comment on the board above.
    Comment,
}

/// A file that is being read.
#[derive(Default)]
struct File {
    drafts: Vec<Draft>,
    /// Text that may belong to the next board.
    next: Draft,
    mode: Mode,
    faults: Vec<Fault>,
}

impl File {
    fn read(&mut self, line: Line<'_>, number: usize) {
        if self.mode == Mode::Comment {
            return self.comment(line);
        }
        match line {
            Line::Blank if self.mode == Mode::Solution => self.mode = Mode::After,
            Line::Blank => self.mode = Mode::Before,
            Line::Board(rows) => self.board(rows, number),
            Line::Solution(name, moves) => self.solution(name, moves, number),
            Line::Moves(moves) if self.mode == Mode::Solution => self.moves(moves),
            // A few letters may be a word; a solution without a heading is longer.
            Line::Moves(moves) if moves.len() > 5 && !self.drafts.is_empty() => {
                self.solution(None, moves, number);
            }
            Line::Moves(text) | Line::Text(text) => self.text(text),
            Line::Key(key, value) => self.key(&key, value),
        }
    }

    fn finish(mut self) -> (Vec<Draft>, Vec<Fault>) {
        // Text after the last board can only be about it.
        if let Some(last) = self.drafts.last_mut() {
            last.title = last.title.take().or(self.next.title);
            last.author = last.author.take().or(self.next.author);
            last.comments.append(&mut self.next.comments);
        }
        (self.drafts, self.faults)
    }

    /// Returns the level that text at this place is about.
    fn subject(&mut self) -> &mut Draft {
        let above = self.mode != Mode::Before;
        if above && let Some(last) = self.drafts.last_mut() { last } else { &mut self.next }
    }

    fn board(&mut self, rows: Vec<String>, number: usize) {
        if self.mode == Mode::Board
            && let Some(last) = self.drafts.last_mut()
        {
            last.rows.extend(rows);
            return;
        }
        let next = std::mem::take(&mut self.next);
        self.drafts.push(Draft { line: number, rows, ..next });
        self.mode = Mode::Board;
    }

    fn solution(&mut self, name: Option<&str>, moves: &str, number: usize) {
        match self.drafts.last_mut() {
            Some(draft) => draft.solutions.push((number, name.map(str::to_owned), moves.to_owned())),
            None => self.faults.push(Fault::at(number, "a solution must be below its board")),
        }
        self.mode = Mode::Solution;
    }

    fn moves(&mut self, moves: &str) {
        if let Some((.., all)) = self.drafts.last_mut().and_then(|draft| draft.solutions.last_mut()) {
            all.push_str(moves);
        }
    }

    /// Text above a board is its title, other text a comment.
    fn text(&mut self, text: &str) {
        self.leave_board();
        let above = self.mode != Mode::Before;
        let subject = self.subject();
        if above || subject.title.is_some() {
            subject.comments.push(text.to_owned());
        } else {
            subject.title = Some(text.to_owned());
        }
    }

    fn key(&mut self, key: &str, value: &str) {
        self.leave_board();
        let text = Some(value.to_owned());
        let subject = self.subject();
        match key {
            "title" | "name" => subject.title = text,
            "author" => subject.author = text,
            "id" => subject.id = text,
            "comment" if value.is_empty() => self.mode = Mode::Comment,
            "comment" => subject.comments.push(value.to_owned()),
            _ => subject.comments.push(format!("{key}: {value}")),
        }
    }

    fn leave_board(&mut self) {
        if matches!(self.mode, Mode::Board | Mode::Solution) {
            self.mode = Mode::After;
        }
    }

    fn comment(&mut self, line: Line<'_>) {
        match line {
            Line::Key(key, _) if key == "comment-end" || key == "comment end" => self.mode = Mode::After,
            Line::Key(key, value) => self.remark(format!("{key}: {value}")),
            Line::Text(text) | Line::Moves(text) => self.remark(text.to_owned()),
            Line::Blank => self.remark(String::new()),
            Line::Board(rows) => self.remark(rows.join("|")),
            Line::Solution(..) => self.remark("Solution".into()),
        }
    }

    fn remark(&mut self, text: String) {
        self.subject().comments.push(text);
    }
}

impl Draft {
    fn level(self, index: usize) -> Result<Level, Vec<Fault>> {
        let name = self.title.unwrap_or_else(|| default_name(index));
        let wrong = |line, message| Fault::at(line, format!("{}: {message}", quoted(&name)));
        let size = size(&self.rows).map_err(|message| vec![wrong(self.line, message)])?;
        let mut faults = Vec::new();
        let mut solutions = Vec::new();
        for (number, (line, name, lurd)) in self.solutions.into_iter().enumerate() {
            let name = name.unwrap_or_else(|| default_solution(number));
            match actions_of(&lurd) {
                Ok(actions) => solutions.push(Solution { name, actions }),
                Err(message) => faults.push(wrong(line, message)),
            }
        }
        let meta = Meta {
            id: self.id.unwrap_or_else(|| default_id(&name)),
            name: name.clone(),
            author: self.author,
            description: (!self.comments.is_empty()).then(|| self.comments.join("\n")),
            skin: None,
        };
        let level = Level::new(meta, world(), size, things(&self.rows), solutions);
        faults.extend(level.faults().into_iter().map(|fault| wrong(self.line, fault.message)));
        if faults.is_empty() { Ok(level) } else { Err(faults) }
    }
}

fn size(rows: &[String]) -> Result<(i32, i32), String> {
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    let most = MAX_SIDE as usize;
    if width > most || rows.len() > most {
        let height = rows.len();
        return Err(format!("a board of {width} x {height} cells is too large: at most {most} x {most}"));
    }
    Ok((width as i32, rows.len() as i32))
}

fn things(rows: &[String]) -> Vec<Thing> {
    let cells = rows.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |(c, x)| (c, x, y)));
    let stands = |(sign, x, y)| {
        let at = LevelPosition::new(x, y, 0);
        kinds(sign).iter().map(move |kind| Thing::new(*kind, at))
    };
    cells.flat_map(stands).collect()
}

fn kinds(sign: char) -> &'static [Kind] {
    match sign {
        '#' => &[Kind::Wall],
        '@' | 'p' => &[Kind::Player],
        '+' | 'P' => &[Kind::Player, Kind::Goal],
        '$' | 'b' => &[Kind::Box],
        '*' | 'B' => &[Kind::Box, Kind::Goal],
        '.' => &[Kind::Goal],
        _ => &[],
    }
}
