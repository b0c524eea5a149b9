//! The program as a browser meets it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use reqwest::{Client, StatusCode, Url};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A running server with an empty data folder; it ends with the test.
struct Running {
    url: Url,
    client: Client,
    /// Its standard input is the leash.
    process: Child,
    _home: TempDir,
}

impl Running {
    fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let dist = home.path().join("dist");
        std::fs::create_dir(&dist).unwrap();
        std::fs::write(
            dist.join("index.html"),
            "<!doctype html><title>Stampmill</title>",
        )
        .unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_mill-devserver"))
            .args(["--end-with-stdin", "--home"])
            .arg(home.path().join("data"))
            .arg("--dist")
            .arg(&dist)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap();
        let url = Url::parse(ready["url"].as_str().unwrap()).unwrap();
        Self {
            url,
            client: Client::new(),
            process,
            _home: home,
        }
    }

    /// An address of the contract, with the token and `query`.
    fn at(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.url.clone();
        url.set_path(path);
        url.query_pairs_mut().extend_pairs(query);
        url
    }

    async fn call(&self, method: &str, params: Value) -> (StatusCode, Value) {
        let url = self.at(&format!("/call/{method}"), &[]);
        let response = self
            .client
            .post(url)
            .body(params.to_string())
            .header("content-type", "application/json");
        let response = response.send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        self.process.wait().unwrap();
    }
}

#[tokio::test]
async fn a_method_answers_and_a_refusal_says_why() {
    let server = Running::start();
    let (status, info) = server.call("app/info", json!({})).await;
    assert_eq!(
        (status, info["version"].as_str()),
        (StatusCode::OK, Some(env!("CARGO_PKG_VERSION")))
    );
    let (status, error) = server.call("app/nothing", json!({})).await;
    assert_eq!(
        (status, error["code"].as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, Some("unknown_method"))
    );
}

#[tokio::test]
async fn nobody_comes_in_without_the_token_or_under_another_name() {
    let server = Running::start();
    let status = async |request: reqwest::RequestBuilder| request.send().await.unwrap().status();
    let mut without = server.at("/events", &[]);
    without.set_query(None);
    assert_eq!(
        status(server.client.get(without.clone())).await,
        StatusCode::FORBIDDEN
    );
    without.set_query(Some("token=guessed"));
    assert_eq!(
        status(server.client.get(without)).await,
        StatusCode::FORBIDDEN
    );
    let pages = || server.client.get(server.url.clone());
    assert_eq!(status(pages()).await, StatusCode::OK);
    assert_eq!(
        status(pages().header("host", "rebound.example")).await,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        status(pages().header("origin", "https://example.org")).await,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn the_pages_come_with_their_content_rules_on_every_address() {
    let server = Running::start();
    for path in ["/", "/runs/5"] {
        let page = server
            .client
            .get(server.at(path, &[]))
            .send()
            .await
            .unwrap();
        let rules = page.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(rules.starts_with("default-src 'self'"), "{rules}");
        assert!(page.text().await.unwrap().contains("Stampmill"));
    }
}

#[tokio::test]
async fn a_file_goes_in_as_a_grant_and_never_outside_the_servers_folder() {
    let server = Running::start();
    let upload = server.at("/upload", &[("name", "../../lines.csv")]);
    let grant: Value = server
        .client
        .post(upload)
        .body("Creditor,Value\nTESCO,12.50\n")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(grant["name"], "lines.csv");
    let (status, preview) = server
        .call("table/preview", json!({ "grant": grant["grant"] }))
        .await;
    assert_eq!(status, StatusCode::OK, "{preview}");
    assert!(preview.to_string().contains("TESCO"), "{preview}");
    let unnamed = server
        .client
        .post(server.at("/upload", &[("name", "..")]))
        .send()
        .await
        .unwrap();
    assert_eq!(unnamed.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_download_needs_a_grant_of_this_server_and_a_written_file() {
    let server = Running::start();
    let unknown = server
        .client
        .get(server.at("/download/0", &[]))
        .send()
        .await
        .unwrap();
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    let save = server.at("/save", &[("name", "march.xlsx")]);
    let grant: Value = server
        .client
        .post(save)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(grant["name"], "march.xlsx");
    let path = format!("/download/{}", grant["grant"].as_str().unwrap());
    let unwritten = server
        .client
        .get(server.at(&path, &[]))
        .send()
        .await
        .unwrap();
    assert_eq!(unwritten.status(), StatusCode::NOT_FOUND);
}
