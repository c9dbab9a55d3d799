//! Lines of CSV as this program writes them: fields are quoted where they have to be, and hold no line ends.

use std::borrow::Cow;

/// A line with these fields, with its line end.
pub fn csv_line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let mut line = String::new();
    for field in fields {
        let field = field.as_ref();
        if field.contains([',', '"', '\n', '\r']) {
            line.push('"');
            line.push_str(&field.replace('"', "\"\""));
            line.push_str("\",");
        } else {
            line.push_str(field);
            line.push(',');
        }
    }
    line.pop();
    line.push('\n');
    line
}

/// The fields of a line, given without its end. A line with odd quotes has fields that [`csv_line`] writes in another way.
pub fn csv_fields(line: &str) -> Vec<Cow<'_, str>> {
    let mut quoted = false;
    let fields = line.split(|letter| {
        quoted ^= letter == '"';
        letter == ',' && !quoted
    });
    let unquoted = |field: &str| Some(field.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\""));
    fields.map(|field| unquoted(field).map_or(Cow::Borrowed(field), Cow::Owned)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_those_of_the_usual_writer(fields in prop::collection::vec("[a\", ]{0,5}", 2..6)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(&fields).unwrap();
            let line = csv_line(&fields);
            prop_assert_eq!(line.as_bytes(), writer.into_inner().unwrap());
            prop_assert_eq!(csv_fields(line.trim_end_matches('\n')), fields);
        }
    }
}
