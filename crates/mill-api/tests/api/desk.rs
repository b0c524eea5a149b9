//! A host on a data folder of its own, without a key store.

use std::path::PathBuf;
use std::sync::Arc;

use mill_api::{ApiError, Host};
use mill_engine::{Config, Engine, Environment, Secrets, SystemClock};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) struct Desk {
    pub(crate) host: Host,
    pub(crate) folder: TempDir,
}

impl Desk {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let config = Config::new(
            &Environment::default(),
            Some(home),
            Some("en"),
            Some("Europe/Berlin"),
        )
        .unwrap();
        let engine = Engine::open(config, Arc::new(SystemClock), Secrets::session_only())
            .await
            .unwrap();
        engine.make_sample_once("Sample").await.unwrap();
        Self {
            host: Host::over(engine),
            folder,
        }
    }

    pub(crate) async fn call(&self, method: &str, params: Value) -> Value {
        self.host
            .call(method, params)
            .await
            .unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    pub(crate) async fn refused(&self, method: &str, params: Value) -> ApiError {
        self.host.call(method, params).await.expect_err(method)
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The sample job of the first start.
    pub(crate) async fn sample(&self) -> String {
        let jobs = self.call("job/list", json!({})).await;
        jobs[0]["job"].as_str().unwrap().to_owned()
    }

    /// Starts the sample job on its first rows and waits for the end.
    pub(crate) async fn finished_run(&self, rows: u32) -> String {
        let job = self.sample().await;
        let run = self
            .call("run/start", json!({ "job": job, "limit": rows }))
            .await;
        let run = run["run"].as_str().unwrap().to_owned();
        for _ in 0..2_000 {
            let detail = self.call("run/get", json!({ "run": run })).await;
            if detail["run"]["state"] == "finished" {
                return run;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("run {run} did not finish in 20 s");
    }
}
