//! Rewrites the plain texts of a level before and after a change in the style of its file: a thing that the
//! file lists, but the plain text draws as a letter of the map, is listed in both, if its cell is clear.
//!
//! Used by [`crate::level_file`] before a merge, so that the merge compares meaning and not spelling. Knows
//! lists of things with `at = [x, y]` and maps with `rows`, not the meaning of letters: the caller checks the
//! result.

use serde_json::{Map, Value};

use super::align::align;

type Object = Map<String, Value>;
type Rows = Vec<Vec<char>>;
type Cell = (usize, usize);

/// The plain level before and after the change.
pub(crate) struct Change {
    /// Before.
    pub(crate) base: Object,
    /// After.
    pub(crate) new: Object,
}

/// Returns the level without its lists of things in cells, and so with only the things on its map.
pub(crate) fn without_things(level: &Object) -> Object {
    let is_other = |value: &Value| things(value).is_none();
    level
        .iter()
        .filter(|(_, value)| is_other(value))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Rewrites a change in the style of the old file, whose map alone draws the level `drawn`. Returns `None` if
/// there is nothing to rewrite.
pub(crate) fn in_words_of(old: &Object, drawn: &Object, mut change: Change) -> Option<Change> {
    let [own, base, new] = [drawn, &change.base, &change.new].map(rows);
    let (own, (mut base, mut new)) = (own?, (base?, new?));
    let (before, after) = (base.clone(), new.clone());
    let mut any = false;
    for (key, list) in old.iter().filter_map(|(key, value)| Some((key, things(value)?))) {
        let listed = Listed::new(list, list_of(&change.base, key));
        let mut stays = vec![None; listed.own.len()];
        for (index, cell) in listed.drawn() {
            let Some(&under) = letter(&own, cell) else { continue };
            any = true;
            letter_mut(&mut base, cell).into_iter().for_each(|place| *place = under);
            let Some(to) = cell_after(&before, &after, cell) else { continue };
            if let Some((place, under)) = letter_mut(&mut new, to).zip(letter(&own, to)) {
                *place = *under;
                stays[index] = Some(at_cell(&listed.own[index], to));
            }
        }
        let listed_after = listed.after(list_of(&change.new, key), &stays);
        put(&mut change.base, key, listed.before());
        put(&mut change.new, key, listed_after);
    }
    put_rows(&mut change.base, &base);
    put_rows(&mut change.new, &new);
    any.then_some(change)
}

/// The list of a file, matched with the list of its plain text.
struct Listed {
    own: Vec<Object>,
    base: Vec<Object>,
    /// For each thing of the file its index in the plain list; `None` if the plain text draws it on the map.
    plain: Vec<Option<usize>>,
}

impl Listed {
    fn new(own: Vec<Object>, base: Vec<Object>) -> Self {
        let mut plain = vec![None; own.len()];
        for (index, matched) in align(&own, &base).into_iter().enumerate() {
            matched.into_iter().for_each(|own| plain[own] = Some(index));
        }
        Self { own, base, plain }
    }

    /// Returns the things that the plain text draws on the map, with their cells.
    fn drawn(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let drawn = self.own.iter().zip(&self.plain).enumerate().filter(|(_, (_, plain))| plain.is_none());
        drawn.filter_map(|(index, (thing, _))| Some((index, cell(thing)?)))
    }

    /// Returns the plain list before the change, with the drawn things at their places in the file.
    fn before(&self) -> Vec<Object> {
        let known = |index: &usize| self.plain.contains(&Some(*index));
        let others = (0..self.base.len()).filter(|index| !known(index)).map(|index| self.base[index].clone());
        let own = self.own.iter().zip(&self.plain);
        own.map(|(own, plain)| plain.map_or(own, |index| &self.base[index]).clone()).chain(others).collect()
    }

    /// Returns the plain list after the change, with the remaining drawn things in their new form.
    fn after(&self, new: Vec<Object>, stays: &[Option<Object>]) -> Vec<Object> {
        let matches = align(&self.before(), &new);
        let stays = stays.iter().enumerate().filter_map(|(index, thing)| Some((index, thing.clone()?)));
        let (mut left, mut list) = (stays.peekable(), Vec::new());
        for (thing, matched) in new.into_iter().zip(matches) {
            while let Some((_, stays)) =
                left.next_if(|(index, _)| matched.is_none_or(|matched| *index < matched))
            {
                list.push(stays);
            }
            list.push(thing);
        }
        list.extend(left.map(|(_, stays)| stays));
        list
    }
}

/// Returns the new cell of a thing that a map draws in this cell before a change: the same cell, or the new
/// cell of its letter if all things with this letter that left their cells moved by the same distance, or if
/// it moved with the map around it.
fn cell_after(before: &Rows, after: &Rows, cell: (usize, usize)) -> Option<(usize, usize)> {
    let drawn = letter(before, cell)?;
    if letter(after, cell) == Some(drawn) {
        return Some(cell);
    }
    let (gone, added) = (cells_only_in(before, after, *drawn), cells_only_in(after, before, *drawn));
    let distance = |(from, to): (&(usize, usize), &(usize, usize))| {
        (to.0.wrapping_sub(from.0), to.1.wrapping_sub(from.1))
    };
    let distances: Vec<_> = gone.iter().zip(&added).map(distance).collect();
    let is_one_move = gone.len() == added.len() && distances.windows(2).all(|pair| pair[0] == pair[1]);
    let index = gone.iter().position(|from| *from == cell)?;
    if is_one_move { added.get(index).copied() } else { moved_with_map(before, after, cell, &added) }
}

/// Maximum number of cells that are compared as the new place of one thing.
const MOST_PLACES: usize = 64;

/// Returns the one of these cells to which a thing moved if the map moved with it: with that distance, most
/// other cells keep their letters. `None` if two cells are equally likely.
fn moved_with_map(before: &Rows, after: &Rows, cell: Cell, added: &[Cell]) -> Option<Cell> {
    let places = Some(added).filter(|added| added.len() <= MOST_PLACES)?;
    let mut likely: Vec<_> = places.iter().map(|&to| (same_letters(before, after, cell, to), to)).collect();
    likely.sort_unstable();
    let (most, to) = likely.pop()?;
    likely.last().is_none_or(|(other, _)| *other < most).then_some(to)
}

/// Number of cells that keep their letters if the map moves by the distance between two cells.
fn same_letters(before: &Rows, after: &Rows, from: Cell, to: Cell) -> usize {
    let moved = |at: usize, from: usize, to: usize| (at + to).checked_sub(from);
    let is_same = |drawn, x, y| {
        let (x, y) = (moved(x, from.0, to.0), moved(y, from.1, to.1));
        x.zip(y).and_then(|cell| letter(after, cell)) == Some(drawn)
    };
    let cells = before
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, drawn)| (drawn, x, y)));
    cells.filter(|&(drawn, x, y)| is_same(drawn, x, y)).count()
}

/// Returns the cells in which only one of two maps has a letter, row by row.
fn cells_only_in(rows: &Rows, other: &Rows, drawn: char) -> Vec<(usize, usize)> {
    let cells = rows.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
    let has = |rows: &Rows, cell| letter(rows, cell) == Some(&drawn);
    cells.filter(|&cell| has(rows, cell) && !has(other, cell)).collect()
}

/// Returns the thing in another cell.
fn at_cell(thing: &Object, (x, y): (usize, usize)) -> Object {
    let mut thing = thing.clone();
    if let Some([first, second, ..]) =
        thing.get_mut("at").and_then(Value::as_array_mut).map(Vec::as_mut_slice)
    {
        (*first, *second) = (x.into(), y.into());
    }
    thing
}

/// Returns a list of tables, if some of them have cells.
fn things(value: &Value) -> Option<Vec<Object>> {
    let list: Vec<Object> =
        value.as_array()?.iter().map(|thing| thing.as_object().cloned()).collect::<Option<_>>()?;
    list.iter().any(|thing| cell(thing).is_some()).then_some(list)
}

fn list_of(level: &Object, key: &str) -> Vec<Object> {
    let list = level.get(key).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|thing| thing.as_object().cloned()).collect()
}

fn put(level: &mut Object, key: &str, list: Vec<Object>) {
    match list.is_empty() {
        true => _ = level.remove(key),
        false => _ = level.insert(key.to_owned(), list.into_iter().map(Value::Object).collect()),
    }
}

/// Returns the cell of a thing, if it has one at the beginning of time.
fn cell(thing: &Object) -> Option<(usize, usize)> {
    let at: Vec<u64> = thing.get("at")?.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
    match at[..] {
        [x, y] | [x, y, 0] => Some((usize::try_from(x).ok()?, usize::try_from(y).ok()?)),
        _ => None,
    }
}

fn letter(rows: &Rows, (x, y): (usize, usize)) -> Option<&char> {
    rows.get(y)?.get(x)
}

fn letter_mut(rows: &mut Rows, (x, y): (usize, usize)) -> Option<&mut char> {
    rows.get_mut(y)?.get_mut(x)
}

/// Returns the map of a level.
fn rows(level: &Object) -> Option<Rows> {
    let rows = level.values().find_map(|table| table.get("rows")?.as_array())?;
    rows.iter().map(|row| Some(row.as_str()?.chars().collect())).collect()
}

fn put_rows(level: &mut Object, rows: &Rows) {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    if let Some(place) = level.values_mut().find_map(|table| table.get_mut("rows")) {
        *place = rows.into();
    }
}
