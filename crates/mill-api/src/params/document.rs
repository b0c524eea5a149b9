//! What the source panel of the review sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A page of a row's document to draw.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DocumentPageParams {
    /// The run's id.
    pub run: String,
    /// The task's number.
    pub task: u32,
    /// From 1.
    pub page: u32,
    /// About how many pixels wide; no page is drawn longer than 3,200.
    pub width: u32,
    /// Places in the page's text to find on it.
    pub places: Vec<PlaceParams>,
}

/// A place in a page's text.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PlaceParams {
    /// Where it starts, in UTF-16 units.
    pub start: u32,
    /// How long it is, in UTF-16 units.
    pub length: u32,
}
