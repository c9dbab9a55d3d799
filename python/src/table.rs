//! Rows of many positions as a table of Apache Arrow, and what they are made of.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array as _, ArrayRef, Float64Array, RecordBatch, RecordBatchIterator, StringArray, StructArray,
    UInt8Array, UInt32Array, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use solomids::batch::{
    self, BatchPlan, BatchRows, Column, ColumnType, Columns, Dealer, Deals, Row, RowField,
};
use solomids::dealer::Source;
use solomids::games::port::Played;
use solomids::games::solomids::Solomids;
use solomids::interval::{Confidence, Method};
use solomids::kit::compression;
use solomids::series::{self, Event, IndexRange, RowFile, RunOptions, SearchLimits};
use solomids::solace2::census::rows::{self as census, CensusRows, Tally};
use solomids::solace2::game::Reading;
use solomids::solver::PruningSet;
use solomids::stats::ResultClass;

use crate::error::{internal, mistake, series_error};
use crate::interrupt::Interrupt;
use crate::position::PositionArg;
use crate::search::{thread_count, timeout};

/// Names of the capsules of the Arrow interface.
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Rows of positions that were searched, with the columns of ``solomids batch``.
///
/// pandas, polars, pyarrow and DuckDB take it without a copy: ``pandas.DataFrame.from_arrow(table)``, ``polars.DataFrame(table)``,
/// ``pyarrow.table(table)``, and ``FROM rows`` in DuckDB, where ``rows`` is the name of a variable.
#[pyclass(frozen, module = "solomids")]
pub(crate) struct Table {
    rows: Vec<Row>,
    columns: Columns,
    interrupted: bool,
    batch: PyOnceLock<RecordBatch>,
}

/// The fields of a column.
fn array(column: &Column, rows: &[Row]) -> ArrayRef {
    let fields = || rows.iter().map(|row| column.field(row));
    let whole = || fields().map(|field| if let RowField::Whole(number) = field { number } else { None });
    // Columns have the fields of their type.
    match column.kind {
        ColumnType::UInt8 => Arc::new(whole().map(|it| u8::try_from(it?).ok()).collect::<UInt8Array>()),
        ColumnType::UInt32 => Arc::new(whole().map(|it| u32::try_from(it?).ok()).collect::<UInt32Array>()),
        ColumnType::UInt64 => Arc::new(whole().collect::<UInt64Array>()),
        ColumnType::Float64 => {
            let number = |field| if let RowField::Number(number) = field { number } else { None };
            Arc::new(fields().map(number).collect::<Float64Array>())
        }
        ColumnType::Text => {
            let text = |field| if let RowField::Text(text) = field { text } else { None };
            Arc::new(fields().map(text).collect::<StringArray>())
        }
    }
}

impl Table {
    fn new(rows: Vec<Row>, columns: Columns, interrupted: bool) -> Self {
        Self { rows, columns, interrupted, batch: PyOnceLock::new() }
    }

    fn schema(&self) -> Schema {
        let data_type = |kind| match kind {
            ColumnType::UInt8 => DataType::UInt8,
            ColumnType::UInt32 => DataType::UInt32,
            ColumnType::UInt64 => DataType::UInt64,
            ColumnType::Float64 => DataType::Float64,
            ColumnType::Text => DataType::Utf8,
        };
        let field = |column: &Column| Field::new(column.name, data_type(column.kind), true);
        Schema::new(self.columns.all().map(field).collect::<Vec<_>>())
    }

    /// The rows as Arrow has them, made once.
    fn batch(&self, py: Python<'_>) -> PyResult<&RecordBatch> {
        self.batch.get_or_try_init(py, || {
            let arrays = self.columns.all().map(|column| array(column, &self.rows)).collect();
            RecordBatch::try_new(Arc::new(self.schema()), arrays).map_err(internal)
        })
    }

    /// The column with a name.
    fn column(&self, name: &str) -> PyResult<&'static Column> {
        let found = self.columns.all().find(|column| column.name == name);
        found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }
}

/// A field as Python has it.
fn field<'py>(py: Python<'py>, field: RowField<'_>) -> PyResult<Bound<'py, PyAny>> {
    match field {
        RowField::Whole(number) => Ok(number.into_pyobject(py)?),
        RowField::Number(number) => Ok(number.into_pyobject(py)?),
        RowField::Text(text) => Ok(text.into_pyobject(py)?),
    }
}

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.columns.names().collect()
    }

    /// Whether Ctrl-C ended the searches before there was a row for every position.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The fields of a column, ``None`` where they mean nothing.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let column = self.column(name)?;
        self.rows.iter().map(|row| field(py, column.field(row))).collect()
    }

    /// The rows, a dictionary each.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |row| {
            let fields = PyDict::new(py);
            for column in self.columns.all() {
                fields.set_item(column.name, field(py, column.field(row))?)?;
            }
            Ok(fields)
        };
        self.rows.iter().map(row).collect()
    }

    /// The rows as CSV, as ``solomids batch`` writes them.
    fn to_csv(&self) -> String {
        self.columns.header() + &self.rows.iter().map(|row| row.to_csv(self.columns)).collect::<String>()
    }

    fn __repr__(&self) -> String {
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        format!("<Table: {} rows{interrupted}>", self.rows.len())
    }

    /// The schema as a capsule of the Arrow interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&self.schema()).map_err(internal)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// The rows as a pair of capsules of the Arrow interface: a schema and an array of structs.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Producers may give their own types whatever is requested.
        let _ = requested_schema;
        let rows = StructArray::from(self.batch(py)?.clone());
        let (array, schema): (FFI_ArrowArray, FFI_ArrowSchema) = to_ffi(&rows.to_data()).map_err(internal)?;
        let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
        let array = PyCapsule::new_with_value(py, array, ARRAY)?;
        (schema, array).into_pyobject(py)
    }

    /// The rows as a capsule of the Arrow interface: a stream of one batch.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batch = self.batch(py)?.clone();
        let schema = batch.schema();
        let reader = RecordBatchIterator::new([Ok::<_, ArrowError>(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, STREAM)
    }
}

/// Least time between two calls of a callback of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Searches many positions; `solomids.solve_many` documents it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve_many(
    py: Python<'_>,
    positions: Bound<'_, PyAny>,
    max_nodes: Option<u64>,
    timeout: Option<f64>,
    memory: u64,
    threads: usize,
    lines: bool,
    times: bool,
    difficulty: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let starts: Vec<Played<Solomids>> = positions
        .try_iter()?
        .map(|position| position?.extract::<PositionArg<'_>>()?.played(py))
        .collect::<PyResult<_>>()?;
    let columns = Columns { lines, times, difficulty, ..Columns::default() };
    self::timeout(py, timeout)?;
    let plan = BatchPlan {
        deals: Deals::Text(starts.iter().map(|played| (played.position, played.start.palette)).collect()),
        chosen: None,
        whole: IndexRange::below(starts.len() as u64),
        shard: None,
        limits: SearchLimits { max_nodes, timeout_seconds: timeout, memory_bytes: Some(memory) },
        pruning: PruningSet::default(),
        columns,
    };
    let interrupt = Interrupt::new();
    let threads = thread_count(threads);
    let options = RunOptions { threads, memory, interrupt: interrupt.flag.clone() };
    let mut rows: Vec<Option<Row>> = vec![None; starts.len()];
    let (mut done, mut called) = (0, Instant::now());
    let progress = progress.map(Bound::unbind);
    let mut observe = |event: Event<'_, Row>| {
        if let Event::Row(row, _) = event {
            rows[row.index as usize] = Some(row.clone());
            done += 1;
        }
        match &progress {
            Some(progress) if called.elapsed() >= INTERVAL || done == starts.len() => {
                interrupt.call(|py| progress.call1(py, (done, starts.len())).map(drop));
                called = Instant::now();
            }
            _ => interrupt.look(),
        }
    };
    // Rows are kept here, not in a file.
    let series = BatchRows::new(&plan);
    let ended = py.detach(|| {
        let mut file = RowFile::stream(&series, Box::new(io::sink()))?;
        batch::run(&plan, &options, &mut file, &mut observe)
    });
    let pressed = interrupt.was_pressed(py)?;
    ended.map_err(|error| series_error(py, error))?;
    let rows: Vec<Row> =
        starts.iter().zip(rows).filter_map(|(played, row)| row.map(|row| with_source(row, played))).collect();
    let interrupted = pressed && rows.len() < starts.len();
    Ok(Table::new(rows, columns, interrupted))
}

/// The row as a batch of the dealer of its deal has it. Positions under way, and deals of seeds that are no numbers, are like those
/// given as text.
fn with_source(row: Row, played: &Played<Solomids>) -> Row {
    if !played.moves.is_empty() {
        return row;
    }
    match &played.start.source {
        &Source::Seed { seed, index } => Row { index, seed: Some(seed), dealer: Dealer::Tabletop, ..row },
        Source::WebSeed { seed } => match seed.parse::<u64>() {
            Ok(number) if number.to_string() == *seed => {
                let line = row.line.map(|line| format!("{seed}{line}"));
                Row { index: number, seed: Some(number), dealer: Dealer::Web, line, ..row }
            }
            _ => row,
        },
        Source::Text => row,
    }
}

/// Reads the rows of a batch, compressed or not; `solomids.read_rows` documents it.
#[pyfunction]
pub(crate) fn read_rows(py: Python<'_>, path: PathBuf) -> PyResult<Table> {
    let read = || -> Result<Table, series::Error> {
        let system = |source| series::Error::Io { action: "read", path: path.clone(), source };
        let file = File::open(&path).map_err(system)?;
        let input = compression::decompressed(file).map_err(system)?;
        let mut file = batch::Rows::new(input, &path)?;
        // What is proven follows from the bounds.
        let columns = Columns { proven: true, ..Columns::among(file.header()) };
        let mut rows = Vec::new();
        while let Some((row, _)) = file.next_row()? {
            rows.push(row);
        }
        Ok(Table::new(rows, columns, false))
    };
    py.detach(read).map_err(|error| series_error(py, error))
}

/// A class of results: its name, how many deals belong to it for certain and may belong to it, and the interval of its share.
type ClassShare = (&'static str, u64, u64, f64, f64);

/// Counts the classes of results among bounds on best scores; `solomids.shares` documents it.
#[pyfunction]
pub(crate) fn share(
    py: Python<'_>,
    bounds: Vec<(u8, u8)>,
    level: f64,
    exact: bool,
) -> PyResult<Vec<ClassShare>> {
    let method = if exact { Method::Exact } else { Method::Wilson };
    let confidence = Confidence::new(method, level)
        .ok_or_else(|| mistake(py, format!("no level {level}"), "it lies between 0 and 1, such as 0.95"))?;
    let count = |matches: &dyn Fn(u8, u8) -> bool| {
        bounds.iter().filter(|&&(lower, upper)| matches(lower, upper)).count() as u64
    };
    let classes = ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS);
    let share = |ResultClass { scores: (first, last), key, .. }| {
        let certain = count(&|lower, upper| first <= lower && upper <= last);
        let possible = count(&|lower, upper| lower <= last && first <= upper);
        let interval = confidence.interval(certain, possible, bounds.len() as u64);
        (key, certain, possible, interval.low, interval.high)
    };
    Ok(classes.map(share).collect())
}

/// The census of Solace II; `solomids.solace2.census` documents it. Returns score, classes, deals and weight.
#[pyfunction]
pub(crate) fn solace2_census(
    py: Python<'_>,
    reading: &str,
    stashes: usize,
    threads: usize,
) -> PyResult<Vec<(u8, u64, u64, u64)>> {
    let reading: Reading = reading
        .parse()
        .map_err(|error: solomids::solace2::game::UnknownReading| mistake(py, error.to_string(), ""))?;
    if !(1..=5).contains(&stashes) {
        return Err(mistake(py, format!("{stashes} stashes"), "there are 1 to 5"));
    }
    let interrupt = Interrupt::new();
    let threads = thread_count(threads);
    let options = RunOptions { threads, memory: u64::MAX, interrupt: interrupt.flag.clone() };
    let mut tally = Tally::default();
    let ended = py.detach(|| {
        let rows = CensusRows::new(stashes, reading, SearchLimits::default());
        let mut file = RowFile::stream(&rows, Box::new(io::sink()))?;
        census::run(&mut file, &options, &mut |event| {
            if let Event::Row(row, _) = event {
                tally.add(row);
            }
            interrupt.look();
        })
    });
    interrupt.raise()?;
    ended.map_err(|error| series_error(py, error))?;
    Ok(tally.shares().map(|(score, share)| (score, share.classes, share.deals, share.weight)).collect())
}
