//! Positions of Solace II and of Pentamid, which the same code plays.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};
use solomids::error::{ErrorWithHelp, InputError, SourceError};
use solomids::games::port::{Game, Played};
use solomids::notation::tokens;
use solomids::pentamid::game::{Repetition, Rules, Status, parse_position};
use solomids::pentamid::record::VariantRecord;
use solomids::pentamid::{self, Pentamid};
use solomids::solace2::game::{Palette, Reading, UnknownReading, parse_deal};
use solomids::solace2::record::DealSource;
use solomids::solace2::view::Inside;
use solomids::solace2::{self, Solace2};

use crate::error::{input_error, internal, wrong};
use crate::position::Text;

/// What of a game its classes in Python need besides its rules.
trait Guest: Game {
    /// The start as requests to the service have it.
    fn record(start: &Self::Start) -> Value;
    /// The start of such a record.
    fn restored(record: &Value) -> Result<Self::Start, InputError>;
    /// The deal, or the position, in notation.
    fn text(played: &Played<Self>) -> String;
    fn picture(played: &Played<Self>, title: &str) -> String;
}

/// A text of a record.
fn text<'r>(record: &'r Value, field: &str) -> &'r str {
    record[field].as_str().unwrap_or_default()
}

impl Guest for Solace2 {
    fn record(start: &Self::Start) -> Value {
        let mut record = json!({ "deal": start.deal_text(), "reading": start.reading.name() });
        if let DealSource::Seed { seed, index } = start.source {
            record["drawn"] = json!([seed.to_string(), index.to_string()]);
        }
        record
    }

    fn restored(record: &Value) -> Result<Self::Start, InputError> {
        let deal = text(record, "deal");
        let mut parsed = parse_deal(deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
        let number = |place: usize| record["drawn"][place].as_str()?.parse().ok();
        let source = match number(0).zip(number(1)) {
            Some((seed, index)) => DealSource::Seed { seed, index },
            None => DealSource::Text,
        };
        if source != DealSource::Text {
            parsed.palette = Palette::default();
        }
        let unknown = |error: UnknownReading| ErrorWithHelp::new(error.to_string(), "");
        let reading: Reading = text(record, "reading").parse().map_err(unknown)?;
        Ok(solace2::port::Start::new(parsed, source, reading))
    }

    fn text(played: &Played<Self>) -> String {
        played.start.deal_text()
    }

    fn picture(Played { start, position, .. }: &Played<Self>, title: &str) -> String {
        solace2::view::svg::table(position, &start.palette, Inside::Shown, title)
    }
}

impl Guest for Pentamid {
    fn record(start: &Self::Start) -> Value {
        json!({
            "deal": start.first.text(&start.rules),
            "variant": VariantRecord::new(&start.rules),
            "repetition": start.repetition == Repetition::Barred,
        })
    }

    fn restored(record: &Value) -> Result<Self::Start, InputError> {
        let wrong = |error: &dyn ToString| ErrorWithHelp::new(error.to_string(), "");
        let variant: VariantRecord =
            serde_json::from_value(record["variant"].clone()).map_err(|error| wrong(&error))?;
        let rules = Rules::new(variant.variant()?).map_err(|error| wrong(&error))?;
        let deal = text(record, "deal");
        let first = parse_position(&rules, deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
        let barred = record["repetition"] != json!(false);
        let repetition = if barred { Repetition::Barred } else { Repetition::Allowed };
        Ok(pentamid::port::Start { first, ..pentamid::port::Start::new(rules, repetition) })
    }

    fn text(Played { start, position, .. }: &Played<Self>) -> String {
        position.position().text(&start.rules)
    }

    fn picture(Played { start, position, .. }: &Played<Self>, title: &str) -> String {
        pentamid::view::svg::board(&start.rules, position.position(), title)
    }
}

/// The game after more moves.
fn after<G: Guest>(played: &Played<G>, moves: &[String]) -> Result<Played<G>, InputError> {
    let mut played = played.clone();
    for token in moves {
        let name = format!("move {}", played.moves.len() + 1);
        let mv = G::read_move(&played.start, token).map_err(|error| SourceError::new(&name, token, error))?;
        played.play_all(&[mv])?;
    }
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
                <$game as Guest>::picture(&self.0, &title)
            }

            fn _repr_svg_(&self) -> String {
                self.svg(None)
            }

            /// The start as requests to the service have it, in JSON.
            #[getter]
            fn _start(&self) -> String {
                <$game as Guest>::record(&self.0.start).to_string()
            }

            /// The position of such a start after some moves.
            #[staticmethod]
            fn _restore(py: Python<'_>, start: &str, moves: Vec<String>) -> PyResult<Self> {
                let record = serde_json::from_str(start).map_err(internal)?;
                let played = <$game as Guest>::restored(&record)
                    .and_then(|start| after(&Played::new(start), &moves));
                played.map(Self).map_err(|error| input_error(py, error))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let restore = py.get_type::<Self>().getattr("_restore")?;
                (restore, (self._start(), tokens(&self.0.moves))).into_pyobject(py)
            }

            fn __eq__(&self, other: &Self) -> bool {
                self.0.moves == other.0.moves && self._start() == other._start()
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                (self._start(), tokens(&self.0.moves)).hash(&mut hasher);
                hasher.finish()
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
