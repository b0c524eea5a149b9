//! A data folder, a provider that does as it is told, and the command.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use mill_testkit::{Asked, ScriptedServer, Turn};
use serde_json::Value;
use tempfile::TempDir;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An answer that fits the skill card-coding.
pub(crate) const ANSWER: &str =
    r#"{"account":"Food Costs","confidence":"0.9","reason":"A shop for food."}"#;

/// A place to run the command in.
pub(crate) struct Desk {
    pub(crate) folder: TempDir,
    pub(crate) server: Option<ScriptedServer>,
    pub(crate) key: bool,
}

/// How a command ended.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// The one JSON object on standard output.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Desk {
    pub(crate) fn practice() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            server: None,
            key: true,
        }
    }

    pub(crate) async fn with(script: impl Fn(&Asked) -> Turn + Send + Sync + 'static) -> Self {
        let server = ScriptedServer::start(script).await.unwrap();
        Self {
            folder: tempfile::tempdir().unwrap(),
            server: Some(server),
            key: true,
        }
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The command with these words, split at spaces, in the repository's root, alone with its own environment.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stampmill"));
        command
            .args(words.split_whitespace())
            .current_dir(root())
            .env_clear()
            .env("STAMPMILL_HOME", self.folder.path().join("home"))
            .env("HOME", self.folder.path())
            .env("TZ", "Europe/Berlin")
            .env("LANG", "en_GB.UTF-8")
            .stdin(Stdio::null());
        if let Some(server) = &self.server {
            for provider in ["ANTHROPIC", "OPENAI", "GEMINI"] {
                command.env(format!("{provider}_BASE_URL"), server.url());
                if self.key {
                    command.env(format!("{provider}_API_KEY"), "sk-ant-api03-test-wxyz");
                }
            }
        }
        command
    }

    pub(crate) fn run(&self, words: &str) -> Said {
        self.command(words).output().unwrap().into()
    }

    /// The same on a blocking thread, so that the scripted server can answer meanwhile.
    pub(crate) async fn run_asking(&self, words: &str) -> Said {
        let mut command = self.command(words);
        tokio::task::spawn_blocking(move || Said::from(command.output().unwrap()))
            .await
            .unwrap()
    }
}

/// Waits for something that another process brings about.
pub(crate) async fn until(what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "waited 30 s until {what}"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Counts of a run object add up in every direction.
pub(crate) fn adds_up(run: &Value) {
    let count = |path: &str| {
        run.pointer(path)
            .and_then(Value::as_u64)
            .unwrap_or_else(|| panic!("{path}: {run}"))
    };
    let (total, done) = (count("/tasks/total"), count("/tasks/done"));
    assert_eq!(
        total,
        done + count("/tasks/failed") + count("/tasks/waiting"),
        "{run}"
    );
    assert_eq!(
        done,
        count("/done_by/rule") + count("/done_by/model") + count("/done_by/person"),
        "{run}"
    );
    let outcomes = run["outcomes"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum::<u64>();
    assert_eq!(outcomes, done + count("/tasks/failed"), "{run}");
}
