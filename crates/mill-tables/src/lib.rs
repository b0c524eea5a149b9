#![doc = include_str!("../README.md")]

mod amount;
mod document;
mod error;
mod export;
mod files;
mod intake;
mod matching;
mod options;
mod problem;
mod read;
mod table;
mod text;
mod workbook;

pub use amount::{Amount, AmountDoubt, read_amount};
pub use document::{
    Document, DocumentKind, DrawnPage, HiddenText, MarkBox, Page, PagePart, PagePicture, PageSize,
    PartKind, Passwords, draw_page, needs_password, page_pictures, read_document,
    read_document_with, read_pictured_document,
};
pub use error::{TableError, WriteFault};
pub use export::{
    BookColumn, BookRow, BookSheet, CopyDoubt, CopyFault, CopyPlan, CostSheet, CsvOptions, Export,
    ExportReport, ExportRow, ExportWords, Original, ResultColumn, WordBlock, WordDocument,
    WordPiece, WordTable, plan_copy, write_book, write_copy, write_csv, write_json, write_rows_csv,
    write_text, write_word, write_xlsx,
};
pub use files::{FileLimits, FileList, SkipReason, Skipped, list_files};
pub use matching::{ColumnFit, FileMatching, MatchWay, RowFile, match_files};
pub use options::{HeaderChoice, RaggedRule, ReadOptions};
pub use problem::{Problem, ProblemKind};
pub use read::{Preview, preview, read_rows, read_table, read_table_bytes};
pub use table::{RowMark, SheetInfo, Table, TableKind, TableRow};
