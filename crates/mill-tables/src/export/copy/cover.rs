//! What stands over the cells of a sheet.

use quick_xml::events::Event;

use super::scan::Walk;

/// What a picture or chart stands over; rows and columns from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cover {
    columns: (u32, u32),
    rows: (u32, u32),
}

/// What the pictures and charts of a drawing stand over.
pub(super) fn covers(xml: &str) -> Vec<Cover> {
    let mut covers = Vec::new();
    let mut cover = Cover::default();
    let mut path: Vec<String> = Vec::new();
    let mut walk = Walk::new(xml);
    while let Ok(Some((_, event))) = walk.next() {
        match event {
            Event::Start(element) => path.push(element.local_name().as_ref().to_owned()),
            Event::Text(text) => {
                let mut names = path.iter().rev().map(String::as_str);
                let (name, corner) = (names.next(), names.next());
                if let Ok(value) = text.trim().parse::<u32>() {
                    cover.meet(corner, name, value);
                }
            }
            Event::End(element) => {
                path.pop();
                if element.local_name().as_ref().ends_with("CellAnchor") {
                    covers.push(std::mem::take(&mut cover));
                }
            }
            _ => {}
        }
    }
    covers
}

impl Cover {
    /// True if it stands over one of these columns somewhere above a row, from 1.
    pub(super) fn meets(&self, columns: (u32, u32), last_row: u32) -> bool {
        self.columns.0 <= columns.1 && self.columns.1 >= columns.0 && self.rows.0 < last_row
    }

    fn meet(&mut self, corner: Option<&str>, name: Option<&str>, value: u32) {
        match (corner, name) {
            (Some("from"), Some("col")) => self.columns = (value, value),
            (Some("from"), Some("row")) => self.rows = (value, value),
            (Some("to"), Some("col")) => self.columns.1 = value,
            (Some("to"), Some("row")) => self.rows.1 = value,
            _ => {}
        }
    }
}
