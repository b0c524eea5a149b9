//! Where the results of a document can be read in it.

use std::ops::Range;

use mill_domain::{FieldName, Record};
use mill_skills::{Skill, locate};
use mill_tables::Page;

/// A place in a document where a result can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The output.
    pub field: FieldName,
    /// The page, from 1.
    pub page: u32,
    /// What stands there, to the letter.
    pub quote: String,
    /// Where the quote starts in the page's text, in UTF-16 units: the way windows count.
    pub start: u32,
}

impl Evidence {
    /// The place in the page's text, in UTF-16 units.
    pub fn place(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.quote.encode_utf16().count()
    }
}

/// The first place of each output in the pages, in the skill's order; outputs that cannot be read there have none.
pub(super) fn evidence_of(skill: &Skill, output: Option<&Record>, pages: &[Page]) -> Vec<Evidence> {
    let Some(output) = output else {
        return Vec::new();
    };
    let places = skill.outputs.iter().filter_map(|field| {
        let value = output.get(&field.name)?;
        pages.iter().find_map(|Page { number, text, .. }| {
            let place = locate(text, &field.field_type, value)?;
            let before = text.get(..place.start)?.encode_utf16().count();
            Some(Evidence {
                field: field.name.clone(),
                page: *number,
                quote: text.get(place)?.to_owned(),
                start: u32::try_from(before).ok()?,
            })
        })
    });
    places.collect()
}
