//! Positions with where they come from, moves, and deals.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict, PyTuple};
use solomids::dealer::Source;
use solomids::error::{Illegal, InputError, NamedText, SourceError, TYPED};
use solomids::game::{self, IllegalMove, Palette, Square};
use solomids::games::port::{Game as _, Given, Played};
use solomids::games::solomids::Solomids;
use solomids::service::page::GamePage;
use solomids::start::Start;
use solomids::view::svg;

use crate::error::{input_error, wrong};

/// A move of Solomids, legal or not, by its token, such as ``M-A3>A4``.
///
/// >>> Move("M-A3>A4").kind
/// 'stack'
#[pyclass(frozen, eq, ord, hash, module = "solomids")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move(pub(crate) game::Move);

impl Move {
    /// Where the move begins, and where it leads if not to the bank.
    const fn squares(self) -> (Square, Option<Square>) {
        match self.0 {
            game::Move::Stack { from, to }
            | game::Move::Transfer { from, to }
            | game::Move::Slide { from, to }
            | game::Move::Swap { a: from, b: to } => (from, Some(to)),
            game::Move::Bank { at } => (at, None),
        }
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(py: Python<'_>, token: MoveArg<'_>) -> PyResult<Self> {
        token.parse().map(Self).map_err(|error| input_error(py, error))
    }

    /// ``stack``, ``transfer``, ``slide``, ``bank`` or ``swap``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            game::Move::Stack { .. } => "stack",
            game::Move::Transfer { .. } => "transfer",
            game::Move::Slide { .. } => "slide",
            game::Move::Bank { .. } => "bank",
            game::Move::Swap { .. } => "swap",
        }
    }

    /// The square that a stack or a tree leaves, the first one of a swap: ``A1`` to ``E10``.
    ///
    /// >>> Move("M-A3>A4").source, Move("M-A3>A4").target
    /// ('A3', 'A4')
    #[getter]
    fn source(&self) -> String {
        self.squares().0.to_string()
    }

    /// The square that the move leads to, the second one of a swap; ``None`` for a bank.
    #[getter]
    fn target(&self) -> Option<String> {
        self.squares().1.map(|square| square.to_string())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.__str__(),)).into_pyobject(py)
    }
}

/// A position of Solomids, with the deal it comes from and the moves played since.
///
/// The text is a deal, a position or a share string. Positions are equal if they have the same text, whatever was played before.
///
/// >>> position = Position("1_M-D4>C4")
/// >>> position.web_seed, position.moves
/// ('1', [Move('M-D4>C4')])
/// >>> position == Position(str(position))
/// True
#[pyclass(frozen, module = "solomids")]
#[derive(Clone)]
pub(crate) struct Position(pub(crate) Played<Solomids>);

/// A text.
pub(crate) struct Text(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|_| wrong(&object, "text", "give a text, a `str`"))
    }
}

/// A position, or a text that is one.
pub(crate) enum PositionArg<'py> {
    Position(Bound<'py, Position>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for PositionArg<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Self::Position(position.to_owned()));
        }
        let advice = "give a `Position`, or the text of a deal, a position or a share string with its seed";
        object.extract().map(Self::Text).map_err(|_| wrong(&object, "position", advice))
    }
}

impl PositionArg<'_> {
    /// The position, with what was played before it.
    pub(crate) fn played(&self, py: Python<'_>) -> PyResult<Played<Solomids>> {
        match self {
            Self::Position(position) => Ok(position.get().0.clone()),
            Self::Text(text) => {
                Played::of_text(&NamedText::new(TYPED, text)).map_err(|error| input_error(py, error))
            }
        }
    }
}

/// A move, or its token.
enum MoveArg<'py> {
    Move(Bound<'py, Move>),
    Token(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveArg<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mv) = object.cast::<Move>() {
            return Ok(Self::Move(mv.to_owned()));
        }
        let advice = "give a `Move`, or its token, such as M-A3>A4";
        object.extract().map(Self::Token).map_err(|_| wrong(&object, "move", advice))
    }
}

impl MoveArg<'_> {
    fn parse(&self) -> Result<game::Move, InputError> {
        match self {
            Self::Move(mv) => Ok(mv.get().0),
            Self::Token(token) => token.parse().map_err(|error| SourceError::new(TYPED, token, error).into()),
        }
    }
}

/// A share string, or moves.
#[derive(FromPyObject)]
pub(crate) enum LineArg<'py> {
    Share(String),
    Moves(Bound<'py, PyAny>),
}

/// A page that plays through a line, as an element of HTML: the page is in a frame, which shares nothing with the document around it.
pub(crate) fn frame(
    played: &Played<Solomids>,
    line: &[game::Move],
    summary: &str,
) -> Result<String, InputError> {
    let page = GamePage::of_line(played, line, summary)?.document();
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    Ok(format!(
        "<iframe srcdoc=\"{page}\" sandbox=\"allow-scripts\" style=\"border:0;width:100%;height:46em\"></iframe>"
    ))
}

impl Position {
    /// The position after a move, the `ply`-th of a line.
    fn after(played: &mut Played<Solomids>, ply: usize, mv: &MoveArg<'_>) -> Result<(), InputError> {
        let mv = mv.parse()?;
        let illegal = |reason: IllegalMove| Illegal { ply, mv: mv.to_string(), reason: reason.to_string() };
        Ok(played.play(mv).map_err(illegal)?)
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(py: Python<'_>, text: PositionArg<'_>) -> PyResult<Self> {
        text.played(py).map(Self)
    }

    /// The position after a move.
    ///
    /// >>> web_deal(1).play("M-D4>C4").moves
    /// [Move('M-D4>C4')]
    fn play(&self, py: Python<'_>, r#move: MoveArg<'_>) -> PyResult<Self> {
        let mut played = self.0.clone();
        Self::after(&mut played, 1, &r#move).map_err(|error| input_error(py, error))?;
        Ok(Self(played))
    }

    /// The position after a line: a share string, or moves.
    ///
    /// >>> web_deal(1).replay(["M-D4>C4", "M-A6>B6"]) == web_deal(1).replay("M-D4>C4, M-A6>B6")
    /// True
    fn replay(&self, py: Python<'_>, moves: LineArg<'_>) -> PyResult<Self> {
        match moves {
            LineArg::Share(text) => Solomids::read(&NamedText::new(TYPED, &text), Some(self.0.clone()))
                .and_then(Given::played)
                .map(Self)
                .map_err(|error| input_error(py, error)),
            LineArg::Moves(moves) => {
                let mut played = self.0.clone();
                let advice = "give a share string, or moves in a list or another iterable";
                for (mv, ply) in moves.try_iter().map_err(|_| wrong(&moves, "line", advice))?.zip(1..) {
                    Self::after(&mut played, ply, &mv?.extract()?).map_err(|error| input_error(py, error))?;
                }
                Ok(Self(played))
            }
        }
    }

    /// All legal moves.
    ///
    /// >>> len(web_deal(1).legal_moves())
    /// 13
    fn legal_moves(&self) -> Vec<Move> {
        self.0.position.legal_moves().into_iter().map(Move).collect()
    }

    /// The rows of the board, farthest first; those of a deal are nine.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.0.start.palette.rows(&self.0.position)
    }

    /// The stacks on the board: ten rows of five squares, A to E, farthest row first, so ``board[0][0]`` lies on A10. A stack is a
    /// text, the letter of its colour and its sizes from the top down; an empty square is ``None``.
    ///
    /// >>> web_deal(1).board[1]
    /// ('Y2', 'G1', 'K2', 'Y1', 'G3')
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Played { start, position, .. } = &self.0;
        let stack = |square| position.get(square).map(|stack| start.palette.stack(stack));
        let row =
            |depth| PyTuple::new(py, (0..game::COLUMNS).map(|column| stack(Square::new(column, depth))));
        PyTuple::new(py, (0..game::ROWS).map(row).collect::<PyResult<Vec<_>>>()?)
    }

    /// Numbers of trees in the bank, by the letter of their colour.
    ///
    /// >>> web_deal(1).bank
    /// {'R': 0, 'Y': 0, 'G': 0, 'B': 0, 'K': 0}
    #[getter]
    fn bank<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let letters = game::Colour::ALL.map(|colour| self.0.start.palette.letter(colour));
        letters.into_iter().zip(self.0.position.banked()).collect::<Vec<_>>().into_py_dict(py)
    }

    /// The position before the moves played.
    #[getter]
    fn deal(&self) -> Self {
        Self(Played::new(self.0.start.clone()))
    }

    /// The moves from the deal to the position.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.0.moves.iter().copied().map(Move).collect()
    }

    /// The moves played as a share string, which the web page plays back if it has a seed.
    #[getter]
    fn share(&self) -> String {
        self.0.share(&[]).to_string()
    }

    /// Seed of the tabletop dealer; ``None`` for other positions.
    #[getter]
    fn seed(&self) -> Option<u64> {
        if let Source::Seed { seed, .. } = self.0.start.source { Some(seed) } else { None }
    }

    /// Index of the deal of the tabletop dealer; ``None`` for other positions.
    #[getter]
    fn index(&self) -> Option<u64> {
        if let Source::Seed { index, .. } = self.0.start.source { Some(index) } else { None }
    }

    /// Seed of the web page; ``None`` for other positions.
    #[getter]
    fn web_seed(&self) -> Option<&str> {
        if let Source::WebSeed { seed } = &self.0.start.source { Some(seed) } else { None }
    }

    /// Score: trees in the bank, and for a won game two points less the swaps used.
    #[getter]
    fn score(&self) -> u8 {
        self.0.position.score()
    }

    /// Trees in the bank.
    #[getter]
    fn trees(&self) -> u8 {
        self.0.position.trees_banked()
    }

    /// Swaps earned so far.
    #[getter]
    fn swaps_earned(&self) -> u8 {
        self.0.position.swaps_earned()
    }

    /// Swaps used so far.
    #[getter]
    fn swaps_used(&self) -> u8 {
        self.0.position.swaps_used()
    }

    /// Whether all trees are in the bank.
    #[getter]
    fn is_won(&self) -> bool {
        self.0.position.is_won()
    }

    /// Whether no move is legal.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.position.legal_moves().is_empty()
    }

    /// What is doubtful of the deal: a seed with blanks, or a board that the setup rules do not allow.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.start.warnings(true)
    }

    /// The board as an SVG document.
    #[pyo3(signature = (title = None))]
    fn svg(&self, title: Option<Text>) -> String {
        let title = title.map_or_else(|| self.0.title_after_moves(), |title| title.0);
        svg::board(&self.0.position, &self.0.start.palette, &title)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None)
    }

    /// The board, or a page that plays through the moves that led to it.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        if self.0.moves.is_empty() {
            return Ok(self.svg(None));
        }
        let summary = format!("Score {}", self.score());
        frame(&self.0, &[], &summary).map_err(|error| input_error(py, error))
    }

    fn __str__(&self) -> String {
        self.0.start.palette.canonical(&self.0.position)
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.__str__())
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let equal = self.__str__() == other.__str__();
        Ok(match op {
            CompareOp::Eq => equal.into_pyobject(py)?.to_owned().into_any().unbind(),
            CompareOp::Ne => (!equal).into_pyobject(py)?.to_owned().into_any().unbind(),
            _ => py.NotImplemented(),
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.__str__().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Played { start, moves, .. } = &self.0;
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let from =
            (start.palette.canonical(&start.deal), self.seed().zip(self.index()), self.web_seed(), moves);
        (py.get_type::<Self>().getattr("_restore")?, from).into_pyobject(py)
    }

    /// The position that was pickled.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        deal: &str,
        drawn: Option<(u64, u64)>,
        web_seed: Option<String>,
        moves: Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let mut start = PositionArg::Text(deal.into()).played(py)?.start;
        start.source = match (drawn, web_seed) {
            (Some((seed, index)), _) => Source::Seed { seed, index },
            (None, Some(seed)) => Source::WebSeed { seed },
            (None, None) => Source::Text,
        };
        if start.source != Source::Text {
            start.palette = Palette::default();
        }
        Self(Played::new(start)).replay(py, LineArg::Moves(moves))
    }
}

/// The deal of a seed and an index; `solomids.deal` documents it.
#[pyfunction]
pub(crate) fn deal(py: Python<'_>, seed: u64, index: u64) -> PyResult<Position> {
    Start::of_source(Source::Seed { seed, index })
        .map(|start| Position(Played::new(start)))
        .map_err(|error| input_error(py, error))
}

/// The deal of a seed of the web page; `solomids.web_deal` documents it.
#[pyfunction]
pub(crate) fn web_deal(py: Python<'_>, seed: String) -> PyResult<Position> {
    Start::of_source(Source::WebSeed { seed })
        .map(|start| Position(Played::new(start)))
        .map_err(|error| input_error(py, error))
}
