//! Checks whether a value fits a field: form, bounds, board.
//!
//! Used by the edits that set values. Knows forms and the size of the board.

use super::objection::Objection;
use crate::scene::Cell;
use crate::sketch::{Field, FieldValue, Form, LONGEST_PATH, LONGEST_TEXT, Sketch};

/// Bounds of cells and slices.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) slices: u32,
}

impl Bounds {
    pub(super) fn new(sketch: &Sketch, slices: u32) -> Self {
        Self { width: sketch.width, height: sketch.height, slices }
    }

    pub(super) fn has(self, at: Cell) -> bool {
        at.x < self.width && at.y < self.height
    }

    pub(super) fn cell(self, at: Cell) -> Result<(), Objection> {
        if self.has(at) { Ok(()) } else { Err(self.off(at.x.into(), at.y.into())) }
    }

    pub(super) fn off(self, x: i64, y: i64) -> Objection {
        Objection::OffTheBoard { x, y, width: self.width, height: self.height }
    }

    pub(super) fn slice(self, t: u32) -> Result<(), Objection> {
        if t < self.slices { Ok(()) } else { Err(self.out(t.into())) }
    }

    pub(super) fn out(self, t: i64) -> Objection {
        Objection::OutOfTime { t, last: self.slices.saturating_sub(1) }
    }
}

/// Returns the value for a field: unchanged, or a number as text if a text is expected.
pub(super) fn fitting(
    field: &'static Field,
    value: &FieldValue,
    bounds: Bounds,
) -> Result<FieldValue, Objection> {
    let value = match (field.form, value) {
        (Form::Text | Form::Choice(_), FieldValue::Number(number)) => {
            FieldValue::Text(number.to_string().into())
        }
        _ => value.clone(),
    };
    let too_long = |most, unit| Err(Objection::TooLong { name: field.name, most, unit });
    match (field.form, &value) {
        (Form::Number(least, most), &FieldValue::Number(number)) if !(least..=most).contains(&number) => {
            Err(Objection::OutOfRange { name: field.name, number, least, most })
        }
        (Form::Text, FieldValue::Text(text)) if text.len() > LONGEST_TEXT => too_long(LONGEST_TEXT, "bytes"),
        (Form::Choice(words), FieldValue::Text(text)) if !words.contains(&&**text) => Err(wrong(field)),
        (Form::Path, FieldValue::Path(path)) if path.len() > LONGEST_PATH => too_long(LONGEST_PATH, "cells"),
        (Form::Path, FieldValue::Path(path)) => {
            path.iter().try_for_each(|at| bounds.cell(*at)).map(|()| value)
        }
        (Form::Spot, FieldValue::Spot(spot)) => {
            bounds.cell(spot.at)?;
            bounds.slice(spot.t)?;
            Ok(value)
        }
        (Form::Flag, FieldValue::Flag(_))
        | (Form::Number(..), FieldValue::Number(_))
        | (Form::Text | Form::Choice(_), FieldValue::Text(_)) => Ok(value),
        _ => Err(wrong(field)),
    }
}

fn wrong(field: &'static Field) -> Objection {
    let wanted = match field.form {
        Form::Flag => "yes or no".to_owned(),
        Form::Number(least, most) => format!("a whole number from {least} to {most}"),
        Form::Text => "words".to_owned(),
        Form::Choice(words) => format!("one of {}", words.join(", ")),
        Form::Path => "a path from cell to cell".to_owned(),
        Form::Spot => "a cell and a slice".to_owned(),
    };
    Objection::WrongForm { name: field.name, wanted }
}
