//! Rows of many positions as a table of Apache Arrow, and what they are made of.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array as _, ArrayRef, Float64Array, Int16Array, Int64Array, RecordBatch, RecordBatchIterator,
    StringArray, StructArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyList, PySlice, PyTuple};
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

use crate::error::{internal, mistake, series_error, wrong};
use crate::interrupt::Interrupt;
use crate::position::Position;
use crate::search::{rayon_pool, thread_count};

/// Names of the capsules of the Arrow interface.
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Rows of positions that were searched, with the columns of ``solomids batch``.
///
/// pandas, polars, pyarrow and DuckDB take it without a copy: ``pandas.DataFrame.from_arrow(table)``, ``polars.DataFrame(table)``,
/// ``pyarrow.table(table)``, and ``FROM rows`` in DuckDB, where ``rows`` is the name of a variable. ``table["score"]`` is a column,
/// ``table[3]`` a row as a dictionary, ``table[2:5]`` a table; a loop goes over the rows.
#[pyclass(frozen, module = "solomids")]
pub(crate) struct Table {
    rows: Vec<Row>,
    columns: Columns,
    interrupted: bool,
    batch: PyOnceLock<RecordBatch>,
}

/// The type of a column in Arrow. Numbers have signs, so that a difference of two columns is one, but for names of deals, which go
/// up to 2^64 - 1.
fn data_type(column: &Column) -> DataType {
    match column.kind {
        ColumnType::UInt64 if ["index", "seed"].contains(&column.name) => DataType::UInt64,
        ColumnType::UInt8 => DataType::Int16,
        ColumnType::UInt32 | ColumnType::UInt64 => DataType::Int64,
        ColumnType::Float64 => DataType::Float64,
        ColumnType::Text => DataType::Utf8,
    }
}

/// The fields of a column.
fn array(column: &Column, rows: &[Row]) -> ArrayRef {
    let fields = || rows.iter().map(|row| column.field(row));
    let whole = || fields().map(|field| if let RowField::Whole(number) = field { number } else { None });
    // Columns have the fields of their type.
    match data_type(column) {
        DataType::Int16 => Arc::new(whole().map(|it| i16::try_from(it?).ok()).collect::<Int16Array>()),
        DataType::Int64 => Arc::new(whole().map(|it| i64::try_from(it?).ok()).collect::<Int64Array>()),
        DataType::UInt64 => Arc::new(whole().collect::<UInt64Array>()),
        DataType::Float64 => {
            let number = |field| if let RowField::Number(number) = field { number } else { None };
            Arc::new(fields().map(number).collect::<Float64Array>())
        }
        _ => {
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
        let field = |column: &Column| Field::new(column.name, data_type(column), true);
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

    /// A row as a dictionary.
    fn row<'py>(&self, py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        for column in self.columns.all() {
            fields.set_item(column.name, field(py, column.field(row))?)?;
        }
        Ok(fields)
    }

    /// Reads CSV, compressed or not.
    fn read(input: impl Read, path: &Path) -> Result<Self, series::Error> {
        let system = |source| series::Error::Io { action: "read", path: path.to_owned(), source };
        let mut file = batch::Rows::new(compression::decompressed(input).map_err(system)?, path)?;
        // What is proven follows from the bounds.
        let columns = Columns { proven: true, ..Columns::among(file.header()) };
        let mut rows = Vec::new();
        while let Some((row, _)) = file.next_row()? {
            rows.push(row);
        }
        Ok(Self::new(rows, columns, false))
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

    /// Whether Ctrl-C ended the searches, so that positions may be without a row.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The fields of the column with a name, ``None`` where they mean nothing; the row at a place, as a dictionary; or a table of the
    /// rows of a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let slice = slice.indices(self.rows.len().cast_signed())?;
            let places = (0..slice.slicelength.cast_signed()).map(|nth| slice.start + nth * slice.step);
            // A place of a slice is one of a row.
            let rows =
                places.filter_map(|place| self.rows.get(usize::try_from(place).ok()?).cloned()).collect();
            return Ok(Bound::new(py, Self::new(rows, self.columns, self.interrupted))?.into_any());
        }
        if let Ok(name) = key.extract::<&str>() {
            let column = self.column(name)?;
            let fields = self.rows.iter().map(|row| field(py, column.field(row)));
            return Ok(PyList::new(py, fields.collect::<PyResult<Vec<_>>>()?)?.into_any());
        }
        let advice = "give the name of a column, the number of a row, or a slice";
        let place: isize = key.extract().map_err(|_| wrong(&key, "place in a table", advice))?;
        let place = if place < 0 { place + self.rows.len().cast_signed() } else { place };
        let row = usize::try_from(place).ok().and_then(|place| self.rows.get(place));
        let missing = || PyIndexError::new_err(format!("the table has {} rows", self.rows.len()));
        Ok(self.row(py, row.ok_or_else(missing)?)?.into_any())
    }

    /// The rows one after the other, a dictionary each.
    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        let py = slf.py();
        let places = py.import("builtins")?.getattr("range")?.call1((slf.get().rows.len(),))?;
        py.import("builtins")?.getattr("map")?.call1((slf.getattr("__getitem__")?, places))
    }

    /// The rows, a dictionary each.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.rows.iter().map(|row| self.row(py, row)).collect()
    }

    /// The rows as CSV, as ``solomids batch`` writes them.
    fn to_csv(&self) -> String {
        self.columns.header() + &self.rows.iter().map(|row| row.to_csv(self.columns)).collect::<String>()
    }

    fn __repr__(&self) -> String {
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        format!("<Table: {} rows{interrupted}>", self.rows.len())
    }

    /// The first rows, with long texts cut.
    fn _repr_html_(&self) -> String {
        let line = |tag: &str, fields: &mut dyn Iterator<Item = String>| {
            let cell = |field: String| {
                let cut: String = field.chars().take(20).collect();
                let dots = if cut.len() < field.len() { "…" } else { "" };
                let cut = cut.replace('&', "&amp;").replace('<', "&lt;");
                format!("<{tag}>{cut}{dots}</{tag}>")
            };
            format!("<tr>{}</tr>", fields.map(cell).collect::<String>())
        };
        let head = line("th", &mut self.columns.names().map(Into::into));
        let rows = self.rows.iter().take(SHOWN);
        let rows = rows.map(|row| line("td", &mut row.fields(self.columns).map(RowField::to_text)));
        let (all, caption) = (self.rows.len(), self.__repr__());
        let shown = if all > SHOWN { format!(", the first {SHOWN} shown") } else { String::new() };
        let caption = caption.trim_matches(['<', '>']);
        format!("<table><caption>{caption}{shown}</caption>{head}{}</table>", rows.collect::<String>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        (restore, (self.to_csv(), self.interrupted)).into_pyobject(py)
    }

    /// The table that was pickled.
    #[staticmethod]
    fn _restore(py: Python<'_>, csv: &str, interrupted: bool) -> PyResult<Self> {
        let read = Self::read(csv.as_bytes(), Path::new("pickle"));
        let table = read.map_err(|error| series_error(py, error))?;
        Ok(Self { interrupted, ..table })
    }

    /// The rows of some tables with the same columns, one after the other.
    #[staticmethod]
    fn _joined(tables: Vec<Bound<'_, Self>>, interrupted: bool) -> Self {
        let columns = tables.first().map_or_else(Columns::default, |table| table.get().columns);
        let rows = tables.iter().flat_map(|table| table.get().rows.iter().cloned());
        Self::new(rows.collect(), columns, interrupted)
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

/// Rows that a notebook shows of a table.
const SHOWN: usize = 10;
/// Least time between two calls of a callback of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// A file for rows: its path, whether rows that are there stay, and whether they may be replaced.
type Out = (PathBuf, bool, bool);

/// The mapping from indices to deals of some positions, with their indices: that of a dealer, if all of them are its deals, and ascend.
fn dealt(starts: &[Played<Solomids>]) -> Option<(Deals, Vec<u64>)> {
    let named: Vec<Row> = starts.iter().map(|played| with_source(Row::default(), played)).collect();
    let follows = |two: &[Row]| {
        let same_seed = two[0].dealer == Dealer::Web || two[0].seed == two[1].seed;
        two[0].dealer == two[1].dealer && same_seed && two[0].index < two[1].index
    };
    let first = named.first().filter(|_| named.windows(2).all(follows))?;
    let deals = match (first.dealer, first.seed) {
        (Dealer::Tabletop, Some(seed)) => Deals::Tabletop { seed },
        (Dealer::Web, _) => Deals::Web,
        _ => return None,
    };
    Some((deals, named.iter().map(|row| row.index).collect()))
}

/// Searches many positions, the first of which is the element with number `first`; `solomids.solve_many` documents it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve_many(
    py: Python<'_>,
    positions: Vec<Bound<'_, Position>>,
    first: u64,
    max_nodes: Option<u64>,
    timeout: Option<f64>,
    given_memory: Option<u64>,
    memory: u64,
    threads: usize,
    more_columns: (bool, bool, bool),
    progress: Option<Bound<'_, PyAny>>,
    out: Option<Out>,
) -> PyResult<Table> {
    let starts: Vec<_> = positions.iter().map(|position| position.get().0.clone()).collect();
    let (lines, times, difficulty) = more_columns;
    let columns = Columns { lines, times, difficulty, ..Columns::default() };
    let (deals, indices) = out.as_ref().and_then(|_| dealt(&starts)).unwrap_or_else(|| {
        let texts = starts.iter().map(|played| (played.position, played.start.palette)).collect();
        (Deals::Text(texts), (0..starts.len() as u64).collect())
    });
    let count = starts.len() as u64;
    let range = indices.first().and_then(|&first| IndexRange::new(first, count));
    let range = range.filter(|range| indices.iter().copied().eq(range.first()..=range.first() + (count - 1)));
    let plan = BatchPlan {
        deals,
        // All of a range, or else places in the list of indices.
        chosen: range.is_none().then_some(indices),
        whole: range.unwrap_or(IndexRange::below(count)),
        shard: None,
        limits: SearchLimits { max_nodes, timeout_seconds: timeout, memory_bytes: given_memory },
        pruning: PruningSet::default(),
        columns,
    };
    let interrupt = Interrupt::new();
    let pool = rayon_pool(thread_count(threads))?;
    let options = RunOptions { threads: thread_count(threads), memory, interrupt: interrupt.flag.clone() };
    let progress = progress.map(Bound::unbind);
    let series = BatchRows::new(&plan);
    let run = || {
        let mut rows = Vec::new();
        let mut file = match &out {
            // Rows are kept here, not in a file.
            None => RowFile::stream(&series, Box::new(io::sink()))?,
            Some((path, true, _)) => {
                pool.install(|| RowFile::resume(&series, path, &mut |row| rows.push(row)))?
            }
            Some((path, false, force)) => RowFile::create(&series, path, *force)?,
        };
        let show = |done: usize| {
            if let Some(progress) = &progress {
                interrupt.call(|py| progress.call1(py, (done,)).map(drop));
            }
        };
        let mut shown = Instant::now();
        batch::run(&plan, &options, &mut file, &mut |event: Event<'_, Row>| {
            if let Event::Row(row, _) = event {
                rows.push(row.clone());
            }
            interrupt.look();
            if shown.elapsed() >= INTERVAL {
                show(rows.len());
                shown = Instant::now();
            }
        })?;
        file.close()?;
        show(rows.len());
        Ok(rows)
    };
    let ended = py.detach(run);
    let interrupted = interrupt.was_pressed(py)?;
    let mut rows: Vec<Row> = ended.map_err(|error| series_error(py, error))?;
    rows.sort_unstable_by_key(|row| row.index);
    if out.is_none() {
        for row in &mut rows {
            let played = &starts[row.index as usize];
            *row = with_source(Row { index: first + row.index, ..std::mem::take(row) }, played);
        }
    }
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
    let system = |source| series::Error::Io { action: "read", path: path.clone(), source };
    let read = || Table::read(File::open(&path).map_err(system)?, &path);
    py.detach(read).map_err(|error| series_error(py, error))
}

/// The rows of the census of the web page's deals, or else of the tabletop dealer; `solomids.load_census` documents it.
#[pyfunction]
pub(crate) fn load_census(py: Python<'_>, web: bool) -> PyResult<Table> {
    let (tabletop, of_web): (&[u8], &[u8]) =
        (include_bytes!("../../data/census/tabletop.csv.gz"), include_bytes!("../../data/census/web.csv.gz"));
    let read = || Table::read(if web { of_web } else { tabletop }, Path::new("census"));
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
