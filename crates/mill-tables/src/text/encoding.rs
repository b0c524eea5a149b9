//! From bytes to text: byte order mark, strict UTF-8, UTF-16 without a mark, then a guess.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    EUC_JP, Encoding, GB18030, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

use crate::TableError;

/// Text with the encoding it was read in.
#[derive(Debug)]
pub(crate) struct Decoded<'bytes> {
    /// The text, without a byte order mark. Undecodable bytes are U+FFFD.
    pub(crate) text: Cow<'bytes, str>,
    /// The usual label in lower case.
    pub(crate) label: String,
    /// How sure, 0 to 1.
    pub(crate) sure: f64,
    /// True if some bytes were no text in this encoding.
    pub(crate) damaged: bool,
}

/// Decodes a whole file. `label` is the person's choice, `language` the system's.
/// # Errors
/// [`TableError::BadOption`] if nobody knows the label.
pub(crate) fn decode<'bytes>(
    bytes: &'bytes [u8],
    label: Option<&str>,
    language: Option<&str>,
) -> Result<Decoded<'bytes>, TableError> {
    let (encoding, sure) = match label {
        Some(label) => (chosen(label)?, 1.0),
        None => guess(bytes, language),
    };
    let (text, damaged) = encoding.decode_with_bom_removal(bytes);
    Ok(Decoded {
        text,
        label: encoding.name().to_lowercase(),
        sure,
        damaged,
    })
}

fn chosen(label: &str) -> Result<&'static Encoding, TableError> {
    Encoding::for_label(label.trim().as_bytes()).map(widened).ok_or_else(|| TableError::BadOption {
        option: "encoding",
        value: label.to_owned(),
        allowed: "utf-8, utf-16le, gb18030, big5, shift_jis, euc-kr, windows-1252 or another usual label",
    })
}

/// GB2312 and GBK are read as GB18030, which holds both and the characters they lack.
fn widened(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == encoding_rs::GBK {
        GB18030
    } else {
        encoding
    }
}

fn guess(bytes: &[u8], language: Option<&str>) -> (&'static Encoding, f64) {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding, 1.0);
    }
    // A zero byte is no character in a text file, so zeros in every second place tell UTF-16.
    if let Some(encoding) = utf16_without_mark(bytes) {
        return (encoding, 0.99);
    }
    // Old Japanese mail text is plain ASCII but for its shifts.
    if bytes.is_ascii() && memchr::memmem::find(bytes, b"\x1B$B").is_some() {
        return (ISO_2022_JP, 0.99);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return (UTF_8, 1.0);
    }
    let tld = language.and_then(top_level_domain);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let found = widened(detector.guess(tld.map(str::as_bytes), Utf8Detection::Deny));
    let shape = high_bytes(bytes);
    let encoding = corrected(found, &shape, tld, bytes);
    (encoding, sureness(encoding, &shape, tld))
}

/// UTF-16 without a byte order mark. Its line ends are sure signs: read in the wrong order they would be U+0A00, which
/// is no character. Text of one line is told by where its zeros stand.
pub(crate) fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let sample = bytes.get(..bytes.len().min(64 * 1024)).unwrap_or(bytes);
    utf16_by_zeros(sample).filter(|encoding| reads_as_text(encoding, sample))
}

/// Data of a program has zeros and line ends in places of both kinds, too; read as letters it is none.
fn reads_as_text(encoding: &'static Encoding, sample: &[u8]) -> bool {
    let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(sample) else {
        // The sample may end in the middle of a letter of two units; a whole file may not.
        let shorter = sample.get(..sample.len() - 2).unwrap_or(sample);
        return encoding
            .decode_without_bom_handling_and_without_replacement(shorter)
            .is_some_and(|text| is_written(&text));
    };
    is_written(&text)
}

/// True unless more than one letter in twenty is none that anybody writes.
fn is_written(text: &str) -> bool {
    let odd = |letter: &char| {
        let code = u32::from(*letter);
        (letter.is_control() && !matches!(letter, '\t' | '\n' | '\r'))
            || (0xE000..=0xF8FF).contains(&code)
            || (0xFDD0..=0xFDEF).contains(&code)
            || code & 0xFFFE == 0xFFFE
    };
    text.chars().filter(odd).count() * 20 <= text.chars().count()
}

fn utf16_by_zeros(sample: &[u8]) -> Option<&'static Encoding> {
    let units = |wanted: fn(u8, u8) -> bool| {
        sample
            .chunks_exact(2)
            .filter(|unit| matches!(unit, [first, second] if wanted(*first, *second)))
            .count()
    };
    let little_ends = units(|first, second| (first, second) == (b'\n', 0));
    let big_ends = units(|first, second| (first, second) == (0, b'\n'));
    match (little_ends, big_ends) {
        (1.., 0) => return Some(UTF_16LE),
        (0, 1..) => return Some(UTF_16BE),
        (0, 0) => {}
        _ => return None,
    }
    let little = units(|first, second| first != 0 && second == 0);
    let big = units(|first, second| first == 0 && second != 0);
    if little > 4 * big {
        Some(UTF_16LE)
    } else if big > 4 * little {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// What the bytes above 7F look like.
#[derive(Debug, Default)]
struct HighBytes {
    /// How many there are.
    count: usize,
    /// Those that stand alone between two ASCII letters, as an accented letter in a word does.
    lone_in_word: usize,
    /// Pairs that are frequent Chinese characters (GB2312 level 1, rows B0 to D7).
    frequent_chinese: usize,
    /// Pairs of any kind.
    pairs: usize,
}

fn high_bytes(bytes: &[u8]) -> HighBytes {
    let mut shape = HighBytes::default();
    let mut place = 0;
    while let Some(&first) = bytes.get(place) {
        if first < 0x80 {
            place += 1;
            continue;
        }
        let before = place
            .checked_sub(1)
            .and_then(|before| bytes.get(before))
            .copied()
            .unwrap_or(0);
        let second = bytes.get(place + 1).copied().unwrap_or(0);
        if second >= 0x80 {
            shape.count += 2;
            shape.pairs += 1;
            if (0xB0..=0xD7).contains(&first) && second >= 0xA1 {
                shape.frequent_chinese += 1;
            }
            place += 2;
        } else {
            shape.count += 1;
            if before.is_ascii_alphabetic()
                && (second.is_ascii_alphabetic()
                    || !second.is_ascii_graphic()
                    || second.is_ascii_punctuation())
            {
                shape.lone_in_word += 1;
            }
            place += 1;
        }
    }
    shape
}

/// The detector was made for web pages; a table is short, so two shapes it may miss are told by hand.
fn corrected(
    found: &'static Encoding,
    shape: &HighBytes,
    tld: Option<&str>,
    bytes: &[u8],
) -> &'static Encoding {
    let reads = |encoding: &'static Encoding| {
        encoding
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some()
    };
    let is_asian = |encoding: &'static Encoding| !encoding.is_single_byte();
    let asian_system = matches!(tld, Some("cn" | "tw" | "jp" | "kr"));
    // Accented letters inside words of ASCII letters are a European text, whatever pairs they happen to form.
    if is_asian(found)
        && !asian_system
        && shape.lone_in_word * 2 > shape.count
        && shape.frequent_chinese == 0
    {
        return WINDOWS_1252;
    }
    // Nearly all pairs being everyday Chinese characters does not happen by chance in other texts.
    let mostly_chinese = shape.pairs > 0
        && shape.frequent_chinese * 10 >= shape.pairs * 7
        && shape.lone_in_word == 0;
    // Japanese tables of that shape would be EUC-JP, which no spreadsheet program writes.
    let is_unlikely = !is_asian(found) || found == EUC_JP;
    if mostly_chinese && is_unlikely && reads(GB18030) {
        return GB18030;
    }
    if tld == Some("cn") && is_asian(found) && found != GB18030 && mostly_chinese && reads(GB18030)
    {
        return GB18030;
    }
    if tld == Some("jp") && found == GB18030 && reads(SHIFT_JIS) && !mostly_chinese {
        return SHIFT_JIS;
    }
    found
}

/// More characters beyond ASCII make a guess surer, and so does a system that speaks the language.
fn sureness(encoding: &'static Encoding, shape: &HighBytes, tld: Option<&str>) -> f64 {
    let evidence = f64::from(u32::try_from(shape.count).unwrap_or(u32::MAX).min(1_000));
    let agrees = match encoding.name() {
        "gb18030" => tld == Some("cn"),
        "Big5" => tld == Some("tw"),
        "Shift_JIS" | "EUC-JP" | "ISO-2022-JP" => tld == Some("jp"),
        "EUC-KR" => tld == Some("kr"),
        _ => tld.is_some_and(|tld| !matches!(tld, "cn" | "tw" | "jp" | "kr")),
    };
    let base = if agrees { 0.9 } else { 0.7 };
    let sure = base + (0.99 - base) * (evidence / (evidence + 12.0));
    (sure * 100.0).round() / 100.0
}

/// The domain the detector takes as the hint for a language.
fn top_level_domain(language: &str) -> Option<&'static str> {
    let language = language.to_lowercase().replace('_', "-");
    let main = language.split(['-', '.']).next().unwrap_or_default();
    Some(match main {
        "zh" if language.contains("tw") || language.contains("hk") || language.contains("hant") => {
            "tw"
        }
        "zh" => "cn",
        "ja" => "jp",
        "ko" => "kr",
        "de" => "de",
        "fr" => "fr",
        "es" => "es",
        "it" => "it",
        "pt" => "pt",
        "nl" => "nl",
        "pl" => "pl",
        "cs" => "cz",
        "hu" => "hu",
        "ru" => "ru",
        "uk" => "ua",
        "el" => "gr",
        "tr" => "tr",
        "he" => "il",
        "th" => "th",
        "vi" => "vn",
        "en" => "com",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], language: Option<&str>) -> (String, String, bool) {
        let decoded = decode(bytes, None, language).unwrap();
        (decoded.text.into_owned(), decoded.label, decoded.damaged)
    }

    const KEMU: [u8; 23] = [
        0xBF, 0xC6, 0xC4, 0xBF, 0x2C, 0xBD, 0xF0, 0xB6, 0xEE, 0x0D, 0x0A, 0x30, 0x30, 0x31, 0x32,
        0x33, 0x2C, 0x31, 0x2E, 0x35, 0x30, 0x0D, 0x0A,
    ];

    #[test]
    fn chinese_from_excel_is_read_on_every_system() {
        for language in [
            None,
            Some("en-US"),
            Some("zh-CN"),
            Some("de-DE"),
            Some("ja"),
        ] {
            let (text, label, damaged) = read(&KEMU, language);
            assert_eq!(
                (text.as_str(), label.as_str(), damaged),
                ("科目,金额\r\n00123,1.50\r\n", "gb18030", false),
                "{language:?}"
            );
        }
    }

    #[test]
    fn four_byte_characters_are_read() {
        let bytes = [
            0xBF, 0xCD, 0xBB, 0xA7, 0x2C, 0x95, 0x34, 0xB2, 0x35, 0x0D, 0x0A,
        ];
        for language in [None, Some("zh-CN"), Some("en")] {
            assert_eq!(
                read(&bytes, language),
                ("客户,𠮷\r\n".to_owned(), "gb18030".to_owned(), false),
                "{language:?}"
            );
        }
        let chosen = decode(&bytes, Some("gb2312"), None).unwrap();
        assert_eq!(
            (chosen.text.as_ref(), chosen.label.as_str()),
            ("客户,𠮷\r\n", "gb18030")
        );
    }

    #[test]
    fn german_stays_german() {
        let bytes = b"M\xFCller;Stra\xDFe\r\nK\xF6ln;12,50\r\n";
        for language in [None, Some("de-DE"), Some("en")] {
            assert_eq!(
                read(bytes, language).0,
                "Müller;Straße\r\nKöln;12,50\r\n",
                "{language:?}"
            );
        }
        assert_eq!(
            read(b"M\xFCller;Stra\xDFe", Some("de_DE.UTF-8")).0,
            "Müller;Straße"
        );
    }

    #[test]
    fn japanese_is_read() {
        let text = "日付,取引先,金額\r\n2026-03-31,東京電力,12000\r\n2026-03-31,コンビニ,540\r\n";
        let (bytes, _, _) = SHIFT_JIS.encode(text);
        for language in [None, Some("ja"), Some("en")] {
            assert_eq!(
                read(&bytes, language),
                (text.to_owned(), "shift_jis".to_owned(), false),
                "{language:?}"
            );
        }
    }

    #[test]
    fn marks_and_their_absence_tell_utf16() {
        let little: Vec<u8> = "a\tb\r\n1\t2\r\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = "\u{feff}a\tb\r\n1\t2\r\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        let marked: Vec<u8> = [&[0xFF, 0xFE][..], &little].concat();
        for (bytes, label) in [
            (little, "utf-16le"),
            (big, "utf-16be"),
            (marked, "utf-16le"),
        ] {
            assert_eq!(
                read(&bytes, None),
                ("a\tb\r\n1\t2\r\n".to_owned(), label.to_owned(), false)
            );
        }
        assert_eq!(
            read(b"\xEF\xBB\xBFinvoice,amount\r\nA-1,10\r\n", None).0,
            "invoice,amount\r\nA-1,10\r\n"
        );
    }

    #[test]
    fn an_unknown_label_is_refused_by_name() {
        assert_eq!(
            decode(b"a", Some("utf-9"), None).unwrap_err().code(),
            "bad_option"
        );
    }
}
