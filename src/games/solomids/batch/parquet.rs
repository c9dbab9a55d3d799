//! Writer of rows as Apache Parquet, with the types that `docs/reading-the-csv.md` names.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::columns::{Column, ColumnType, Columns, Row, RowField};
use super::row_format::RowWriter;

/// Rows of a row group.
const GROUP: usize = 1 << 16;
/// Name under which a file has the text of the sidecar.
const DESCRIPTION: &str = "solomids";
/// Definition level of a field that is there.
const THERE: i16 = 1;

/// Writer of Parquet.
pub(super) struct ParquetWriter<'a> {
    columns: Columns,
    /// Fields of the rows of a group, by column.
    buffers: Vec<ColumnBuffer>,
    /// Rows in the buffers.
    rows: usize,
    file: SerializedFileWriter<Box<dyn Write + Send + 'a>>,
}

/// Fields of a column: those that are there, and for each row whether its field is.
struct ColumnBuffer {
    values: ColumnValues,
    levels: Vec<i16>,
}

/// Fields of a column that are there.
enum ColumnValues {
    /// Whole numbers of up to 32 bits. Parquet stores unsigned ones with the bits of signed ones.
    Narrow(Vec<i32>),
    /// Whole numbers of 64 bits.
    Wide(Vec<i64>),
    /// Numbers.
    Number(Vec<f64>),
    /// Texts.
    Text(Vec<ByteArray>),
}

impl ColumnBuffer {
    fn new(kind: ColumnType) -> Self {
        let values = match kind {
            ColumnType::UInt8 | ColumnType::UInt32 => ColumnValues::Narrow(Vec::new()),
            ColumnType::UInt64 => ColumnValues::Wide(Vec::new()),
            ColumnType::Float64 => ColumnValues::Number(Vec::new()),
            ColumnType::Text => ColumnValues::Text(Vec::new()),
        };
        Self { values, levels: Vec::new() }
    }

    fn push(&mut self, field: RowField<'_>) {
        let is_there = match (&mut self.values, field) {
            (ColumnValues::Narrow(values), RowField::Whole(Some(number))) => {
                values.push((number as u32).cast_signed());
                true
            }
            (ColumnValues::Wide(values), RowField::Whole(Some(number))) => {
                values.push(number.cast_signed());
                true
            }
            (ColumnValues::Number(values), RowField::Number(Some(number))) => {
                values.push(number);
                true
            }
            (ColumnValues::Text(values), RowField::Text(Some(text))) => {
                values.push(ByteArray::from(text));
                true
            }
            _ => false,
        };
        self.levels.push(if is_there { THERE } else { 0 });
    }

    /// Writes the fields as the next column of a group, and leaves none.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        fn next<T: DataType, W: Write + Send>(
            group: &mut SerializedRowGroupWriter<'_, W>,
            values: &mut Vec<T::T>,
            levels: &[i16],
        ) -> Result<(), ParquetError> {
            let column = group.next_column()?;
            let mut column = column.ok_or_else(|| ParquetError::General("a column too many".into()))?;
            column.typed::<T>().write_batch(values, Some(levels), None)?;
            values.clear();
            column.close()
        }
        match &mut self.values {
            ColumnValues::Narrow(values) => next::<Int32Type, W>(group, values, &self.levels)?,
            ColumnValues::Wide(values) => next::<Int64Type, W>(group, values, &self.levels)?,
            ColumnValues::Number(values) => next::<DoubleType, W>(group, values, &self.levels)?,
            ColumnValues::Text(values) => next::<ByteArrayType, W>(group, values, &self.levels)?,
        }
        self.levels.clear();
        Ok(())
    }
}

impl<'a> ParquetWriter<'a> {
    /// A writer of rows with these columns to a stream.
    pub(super) fn new(
        columns: Columns,
        description: &str,
        stream: Box<dyn Write + Send + 'a>,
    ) -> io::Result<Self> {
        Self::with_schema(columns, description, stream).map_err(of_stream)
    }

    fn with_schema(
        columns: Columns,
        description: &str,
        stream: Box<dyn Write + Send + 'a>,
    ) -> Result<Self, ParquetError> {
        let fields = columns.all().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // The same rows are the same bytes, whatever the version of the library.
            .set_created_by(format!("solomids {}", crate::VERSION))
            .set_key_value_metadata(Some(vec![KeyValue::new(DESCRIPTION.into(), description.to_owned())]))
            .build();
        let file = SerializedFileWriter::new(stream, schema, Arc::new(properties))?;
        let buffers = columns.all().map(|column| ColumnBuffer::new(column.kind)).collect();
        Ok(Self { columns, buffers, rows: 0, file })
    }

    /// Writes the rows in the buffers as a group.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for buffer in &mut self.buffers {
            buffer.write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl RowWriter for ParquetWriter<'_> {
    fn put(&mut self, row: &Row) -> io::Result<()> {
        for (buffer, field) in self.buffers.iter_mut().zip(row.fields(self.columns)) {
            buffer.push(field);
        }
        self.rows += 1;
        if self.rows == GROUP { self.write_group().map_err(of_stream) } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_group().map_err(of_stream)?;
        self.file.into_inner().map_err(of_stream)?.flush()
    }
}

/// The error of the stream that an error of the library stands for.
fn of_stream(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}

/// The column of a schema.
fn field(column: &Column) -> Result<TypePtr, ParquetError> {
    let whole = |bit_width| LogicalType::integer(bit_width, false);
    let (physical, logical) = match column.kind {
        ColumnType::UInt8 => (PhysicalType::INT32, Some(whole(8))),
        ColumnType::UInt32 => (PhysicalType::INT32, Some(whole(32))),
        ColumnType::UInt64 => (PhysicalType::INT64, Some(whole(64))),
        ColumnType::Float64 => (PhysicalType::DOUBLE, None),
        ColumnType::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}
