//! Fields of JSON that may be null, told apart from fields that are absent.

use serde::{Deserialize, Deserializer};

/// A field that may be null: nothing where it is absent.
pub(crate) type Nullable<T> = Option<Option<T>>;

/// Reads a field that is there, null or not; for `deserialize_with`, together with `default`.
pub(crate) fn nullable<'a, T: Deserialize<'a>, D: Deserializer<'a>>(
    value: D,
) -> Result<Nullable<T>, D::Error> {
    Option::deserialize(value).map(Some)
}
