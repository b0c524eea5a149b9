//! The words of our own columns and sheets, in the language of whoever asks for the file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mill_domain::{DecidedBy, Outcome, Verdict};

/// Words for the file. The default is English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportWords {
    /// Name of the sheet with the results, at most 31 characters.
    pub results_sheet: String,
    /// Name of the run sheet, at most 31 characters.
    pub run_sheet: String,
    /// Name of the sign-off sheet, at most 31 characters.
    pub sign_off_sheet: String,
    /// Name of the cost sheet, at most 31 characters.
    pub cost_sheet: String,
    /// Name of the sheet of a copy with the rows as they were used, at most 31 characters.
    pub changed_sheet: String,
    /// Cell of a copy: the row was changed before the run; `{sheet}` becomes the name of the sheet that has it.
    pub changed_note: String,
    /// Label in the run sheet of a copy without a header row; `{column}` becomes the column's letters.
    pub column: String,
    /// Put in brackets behind a result's name if an original column has the same.
    pub result: String,
    /// Column: how the row ended.
    pub outcome: String,
    /// Column: who decided.
    pub decided_by: String,
    /// Column: what the checks said.
    pub findings: String,
    /// Column: what a person said.
    pub verdict: String,
    /// Column: what the row cost, in US dollars.
    pub cost_usd: String,
    /// Column and cell: the answer is made up for practice.
    pub practice: String,
    /// Column of a CSV that repeats the banner in each row.
    pub note: String,
    /// Cell: the row has not ended.
    pub waiting: String,
    /// Cell: yes.
    pub yes: String,
    /// Cell: no.
    pub no: String,
    /// Cells for outcomes; the outcome's own word where one is missing.
    pub outcomes: BTreeMap<Outcome, String>,
    /// Cell: decided by a rule.
    pub by_rule: String,
    /// Cell: decided by a model.
    pub by_model: String,
    /// Cell: decided by a person.
    pub by_person: String,
    /// Cell: a person corrected what `{decider}` had decided.
    pub then_corrected: String,
    /// Cell: accepted.
    pub accepted: String,
    /// Cell: corrected.
    pub corrected: String,
    /// Cell: rejected.
    pub rejected: String,
    /// Cell: accepted by sample; `{sample}` becomes the sample's number.
    pub by_sample: String,
}

impl Default for ExportWords {
    fn default() -> Self {
        let word = str::to_owned;
        Self {
            results_sheet: word("Results"),
            run_sheet: word("Run"),
            sign_off_sheet: word("Sign-off"),
            cost_sheet: word("Cost"),
            changed_sheet: word("Changed rows"),
            changed_note: word("changed before the run; as it was used: sheet “{sheet}”"),
            column: word("Column {column}"),
            result: word("result"),
            outcome: word("Outcome"),
            decided_by: word("Decided by"),
            findings: word("Findings"),
            verdict: word("Verdict"),
            cost_usd: word("Cost (USD)"),
            practice: word("practice"),
            note: word("Note"),
            waiting: word("waiting"),
            yes: word("yes"),
            no: word("no"),
            outcomes: Outcome::ALL
                .into_iter()
                .map(|outcome| (outcome, outcome.as_str().replace('_', " ")))
                .collect(),
            by_rule: word("rule"),
            by_model: word("model"),
            by_person: word("person"),
            then_corrected: word("{decider}, corrected by a person"),
            accepted: word("accepted"),
            corrected: word("corrected"),
            rejected: word("rejected"),
            by_sample: word("accepted by sample {sample}"),
        }
    }
}

impl ExportWords {
    pub(super) fn of_outcome(&self, outcome: Outcome) -> &str {
        self.outcomes
            .get(&outcome)
            .map_or(outcome.as_str(), String::as_str)
    }

    pub(super) fn of_decider(&self, decider: DecidedBy) -> &str {
        match decider {
            DecidedBy::Rule => &self.by_rule,
            DecidedBy::Model => &self.by_model,
            DecidedBy::Person => &self.by_person,
        }
    }

    /// Who decided; of a corrected row also that a person did something about it.
    pub(super) fn of_row(&self, decider: DecidedBy, verdict: Option<Verdict>) -> Cow<'_, str> {
        let word = self.of_decider(decider);
        match (decider, verdict) {
            (DecidedBy::Rule | DecidedBy::Model, Some(Verdict::Corrected)) => {
                Cow::Owned(self.then_corrected.replace("{decider}", word))
            }
            _ => Cow::Borrowed(word),
        }
    }

    /// A verdict's word; that of a sample names it.
    pub(super) fn of_verdict(&self, verdict: Verdict, sample: Option<u32>) -> Cow<'_, str> {
        let word = match verdict {
            Verdict::Accepted => &self.accepted,
            Verdict::Corrected => &self.corrected,
            Verdict::Rejected => &self.rejected,
            Verdict::BySample => {
                let sample = sample.map_or_else(String::new, |number| number.to_string());
                return Cow::Owned(self.by_sample.replace("{sample}", &sample));
            }
        };
        Cow::Borrowed(word)
    }
}
