//! Byte formats of edits and field values. They are stored in the logs of drawings, so the code of a variant is never
//! reused: a new variant takes a free code, and the order of the variants means nothing.
//!
//! | code | edit | then, as the codec writes them |
//! |---|---|---|
//! | 0 | paint | brush, runs of cells, slice |
//! | 1 | erase | runs of cells, slice |
//! | 2 | remove | ids |
//! | 3 | move | ids, columns, rows, slices |
//! | 4 | paste | things: kind, spot, fields |
//! | 5 | set | ids, key, value or none |
//! | 6 | setting | key, value or none |
//! | 7 | resize | width, height, columns, rows |
//! | 8 | replace | text |
//!
//! | code | value | then |
//! |---|---|---|
//! | 0 | flag | 0 or 1 |
//! | 1 | number | the number |
//! | 2 | text | the text |
//! | 3 | path | the cells |
//! | 4 | spot | the cell and the slice |
//!
//! Used by [`crate::workshop`] for the log, and by everything that is serialized with a field in it. Knows no kit.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::de::SeqAccess;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::edit::{cells_of, runs_of};
use super::{Edit, FieldValue, Spot};
use crate::codec::{self, Coded, DecodeError};
use crate::scene::Cell;

impl Edit {
    /// Returns the first byte of this edit in the log of a drawing.
    pub fn code(&self) -> u8 {
        match self {
            Self::Paint { .. } => 0,
            Self::Erase { .. } => 1,
            Self::Remove { .. } => 2,
            Self::Move { .. } => 3,
            Self::Paste { .. } => 4,
            Self::Set { .. } => 5,
            Self::Setting { .. } => 6,
            Self::Resize { .. } => 7,
            Self::Replace { .. } => 8,
        }
    }

    /// Encodes this edit for the log of a drawing.
    pub fn to_bytes(&self) -> Vec<u8> {
        let code = self.code();
        match self {
            Self::Paint { brush, cells, t } => codec::encode(&(code, brush, runs_of(cells), t)),
            Self::Erase { cells, t } => codec::encode(&(code, runs_of(cells), t)),
            Self::Remove { things } => codec::encode(&(code, things)),
            Self::Move { things, dx, dy, dt } => codec::encode(&(code, things, dx, dy, dt)),
            Self::Paste { things } => codec::encode(&(code, things)),
            Self::Set { things, key, value } => codec::encode(&(code, things, key, value)),
            Self::Setting { key, value } => codec::encode(&(code, key, value)),
            Self::Resize { width, height, dx, dy } => codec::encode(&(code, width, height, dx, dy)),
            Self::Replace { text } => codec::encode(&(code, text)),
        }
    }

    /// Decodes what [`Edit::to_bytes`] wrote; any other bytes are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let edit = Self::decode(bytes)?;
        if edit.to_bytes() == bytes {
            Ok(edit)
        } else {
            Err(DecodeError::new(format!("{edit} has a different encoding")))
        }
    }

    fn decode(mut bytes: &[u8]) -> Result<Self, DecodeError> {
        let rest = &mut bytes;
        let edit = match codec::take::<u8>(rest)? {
            0 => Self::Paint { brush: codec::take(rest)?, cells: cells(rest)?, t: codec::take(rest)? },
            1 => Self::Erase { cells: cells(rest)?, t: codec::take(rest)? },
            2 => Self::Remove { things: codec::take(rest)? },
            3 => {
                let (things, dx, dy, dt) = codec::take(rest)?;
                Self::Move { things, dx, dy, dt }
            }
            4 => Self::Paste { things: codec::take(rest)? },
            5 => {
                let (things, key, value) = codec::take(rest)?;
                Self::Set { things, key, value }
            }
            6 => Self::Setting { key: codec::take(rest)?, value: codec::take(rest)? },
            7 => {
                let (width, height, dx, dy) = codec::take(rest)?;
                Self::Resize { width, height, dx, dy }
            }
            8 => Self::Replace { text: codec::take(rest)? },
            code => return Err(DecodeError::new(format!("there is no edit of code {code}"))),
        };
        if rest.is_empty() { Ok(edit) } else { Err(codec::left_over(rest)) }
    }

    /// Names of the codes in the bytes of this edit: its own, and those of its field values.
    pub fn tags(&self) -> Vec<String> {
        let verb = match self {
            Self::Paint { .. } => "paint",
            Self::Erase { .. } => "erase",
            Self::Remove { .. } => "remove",
            Self::Move { .. } => "move",
            Self::Paste { .. } => "paste",
            Self::Set { .. } => "set",
            Self::Setting { .. } => "setting",
            Self::Resize { .. } => "resize",
            Self::Replace { .. } => "replace",
        };
        let said: Vec<Option<&FieldValue>> = match self {
            Self::Set { value, .. } | Self::Setting { value, .. } => vec![value.as_ref()],
            Self::Paste { things } => {
                things.iter().flat_map(|thing| thing.fields.values().map(Some)).collect()
            }
            _ => Vec::new(),
        };
        let fields = said.into_iter().map(|value| value.map_or("nothing", FieldValue::tag));
        [verb].into_iter().chain(fields).map(str::to_owned).collect()
    }

    /// Returns every name that [`Edit::tags`] can return: of edits without values, and of all values.
    pub fn all_tags() -> Vec<String> {
        let codes = 0..=u8::MAX;
        let edits = codes.clone().map(|code| vec![code]);
        let settings = codes.map(|code| vec![6, 0, 1, code]);
        let empty = edits.chain(settings).filter_map(|start| {
            let longer = |zeros| [start.clone(), vec![0; zeros]].concat();
            (0..8).find_map(|zeros| Self::from_bytes(&longer(zeros)).ok())
        });
        let tags: BTreeSet<String> = empty.flat_map(|edit| edit.tags()).collect();
        tags.into_iter().collect()
    }
}

fn cells(bytes: &mut &[u8]) -> Result<Vec<Cell>, DecodeError> {
    cells_of(codec::take::<Vec<(Cell, u32)>>(bytes)?).map_err(DecodeError::new)
}

impl FieldValue {
    /// Returns the first byte of this value, which says what follows.
    pub fn code(&self) -> u8 {
        match self {
            Self::Flag(_) => 0,
            Self::Number(_) => 1,
            Self::Text(_) => 2,
            Self::Path(_) => 3,
            Self::Spot(_) => 4,
        }
    }

    fn tag(&self) -> &'static str {
        match self {
            Self::Flag(_) => "flag",
            Self::Number(_) => "number",
            Self::Text(_) => "words",
            Self::Path(_) => "way",
            Self::Spot(_) => "spot",
        }
    }
}

/// Form in JSON: under the name of its variant.
#[derive(Serialize, Deserialize)]
#[serde(remote = "FieldValue")]
enum Named {
    Flag(bool),
    Number(i64),
    Text(Arc<str>),
    Path(Arc<[Cell]>),
    Spot(Spot),
}

impl Serialize for FieldValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let code = self.code();
        match self {
            _ if serializer.is_human_readable() => Named::serialize(self, serializer),
            Self::Flag(flag) => (code, flag).serialize(serializer),
            Self::Number(number) => (code, number).serialize(serializer),
            Self::Text(text) => (code, text).serialize(serializer),
            Self::Path(path) => (code, path).serialize(serializer),
            Self::Spot(spot) => (code, spot).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for FieldValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Named::deserialize(deserializer)
        } else {
            codec::read_coded(deserializer)
        }
    }
}

impl Coded for FieldValue {
    const NAME: &'static str = "field";

    fn read_rest<'de, A: SeqAccess<'de>>(code: u8, rest: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(match code {
            0 => rest.next_element()?.map(Self::Flag),
            1 => rest.next_element()?.map(Self::Number),
            2 => rest.next_element()?.map(Self::Text),
            3 => rest.next_element()?.map(Self::Path),
            4 => rest.next_element()?.map(Self::Spot),
            _ => None,
        })
    }
}
