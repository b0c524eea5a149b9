//! Tokens where nobody counted them: estimates to book, and bounds to reserve.

use crate::{AnswerSchema, ModelRequest, Part};

/// What pictures and pages cost at most with a provider, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MediaBound {
    /// One picture of unknown size.
    pub(crate) image: u64,
    /// One page of a PDF, text and picture.
    pub(crate) pdf_page: u64,
}

/// Tokens a protocol may add around every request: framing, and instructions for structured output.
const FRAME_TOKENS: u64 = 600;

/// Tokens a protocol may add around every message.
const MESSAGE_TOKENS: u64 = 16;

/// An estimate: three bytes a token, which is a little more than most texts need.
pub(crate) fn tokens_in_bytes(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(3)
}

/// An estimate of the input, for calls whose provider sent no count.
pub(crate) fn estimated_input(request: &ModelRequest) -> u64 {
    let media: u64 = request
        .parts()
        .map(|part| match part {
            Part::Text(_) => 0,
            Part::Image { .. } => 1_300,
            Part::Pdf { pages, .. } => 2_500 * u64::from(*pages),
        })
        .sum();
    tokens_in_bytes(text_bytes(request))
        .saturating_add(media)
        .max(1)
}

/// A bound: no tokenizer makes more tokens than there are UTF-8 bytes, and every frame is counted at its largest.
pub(crate) fn input_bound(request: &ModelRequest, media: MediaBound) -> u64 {
    let schema = request
        .output_schema
        .as_ref()
        .map_or(0, AnswerSchema::bytes);
    let pieces: u64 = request
        .parts()
        .map(|part| match part {
            Part::Text(_) => 0,
            Part::Image { .. } => media.image,
            Part::Pdf { pages, .. } => media.pdf_page.saturating_mul(u64::from(*pages).max(1)),
        })
        .fold(0, u64::saturating_add);
    // The schema may be sent twice: as a schema, and in words to a server that does not know schemas.
    (text_bytes(request) as u64)
        .saturating_add(2 * schema as u64)
        .saturating_add(FRAME_TOKENS)
        .saturating_add(MESSAGE_TOKENS.saturating_mul(request.messages.len() as u64))
        .saturating_add(pieces)
}

/// About how many tokens a request sends, for pacing: neither a bound nor what is booked.
pub fn likely_tokens(request: &ModelRequest) -> u64 {
    estimated_input(request)
}

/// Fewer tokens than this the text cannot have in any tokenizer in use: long words and repeated spaces counted kindly.
pub fn fewest_tokens(request: &ModelRequest) -> u64 {
    let letters = |text: &str| {
        if text.is_ascii() {
            let spaces = text
                .bytes()
                .filter(|byte| char::from(*byte).is_whitespace());
            return ((text.len() - spaces.count()) as u64, 0);
        }
        text.chars().filter(|letter| !letter.is_whitespace()).fold(
            (0_u64, 0_u64),
            |(ascii, wide), letter| {
                if letter.is_ascii() {
                    (ascii + 1, wide)
                } else {
                    (ascii, wide + 1)
                }
            },
        )
    };
    let texts = request
        .parts()
        .filter_map(Part::as_text)
        .chain([request.system.as_str()]);
    let (ascii, wide) = texts
        .map(letters)
        .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    ascii / 6 + wide / 3
}

fn text_bytes(request: &ModelRequest) -> usize {
    request.system.len()
        + request
            .parts()
            .filter_map(Part::as_text)
            .map(str::len)
            .sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    #[test]
    fn the_bound_is_above_bytes_and_the_estimate_below() {
        let request = ModelRequest::new("m", "Be brief.", "发票 00123", 10);
        let bytes = "Be brief.".len() + "发票 00123".len();
        assert_eq!(
            input_bound(
                &request,
                MediaBound {
                    image: 1,
                    pdf_page: 1
                }
            ),
            bytes as u64 + 616
        );
        assert_eq!(estimated_input(&request), (bytes as u64).div_ceil(3));
        assert!(fewest_tokens(&request) <= estimated_input(&request));
    }

    #[test]
    fn pictures_and_pages_count_at_their_largest() {
        let mut request = ModelRequest::new("m", "", "", 10);
        let picture = Part::Image {
            media_type: "image/png".to_owned(),
            bytes: [0; 10].into(),
        };
        let document = Part::Pdf {
            name: "document.pdf".to_owned(),
            bytes: [0; 10].into(),
            pages: 3,
        };
        request.messages.push(Message {
            role: crate::Role::User,
            parts: vec![picture, document],
        });
        assert_eq!(
            input_bound(
                &request,
                MediaBound {
                    image: 4_784,
                    pdf_page: 7_800
                }
            ),
            632 + 4_784 + 3 * 7_800
        );
    }
}
