//! Second opinions: what asking for them takes, what they say, and how far they agree.

use mill_engine::{FieldOpinion, Opinion, OpinionAgreement, Says, VerificationReport};
use serde::Serialize;
use ts_rs::TS;

use super::job::EstimateView;
use super::money::Money;

/// What asking for a second opinion would take.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OpinionPlanView {
    /// Results it would ask about.
    pub rows: u64,
    /// Results it could ask about; more than it does only for a sample.
    pub population: u64,
    /// All questions together.
    pub estimate: EstimateView,
}

/// A run that asked for second opinions, and what came of it so far.
#[derive(Debug, Clone, Serialize, TS)]
pub struct VerificationView {
    /// Its id.
    pub run: String,
    /// The run it is about.
    pub of_run: String,
    /// What people call it, with its number.
    pub name: String,
    /// `running`, `paused`, `finished`, `cancelled` or `failed`.
    pub state: String,
    /// `answer` or `check`.
    pub kind: String,
    /// Who is asked, `provider/model`; verifier 1 first.
    pub models: Vec<String>,
    /// True if no model was called.
    pub practice: bool,
    /// `all`, `unjudged`, `by_model`, `findings` or `sample`.
    pub rows_of: String,
    /// Results it could ask about.
    pub population: u64,
    /// What a sample was drawn with, a whole number of 64 bits as text; none: no sample.
    pub seed: Option<String>,
    /// Results it asks about.
    pub rows: u64,
    /// Questions: one a result and verifier.
    pub questions: u64,
    /// Questions that were answered.
    pub answered: u64,
    /// Questions that ended without an answer.
    pub failed: u64,
    /// Results with at least one opinion that compares something.
    pub with_opinion: u64,
    /// Of them, those on which at least one disagrees.
    pub disagree: u64,
    /// What it cost so far, uncertain calls included.
    pub cost_usd: Money,
    /// Agreement field by field, in the skill's order.
    pub agreement: Vec<AgreementView>,
}

/// How far verifiers agree with the results in one field.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AgreementView {
    /// The output's name.
    pub field: String,
    /// Its label.
    pub label: String,
    /// Why it is not compared: `confidence`, `free_text` or `records`; none: it is.
    pub not_compared: Option<String>,
    /// Rows on which every verifier has an opinion.
    pub compared: u64,
    /// Those on which all agree with the result.
    pub agreed: u64,
    /// The lower end of the share of all results, 0 to 1, at 95 %; none unless the rows are a whole random sample.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// Agreement beyond chance, 1 at most; none where it would mean nothing.
    pub kappa: Option<f64>,
    /// Why there is no kappa: `not_categories`, `few_rows`, `one_category` or `one_check`; none: there is.
    pub no_kappa: Option<String>,
}

/// What a verifier said of a result.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OpinionView {
    /// The run that asked.
    pub run: String,
    /// Its task: where the exchange can be read.
    pub task: u32,
    /// From 1.
    pub verifier: u32,
    /// Who, `provider/model`.
    pub model: String,
    /// True if no model was called.
    pub practice: bool,
    /// `answer` or `check`.
    pub kind: String,
    /// Where the question is: `waiting`, `at_work`, `done`, or why there is no answer.
    pub state: String,
    /// When it was answered, milliseconds since 1970 UTC; none: not yet.
    pub at: Option<i64>,
    /// The reason given for the answer as a whole; empty if there is none.
    pub why: String,
    /// In the order of the run's outputs; empty unless it is done.
    pub fields: Vec<FieldOpinionView>,
}

/// What a verifier said of one field.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FieldOpinionView {
    /// The output's name.
    pub field: String,
    /// Its label.
    pub label: String,
    /// `agrees`, `disagrees` or `not_compared`.
    pub says: String,
    /// Why it is not compared: `confidence`, `free_text`, `records` or `left_open`; none: it is.
    pub not_compared: Option<String>,
    /// What the verifier holds right; empty if it did not say.
    pub value: String,
    /// Why; empty if it did not say.
    pub why: String,
    /// The words of the source it relies on; empty if it quoted none.
    pub quote: String,
}

impl From<&VerificationReport> for VerificationView {
    fn from(report: &VerificationReport) -> Self {
        let (questions, answered, failed) = report.questions;
        Self {
            run: report.asked.run.to_string(),
            of_run: report.asked.of_run.to_string(),
            name: report.name.clone(),
            state: report.state.as_str().to_owned(),
            kind: report.kind.as_str().to_owned(),
            models: report.asked.models.clone(),
            practice: report.practice,
            rows_of: report.asked.rows.clone(),
            population: report.asked.population,
            seed: report.asked.seed.map(|seed| seed.to_string()),
            rows: report.rows,
            questions,
            answered,
            failed,
            with_opinion: report.counts.rows,
            disagree: report.counts.disagree,
            cost_usd: report.cost.into(),
            agreement: report.fields.iter().map(AgreementView::from).collect(),
        }
    }
}

impl From<&OpinionAgreement> for AgreementView {
    fn from(found: &OpinionAgreement) -> Self {
        let (low, high) = found.between.unzip();
        Self {
            field: found.field.to_string(),
            label: found.label.clone(),
            not_compared: found.not_compared.map(|why| why.as_str().to_owned()),
            compared: found.compared,
            agreed: found.agreed,
            low,
            high,
            kappa: found.kappa.ok(),
            no_kappa: found.kappa.err().map(|why| why.as_str().to_owned()),
        }
    }
}

impl From<&Opinion> for OpinionView {
    fn from(opinion: &Opinion) -> Self {
        Self {
            run: opinion.run.to_string(),
            task: opinion.task.0,
            verifier: opinion.verifier,
            practice: opinion.model.starts_with("practice/"),
            model: opinion.model.clone(),
            kind: opinion.kind.as_str().to_owned(),
            state: opinion.state.as_str().to_owned(),
            at: opinion.at.map(mill_domain::Timestamp::as_millis),
            why: opinion.why.clone(),
            fields: opinion.fields.iter().map(FieldOpinionView::from).collect(),
        }
    }
}

impl From<&FieldOpinion> for FieldOpinionView {
    fn from(opinion: &FieldOpinion) -> Self {
        let (says, not_compared) = match opinion.says {
            Says::Agrees => ("agrees", None),
            Says::Disagrees => ("disagrees", None),
            Says::NotCompared(why) => ("not_compared", Some(why.as_str().to_owned())),
        };
        Self {
            field: opinion.field.to_string(),
            label: opinion.label.clone(),
            says: says.to_owned(),
            not_compared,
            value: opinion.value.clone(),
            why: opinion.why.clone(),
            quote: opinion.quote.clone(),
        }
    }
}
