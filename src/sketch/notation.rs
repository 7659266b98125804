//! Text format of edits: one word without white space, for logs that people read and for the command line.
//!
//! ```text
//! paint:wall:0:1-5,1;2,2          a brush, a slice, and cells: columns 1 to 5 of row 1, and one more
//! erase:0:3,4                     a slice and cells
//! remove:5,6                      ids of things
//! move:5,6:1,0,-2                 ids; columns, rows and slices
//! set:7:facing=east               ids, a key and its value; nothing after = leaves it to the ruleset
//! setting:time_depth=40
//! resize:20,12,0,0                width, height, columns and rows by which everything moves
//! paste:enemy@3,4,0&fov=90;..     a kind, a spot, and its fields
//! replace:..                      the text of a level
//! ```
//!
//! A value is `yes`, `no`, a number, a path `(3,4)(3,5)`, a spot `3,4@5`, or a text; a text that could be taken for
//! one of these begins with `'`. In texts, every byte except letters, digits and `- _ .` is written as `%` and two
//! hexadecimal digits.

use std::fmt::{self, Display, Formatter, Write};
use std::str::FromStr;
use std::sync::Arc;

use super::edit::{cells_of, runs_of};
use super::{Edit, FieldValue, Fields, Spot, Thing, ThingId};
use crate::scene::Cell;

impl Display for Edit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paint { brush, cells, t } => write!(f, "paint:{}:{t}:{}", Words(brush), Cells(cells)),
            Self::Erase { cells, t } => write!(f, "erase:{t}:{}", Cells(cells)),
            Self::Remove { things } => write!(f, "remove:{}", Ids(things)),
            Self::Move { things, dx, dy, dt } => write!(f, "move:{}:{dx},{dy},{dt}", Ids(things)),
            Self::Paste { things } => {
                f.write_str("paste:")?;
                separated(f, ';', things, thing)
            }
            Self::Set { things, key, value } => {
                write!(f, "set:{}:{}", Ids(things), FieldText(key, value.as_ref()))
            }
            Self::Setting { key, value } => write!(f, "setting:{}", FieldText(key, value.as_ref())),
            Self::Resize { width, height, dx, dy } => write!(f, "resize:{width},{height},{dx},{dy}"),
            Self::Replace { text } => write!(f, "replace:{}", Words(text)),
        }
    }
}

impl FromStr for Edit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (verb, rest) = text.split_once(':').ok_or(FORMS)?;
        Ok(match (verb, &rest.split(':').collect::<Vec<_>>()[..]) {
            ("paint", [brush, t, cells]) => {
                Self::Paint { brush: unescape(brush)?, cells: read_cells(cells)?, t: number(t)? }
            }
            ("erase", [t, cells]) => Self::Erase { cells: read_cells(cells)?, t: number(t)? },
            ("remove", [things]) => Self::Remove { things: ids(things)? },
            ("move", [things, by]) => {
                let [dx, dy, dt] = numbers(by)?;
                Self::Move { things: ids(things)?, dx, dy, dt }
            }
            ("paste", [things]) => {
                Self::Paste { things: listed(things, ';').map(read_thing).collect::<Result<_, _>>()? }
            }
            ("set", [things, said]) => {
                let (key, value) = read_said(said)?;
                Self::Set { things: ids(things)?, key, value }
            }
            ("setting", [said]) => {
                let (key, value) = read_said(said)?;
                Self::Setting { key, value }
            }
            ("resize", [by]) => {
                let [width, height, dx, dy]: [i64; 4] = numbers(by)?;
                Self::Resize {
                    width: narrow(width)?,
                    height: narrow(height)?,
                    dx: narrow(dx)?,
                    dy: narrow(dy)?,
                }
            }
            ("replace", [text]) => Self::Replace { text: unescape(text)? },
            _ => return Err(FORMS.to_owned()),
        })
    }
}

const FORMS: &str = "edits are paint:BRUSH:T:CELLS, erase:T:CELLS, remove:IDS, move:IDS:DX,DY,DT, paste:THINGS, \
set:IDS:KEY=VALUE, setting:KEY=VALUE, resize:WIDTH,HEIGHT,DX,DY and replace:TEXT, where cells are 1,1;2,1 or 1-5,1";

/// A text in which only letters, digits and a few signs are written as they are.
struct Words<'a>(&'a str);

impl Display for Words<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for byte in self.0.bytes() {
            match byte {
                b'-' | b'_' | b'.' => f.write_char(byte.into())?,
                _ if byte.is_ascii_alphanumeric() => f.write_char(byte.into())?,
                _ => write!(f, "%{byte:02X}")?,
            }
        }
        Ok(())
    }
}

fn unescape(text: &str) -> Result<Arc<str>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let (code, rest) = part.split_at_checked(2).ok_or("after % come two hexadecimal digits")?;
        bytes.push(
            u8::from_str_radix(code, 16)
                .map_err(|_| format!("%{code} is not a byte: write %20 for a space"))?,
        );
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).map(Into::into).map_err(|_| "the bytes after % are not valid text".to_owned())
}

struct Cells<'a>(&'a [Cell]);

impl Display for Cells<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, ';', &runs_of(self.0), |f, (Cell { x, y }, count)| match count {
            1 => write!(f, "{x},{y}"),
            _ => write!(f, "{x}-{},{y}", x + (count - 1)),
        })
    }
}

fn read_cells(text: &str) -> Result<Vec<Cell>, String> {
    let run = |text: &str| {
        let (columns, y) = text.split_once(',').ok_or_else(|| no_cell(text))?;
        let (first, last) = columns.split_once('-').unwrap_or((columns, columns));
        let (first, last, y): (u32, u32, u32) = (number(first)?, number(last)?, number(y)?);
        let count =
            last.checked_sub(first).and_then(|more| more.checked_add(1)).ok_or_else(|| no_cell(text))?;
        Ok((Cell { x: first, y }, count))
    };
    cells_of(listed(text, ';').map(run).collect::<Result<Vec<_>, String>>()?)
}

fn no_cell(text: &str) -> String {
    format!("'{text}' is not a cell: write 3,4 or, for columns 3 to 7 of a row, 3-7,4")
}

struct Ids<'a>(&'a [ThingId]);

impl Display for Ids<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, ',', self.0, |f, id| write!(f, "{}", id.0))
    }
}

fn ids(text: &str) -> Result<Vec<ThingId>, String> {
    listed(text, ',').map(|id| number(id).map(ThingId)).collect()
}

fn thing(f: &mut Formatter<'_>, thing: &Thing) -> fmt::Result {
    let Spot { at, t } = thing.spot;
    write!(f, "{}@{},{},{t}", Words(&thing.kind), at.x, at.y)?;
    thing.fields.iter().try_for_each(|(key, value)| write!(f, "&{}", FieldText(key, Some(value))))
}

fn read_thing(text: &str) -> Result<Thing, String> {
    let mut parts = text.split('&');
    let (kind, spot) =
        parts.next().and_then(|head| head.split_once('@')).ok_or("a thing begins with KIND@X,Y,T")?;
    let [x, y, t] = numbers(spot)?;
    let mut fields = Fields::new();
    for part in parts {
        let (key, value) = read_said(part)?;
        fields.insert(key, value.ok_or("the value after = is missing")?);
    }
    Ok(Thing { kind: unescape(kind)?, spot: Spot::new(x, y, t), fields })
}

/// A key and its value.
struct FieldText<'a>(&'a str, Option<&'a FieldValue>);

impl Display for FieldText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", Words(self.0))?;
        match self.1 {
            None => Ok(()),
            Some(FieldValue::Flag(flag)) => f.write_str(if *flag { "yes" } else { "no" }),
            Some(FieldValue::Number(number)) => write!(f, "{number}"),
            Some(FieldValue::Path(path)) if path.is_empty() => f.write_str("()"),
            Some(FieldValue::Path(path)) => path.iter().try_for_each(|Cell { x, y }| write!(f, "({x},{y})")),
            Some(FieldValue::Spot(Spot { at, t })) => write!(f, "{},{}@{t}", at.x, at.y),
            Some(FieldValue::Text(text)) if is_plain(text) => write!(f, "{}", Words(text)),
            Some(FieldValue::Text(text)) => write!(f, "'{}", Words(text)),
        }
    }
}

/// Returns whether a text cannot be taken for anything else.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text != "yes" && text != "no" && text.parse::<i64>().is_err()
}

fn read_said(text: &str) -> Result<(Arc<str>, Option<FieldValue>), String> {
    let (key, said) = text.split_once('=').ok_or("a field is written as KEY=VALUE")?;
    let value = if said.is_empty() { None } else { Some(read_value(said)?) };
    Ok((unescape(key)?, value))
}

fn read_value(said: &str) -> Result<FieldValue, String> {
    if let Some(text) = said.strip_prefix('\'') {
        return unescape(text).map(FieldValue::Text);
    }
    if let Some(path) = said.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let cell = |text| numbers(text).map(|[x, y]| Cell { x, y });
        return listed_by(path, ")(").map(cell).collect::<Result<_, _>>().map(FieldValue::Path);
    }
    if let Some((at, t)) = said.split_once('@') {
        let [x, y] = numbers(at)?;
        return Ok(FieldValue::Spot(Spot::new(x, y, number(t)?)));
    }
    match (said, said.parse()) {
        ("yes", _) => Ok(FieldValue::Flag(true)),
        ("no", _) => Ok(FieldValue::Flag(false)),
        (_, Ok(number)) => Ok(FieldValue::Number(number)),
        _ => unescape(said).map(FieldValue::Text),
    }
}

fn separated<T>(
    f: &mut Formatter<'_>,
    separator: char,
    items: &[T],
    mut each: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_char(separator)?;
        }
        each(f, item)?;
    }
    Ok(())
}

/// Returns the parts of a list; an empty one has none.
fn listed(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).filter(move |_| !text.is_empty())
}

fn listed_by<'t>(text: &'t str, separator: &'static str) -> impl Iterator<Item = &'t str> {
    text.split(separator).filter(move |_| !text.is_empty())
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number that fits here"))
}

fn numbers<T: FromStr, const N: usize>(text: &str) -> Result<[T; N], String> {
    let numbers: Vec<T> = text.split(',').map(number).collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| format!("'{text}' should be {N} numbers with commas between them"))
}

fn narrow<T: TryFrom<i64>>(number: i64) -> Result<T, String> {
    T::try_from(number).map_err(|_| format!("{number} is not a number that fits here"))
}
