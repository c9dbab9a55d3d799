//! Files of solved boards.

use std::path::Path;

use solomids::pentamid::game::Rules;
use solomids::pentamid::retrograde::{self, TableError, ValueTable};

use crate::cli::failure::ErrorWithHelp;
use crate::cli::input;

/// Reads the table of a variant from a file that `solve` wrote.
pub(super) fn read(rules: &Rules, path: &Path) -> anyhow::Result<ValueTable> {
    let file = input::open(path, "`solomids pentamid solve --out FILE` writes one")?;
    retrograde::read(rules, file).map_err(|error| {
        let help = match &error {
            TableError::Rules { .. } => {
                "name the variant of the table by --board, --nests, --row, --diagonals and --both"
            }
            TableError::Title => {
                "--table takes files that `solomids pentamid solve --out FILE` of this version wrote"
            }
            TableError::Large => "no table of this variant can be written",
            TableError::Io(_) | TableError::Length { .. } | TableError::Damaged { .. } => {
                "write the table anew"
            }
        };
        ErrorWithHelp::new(format!("`{}`: {error}", path.display()), help).into()
    })
}
