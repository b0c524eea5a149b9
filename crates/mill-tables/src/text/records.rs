//! The records of a delimited text, numbered as spreadsheet programs number rows.

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// Its row number; blank lines are rows too.
    pub(crate) number: u32,
    /// Its cells to the letter.
    pub(crate) cells: Vec<String>,
}

/// Reads records one by one.
pub(crate) struct Records<'text> {
    text: &'text str,
    reader: csv::Reader<&'text [u8]>,
    record: csv::StringRecord,
    next_number: u32,
    ended_on_return: bool,
}

impl<'text> Records<'text> {
    /// Starts at the beginning of `text`, whose first line is row `first_number`.
    pub(crate) fn new(text: &'text str, delimiter: u8, first_number: u32) -> Self {
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .from_reader(text.as_bytes());
        Self {
            text,
            reader,
            record: csv::StringRecord::new(),
            next_number: first_number,
            ended_on_return: false,
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let start = usize::try_from(self.reader.position().byte()).ok()?;
        // The text is whole and valid, so the only end is the end.
        if !self.reader.read_record(&mut self.record).unwrap_or(false) {
            return None;
        }
        let end = usize::try_from(self.reader.position().byte()).ok()?;
        let raw = self.text.as_bytes().get(start..end).unwrap_or_default();
        let number = self.next_number + blank_lines(raw, self.ended_on_return);
        self.next_number = number + 1;
        self.ended_on_return = raw.last() == Some(&b'\r');
        Some(Record {
            number,
            cells: self.record.iter().map(str::to_owned).collect(),
        })
    }
}

/// Blank lines before the record. The reader passes over them without a word, and leaves the second half of a
/// Windows line end to the next record.
fn blank_lines(raw: &[u8], after_return: bool) -> u32 {
    let mut rest = raw;
    if after_return && let Some(behind) = rest.strip_prefix(b"\n") {
        rest = behind;
    }
    let mut count = 0;
    while let Some(behind) = rest
        .strip_prefix(b"\r\n")
        .or_else(|| rest.strip_prefix(b"\n"))
        .or_else(|| rest.strip_prefix(b"\r"))
    {
        count += 1;
        rest = behind;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_as_a_spreadsheet_does() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["Export", "", "a,b", "1,\"x", "y\"", "", "", "2,z"].join(end);
            let numbers: Vec<(u32, usize)> = Records::new(&text, b',', 1)
                .map(|record| (record.number, record.cells.len()))
                .collect();
            // A quoted line end stays inside its row, blank lines count.
            assert_eq!(numbers, [(1, 1), (3, 2), (4, 2), (7, 2)], "{end:?}");
        }
    }
}
