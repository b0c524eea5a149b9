//! Tags of XML that stay as they are but for some attributes.

use quick_xml::Reader;
use quick_xml::events::Event;

/// A start tag such as `<row r="1" spans="1:3">` with some attributes set to a value, which is escaped, or taken away.
/// `None` if the text does not begin with a tag.
pub(super) fn with_attributes(text: &str, changes: &[(&str, Option<&str>)]) -> Option<String> {
    let mut reader = Reader::from_str(text);
    let event = reader.read_event().ok()?;
    let end = usize::try_from(reader.buffer_position()).ok()?;
    let (element, closing) = match &event {
        Event::Start(element) => (element, ">"),
        Event::Empty(element) => (element, "/>"),
        _ => return None,
    };
    let mut tag = format!("<{}", element.name().as_ref());
    let mut push = |name: &str, value: &str| {
        tag.push(' ');
        tag.push_str(name);
        tag.push_str("=\"");
        tag.push_str(value);
        tag.push('"');
    };
    for attribute in element.attributes().flatten() {
        let name = attribute.key.as_ref();
        if !changes.iter().any(|(changed, _)| *changed == name) {
            push(name, &attribute.value.replace('"', "&quot;"));
        }
    }
    for (name, value) in changes {
        if let Some(value) = value {
            push(name, &escaped(value));
        }
    }
    tag.push_str(closing);
    tag.push_str(text.get(end..)?);
    Some(tag)
}

/// Text as the value of an attribute.
pub(super) fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}

/// The part of a name before the colon, with it; empty without one.
pub(super) fn prefix_of(name: &str) -> &str {
    name.find(':')
        .and_then(|colon| name.get(..=colon))
        .unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_attributes_change() {
        let tag = r#"<x:row r='1' spans="1:3" x14ac:dyDescent="0.25"><c/>"#;
        assert_eq!(
            with_attributes(tag, &[("spans", None), ("ht", Some("a\"b"))]).unwrap(),
            r#"<x:row r="1" x14ac:dyDescent="0.25" ht="a&quot;b"><c/>"#
        );
        assert_eq!(
            with_attributes("<xf/>", &[("a", Some("1"))]).unwrap(),
            r#"<xf a="1"/>"#
        );
        assert_eq!(with_attributes("text", &[]), None);
        assert_eq!((prefix_of("x:row"), prefix_of("row")), ("x:", ""));
    }
}
