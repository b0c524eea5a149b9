//! Saved mails: who, when, about what, the text, and the names of what is attached.

use std::fmt::Write as _;

use mail_parser::{Address, MessageParser, MimeHeaders};

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
    let mut text = String::new();
    let mut line = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            // Writing to a String cannot fail.
            let _never = writeln!(text, "{name}: {value}");
        }
    };
    line("From", mail.from().map(addresses));
    line("To", mail.to().map(addresses));
    line("Date", mail.date().map(mail_parser::DateTime::to_rfc3339));
    line("Subject", mail.subject().map(str::to_owned));
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
        text.push('\n');
        text.push_str(&body);
        text.push('\n');
    }
    for attachment in mail.attachments() {
        let _never = writeln!(
            text,
            "Attachment: {}",
            attachment.attachment_name().unwrap_or("without a name")
        );
    }
    let page = Page {
        number: 1,
        text: text.trim_end().to_owned(),
        scanned: false,
        hidden_text: Vec::new(),
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
