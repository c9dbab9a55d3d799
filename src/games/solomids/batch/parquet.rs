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
    /// Rows of the next group.
    rows: Vec<Row>,
    file: SerializedFileWriter<Box<dyn Write + Send + 'a>>,
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
        Ok(Self { columns, rows: Vec::new(), file })
    }

    /// Writes the rows that wait as a group.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for column in self.columns.all() {
            write_column(&mut group, column, &self.rows)?;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

/// Writes the fields of rows as the next column of a group. Parquet stores unsigned numbers with the bits of signed ones.
fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: &Column,
    rows: &[Row],
) -> Result<(), ParquetError> {
    fn next<T: DataType, W: Write + Send>(
        group: &mut SerializedRowGroupWriter<'_, W>,
        fields: impl Iterator<Item = Option<T::T>> + Clone,
    ) -> Result<(), ParquetError> {
        let writer = group.next_column()?;
        let mut writer = writer.ok_or_else(|| ParquetError::General("a column too many".into()))?;
        let levels: Vec<i16> = fields.clone().map(|field| if field.is_some() { THERE } else { 0 }).collect();
        let values: Vec<T::T> = fields.flatten().collect();
        writer.typed::<T>().write_batch(&values, Some(&levels), None)?;
        writer.close()
    }
    let fields = rows.iter().map(|row| column.field(row));
    let whole = fields.clone().map(|field| if let RowField::Whole(number) = field { number } else { None });
    match column.kind {
        ColumnType::UInt8 | ColumnType::UInt32 => {
            next::<Int32Type, W>(group, whole.map(|number| Some((number? as u32).cast_signed())))
        }
        ColumnType::UInt64 => next::<Int64Type, W>(group, whole.map(|number| Some(number?.cast_signed()))),
        ColumnType::Float64 => next::<DoubleType, W>(
            group,
            fields.map(|field| if let RowField::Number(number) = field { number } else { None }),
        ),
        ColumnType::Text => next::<ByteArrayType, W>(
            group,
            fields
                .map(|field| if let RowField::Text(text) = field { text.map(ByteArray::from) } else { None }),
        ),
    }
}

impl RowWriter for ParquetWriter<'_> {
    fn put(&mut self, row: &Row) -> io::Result<()> {
        self.rows.push(row.clone());
        if self.rows.len() == GROUP { self.write_group().map_err(of_stream) } else { Ok(()) }
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
