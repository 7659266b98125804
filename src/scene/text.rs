//! Paints a scene as readable text: boards with coordinates, tables with bars, notes.
//!
//! Used by the command line and by the golden playthroughs. Nothing is lost without colour: shapes, letters and
//! arrows tell things apart. Knows no game and no terminal; the caller decides whether to use colour.

use anstyle::{AnsiColor, Style};

use super::plain;
use super::{Board, Cell, Entry, Facing, Label, Meter, Scene, Table, Tone};

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Plain text.
    Plain,
    /// Text with ANSI colours.
    Colour,
    /// Text with marks for colours, which [`coloured`] turns into ANSI colours. Until then every control character
    /// in it is known to be foreign.
    Marked,
}

/// Marks of [`Ink::Marked`]: the start of a colour, followed by its number, and its end. Unicode sets these characters
/// apart for use within programs; in texts from files they are replaced.
const START: char = '\u{fdd0}';
const END: char = '\u{fdd1}';
const FIRST_NUMBER: u32 = 0xfdd2;

impl Ink {
    /// Returns the text in the colour of a tone, safe to show ([`plain`]).
    pub fn dye(self, text: &str, tone: Tone) -> String {
        let mut dyed = String::new();
        self.add(&mut dyed, plain::lines(text).chars(), tone);
        dyed
    }

    /// Adds characters that are safe to show, in the colour of a tone. A board has a million of them.
    fn add(self, out: &mut String, text: impl Iterator<Item = char> + Clone, tone: Tone) {
        let style = style(tone);
        match self {
            _ if style == Style::new() || text.clone().eq([' ']) => out.extend(text),
            Self::Plain => out.extend(text),
            Self::Colour => {
                *out += &style.to_string();
                out.extend(text);
                *out += &style.render_reset().to_string();
            }
            Self::Marked => {
                out.extend([START, number(tone)]);
                out.extend(text);
                out.push(END);
            }
        }
    }
}

fn number(tone: Tone) -> char {
    char::from_u32(FIRST_NUMBER + tone as u32).unwrap_or(END)
}

/// Turns marks into ANSI colours, and replaces every control character of the text but line breaks and tabs: what
/// reaches a terminal is ours.
pub fn coloured(marked: &str) -> String {
    let mut out = String::with_capacity(marked.len());
    let (begin, end) =
        (Tone::ALL.map(|tone| style(tone).to_string()), Style::new().bold().render_reset().to_string());
    let mut characters = marked.chars();
    while let Some(character) = characters.next() {
        match character {
            ' '..='~' | '\n' | '\t' => out.push(character),
            START => out.extend(
                characters.next().and_then(position).and_then(|at| begin.get(at)).map(String::as_str),
            ),
            END => out += &end,
            other => out.push(plain::visible(other)),
        }
    }
    out
}

/// Returns the position of a numbered colour.
fn position(number: char) -> Option<usize> {
    u32::from(number).checked_sub(FIRST_NUMBER).map(|at| at as usize)
}

/// Returns the whole scene as text that ends with a line break.
pub fn paint(scene: &Scene, ink: Ink) -> String {
    let mut parts = Vec::new();
    if !scene.title.is_empty() {
        parts.push(ink.dye(&scene.title, Tone::Accent));
    }
    parts.extend(scene.boards.iter().map(|board| paint_board(board, ink)));
    parts.extend(scene.tables.iter().map(|table| paint_table(table, ink)));
    let notes: Vec<_> = scene.notes.iter().map(|note| ink.dye(&note.text, note.tone)).collect();
    if !notes.is_empty() {
        parts.push(notes.join("\n"));
    }
    parts.join("\n\n") + "\n"
}

/// The text of one cell: one character wide, so that boards line up.
#[derive(Clone, Copy)]
struct Square {
    glyph: char,
    tone: Tone,
    mark: char,
    /// Mark under the pieces of the cell; a space if there is none.
    under: char,
    faded: bool,
}

fn paint_board(board: &Board, ink: Ink) -> String {
    let (squares, width) = (squares(board), board.width as usize);
    let margin = board.height.saturating_sub(1).to_string().len();
    let mut lines: Vec<String> = Vec::new();
    if !board.title.is_empty() {
        let next = if board.is_active { ", to move" } else { "" };
        lines.push(plain::line(&board.title).into_owned() + next);
    }
    lines.extend(rulers(board.width, margin).into_iter().map(|line| ink.dye(&line, Tone::Muted)));
    let mut text = lines.join("\n");
    let floor = ink.dye(".", Tone::Muted) + " ";
    text.reserve(squares.len() * floor.len());
    for y in 0..board.height {
        text += "\n";
        ink.add(&mut text, format!("{y:>margin$}").chars(), Tone::Muted);
        text += " ";
        for square in &squares[y as usize * width..][..width] {
            match square {
                Some(square) => paint_square(square, ink, &mut text),
                None => text += &floor,
            }
        }
        text.truncate(text.trim_end().len());
    }
    text
}

/// Returns the content of each cell, row by row: the last piece with its facing or the mark under it; or the mark alone.
fn squares(board: &Board) -> Vec<Option<Square>> {
    let (width, height) = (board.width as usize, board.height as usize);
    let mut squares: Vec<Option<Square>> = vec![None; width * height];
    let index =
        |at: Cell| (at.x < board.width && at.y < board.height).then(|| at.y as usize * width + at.x as usize);
    for gap in &board.gaps {
        let square = Square { glyph: ' ', tone: Tone::Muted, mark: ' ', under: ' ', faded: false };
        index(*gap).into_iter().for_each(|at| squares[at] = Some(square));
    }
    for mark in &board.marks {
        let square =
            Square { glyph: mark.glyph, tone: mark.tone, mark: ' ', under: mark.glyph, faded: false };
        index(mark.at).into_iter().for_each(|at| squares[at] = Some(square));
    }
    for piece in &board.pieces {
        let Some(at) = index(piece.at) else { continue };
        let under = squares[at].map_or(' ', |square| square.under);
        let mark = piece.facing.map_or(under, arrow);
        squares[at] = Some(Square { glyph: piece.glyph, tone: piece.tone, mark, under, faded: piece.faded });
    }
    squares
}

fn paint_square(Square { glyph, tone, mark, faded, .. }: &Square, ink: Ink, out: &mut String) {
    let (glyph, tone) = (plain::visible(*glyph), if *faded { Tone::Muted } else { *tone });
    if *mark == ' ' {
        ink.add(out, [glyph].into_iter(), tone);
        out.push(' ');
    } else {
        ink.add(out, [glyph, plain::visible(*mark)].into_iter(), tone);
    }
}

/// Returns column numbers above the board, with a second line for the tens if needed.
fn rulers(width: u32, margin: usize) -> Vec<String> {
    let line = |digit: &dyn Fn(u32) -> String| {
        let row: String = (0..width).map(digit).collect();
        format!("{:margin$} {}", "", row.trim_end())
    };
    let tens = line(&|x| if x % 10 == 0 && x > 0 { format!("{:<2}", x / 10 % 100) } else { "  ".to_owned() });
    let ones = line(&|x| format!("{} ", x % 10));
    if width > 10 { vec![tens, ones] } else { vec![ones] }
}

fn arrow(facing: Facing) -> char {
    match facing {
        Facing::North => '^',
        Facing::South => 'v',
        Facing::East => '>',
        Facing::West => '<',
    }
}

fn paint_table(table: &Table, ink: Ink) -> String {
    let widths = widths(table);
    let mut lines = Vec::new();
    if !table.title.is_empty() {
        lines.push(plain::line(&table.title).into_owned());
    }
    if table.columns.iter().any(|column| !column.is_empty()) {
        let heads = table.columns.iter().map(|head| Label::new(plain::line(head), Tone::Muted).into());
        lines.push(paint_row(&heads.collect::<Vec<_>>(), &widths, ink));
    }
    lines.extend(table.rows.iter().map(|row| paint_row(row, &widths, ink)));
    lines.join("\n")
}

fn paint_row(row: &[Entry], widths: &[usize], ink: Ink) -> String {
    let cells = row.iter().zip(widths).map(|(entry, &width)| {
        let (text, tone) = entry_text(entry);
        ink.dye(&text, tone) + &" ".repeat(width - width_of(&text))
    });
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

fn widths(table: &Table) -> Vec<usize> {
    let of_column = |(column, head): (usize, &String)| {
        let entries =
            table.rows.iter().filter_map(|row| row.get(column)).map(|entry| width_of(&entry_text(entry).0));
        entries.chain([width_of(head)]).max().unwrap_or(0)
    };
    table.columns.iter().enumerate().map(of_column).collect()
}

fn entry_text(entry: &Entry) -> (String, Tone) {
    match entry {
        Entry::Text(label) => (plain::line(&label.text).into_owned(), label.tone),
        Entry::Bar(meter, tone) => (bar(*meter), *tone),
    }
}

const BAR: i64 = 10;

/// Formats a bar of ten steps and the numbers; a positive amount shows at least one step.
fn bar(Meter { value, max }: Meter) -> String {
    let (value, max) = (i64::from(value), i64::from(max.max(1)));
    let full = ((value.clamp(0, max) * BAR + max - 1) / max) as usize;
    format!("[{}{}] {value:>3}/{max}", "#".repeat(full), ".".repeat(BAR as usize - full))
}

fn width_of(text: &str) -> usize {
    text.chars().count()
}

fn style(tone: Tone) -> Style {
    let colour = |colour: AnsiColor| colour.on_default();
    match tone {
        Tone::Plain => Style::new(),
        Tone::Muted => Style::new().dimmed(),
        Tone::Accent => Style::new().bold(),
        Tone::Good => colour(AnsiColor::Green).bold(),
        Tone::Bad => colour(AnsiColor::Red).bold(),
        Tone::Blue => colour(AnsiColor::BrightBlue),
        Tone::Red => colour(AnsiColor::BrightRed),
        Tone::Yellow => colour(AnsiColor::BrightYellow),
        Tone::Green => colour(AnsiColor::BrightGreen),
        Tone::Cyan => colour(AnsiColor::BrightCyan),
        Tone::Violet => colour(AnsiColor::BrightMagenta),
        Tone::Black => Style::new().bold().dimmed(),
        Tone::White => colour(AnsiColor::BrightWhite).bold(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::{Mark, Piece, Shape};
    use super::*;

    fn piece(x: u32, y: u32, glyph: char, facing: Option<Facing>) -> Piece {
        Piece { facing, ..Piece::new(Cell { x, y }, Shape::Disc, glyph, Tone::Blue, glyph.to_string()) }
    }

    fn small_scene() -> Scene {
        let mark = |x| Mark::new(Cell { x, y: 1 }, Tone::Bad, '!', "seen");
        let pieces =
            vec![piece(0, 0, 'A', Some(Facing::East)), piece(11, 1, 'b', None), piece(2, 1, 'c', None)];
        let board = Board { width: 12, height: 2, marks: vec![mark(1), mark(2)], pieces, ..Board::default() };
        let row = |name: &str, value| {
            vec![Label::plain(name).into(), Entry::Bar(Meter { value, max: 120 }, Tone::Good)]
        };
        let columns = vec!["name".to_owned(), "hp".to_owned()];
        let table =
            Table { title: String::new(), columns, rows: vec![row("Ann", 120), row("Bartholomew", 1)] };
        let notes = vec![Label::plain("blue leads")];
        Scene { title: "tick 3".into(), boards: vec![board], tables: vec![table], notes, ..Scene::default() }
    }

    #[test]
    fn a_scene_reads_well_without_colour() {
        expect![[r#"
            tick 3

                                  1
              0 1 2 3 4 5 6 7 8 9 0 1
            0 A>. . . . . . . . . . .
            1 . ! c!. . . . . . . . b

            name         hp
            Ann          [##########] 120/120
            Bartholomew  [#.........]   1/120

            blue leads
        "#]]
        .assert_eq(&paint(&small_scene(), Ink::Plain));
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let coloured = paint(&small_scene(), Ink::Colour);
        assert!(coloured.contains('\x1b'));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), paint(&small_scene(), Ink::Plain));
    }

    #[test]
    fn bars_are_right_at_their_ends() {
        let meter = |value, max| bar(Meter { value, max });
        assert_eq!(meter(0, 100), "[..........]   0/100");
        assert_eq!(meter(-5, 100), "[..........]  -5/100");
        assert_eq!(meter(500, 100), "[##########] 500/100");
        assert_eq!(meter(i32::MAX, i32::MAX), "[##########] 2147483647/2147483647");
        assert_eq!(meter(3, 0), "[##########]   3/1");
    }
}
