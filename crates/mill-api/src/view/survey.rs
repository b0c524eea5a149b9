//! A run at a glance, for reviewing many rows at once.

use mill_engine::{RiskReason, Survey};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::run::{TaskFilter, TaskRow};

/// Which rows of a run to look at.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
pub struct ReviewFilter {
    /// Which rows there are at all.
    #[serde(default)]
    pub show: TaskFilter,
    /// Text a row must contain in a cell or result, case aside; empty: any.
    #[serde(default)]
    pub search: String,
    /// What is picked of the facets; a row must fit all of them.
    #[serde(default)]
    pub picks: Vec<FacetPick>,
}

/// What is picked of one facet; a row must have one of the values.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FacetPick {
    /// The facet's id.
    pub facet: String,
    /// Values; empty: any.
    pub values: Vec<String>,
}

/// The order rows come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReviewOrder {
    /// As in the file.
    #[default]
    File,
    /// What should be looked at first, first.
    Risk,
}

/// A row with what review knows of it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReviewRow {
    /// The task as listed.
    #[serde(flatten)]
    pub task: TaskRow,
    /// How much it should be looked at first; 0: nothing speaks against it.
    pub risk: u32,
    /// Why, gravest first.
    pub reasons: Vec<RiskReasonView>,
    /// The number of the agent that made it, as the run's screen shows it; `none` where no agent of the pool asked a model,
    /// `unknown` where it is not known which one did.
    pub agent: String,
    /// True if a person flagged it.
    pub flagged: bool,
    /// What to remember about it; empty without a flag, or for one without words.
    pub flag_note: String,
    /// Outputs as text before a person corrected them, in the order of the run's `outputs`; none if nobody did.
    pub before: Option<Vec<String>>,
}

/// Why a row should be looked at.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RiskReasonView {
    /// `unfilled`, `disagreement`, `finding`, `unsure`, `large` or `first_seen`.
    pub kind: String,
    /// `finding`: how many. `unsure`: the confidence in percent. `large`: among this many percent. 0 otherwise.
    pub number: f64,
    /// `finding`: the gravest one's message. `first_seen`: what was not seen before. Empty otherwise.
    pub text: String,
    /// `first_seen`: the field's label. Empty otherwise.
    pub label: String,
}

impl From<&RiskReason> for RiskReasonView {
    fn from(reason: &RiskReason) -> Self {
        let (kind, number, text, label) = match reason {
            RiskReason::Unfilled => ("unfilled", 0.0, "", ""),
            RiskReason::Disagreement => ("disagreement", 0.0, "", ""),
            RiskReason::Finding { count, message } => {
                ("finding", f64::from(*count), message.as_str(), "")
            }
            RiskReason::Unsure { .. } => ("unsure", reason.percent().unwrap_or_default(), "", ""),
            RiskReason::Large { percent } => ("large", f64::from(*percent), "", ""),
            RiskReason::FirstSeen { label, value } => {
                ("first_seen", 0.0, value.as_str(), label.as_str())
            }
        };
        Self {
            kind: kind.to_owned(),
            number,
            text: text.to_owned(),
            label: label.to_owned(),
        }
    }
}

/// A page of rows to review.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReviewPage {
    /// All rows that match.
    pub total: u64,
    /// Those asked for.
    pub rows: Vec<ReviewRow>,
}

/// A run at a glance.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SurveyView {
    /// Rows that match.
    pub total: u64,
    /// Those of them without a verdict.
    pub open: u64,
    /// What can be picked, with counts.
    pub facets: Vec<FacetView>,
    /// Labels of the outputs whose values make two results equal.
    pub group_by: Vec<String>,
    /// The largest groups of equal results.
    pub groups: Vec<GroupView>,
    /// How many groups there are.
    pub groups_total: u64,
    /// What accepting all of it would cover.
    pub accept: AcceptPreview,
}

/// A facet and its values.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FacetView {
    /// Its id.
    pub id: String,
    /// `outcome`, `by`, `rule`, `model`, `agent`, `finding`, `opinion`, `confidence`, `amount`, `verdict`, `flag` or `output`.
    pub kind: String,
    /// The label of the field it comes from; empty where the kind says all.
    pub label: String,
    /// Values with how many rows have them, given what is picked of the other facets.
    pub values: Vec<FacetValue>,
}

/// A value of a facet.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FacetValue {
    /// The value; bands as `10-100`, the last one as `100000-`.
    pub value: String,
    /// Rows.
    pub count: u64,
}

/// Results that say the same.
#[derive(Debug, Clone, Serialize, TS)]
pub struct GroupView {
    /// What picks exactly these rows.
    pub picks: Vec<FacetPick>,
    /// The texts they share, in the order of `group_by`.
    pub shown: Vec<String>,
    /// Rows.
    pub total: u64,
    /// Rows without a verdict.
    pub open: u64,
    /// Rows a rule decided.
    pub by_rule: u64,
    /// Rows something speaks against.
    pub risky: u64,
}

/// What accepting all that match would cover.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AcceptPreview {
    /// Rows that would be accepted.
    pub rows: u64,
    /// Of them, decided by a rule.
    pub by_rule: u64,
    /// Of them, decided by a model.
    pub by_model: u64,
    /// Of them, with a finding.
    pub with_findings: u64,
    /// Of them, with low confidence.
    pub unsure: u64,
    /// Of them, flagged.
    pub flagged: u64,
    /// Rows that match and lack a required value: they stay open.
    pub unfilled: u64,
}

impl From<Survey> for SurveyView {
    fn from(survey: Survey) -> Self {
        let facets = survey.facets.into_iter().map(|facet| FacetView {
            id: facet.id,
            kind: facet.kind.as_str().to_owned(),
            label: facet.label,
            values: facet
                .values
                .into_iter()
                .map(|(value, count)| FacetValue { value, count })
                .collect(),
        });
        let groups = survey.groups.into_iter().map(|group| GroupView {
            picks: group.picks.into_iter().map(FacetPick::from).collect(),
            shown: group.shown,
            total: group.total,
            open: group.open,
            by_rule: group.by_rule,
            risky: group.risky,
        });
        let accept = survey.preview;
        Self {
            total: survey.total,
            open: survey.open,
            facets: facets.collect(),
            group_by: survey.group_by,
            groups: groups.collect(),
            groups_total: survey.groups_total,
            accept: AcceptPreview {
                rows: accept.rows,
                by_rule: accept.by_rule,
                by_model: accept.by_model,
                with_findings: accept.with_findings,
                unsure: accept.unsure,
                flagged: accept.flagged,
                unfilled: accept.unfilled,
            },
        }
    }
}

impl From<mill_engine::FacetPick> for FacetPick {
    fn from(pick: mill_engine::FacetPick) -> Self {
        Self {
            facet: pick.facet,
            values: pick.values,
        }
    }
}

impl From<FacetPick> for mill_engine::FacetPick {
    fn from(pick: FacetPick) -> Self {
        Self {
            facet: pick.facet,
            values: pick.values,
        }
    }
}
