//! Tables of text cells as plain text and Markdown.

/// Table of text cells. The first column names the rows.
pub struct TextTable {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table without rows.
    pub fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Plain text: the first column aligned to the left, the others to the right.
    pub fn to_text(&self) -> String {
        let width = |column: usize| {
            let cells = std::iter::once(&self.head).chain(&self.rows).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        std::iter::once(&self.head).chain(&self.rows).map(line).collect()
    }

    /// Markdown, with the same alignment.
    pub fn to_markdown(&self) -> String {
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule: Vec<String> =
            (0..self.head.len()).map(|column| if column == 0 { "---" } else { "---:" }.into()).collect();
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.head), line(&rule)].into_iter().chain(rows).collect()
    }
}
