//! `sample`: a few results a person looks at so that they may speak for the rest.

use mill_api::ApiError;
use mill_api::view::sample::{SamplePlanView, SampleView, StratumView};
use mill_domain::RunId;
use mill_engine::{Engine, SampleOrder, SampleStanding};
use rust_i18n::t;

use crate::arguments::SampleFlags;
use crate::exit::Exit;
use crate::{say, session};

pub(crate) async fn sample(engine: &Engine, flags: SampleFlags) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, &flags.run).await?;
    engine.run(run).await?;
    if flags.show {
        show(engine, run, flags.json).await?;
    } else if flags.accept_rest {
        accept_rest(engine, run, flags.json).await?;
    } else {
        let order = SampleOrder {
            tolerable: flags.error,
            confidence: flags.confidence,
            expected: flags.expect,
            scope: flags.of.parse()?,
            seed: flags.seed,
        };
        draw(engine, run, &order, &flags).await?;
    }
    Ok(Exit::Done)
}

async fn draw(
    engine: &Engine,
    run: RunId,
    order: &SampleOrder,
    flags: &SampleFlags,
) -> Result<(), ApiError> {
    if flags.plan {
        let plan = SamplePlanView::from(engine.plan_sample(run, order).await?);
        if flags.json {
            return say::json(&plan);
        }
        say::line(&t!(
            "sample.plan",
            look_at = plan.look_at,
            population = plan.population
        ));
        say_strata(&plan.strata);
        return Ok(());
    }
    let drawn = engine.draw_sample(run, order).await?;
    if flags.json {
        return say::json(&SampleView::from(&drawn));
    }
    say_sample(&drawn);
    Ok(())
}

async fn show(engine: &Engine, run: RunId, json: bool) -> Result<(), ApiError> {
    let samples = engine.samples(run).await?;
    if json {
        let samples: Vec<SampleView> = samples.iter().map(SampleView::from).collect();
        return say::json(&serde_json::json!({ "samples": samples }));
    }
    if samples.is_empty() {
        say::line(&t!("sample.none"));
    }
    for sample in &samples {
        say_sample(sample);
    }
    Ok(())
}

async fn accept_rest(engine: &Engine, run: RunId, json: bool) -> Result<(), ApiError> {
    let latest = engine.samples(run).await?.pop();
    let Some(latest) = latest else {
        return Err(ApiError::new("sample_none", t!("sample.none")));
    };
    let tasks = engine.accept_rest(run, latest.number).await?;
    if json {
        let now = engine.sample(run, latest.number).await?;
        let tasks: Vec<u32> = tasks.iter().map(|task| task.0).collect();
        return say::json(
            &serde_json::json!({ "accepted": tasks, "sample": SampleView::from(&now) }),
        );
    }
    say::line(&t!(
        "sample.accepted",
        count = tasks.len(),
        sample = latest.number
    ));
    Ok(())
}

fn say_sample(sample: &SampleStanding) {
    say::line(&t!(
        "sample.drawn",
        sample = sample.number,
        drawn = sample.drawn,
        population = sample.population,
        seed = sample.seed
    ));
    let rows: Vec<String> = sample.tasks.iter().map(ToString::to_string).collect();
    say::line(&rows.join(" "));
    let statement = sample.at_most.map_or_else(
        || t!("sample.open", looked = sample.looked, drawn = sample.drawn),
        |most| {
            t!(
                "sample.says",
                wrong = sample.wrong,
                looked = sample.looked,
                at_most = most.wrong,
                rest = sample.rest,
                share = percent(most.share),
                confidence = percent(sample.confidence)
            )
        },
    );
    say::line(&statement);
    let uncovered = &sample.uncovered;
    if uncovered.failed + uncovered.waiting + uncovered.others + sample.changed > 0 {
        say::line(&t!(
            "sample.uncovered",
            failed = uncovered.failed,
            waiting = uncovered.waiting,
            others = uncovered.others,
            changed = sample.changed
        ));
    }
    let strata: Vec<StratumView> = sample.strata.iter().map(StratumView::from).collect();
    say_strata(&strata);
}

fn say_strata(strata: &[StratumView]) {
    for stratum in strata {
        let any = "*".to_owned();
        say::line(&format!(
            "{:>7} {:>5} {:>5} {:>5}  {} · {} · {}",
            stratum.size,
            stratum.drawn,
            stratum.looked,
            stratum.wrong,
            stratum.by,
            stratum.value.as_ref().unwrap_or(&any),
            stratum.band.as_ref().unwrap_or(&any),
        ));
    }
}

/// A share in percent with one digit, rounded up so that a bound stays one.
fn percent(share: f64) -> String {
    let tenths = (share * 1000.0 - 1e-9).ceil();
    format!("{}", tenths / 10.0)
}
