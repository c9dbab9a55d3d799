//! Records in JSON. `json!` writes them, with their fields in the order of the text; here is what it cannot say.

use std::time::Duration;

use serde_json::{Value, json};

/// Version of the records of all games.
pub(crate) const SCHEMA: u32 = 1;

/// A record of several parts, one after the other. A part that is null adds no fields; a field that comes again keeps its place and
/// takes the later value.
pub(crate) fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let fields = |part| if let Value::Object(fields) = part { Some(fields) } else { None };
    parts.into_iter().filter_map(fields).flatten().collect()
}

/// A record without those of the named fields that are null or empty.
pub(crate) fn without_empty(mut record: Value, names: &[&str]) -> Value {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    if let Value::Object(fields) = &mut record {
        fields.retain(|name, value| !(names.contains(&name.as_str()) && is_empty(value)));
    }
    record
}

pub(crate) fn work(nodes: u64, elapsed: Duration) -> Value {
    json!({ "nodes": nodes, "elapsed_ms": u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX) })
}
