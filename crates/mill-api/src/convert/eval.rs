//! Comparisons of models, for hosts.

use mill_engine::{EVAL_CONFIDENCE, EvalReport};

use crate::view::eval::{EvalItemView, EvalModelView, EvalPairView, EvalView};

impl From<EvalReport> for EvalView {
    fn from(report: EvalReport) -> Self {
        let name = |at: usize| {
            report
                .models
                .get(at)
                .map(|model| model.model.to_string())
                .unwrap_or_default()
        };
        let pairs = report.pairs.iter().map(|pair| EvalPairView {
            best: name(pair.models.0),
            other: name(pair.models.1),
            only_best: pair.paired.only_first,
            only_other: pair.paired.only_second,
            difference: pair.paired.difference,
            low: pair.paired.low,
            high: pair.paired.high,
            apart: pair.paired.tells_apart(),
        });
        let models = report.models.iter().map(|model| EvalModelView {
            model: model.model.to_string(),
            run: model.run.to_string(),
            state: model.state.as_str().to_owned(),
            practice: model.model.is_practice(),
            done: model.done,
            agreed: model.agreed,
            fields_agreed: model.fields.0,
            fields: model.fields.1,
            failed: model.failed,
            by_rule: model.by_rule,
            cost_usd: model.cost.into(),
            wall_ms: model.wall_ms,
        });
        Self {
            cases: report.cases,
            confidence: EVAL_CONFIDENCE,
            over: report.models.iter().all(|model| !model.state.is_open()),
            pairs: pairs.collect(),
            models: models.collect(),
            items: report
                .items
                .into_iter()
                .map(|item| EvalItemView {
                    id: item.id,
                    agreed: item.agreed,
                    differs: item.differs,
                })
                .collect(),
            skill: report.skill.0,
            version: report.skill.1,
        }
    }
}
