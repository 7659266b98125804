//! Names of the variants of an enum, as serde sees them.
//!
//! Used for the default tags of actions. Knows types that derive serde's traits, and no values in a log.

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor, value};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::Value;

/// Returns the names of all variants of an enum; none for any other type.
pub fn variants<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &[&str] = &[];
    // Ends with an error as soon as the type has named its variants: there is nothing to read.
    drop(T::deserialize(Probe(&mut names)));
    names
}

/// Returns the name of the variant that a value of an enum has; `None` for any other type.
pub fn variant<T: Serialize + DeserializeOwned>(value: &T) -> Option<&'static str> {
    let name = match serde_json::to_value(value).ok()? {
        Value::String(name) => name,
        Value::Object(content) => content.into_iter().next()?.0,
        _ => return None,
    };
    variants::<T>().iter().copied().find(|variant| *variant == name)
}

/// Reads nothing, and keeps the variants that a type asks for.
struct Probe<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, value::Error> {
        Err(value::Error::custom("not an enum"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, value::Error> {
        *self.0 = variants;
        Err(value::Error::custom("only its variants are needed"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize)]
    enum Move {
        Pass,
        #[serde(rename = "go")]
        Go(u8),
        Take {
            count: u8,
        },
    }

    #[derive(Serialize, Deserialize)]
    struct Pass {
        pass: u8,
    }

    #[test]
    fn an_enum_tells_all_its_variants_and_a_value_tells_its_own() {
        assert_eq!(variants::<Move>(), ["Pass", "go", "Take"]);
        let told = [Move::Pass, Move::Go(1), Move::Take { count: 2 }].map(|value| variant(&value));
        assert_eq!(told, [Some("Pass"), Some("go"), Some("Take")]);
    }

    #[test]
    fn other_types_have_no_variants() {
        assert!(variants::<Pass>().is_empty() && variants::<Vec<u8>>().is_empty());
        assert_eq!((variant(&Pass { pass: 1 }), variant(&"Pass".to_owned())), (None, None));
    }
}
