//! Results laid out for a person.

use serde::Serialize;
use ts_rs::TS;

use super::again::AskedView;
use super::money::Money;
use super::rules::RuleSaidView;
use super::run::ReviewTally;
use super::survey::ReviewRow;
use crate::ApiError;

/// One result and everything a person needs to judge it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReviewItem {
    /// The task as listed, with what speaks against it.
    pub row: ReviewRow,
    /// Source columns in the file's order.
    pub source: Vec<SourceCell>,
    /// The document of the task; none if it has none.
    pub document: Option<DocumentView>,
    /// Where results can be read in the pages, in the order of the run's outputs; each output at most once.
    pub evidence: Vec<EvidenceView>,
    /// What the model gave as its reason; empty if a rule decided or there is none.
    pub why: String,
    /// The rule that decided; none if none did.
    pub why_rule: Option<RuleSaidView>,
    /// True if the confidence the result carries is below the review line.
    pub unsure: bool,
    /// Which model answered; none if none did.
    pub model: Option<String>,
    /// Exchanges with it.
    pub turns: u32,
    /// Input tokens of the task.
    pub input_tokens: u64,
    /// Output tokens of the task.
    pub output_tokens: u64,
    /// Cost of the task.
    pub cost_usd: Money,
    /// How often and how it was asked again, oldest first.
    pub asked: Vec<AskedView>,
    /// Versions of the result, oldest first.
    pub versions: Vec<ResultVersion>,
}

/// A cell of the source row.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SourceCell {
    /// The column's name.
    pub column: String,
    /// The cell, to the letter.
    pub text: String,
    /// True if the skill read it.
    pub used: bool,
}

/// The document a row names.
#[derive(Debug, Clone, Serialize, TS)]
pub struct DocumentView {
    /// The file's name, without its folder; empty if it must not be looked at.
    pub name: String,
    /// What it is; none if it could not be opened.
    #[ts(type = "'pdf' | 'image' | 'text' | 'csv' | 'docx' | 'eml' | 'other' | null")]
    pub kind: Option<String>,
    /// Its pages; none if it could not be read.
    pub pages: Vec<DocumentPage>,
    /// What is wrong with it; none if nothing is. Pages there are can be looked at all the same.
    pub fault: Option<ApiError>,
}

/// A page of a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct DocumentPage {
    /// From 1.
    pub page: u32,
    /// What can be read on it.
    pub text: String,
    /// Its width, in a unit of its own; none if it cannot be drawn and is text alone.
    pub width: Option<u32>,
    /// Its height in the same unit.
    pub height: Option<u32>,
    /// The parts of a mail, in the order of the text; empty for everything else.
    pub parts: Vec<PagePartView>,
}

/// A part of a page's text.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PagePartView {
    /// What it is.
    #[ts(type = "'from' | 'to' | 'date' | 'subject' | 'body' | 'attachment'")]
    pub kind: String,
    /// Where it starts in the page's text, in UTF-16 units.
    pub start: u32,
    /// How long it is, in UTF-16 units.
    pub length: u32,
}

/// A page of a document, drawn.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PagePicture {
    /// From 1.
    pub page: u32,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// `image/jpeg` or `image/png`.
    pub media_type: String,
    /// The picture in base64.
    pub data: String,
    /// For each place asked for, in that order, the boxes it covers; empty where nothing of it was drawn.
    pub marks: Vec<Vec<MarkView>>,
}

/// A box on a page, in shares of its width and height, 0 to 1, from the top left corner.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MarkView {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A place in a document where a result can be read.
#[derive(Debug, Clone, Serialize, TS)]
pub struct EvidenceView {
    /// The output's name.
    pub field: String,
    /// The page, from 1.
    pub page: u32,
    /// What stands there, to the letter.
    pub quote: String,
    /// Where it starts in the page's text, in UTF-16 units.
    pub start: u32,
}

/// One version of a result; a paid one is never overwritten.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ResultVersion {
    /// From 1.
    pub version: u32,
    /// `rule`, `model` or `person`.
    pub by: String,
    /// When, milliseconds since 1970 UTC.
    pub at: i64,
    /// Outputs as text, in the order of the run's outputs.
    pub shown: Vec<String>,
}

/// What a verdict changed.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Judged {
    /// Tasks that were judged.
    pub tasks: Vec<u32>,
    /// The sums afterwards.
    pub review: ReviewTally,
}

/// What an undo took back.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Undone {
    /// Tasks of the act that was taken back; empty if there was nothing to undo, and for a sample.
    pub tasks: Vec<u32>,
    /// The number of the sample that had been drawn; none for any other act.
    pub sample: Option<u32>,
    /// The id of the skill that had learnt; none for any other act.
    pub skill: Option<String>,
    /// True: that skill was changed since, and stays as it is.
    pub kept: bool,
    /// The sums afterwards.
    pub review: ReviewTally,
}

/// A file that was written.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Exported {
    /// The whole path, for people.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Cells a spreadsheet would have run as a formula, written as text.
    pub neutralised: u64,
    /// Rows written without a verdict.
    pub unreviewed: u64,
}
