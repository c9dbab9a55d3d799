//! Whole numbers in requests. Scripts know numbers to 2^53 only, so larger ones come as digits.

use serde::{Deserialize, Deserializer, de};

/// A whole number from 0 to 2^64 - 1, as a number or as digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Number(pub(super) u64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Number;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number from 0 to 2^64 - 1")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number))
            }

            fn visit_str<E: de::Error>(self, digits: &str) -> Result<Number, E> {
                let number = digits.trim().parse();
                number.map(Number).map_err(|_| E::invalid_value(de::Unexpected::Str(digits), &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
