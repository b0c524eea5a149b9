//! Documents that are too long for the model, known before anything is paid for.

use mill_domain::{PriceVariant, Prices, Usd};
use mill_llm::{ModelRequest, Provider, fewest_tokens, likely_tokens};

use crate::run::question::{self, Source};
use crate::run::split::parts::DocumentPart;
use crate::run::split::{ask_part, parts_for};

/// Bytes of an answer's token at most, for the question that puts the parts together.
const BYTES_OF_A_TOKEN: u64 = 4;

/// A document that is likely too long to be read at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongDocument {
    /// Its row, as spreadsheet programs count.
    pub source_row: u32,
    /// Its file, as the row names it.
    pub file: String,
    /// About how many tokens the question with it has.
    pub tokens: u64,
    /// True if it is too long for certain: without parts its row ends as too long, and nothing is sent.
    pub certain: bool,
    /// In how many parts it would be read; `None`: it cannot be cut into at most 200 that fit.
    pub parts: Option<usize>,
}

/// The room a model has, and how its documents are measured.
pub(super) struct Window<'request> {
    /// Input tokens the model reads at most.
    pub(super) limit: u64,
    /// As long as the real one.
    pub(super) fence: &'static str,
    /// The question of a part without its document.
    pub(super) bare: &'request ModelRequest,
}

impl Window<'_> {
    /// What is to be said of a document and the parts it would be read in; `None`: it fits.
    pub(super) fn measure(
        &self,
        (source_row, file): (u32, String),
        request: &ModelRequest,
        source: &Source,
    ) -> Option<(LongDocument, Vec<DocumentPart>)> {
        let tokens = likely_tokens(request);
        if !matches!(source, Source::Read { .. }) || tokens <= self.limit {
            return None;
        }
        let parts = parts_for(self.bare, source, self.limit).unwrap_or_default();
        let long = LongDocument {
            source_row,
            file,
            tokens,
            certain: fewest_tokens(request) > self.limit,
            parts: (!parts.is_empty()).then_some(parts.len()),
        };
        Some((long, parts))
    }

    /// What each call for the parts can cost at most, the one that puts them together included.
    pub(super) fn bounds(
        &self,
        parts: &[DocumentPart],
        provider: &dyn Provider,
        (prices, discount): (&Prices, &[PriceVariant]),
        output: u32,
    ) -> Vec<Usd> {
        let output = u64::from(output);
        let count = parts.len();
        let asked = (1..)
            .zip(parts)
            .map(|(number, part)| ask_part(self.bare, part, (number, count), self.fence))
            .map(|request| provider.input_bound(&request));
        let answers = (count as u64).saturating_mul(output * BYTES_OF_A_TOKEN);
        let together = provider.input_bound(self.bare).saturating_add(answers);
        asked
            .chain([together])
            .map(|input| prices.bound(input, output, discount))
            .collect()
    }
}

/// The question of a part without its document.
pub(super) fn bare(
    prepared: &super::Prepared,
    inputs: &mill_domain::Record,
    fence: &str,
    output: u32,
) -> ModelRequest {
    let skill = crate::run::split::part_skill(&prepared.choices.skill);
    let text = mill_skills::prompt::task(&skill, inputs, fence);
    let system = mill_skills::prompt::system(&skill);
    question::request(&prepared.choices.model, &skill, &system, &text, output)
}
