//! Encodes and decodes values, and computes fingerprints. The one place that names the serializer and the hash.
//!
//! Knows nothing of games, files or records. Bytes are untrusted: decoding is bounded and never panics.

mod variants;

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserializer, Serialize};
pub use variants::{variant, variants};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed, xxh3_128};

/// Maximum size of a single value in a save; larger claims are refused before anything is allocated.
pub const MAX_VALUE_BYTES: usize = 64 << 20;

/// Error for bytes that are not a valid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bytes do not hold a valid value: {0}")]
pub struct DecodeError(String);

impl DecodeError {
    /// Creates an error with a reason, for rulesets that pack their actions by hand.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// Returns the canonical bytes of a value: the same on every machine.
///
/// # Panics
/// When the value cannot be serialized (for example a map with keys that are not text). That is a mistake in its type
/// and shows in the first test that saves one.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, bincode::config::standard())
        .expect("values in a log are plain data that serialize")
}

/// Decodes a value that takes up all of `bytes`.
pub fn decode<T: DeserializeOwned>(mut bytes: &[u8]) -> Result<T, DecodeError> {
    let value = take(&mut bytes)?;
    if bytes.is_empty() { Ok(value) } else { Err(left_over(bytes)) }
}

/// Takes a value off the front of `bytes`, for formats that are written by hand and begin with a code.
pub fn take<T: DeserializeOwned>(bytes: &mut &[u8]) -> Result<T, DecodeError> {
    let config = bincode::config::standard().with_limit::<MAX_VALUE_BYTES>();
    let (value, used) =
        bincode::serde::decode_from_slice(bytes, config).map_err(|error| DecodeError(error.to_string()))?;
    *bytes = &bytes[used..];
    Ok(value)
}

/// Returns the error about bytes left over after a value that should take up all of them.
pub fn left_over(bytes: &[u8]) -> DecodeError {
    DecodeError(format!("{} bytes are left over", bytes.len()))
}

/// A value encoded as a code and its content. Codes are assigned explicitly and never reused; the position of a
/// variant in its enum does not matter. Written by serializing the code, a `u8`, and the content as a pair.
pub trait Coded: Sized {
    /// Name of the type, for errors.
    const NAME: &'static str;

    /// Reads the content for a code; `None` if there is no such code.
    fn read_rest<'de, A: SeqAccess<'de>>(code: u8, rest: &mut A) -> Result<Option<Self>, A::Error>;
}

/// Reads a [`Coded`] value.
pub fn read_coded<'de, T: Coded, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_tuple(2, CodedVisitor(PhantomData))
}

struct CodedVisitor<T>(PhantomData<T>);

impl<'de, T: Coded> Visitor<'de> for CodedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the code of a {} and its content", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<T, A::Error> {
        let code: u8 = parts.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let read = T::read_rest(code, &mut parts)?;
        read.ok_or_else(|| A::Error::custom(format!("no {} has the code {code}", T::NAME)))
    }
}

/// Returns the fingerprint of a value: a hash of its canonical bytes.
pub fn fingerprint<T: Serialize>(value: &T) -> u64 {
    xxh3_64(&encode(value))
}

/// Returns the fingerprint of one part of a value; `place` distinguishes it from equal bytes in another part.
/// Rulesets that update their fingerprint incrementally combine these with xor.
pub fn fingerprint_part(place: u64, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, place)
}

/// Returns a hash so wide that no two of the keys that fit into memory share one.
pub fn hash_128(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_the_round_trip() {
        let value = (7u8, String::from("loom"), vec![1u64, 300, u64::MAX]);
        assert_eq!(decode(&encode(&value)), Ok(value));
    }

    #[test]
    fn left_over_bytes_are_refused() {
        let mut bytes = encode(&7u8);
        bytes.push(0);
        assert!(decode::<u8>(&bytes).unwrap_err().to_string().contains("1 bytes are left over"));
    }

    #[test]
    fn a_length_that_lies_is_refused_without_allocating_for_it() {
        let claim = [253, 255, 255, 255, 255, 255, 255, 255, 127];
        assert!(decode::<Vec<u64>>(&claim).is_err());
        assert!(decode::<String>(&claim).is_err());
    }

    #[test]
    fn the_fingerprint_of_known_bytes_never_changes() {
        assert_eq!(fingerprint(&"loom"), 7_218_996_928_836_292_406);
    }
}
