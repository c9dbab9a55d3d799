//! The rules that the arguments name.

use solomids::pentamid::game::{Both, Rules, Variant, VariantError};

use crate::cli::args::{BothArg, PentamidVariantArgs};
use crate::cli::failure::{ErrorWithHelp, InputError};

impl PentamidVariantArgs {
    /// Whether anything is given.
    const fn is_given(&self) -> bool {
        self.board.is_some()
            || self.nests.is_some()
            || self.row.is_some()
            || self.diagonals
            || self.both.is_some()
    }

    /// The rules of the arguments; what is not given is as the wiki has it.
    pub(super) fn rules(&self) -> Result<Rules, ErrorWithHelp> {
        let standard = Variant::default();
        let (width, height) = self.board.unwrap_or((standard.width, standard.height));
        let usual = Variant::of_board(width, height);
        let number = |given: Option<u64>, usual: usize| {
            given.map_or(usual, |number| usize::try_from(number).unwrap_or(usize::MAX))
        };
        let both = match self.both {
            None | Some(BothArg::Opponent) => Both::Opponent,
            Some(BothArg::Mover) => Both::Mover,
            Some(BothArg::Draw) => Both::Draw,
        };
        of_variant(Variant {
            nests: number(self.nests, usual.nests),
            line: number(self.row, usual.line),
            diagonals: self.diagonals,
            both,
            ..usual
        })
    }

    /// The rules of a record, which the arguments must not contradict.
    pub(super) fn rules_of_record(&self, record: Variant) -> Result<Rules, InputError> {
        let rules = of_variant(record)?;
        if self.is_given() && self.rules()? != rules {
            let message = format!("the record is of another variant: {rules}");
            return Err(ErrorWithHelp::new(
                message,
                "leave --board, --nests, --row, --diagonals and --both out",
            )
            .into());
        }
        Ok(rules)
    }
}

/// The rules of a variant, or how to mend it.
fn of_variant(variant: Variant) -> Result<Rules, ErrorWithHelp> {
    Rules::new(variant).map_err(|error| {
        let help = match error {
            VariantError::Board { .. } => "--board takes a side from 3 to 8, or two such as 4x3",
            VariantError::Nests(_) => "--nests takes a number from 1 to 64",
            VariantError::Line { .. } => "--row takes a number from 2 to the longer side of the board",
            VariantError::NoCentre => "let drops on the centre be",
        };
        ErrorWithHelp::new(error.to_string(), help)
    })
}
