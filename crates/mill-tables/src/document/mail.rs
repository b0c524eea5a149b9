//! Saved mails: who, when, about what, the text, and the names of what is attached.

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Address, Message, MessageParser, MimeHeaders, PartType};

use super::part::{PartKind, PartedText};
use super::web::seen_and_hidden;
use super::{Document, DocumentKind, HiddenText, Page};
use crate::problem::shortened;
use crate::{Problem, ProblemKind};

/// The mail as one page: its usual header lines, its text, one line for each attachment.
pub(super) fn read_mail(bytes: &[u8]) -> Document {
    let Some(mail) = MessageParser::default().parse(bytes) else {
        let message = "The mail is damaged; save it again from the mail program";
        return Document::unreadable(
            DocumentKind::Eml,
            Problem::new(ProblemKind::Damaged, "broken", message),
        );
    };
    let mut text = PartedText::default();
    let mut line = |kind: PartKind, name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            text.push(kind, &format!("{name}: "), &value);
        }
    };
    line(PartKind::From, "From", mail.from().map(addresses));
    line(PartKind::To, "To", mail.to().map(addresses));
    let date = mail.date().map(mail_parser::DateTime::to_rfc3339);
    line(PartKind::Date, "Date", date);
    let subject = mail.subject().map(str::to_owned);
    line(PartKind::Subject, "Subject", subject);
    let mut hidden = Vec::new();
    let bodies: Vec<String> = (0..mail.text_body_count())
        .filter_map(|place| body(&mail, place, &mut hidden))
        .filter(|body| !body.is_empty())
        .collect();
    if text.is_empty() && bodies.is_empty() {
        let message = "The mail holds neither header nor text";
        return Document::unreadable(
            DocumentKind::Eml,
            Problem::new(ProblemKind::Empty, "blank", message),
        );
    }
    for body in bodies {
        text.push(PartKind::Body, "\n", &body);
    }
    for attachment in mail.attachments() {
        let name = attachment.attachment_name();
        let name = name.filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or("without a name");
        text.push(PartKind::Attachment, "Attachment: ", name);
    }
    let (text, parts) = text.finished();
    let problems = hidden.iter().map(hidden_problem).collect();
    let page = Page {
        parts,
        hidden_text: hidden,
        ..Page::of_text(1, text)
    };
    Document {
        kind: DocumentKind::Eml,
        pages: vec![page],
        problems,
    }
}

/// A text of the mail as its reader sees it; what its style hides goes to `hidden`.
fn body(mail: &Message<'_>, place: usize, hidden: &mut Vec<HiddenText>) -> Option<String> {
    let tidy = |text: &str| text.replace("\r\n", "\n").trim().to_owned();
    let part = mail.text_bodies().nth(place)?;
    let PartType::Html(html) = &part.body else {
        return Some(tidy(&mail.body_text(place)?));
    };
    let (seen, kept_away) = seen_and_hidden(html);
    let kept_away = tidy(&html_to_text(&kept_away));
    if !kept_away.is_empty() {
        hidden.push(HiddenText {
            text: kept_away,
            reason: "invisible",
        });
    }
    Some(tidy(&html_to_text(&seen)))
}

fn hidden_problem(hidden: &HiddenText) -> Problem {
    let text = shortened(&hidden.text, 120);
    let message = format!("The mail has text a reader does not see; it was left out: {text}");
    Problem::new(ProblemKind::HiddenText, "page", message)
        .at(1)
        .with("reason", hidden.reason)
        .with("text", text)
}

fn addresses(address: &Address<'_>) -> String {
    let one = |(name, address): (Option<&str>, Option<&str>)| match (name, address) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (None, None) => String::new(),
    };
    address
        .iter()
        .map(|found| one((found.name(), found.address())))
        .collect::<Vec<_>>()
        .join(", ")
}
