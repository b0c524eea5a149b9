//! The closing sheet as lines of text, for files and the command line.

use jiff::tz::TimeZone;
use rust_i18n::t;

use super::{ClosingSheet, SignOff};
use crate::ExportLanguage;
use crate::export::local_time;
use crate::review::sample::SampleStanding;

impl ClosingSheet {
    /// The sheet as pairs of label and text, in a language and a time zone.
    pub fn lines(&self, language: ExportLanguage, zone: &TimeZone) -> Vec<(String, String)> {
        let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
        let row = &self.run.row;
        let (rule_share, per_row) = self.since.texts(language);
        let mut lines = vec![
            (word("run.name"), format!("{} {}", row.name, row.number)),
            (word("run.source"), row.source.clone()),
            (word("run.skill"), row.skill_name.clone()),
            (word("run.skill_version"), self.skill_versions.join(", ")),
            (
                word("run.skill_hash"),
                row.skill_hash.chars().take(12).collect(),
            ),
            (word("run.model"), row.model.clone()),
            (word("run.rule_share"), rule_share),
            (word("run.cost"), row.budget.spent.to_string()),
            (word("run.cost_per_row"), per_row),
            (word("run.uncertain"), row.budget.uncertain.to_string()),
        ];
        lines.extend(self.count_lines(&word));
        for people in &self.reviewers {
            let said = word(&format!("said.{}", people.verdict));
            let who = named(&people.reviewer, &word);
            let (first, last) = (
                local_time(people.first, zone),
                local_time(people.last, zone),
            );
            lines.push((
                format!("{said}: {who}"),
                format!("{} ({first} – {last})", people.rows),
            ));
        }
        for sample in &self.samples {
            lines.push((
                format!("{} {}", word("sign.sample"), sample.number),
                sample_line(sample, language),
            ));
        }
        if let Some(counts) = self.opinions {
            lines.push((word("run.opinions"), counts.rows.to_string()));
            lines.push((word("run.opinions_disagree"), counts.disagree.to_string()));
        }
        lines.push((word("sign.program"), format!("Stampmill {}", self.program)));
        lines.push((word("run.id"), row.id.to_string()));
        if self.sign_offs.is_empty() {
            lines.push((word("sign.signed"), word("sign.nobody")));
        }
        for sign in &self.sign_offs {
            lines.push((word("sign.signed"), signed_line(sign, language, zone)));
        }
        lines
    }

    /// What a file says above its rows of who signed; `None` if nobody did.
    pub(crate) fn banner(&self, language: ExportLanguage, zone: &TimeZone) -> Option<String> {
        let signed = signed_line(self.signed()?, language, zone);
        let label = t!("sign.signed", locale = language.as_str());
        Some(format!("{label}: {signed}"))
    }

    /// Every row once: the first number is the sum of the others.
    fn count_lines(&self, word: &impl Fn(&str) -> String) -> Vec<(String, String)> {
        let counts = &self.counts;
        [
            ("run.rows", counts.rows),
            ("run.accepted", counts.accepted),
            ("run.corrected", counts.corrected),
            ("run.rejected", counts.rejected),
            ("run.by_sample", counts.by_sample),
            ("run.failed", counts.failed),
            ("run.unreviewed", counts.unreviewed),
            ("run.left", counts.unfinished),
        ]
        .into_iter()
        .map(|(key, count)| (word(key), count.to_string()))
        .collect()
    }
}

fn named(reviewer: &str, word: &impl Fn(&str) -> String) -> String {
    if reviewer.is_empty() {
        word("sign.unnamed")
    } else {
        reviewer.to_owned()
    }
}

fn signed_line(sign: &SignOff, language: ExportLanguage, zone: &TimeZone) -> String {
    let at = local_time(sign.signed_at, zone);
    let changed = if sign.changed {
        t!("sign.changed", locale = language.as_str()).into_owned()
    } else {
        String::new()
    };
    format!("{}, {at}{changed}", sign.reviewer)
}

fn sample_line(sample: &SampleStanding, language: ExportLanguage) -> String {
    let locale = language.as_str();
    let Some(most) = sample.at_most else {
        return t!(
            "sign.sample_open",
            locale = locale,
            looked = sample.looked,
            drawn = sample.drawn,
            population = sample.population,
            seed = sample.seed
        )
        .into_owned();
    };
    t!(
        "sign.sample_says",
        locale = locale,
        wrong = sample.wrong,
        looked = sample.looked,
        population = sample.population,
        rest = sample.rest,
        at_most = most.wrong,
        share = percent(most.share),
        confidence = percent(sample.confidence),
        accepted = sample.accepted,
        seed = sample.seed
    )
    .into_owned()
}

/// A share in percent with one digit, rounded up so that a bound stays one.
fn percent(share: f64) -> String {
    let tenths = (share * 1000.0 - 1e-9).ceil();
    format!("{}", tenths / 10.0)
}
