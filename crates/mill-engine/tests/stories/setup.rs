//! A mill in a temporary folder, a provider that does as it is told, and few words to say what happens.

mod job;
mod skill;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mill_domain::{Prices, RunId, TokenPrices, Usage, Usd, UsdPerToken};
use mill_engine::{Clock, Config, CostBy, Engine, Environment, NewPrice, SystemClock};
use mill_secrets::Secrets;
use mill_testkit::{Asked, ScriptedServer, ServerOptions, Turn};
use serde_json::json;
use tempfile::TempDir;

pub(crate) use job::{Job, Run, ended, told};
pub(crate) use skill::{FILES, Files, LINES, skill_of, with_rules, wordy};

pub(crate) const ANTHROPIC: &str = "anthropic/claude-story";
pub(crate) const OPENAI: &str = "openai/gpt-story";
pub(crate) const CUSTOM: &str = "custom/house";

/// A key that every scripted server accepts unless a story says otherwise.
pub(crate) const KEY: &str = "sk-story-0123456789";

/// Input, output, cache read and cache write, USD per million tokens.
pub(crate) const USUAL: [&str; 4] = ["3", "15", "0.3", "3.75"];

/// Only output costs: with 1,000 tokens a call can cost up to 0.30, and 300 tokens really cost 0.09.
pub(crate) const DEAR: [&str; 4] = ["0", "300", "0", "0"];

/// An engine on a folder of its own and the provider it talks to.
pub(crate) struct Mill {
    pub(crate) engine: Engine,
    pub(crate) server: ScriptedServer,
    folder: Arc<TempDir>,
}

impl Mill {
    /// Usual prices, every key accepted.
    pub(crate) async fn with(script: impl Fn(&Asked) -> Turn + Send + Sync + 'static) -> Self {
        Self::priced(USUAL, ServerOptions::default(), script).await
    }

    /// Calls that can cost 0.30.
    pub(crate) async fn dear(script: impl Fn(&Asked) -> Turn + Send + Sync + 'static) -> Self {
        Self::priced(DEAR, ServerOptions::default(), script).await
    }

    pub(crate) async fn priced(
        price: [&str; 4],
        options: ServerOptions,
        script: impl Fn(&Asked) -> Turn + Send + Sync + 'static,
    ) -> Self {
        let options = ServerOptions {
            default_price: Some(prices(price)),
            ..options
        };
        let server = ScriptedServer::with_options(options, script).await.unwrap();
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let engine = open(&folder, &server.url()).await;
        for model in [ANTHROPIC, OPENAI, CUSTOM] {
            let [input, output, read, write] = price.map(str::to_owned);
            let price = NewPrice {
                model: model.to_owned(),
                input,
                output,
                cache_read: Some(read),
                cache_write: Some(write),
                from: Some("2020-01-01".to_owned()),
                confirmed: true,
            };
            engine.set_price(price).await.unwrap();
        }
        Self {
            engine,
            server,
            folder,
        }
    }

    /// Another window or command on the same data folder.
    pub(crate) async fn second_engine(&self) -> Engine {
        open(&self.folder, &self.server.url()).await
    }

    /// What another process needs to open the same data folder.
    pub(crate) fn config(&self) -> Config {
        config(&self.folder, &self.server.url())
    }

    /// Closes the engine and opens it again.
    pub(crate) async fn reopen(mut self) -> Self {
        self.engine.close().await;
        self.engine = self.second_engine().await;
        self
    }

    /// Opens the engine again with another clock.
    pub(crate) async fn at(mut self, clock: Arc<dyn Clock>) -> Self {
        self.engine.close().await;
        self.engine = open_at(&self.folder, &self.server.url(), clock).await;
        self
    }

    /// A path in the mill's folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file in the mill's folder.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Waits until the provider has seen so many requests.
    pub(crate) async fn requests_reach(&self, count: u64) {
        until(|| self.server.bill().requests >= count).await;
    }

    /// Every sum says the same, and it is what the provider billed, to the pico-dollar.
    pub(crate) async fn books_agree_with_the_bill(&self, runs: &[RunId]) {
        let bill = self.server.settled_bill().await;
        assert_eq!(self.books(runs).await, (bill.cost, Usd::ZERO, bill.usage));
    }

    /// Spent, uncertain and usage, after all sums were compared with each other.
    pub(crate) async fn books(&self, runs: &[RunId]) -> (Usd, Usd, Usage) {
        let (mut spent, mut uncertain, mut usage) = (Usd::ZERO, Usd::ZERO, Usage::default());
        for run in runs {
            let summary = self.engine.run(*run).await.unwrap();
            let budget = summary.row.budget;
            assert_eq!(budget.reserved, Usd::ZERO, "nothing is in flight any more");
            let (_, rows) = self
                .engine
                .task_page(*run, mill_engine_filter(), "", 0, 10_000)
                .await
                .unwrap();
            let by_row: Usd = rows.iter().map(|row| row.cost).sum();
            assert_eq!(
                by_row,
                budget.spent + budget.uncertain,
                "rows add up to the run"
            );
            spent += budget.spent;
            uncertain += budget.uncertain;
            usage += summary.usage;
        }
        let month = self.engine.month_name();
        let totals = self.engine.month_totals(&month).await.unwrap();
        assert_eq!(
            (totals.spent, totals.uncertain),
            (spent, uncertain),
            "runs add up to the month"
        );
        for by in [
            CostBy::Day,
            CostBy::Skill,
            CostBy::Model,
            CostBy::Job,
            CostBy::Run,
        ] {
            let costs = self.engine.costs(by, Some(&month)).await.unwrap();
            assert_eq!(costs.total, spent + uncertain, "costs by {by:?}");
        }
        (spent, uncertain, usage)
    }
}

const fn mill_engine_filter() -> mill_store::RowFilter {
    mill_store::RowFilter::All
}

fn config(folder: &TempDir, url: &str) -> Config {
    let environment = Environment::of_pairs([
        ("ANTHROPIC_BASE_URL", url),
        ("OPENAI_BASE_URL", url),
        ("ANTHROPIC_API_KEY", KEY),
        ("OPENAI_API_KEY", KEY),
    ]);
    let home = folder.path().join("home");
    Config::new(&environment, Some(home), Some("en"), Some("UTC")).unwrap()
}

async fn open(folder: &TempDir, url: &str) -> Engine {
    open_at(folder, url, Arc::new(SystemClock)).await
}

async fn open_at(folder: &TempDir, url: &str, clock: Arc<dyn Clock>) -> Engine {
    let secrets = Secrets::session_only();
    Engine::open(config(folder, url), clock, secrets)
        .await
        .unwrap()
}

pub(crate) fn prices([input, output, read, write]: [&str; 4]) -> Prices {
    let price = |text: &str| UsdPerToken::from_usd_per_million(text).unwrap();
    Prices {
        base: TokenPrices {
            input: price(input),
            output: price(output),
            cache_read: Some(price(read)),
            cache_write_short: Some(price(write)),
            cache_write_long: Some(price(write)),
        },
        long_context: None,
        web_search: Usd::ZERO,
    }
}

/// Waits for something that comes by itself, at most twenty seconds.
pub(crate) async fn until(mut is_so: impl FnMut() -> bool) {
    for _ in 0..2_000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen in twenty seconds");
}

pub(crate) fn usd(text: &str) -> Usd {
    text.parse().unwrap()
}

/// A good answer of the skill [`LINES`].
pub(crate) fn coded(account: &str) -> Turn {
    let answer = json!({"account": account, "confidence": 0.9, "reason": "as the name says"});
    Turn::answer(answer.to_string())
}

/// A good answer that used 100 tokens in and 300 out.
pub(crate) fn coded_at_nine_cents() -> Turn {
    coded("Food").with_usage(Usage {
        input_tokens: 100,
        output_tokens: 300,
        ..Usage::default()
    })
}

/// The text of the row a request is about; "" for a repair.
pub(crate) fn row_text(asked: &Asked) -> String {
    let line = asked
        .user
        .lines()
        .find_map(|line| line.strip_prefix("Text: "));
    line.unwrap_or_default().to_owned()
}
