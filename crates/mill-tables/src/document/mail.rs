//! Saved mails: who, when, about what, the text, and the names of what is attached.

use mail_parser::{Address, MessageParser, MimeHeaders};

use super::part::{PartKind, PartedText};
use super::{Document, DocumentKind, Page};
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
    let bodies: Vec<String> = (0..mail.text_body_count())
        .filter_map(|place| {
            Some(
                mail.body_text(place)?
                    .replace("\r\n", "\n")
                    .trim()
                    .to_owned(),
            )
        })
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
    let page = Page {
        parts,
        ..Page::of_text(1, text)
    };
    Document {
        kind: DocumentKind::Eml,
        pages: vec![page],
        problems: Vec::new(),
    }
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
