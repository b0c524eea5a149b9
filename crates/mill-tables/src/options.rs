//! How a table is to be read.

/// Which row holds the column names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeaderChoice {
    /// Found by looking: the first row that reads like names above data.
    #[default]
    Guess,
    /// This row, as spreadsheet programs count: the first row of the file is 1.
    Row(u32),
    /// None: columns are called `A`, `B`, `C` and every row is data.
    None,
}

/// What happens to rows whose number of cells is not the header's. They are listed either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaggedRule {
    /// Used as it is; missing cells are blank, surplus cells stay at the end of the row.
    Keep,
    /// Held back as unreadable.
    HoldBack,
}

/// How a table is to be read. The default guesses everything and says how sure it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The sheet by name. `None`: the first visible sheet with something in it.
    pub sheet: Option<String>,
    /// Where the column names are.
    pub header: HeaderChoice,
    /// The encoding of a text file by its usual label (`gb18030`, `shift_jis`, `windows-1252`). `None`: found by looking.
    pub encoding: Option<String>,
    /// The delimiter of a text file. `None`: found by looking.
    pub delimiter: Option<char>,
    /// The decimal mark, `.` or `,`. `None`: found by looking.
    pub decimal: Option<char>,
    /// True: hidden sheets, rows and columns are read like the others.
    pub include_hidden: bool,
    /// True: the value of cells merged over several rows is repeated in each of them.
    pub repeat_merged: bool,
    /// Rows with too few cells.
    pub short_rows: RaggedRule,
    /// Rows with too many cells, where the surplus is not blank: values may stand in the wrong column.
    pub long_rows: RaggedRule,
    /// The language of the system as `zh-CN` or `de_DE.UTF-8`, to weigh guesses of encodings. `None`: unknown.
    pub language: Option<String>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            sheet: None,
            header: HeaderChoice::Guess,
            encoding: None,
            delimiter: None,
            decimal: None,
            include_hidden: false,
            repeat_merged: true,
            short_rows: RaggedRule::Keep,
            long_rows: RaggedRule::HoldBack,
            language: None,
        }
    }
}
