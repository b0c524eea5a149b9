//! The document of a row: its text, and its pages drawn.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mill_domain::TaskNumber;
use mill_engine::{MarkBox, Page, PagePart, ShownDocument};

use super::run_id;
use crate::params::DocumentPageParams;
use crate::view::review::{DocumentPage, DocumentView, MarkView, PagePartView, PagePicture};
use crate::{ApiError, Host};

pub(super) async fn review_page(
    host: &Host,
    params: DocumentPageParams,
) -> Result<PagePicture, ApiError> {
    let run = run_id(&params.run)?;
    let places = params.places.iter().map(|place| {
        let start = place.start as usize;
        start..start + place.length as usize
    });
    let drawn = host
        .engine
        .document_page(
            run,
            TaskNumber(params.task),
            params.page,
            params.width,
            places.collect(),
        )
        .await?;
    let boxes = |marks: &Vec<MarkBox>| marks.iter().map(mark).collect();
    Ok(PagePicture {
        page: params.page,
        width: drawn.width,
        height: drawn.height,
        media_type: drawn.picture.media_type.to_owned(),
        data: STANDARD.encode(&drawn.picture.bytes),
        marks: drawn.marks.iter().map(boxes).collect(),
    })
}

const fn mark(place: &MarkBox) -> MarkView {
    MarkView {
        left: place.left,
        top: place.top,
        width: place.width,
        height: place.height,
    }
}

pub(super) fn document_view(document: &ShownDocument) -> DocumentView {
    DocumentView {
        name: document.name.clone(),
        kind: document.kind.map(|kind| kind.code().to_owned()),
        pages: document.pages.iter().map(page_view).collect(),
        fault: document.fault.as_ref().map(ApiError::from),
    }
}

fn page_view(page: &Page) -> DocumentPage {
    DocumentPage {
        page: page.number,
        text: page.text.clone(),
        width: page.size.map(|size| size.width),
        height: page.size.map(|size| size.height),
        parts: page
            .parts
            .iter()
            .filter_map(|part| part_view(&page.text, part))
            .collect(),
    }
}

/// `None`: nothing of it is left in the text.
fn part_view(text: &str, part: &PagePart) -> Option<PagePartView> {
    let units = |text: &str| u32::try_from(text.encode_utf16().count()).ok();
    Some(PagePartView {
        kind: part.kind.code().to_owned(),
        start: units(text.get(..part.place.start)?)?,
        length: units(text.get(part.place.clone())?)?,
    })
}
