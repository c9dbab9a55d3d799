//! Positions of Solace II and of Pentamid, which the same code plays.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solomids::error::InputError;
use solomids::games::port::{Game, Played};
use solomids::notation::tokens;
use solomids::pentamid::Pentamid;
use solomids::pentamid::game::Status;
use solomids::service::Guest;
use solomids::solace2::Solace2;

use crate::error::{input_error, wrong};
use crate::position::Text;

/// The game after more moves.
fn after<G: Guest>(played: &Played<G>, moves: &[String]) -> Result<Played<G>, InputError> {
    let mut played = played.clone();
    played.play_tokens(moves)?;
    Ok(played)
}

/// A class of positions of a game, with what only this game has.
macro_rules! guest {
    ($(#[$doc:meta])+ $class:ident, $game:ty, $module:literal, { $($own:tt)* }) => {
        $(#[$doc])+
        #[pyclass(frozen, name = "Position", module = $module)]
        pub(crate) struct $class(Played<$game>);

        #[pymethods]
        impl $class {
            /// The position after a move.
            fn play(&self, py: Python<'_>, r#move: Text) -> PyResult<Self> {
                after(&self.0, &[r#move.0]).map(Self).map_err(|error| input_error(py, error))
            }

            /// The position after some moves.
            fn replay(&self, py: Python<'_>, moves: Bound<'_, PyAny>) -> PyResult<Self> {
                let not_moves = |_| wrong(&moves, "line", "give moves in a list or another iterable");
                let moves = moves.try_iter().map_err(not_moves)?;
                let moves = moves.map(|mv| Ok(mv?.extract::<Text>()?.0)).collect::<PyResult<Vec<_>>>()?;
                after(&self.0, &moves).map(Self).map_err(|error| input_error(py, error))
            }

            /// All legal moves.
            fn legal_moves(&self) -> Vec<String> {
                tokens(&self.0.legal())
            }

            /// The moves played.
            #[getter]
            fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, tokens(&self.0.moves))
            }

            /// Whether no move is legal, or a player has won.
            #[getter]
            fn is_over(&self) -> bool {
                self.0.status().over
            }

            /// The position in one line of words.
            #[getter]
            fn state(&self) -> String {
                self.0.status().words
            }

            /// The board as an SVG document.
            #[pyo3(signature = (title = None))]
            fn svg(&self, title: Option<Text>) -> String {
                let title = title.map_or_else(|| self.0.title_after_moves(), |title| title.0);
                <$game as Guest>::svg(&self.0, &title)
            }

            fn _repr_svg_(&self) -> String {
                self.svg(None)
            }

            /// The start as requests to the service have it, in JSON.
            #[getter]
            fn _start(&self, py: Python<'_>) -> PyResult<String> {
                <$game as Guest>::start_to_json(&self.0.start).map_err(|error| input_error(py, error))
            }

            /// The position of such a start after some moves.
            #[staticmethod]
            fn _restore(py: Python<'_>, start: &str, moves: Vec<String>) -> PyResult<Self> {
                let played = <$game as Guest>::start_of_json(start)
                    .and_then(|start| after(&Played::new(start), &moves));
                played.map(Self).map_err(|error| input_error(py, error))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let restore = py.get_type::<Self>().getattr("_restore")?;
                (restore, (self._start(py)?, tokens(&self.0.moves))).into_pyobject(py)
            }

            fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
                Ok(self.0.moves == other.0.moves && self._start(py)? == other._start(py)?)
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
                let mut hasher = DefaultHasher::new();
                (self._start(py)?, tokens(&self.0.moves)).hash(&mut hasher);
                Ok(hasher.finish())
            }

            fn __str__(&self) -> String {
                <$game as Guest>::text(&self.0)
            }

            fn __repr__(&self) -> String {
                format!("<{}: {:?}>", <$game as Game>::NAME, self.__str__())
            }

            $($own)*
        }
    };
}

guest!(
    /// A position of Solace II, with the deal it comes from and the moves played since: `deal` and `parse` make one.
    ///
    /// >>> position = deal(1)
    /// >>> position.score
    /// 0
    /// >>> position.play(position.legal_moves()[0]).moves
    /// ('L-1>2',)
    Solace2Position, Solace2, "solomids.solace2", {
        /// Towers on the table.
        #[getter]
        fn score(&self) -> u8 {
            self.0.position.score()
        }
    }
);

guest!(
    /// A position of Pentamid, with the game that led to it: `start` and `parse` make one.
    ///
    /// >>> position = start().replay(["L@c3", "L@a1"])
    /// >>> position.side, position.winner, len(position.legal_moves())
    /// (1, None, 50)
    PentamidPosition, Pentamid, "solomids.pentamid", {
        /// Player to move, 1 or 2.
        #[getter]
        fn side(&self) -> usize {
            self.0.position.position().side().index() + 1
        }

        /// Player who has won, 1 or 2.
        #[getter]
        fn winner(&self) -> Option<usize> {
            self.0.position.status().winner().map(|side| side.index() + 1)
        }

        /// Whether the game is drawn.
        #[getter]
        fn is_drawn(&self) -> bool {
            self.0.position.status() == Status::Drawn
        }
    }
);
