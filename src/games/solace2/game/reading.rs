//! Readings: what the original text leaves open, each question a switch, each usual set of answers a preset.
//!
//! Quotations are from the rules that Dale Newfield published in 2001.

/// R4: which placed mediums and smalls may leave the place where they were put.
///
/// The text says "one may move *any* exposed one pointer onto any like-colored two pointer", and of the two pointers only
/// that they are exposed. It excepts neither a tower that is being built nor one that is finished, so the literal reading
/// is [`Always`](Self::Always). Against it stands the text's picture of a tower as a thing that is made once, and that a
/// promoted tower has been counted; hence the two narrower settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lend {
    /// What was placed on a large or a medium stays there, except inside a tower that is promoted.
    Never,
    /// R4a: pieces may leave a tower in progress, which is any that does not stand on the table, and a small may leave an
    /// opened nest's medium.
    InProgress,
    /// R4a and R4b: pieces may also leave a finished tower on the table, and come back to it.
    Always,
}

impl Lend {
    const NAMES: [(&'static str, Self); 3] =
        [("lend-never", Self::Never), ("lend-in-progress", Self::InProgress), ("lend-always", Self::Always)];
}

/// A complete set of answers to the questions R1 to R5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to a question of its own")]
pub struct Reading {
    /// R1 (native): whether a medium may go onto the own large of a full nest that is not capped.
    ///
    /// Yes, literally: "If *at any time* you have exposed two and three pointers of the same color you may move the two onto
    /// the three." No, if towers are begun by foundations only: "use any full nest as a foundation upon which to start
    /// building".
    pub native: bool,
    /// R2 (opened): whether a small may go onto the medium of an opened nest.
    ///
    /// Yes, literally: "any exposed one pointer onto *any* like-colored two pointer". No, if the two pointer has to be part of
    /// a tower, since the sentence stands under "Building".
    pub opened: bool,
    /// R3 (recap): whether a capped nest may be capped again, and a cap may move on.
    ///
    /// No, literally: a large moves "from the top of a *full nest*", and lands on "any *full nest*"; a capped nest is one piece
    /// more than a full nest. Yes, if the large that shows is taken for the top of the nest.
    pub recap: bool,
    /// R4 (lend): which placed pieces may be moved again.
    pub lend: Lend,
    /// R5 (open): whether a promoted tower may stand anywhere on the table.
    ///
    /// No, literally: the hints speak of "*the* space left open", one of those where nests stood. Yes, if "any open space" is
    /// any part of the table with nothing on it.
    pub open: bool,
}

impl Reading {
    /// The literal text: R1, R2, R4a and R4b. The standard reading.
    pub const LITERAL: Self =
        Self { native: true, opened: true, recap: false, lend: Lend::Always, open: false };
    /// The literal text, but finished towers on the table stay whole.
    pub const INERT: Self = Self { lend: Lend::InProgress, ..Self::LITERAL };
    /// The literal text without R1: mediums go onto caps, and onto larges on the table.
    pub const CAPS_ONLY: Self = Self { native: false, ..Self::LITERAL };
    /// The literal text, but nothing placed moves again.
    pub const RIGID: Self = Self { lend: Lend::Never, ..Self::LITERAL };
    /// The literal text, with room for towers anywhere on the table.
    pub const OPEN: Self = Self { open: true, ..Self::LITERAL };

    /// The presets with their names, the standard one first.
    pub const PRESETS: [(&'static str, Self); 5] = [
        ("literal", Self::LITERAL),
        ("inert", Self::INERT),
        ("caps-only", Self::CAPS_ONLY),
        ("rigid", Self::RIGID),
        ("open", Self::OPEN),
    ];

    /// Every combination of the switches: 48 readings.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..48u8).map(|i| Self {
            native: i & 1 != 0,
            opened: i & 2 != 0,
            recap: i & 4 != 0,
            open: i & 8 != 0,
            lend: Lend::NAMES[usize::from(i >> 4)].1,
        })
    }

    /// Name of the reading: that of the preset it equals, else its switches (`native+recap+lend-in-progress`).
    pub fn name(self) -> String {
        if let Some((name, _)) = Self::PRESETS.iter().find(|(_, preset)| *preset == self) {
            return (*name).into();
        }
        let lend = Lend::NAMES.iter().find(|(_, lend)| *lend == self.lend).map(|(name, _)| *name);
        let Self { native, opened, recap, open, .. } = self;
        let on = |switch: bool, name| switch.then_some(name);
        let switches =
            [on(native, "native"), on(opened, "opened"), on(recap, "recap"), lend, on(open, "open")];
        let on: Vec<&str> = switches.into_iter().flatten().collect();
        on.join("+")
    }
}

impl Default for Reading {
    fn default() -> Self {
        Self::LITERAL
    }
}

/// A name that no reading has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no reading is named `{0}`; expected literal, inert, caps-only, rigid, open, or switches such as native+opened+lend-always"
)]
pub struct UnknownReading(pub String);

impl std::str::FromStr for Reading {
    type Err = UnknownReading;

    /// The preset of a name, or the reading with the switches that are named, in any order, one of `lend-never`,
    /// `lend-in-progress` and `lend-always` among them.
    fn from_str(name: &str) -> Result<Self, UnknownReading> {
        if let Some((_, preset)) = Self::PRESETS.iter().find(|(known, _)| *known == name) {
            return Ok(*preset);
        }
        let unknown = || UnknownReading(name.into());
        let mut reading = Self { native: false, opened: false, recap: false, lend: Lend::Never, open: false };
        let mut lends = 0;
        for word in name.split('+') {
            if let Some((_, lend)) = Lend::NAMES.iter().find(|(known, _)| *known == word) {
                (reading.lend, lends) = (*lend, lends + 1);
                continue;
            }
            let switch = match word {
                "native" => &mut reading.native,
                "opened" => &mut reading.opened,
                "recap" => &mut reading.recap,
                "open" => &mut reading.open,
                _ => return Err(unknown()),
            };
            if std::mem::replace(switch, true) {
                return Err(unknown());
            }
        }
        if lends == 1 { Ok(reading) } else { Err(unknown()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_presets_are_one_to_one() {
        for (name, reading) in Reading::PRESETS {
            assert_eq!(name.parse(), Ok(reading));
            assert_eq!(reading.name(), name);
        }
        assert_eq!(
            "lax".parse::<Reading>().unwrap_err().to_string(),
            "no reading is named `lax`; expected literal, inert, caps-only, rigid, open, or switches such as \
             native+opened+lend-always"
        );
    }

    #[test]
    fn all_readings_differ_and_are_read_back_from_their_names() {
        for reading in Reading::all() {
            assert_eq!(reading.name().parse(), Ok(reading));
        }
        assert_eq!(
            "open+lend-never+native".parse::<Reading>().map(Reading::name),
            Ok("native+lend-never+open".into())
        );
        for wrong in ["", "native", "native+native+lend-never", "lend-never+lend-always", "literal+open"] {
            assert!(wrong.parse::<Reading>().is_err(), "{wrong}");
        }
        let names: std::collections::HashSet<String> = Reading::all().map(Reading::name).collect();
        assert_eq!(names.len(), 48);
        assert!(Reading::PRESETS.iter().all(|(_, preset)| Reading::all().any(|r| r == *preset)));
    }
}
