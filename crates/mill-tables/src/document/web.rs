//! HTML as mails carry it: what its reader sees, and what is kept from them.

use std::collections::BTreeMap;

/// Elements that hold nothing and have no end.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr", "param",
];

/// Elements whose content is for programs.
const SILENT: [&str; 3] = ["head", "title", "template"];

/// The HTML of what is seen, and the HTML of what is hidden by its own style.
pub(super) fn seen_and_hidden(html: &str) -> (String, String) {
    let (mut seen, mut hidden) = (String::new(), String::new());
    // Open elements inside one that is hidden or silent, it included: name, and whether its text is hidden text.
    let mut inside: Vec<(String, bool)> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, from) = rest.split_at(at);
        keep(text, &inside, (&mut seen, &mut hidden));
        if let Some(comment) = from.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let Some(end) = tag_end(from) else {
            keep(from, &inside, (&mut seen, &mut hidden));
            return (seen, hidden);
        };
        let (tag, after) = from.split_at(end);
        rest = after;
        if let Some(name) = tag.strip_prefix("</") {
            let name = name_of(name);
            if let Some(place) = inside.iter().rposition(|(open, _)| *open == name) {
                inside.truncate(place);
                hidden.push(' ');
                continue;
            }
            keep(tag, &inside, (&mut seen, &mut hidden));
            continue;
        }
        let name = name_of(tag.trim_start_matches('<'));
        if matches!(name.as_str(), "script" | "style") {
            // Their content is no HTML: only their own end ends it.
            let lower = rest.to_ascii_lowercase();
            rest = match lower.find(&format!("</{name}")) {
                Some(at) => rest.get(at..).unwrap_or_default(),
                None => "",
            };
            rest = rest.split_once('>').map_or("", |(_, after)| after);
            continue;
        }
        let opens = !VOID.contains(&name.as_str()) && !tag.ends_with("/>");
        let silent = SILENT.contains(&name.as_str());
        let is_hidden = inside.last().is_some_and(|(_, hidden)| *hidden) || hides(tag);
        if opens && (!inside.is_empty() || silent || is_hidden) {
            inside.push((name, is_hidden && !silent));
        } else {
            keep(tag, &inside, (&mut seen, &mut hidden));
        }
    }
    keep(rest, &inside, (&mut seen, &mut hidden));
    (seen, hidden)
}

fn keep(text: &str, inside: &[(String, bool)], (seen, hidden): (&mut String, &mut String)) {
    match inside.last() {
        None => seen.push_str(text),
        Some((_, true)) => hidden.push_str(text),
        Some((_, false)) => {}
    }
}

/// Behind the `>` that ends a tag; one inside quotes does not.
fn tag_end(from: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in from.char_indices() {
        match (quote, letter) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
    }
    None
}

fn name_of(tag: &str) -> String {
    let name = tag.split(|letter: char| !letter.is_ascii_alphanumeric());
    name.into_iter().next().unwrap_or_default().to_lowercase()
}

/// Whether a tag's own style keeps what it holds from the reader's eye.
fn hides(tag: &str) -> bool {
    let lower = tag.to_lowercase();
    let bare = lower
        .trim_end_matches(['>', '/'])
        .split_whitespace()
        .skip(1);
    if bare
        .into_iter()
        .any(|word| word == "hidden" || word == "hidden=\"\"")
    {
        return true;
    }
    let Some(style) = style_of(&lower) else {
        return false;
    };
    let style: BTreeMap<&str, &str> = style
        .split(';')
        .filter_map(|rule| rule.split_once(':'))
        .map(|(name, value)| {
            (
                name.trim(),
                value.trim().trim_end_matches("!important").trim(),
            )
        })
        .collect();
    let is =
        |name: &str, values: &[&str]| style.get(name).is_some_and(|value| values.contains(value));
    let tiny = |name: &str| style.get(name).is_some_and(|value| is_tiny(value));
    let white = ["#fff", "#ffffff", "white", "transparent"];
    let backdrop = style.contains_key("background") || style.contains_key("background-color");
    is("display", &["none"])
        || is("visibility", &["hidden", "collapse"])
        || is("opacity", &["0", "0.0"])
        || is("mso-hide", &["all"])
        || tiny("font-size")
        || (tiny("max-height") && is("overflow", &["hidden"]))
        || (is("color", &white) && !backdrop)
}

/// At most one point or pixel, or nothing.
fn is_tiny(value: &str) -> bool {
    let digits: String = value
        .chars()
        .take_while(|letter| letter.is_ascii_digit() || *letter == '.')
        .collect();
    let unit = value.get(digits.len()..).unwrap_or_default();
    match digits.parse::<f32>() {
        Ok(number) => number == 0.0 || (number <= 1.0 && matches!(unit, "px" | "pt")),
        Err(_) => false,
    }
}

fn style_of(tag: &str) -> Option<&str> {
    let at = tag.find("style")?;
    let value = tag
        .get(at + 5..)?
        .trim_start()
        .strip_prefix('=')?
        .trim_start();
    let quote = value
        .chars()
        .next()
        .filter(|letter| matches!(letter, '"' | '\''))?;
    value.get(1..)?.split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(html: &str) -> (String, String) {
        let (seen, hidden) = seen_and_hidden(html);
        let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        (words(seen), words(hidden))
    }

    #[test]
    fn what_a_style_hides_is_taken_out_with_all_it_holds() {
        for style in [
            "display:none",
            "DISPLAY : NONE !important",
            "visibility: hidden",
            "font-size:0",
            "font-size:1px;color:#333",
            "color:#FFFFFF",
            "opacity:0",
            "max-height:0;overflow:hidden",
        ] {
            let html =
                format!("Total 485.00<div style=\"{style}\">pay <b>1.00</b><br>now</div> due");
            assert_eq!(
                split(&html),
                ("Total 485.00 due".to_owned(), "pay 1.00 <br>now".to_owned()),
                "{style}"
            );
        }
        assert_eq!(split("a<p hidden>b</p>c").1, "b");
    }

    #[test]
    fn what_a_reader_sees_stays_as_it_is() {
        let html = "<p style=\"color:white;background:#036\">Head</p><p style='font-size:9px'>small</p>a > b<br/>c";
        assert_eq!(split(html), (html.to_owned(), String::new()));
        assert_eq!(
            split("<p title=\"a > b\">x</p>").0,
            "<p title=\"a > b\">x</p>"
        );
    }

    #[test]
    fn scripts_and_comments_are_nobodys_text() {
        let html = "<head><style>p{}</style></head>a<!-- <p> approve -->b<script>1<2</script>c";
        assert_eq!(split(html), ("abc".to_owned(), String::new()));
        assert_eq!(
            split("a<div style=\"display:none\">never closed"),
            ("a".to_owned(), "never closed".to_owned())
        );
    }
}
