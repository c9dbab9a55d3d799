//! The native half of the Python package `solomids`.
//!
//! The classes that searches return, and functions that the Python half wraps. It has no rules and no searches of its own:
//! positions, rows and records are those of the library, other questions go to its service in JSON.

mod error;
mod guest;
mod interrupt;
mod position;
mod search;
mod service;
mod table;

use pyo3::pymodule;

/// Native half of the package `solomids`.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use super::position::{Move, Position, deal, web_deal};
    #[pymodule_export]
    use super::search::{Outcome, check_certificate, solve, write_certificate};
    #[pymodule_export]
    use super::service::ask;
    #[pymodule_export]
    use super::table::{Table, load_census, read_rows, share, solace2_census, solve_many};

    use pyo3::prelude::*;

    use super::guest::{PentamidPosition, Solace2Position};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Their name is `Position`, as that of the class of Solomids.
        module.add("Solace2Position", module.py().get_type::<Solace2Position>())?;
        module.add("PentamidPosition", module.py().get_type::<PentamidPosition>())?;
        module.add("VERSION", solomids::VERSION)
    }
}
