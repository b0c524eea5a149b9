//! Company networks: a root certificate of their own, proxies, proxy scripts. Each question is asked in a process of its
//! own, because certificates and proxies are read from the environment, as the program reads them.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use mill_llm::retry::{RetryEvent, RetryPolicy, with_retries};
use mill_llm::{End, Pace};
use mill_testkit::{Authority, ScriptedProxy, ScriptedServer, TlsDoor, Turn};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::support::{provider_at, request};

/// Where the process of its own finds the address to ask.
const ADDRESS: &str = "STAMPMILL_TEST_ADDRESS";

/// A name that is not this machine; only a proxy of these tests can lead there.
const HOST: &str = "models.stampmill.invalid";

const NAMES: [&str; 3] = ["127.0.0.1", "localhost", HOST];

/// Asks a model at the address in the environment and prints how it ended.
#[tokio::test]
#[ignore = "run by the tests beside it, in a process of its own"]
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "its arguments are in the environment, and it answers by what it prints"
)]
async fn the_question_in_a_process_of_its_own() {
    let address = std::env::var(ADDRESS).unwrap();
    let model = "custom/llama";
    let call = provider_at(model, &address)
        .complete(&request(model), &CancellationToken::new(), &|_| {})
        .await;
    let said = match call.end {
        End::Answer { text } => text,
        End::Failed(error) => error.to_string(),
        other => format!("{other:?}"),
    };
    println!("\nSAID {said}");
}

/// How a question ended that was asked with these variables, and no other proxy or store of certificates.
async fn said(address: &str, variables: &[(&str, &str)]) -> String {
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap());
    child.args([
        "--exact",
        "network::the_question_in_a_process_of_its_own",
        "--ignored",
        "--nocapture",
    ]);
    for name in [
        "HTTPS_PROXY",
        "https_proxy",
        "HTTP_PROXY",
        "http_proxy",
        "ALL_PROXY",
        "all_proxy",
        "NO_PROXY",
        "no_proxy",
        "auto_proxy",
        "SSL_CERT_FILE",
        "SSL_CERT_DIR",
    ] {
        child.env_remove(name);
    }
    // No settings of this computer, unless the test brings some.
    child.env("PATH", "/nonexistent").env(ADDRESS, address);
    child.envs(variables.iter().copied()).stdin(Stdio::null());
    let output = child.output().await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("SAID "));
    line.unwrap_or_else(|| panic!("{text}\n{}", String::from_utf8_lossy(&output.stderr)))
        .to_owned()
}

async fn server() -> ScriptedServer {
    ScriptedServer::start(|_| Turn::answer("heard"))
        .await
        .unwrap()
}

/// A store of certificates that holds this one alone.
fn store_of(folder: &TempDir, authority: &Authority) -> String {
    let path = folder.path().join("store.pem");
    std::fs::write(&path, authority.pem()).unwrap();
    path.display().to_string()
}

#[tokio::test]
async fn a_private_root_in_the_system_s_store_is_trusted() {
    let (server, folder) = (server().await, tempfile::tempdir().unwrap());
    let root = Authority::root("Acme Root").unwrap();
    let office = root.under("Acme Inspection").unwrap();
    for signer in [&root, &office] {
        let door = TlsDoor::before(server.port(), signer, &NAMES)
            .await
            .unwrap();
        let address = format!("https://127.0.0.1:{}", door.port());
        let store = store_of(&folder, &root);
        assert_eq!(said(&address, &[("SSL_CERT_FILE", &store)]).await, "heard");
    }
}

#[tokio::test]
async fn a_certificate_of_an_unknown_root_names_its_issuer_and_how_it_can_help() {
    let (server, folder) = (server().await, tempfile::tempdir().unwrap());
    let root = Authority::root("Acme `Root`").unwrap();
    let office = root.under("Acme Inspection").unwrap();
    let other = store_of(&folder, &Authority::root("Somebody else").unwrap());
    for (signer, issuer) in [(&root, "Acme 'Root'"), (&office, "Acme Inspection")] {
        let door = TlsDoor::before(server.port(), signer, &NAMES)
            .await
            .unwrap();
        let address = format!("https://127.0.0.1:{}", door.port());
        let said = said(&address, &[("SSL_CERT_FILE", &other)]).await;
        assert_eq!(
            said,
            format!(
                "cannot reach custom at {address}: its certificate is signed by `{issuer}`, which this computer does not trust. Where a company looks into connections, its IT can add the root certificate of `Acme 'Root'` to the certificates of the system; start Stampmill again afterwards"
            )
        );
    }
    assert_eq!(server.bill().requests, 0, "nothing was asked there");
}

/// A bare machine has no certificates at all: models of its own work, and what is secured says what is missing.
#[tokio::test]
async fn without_a_store_only_secured_addresses_are_refused_and_say_what_is_missing() {
    let server = server().await;
    let root = Authority::root("Acme Root").unwrap();
    let door = TlsDoor::before(server.port(), &root, &NAMES).await.unwrap();
    let bare = [
        ("SSL_CERT_FILE", "/dev/null"),
        ("SSL_CERT_DIR", "/nonexistent"),
    ];
    let plain = format!("http://127.0.0.1:{}", server.port());
    assert_eq!(said(&plain, &bare).await, "heard");
    let secured = said(&format!("https://127.0.0.1:{}", door.port()), &bare).await;
    assert!(
        secured.contains("this computer has no certificates to check it with (")
            && secured.contains("the package ca-certificates brings them"),
        "{secured}"
    );
}

#[tokio::test]
async fn a_proxy_of_the_environment_is_used_and_one_that_wants_a_login_says_so() {
    let (server, folder) = (server().await, tempfile::tempdir().unwrap());
    let root = Authority::root("Acme Root").unwrap();
    let door = TlsDoor::before(server.port(), &root, &NAMES).await.unwrap();
    let store = store_of(&folder, &root);
    let address = format!("https://{HOST}");
    for login in [false, true] {
        let proxy = ScriptedProxy::start(door.port(), login).await.unwrap();
        let plain = [
            ("HTTPS_PROXY", proxy.url()),
            ("SSL_CERT_FILE", store.clone()),
        ];
        let asked = async |variables: &[(&str, String)]| {
            let variables = variables
                .iter()
                .map(|(name, value)| (*name, value.as_str()));
            said(&address, &variables.collect::<Vec<_>>()).await
        };
        let first = asked(&plain).await;
        if login {
            assert_eq!(
                first,
                format!(
                    "cannot reach custom at {address}: the proxy asks for a login (407). Your IT can tell you an address with name and password, such as http://NAME:PASSWORD@proxy.example.com:8080; set it as HTTPS_PROXY"
                )
            );
            let with_login = proxy.url().replace("http://", "http://me:secret@");
            let known = [("HTTPS_PROXY", with_login), plain[1].clone()];
            assert_eq!(asked(&known).await, "heard");
        } else {
            assert_eq!(first, "heard");
        }
        assert_eq!(proxy.seen()[0], format!("CONNECT {HOST}:443 HTTP/1.1"));
    }
}

/// A plain address asks the proxy itself, whose refusal is a reply.
#[tokio::test]
async fn a_proxy_for_plain_addresses_may_want_a_login_too() {
    let server = server().await;
    for (login, expected) in [(false, "heard"), (true, "the proxy asks for a login (407)")] {
        let proxy = ScriptedProxy::start(server.port(), login).await.unwrap();
        let said = said(&format!("http://{HOST}"), &[("HTTP_PROXY", &proxy.url())]).await;
        assert!(said.contains(expected), "{said}");
        assert!(
            proxy.seen()[0].starts_with(&format!("POST http://{HOST}/v1/chat")),
            "{:?}",
            proxy.seen()
        );
    }
}

#[tokio::test]
async fn a_server_on_this_machine_is_never_asked_through_a_proxy() {
    let server = server().await;
    let proxy = ScriptedProxy::start(1, false).await.unwrap();
    for past in ["localhost,127.0.0.1", ""] {
        for host in ["localhost", "127.0.0.1"] {
            let address = format!("http://{host}:{}", server.port());
            let (url, all) = (proxy.url(), proxy.url());
            let variables = [
                ("HTTP_PROXY", url.as_str()),
                ("ALL_PROXY", &all),
                ("NO_PROXY", past),
            ];
            assert_eq!(
                said(&address, &variables).await,
                "heard",
                "{host} past `{past}`"
            );
        }
    }
    assert_eq!(proxy.seen(), [""; 0]);
}

/// `gsettings` as a desktop answers it.
fn desktop(folder: &Path, lines: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("gsettings");
    let lines: Vec<String> = lines
        .lines()
        .map(|line| format!("org.gnome.system.proxy{line}"))
        .collect();
    let script = format!("#!/bin/sh\n/bin/cat <<'END'\n{}\nEND\n", lines.join("\n"));
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    folder.display().to_string()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_proxy_of_the_desktop_s_settings_is_used_where_the_environment_names_none() {
    let (server, folder) = (server().await, tempfile::tempdir().unwrap());
    let proxy = ScriptedProxy::start(server.port(), false).await.unwrap();
    let settings = format!(
        " mode 'manual'\n ignore-hosts ['localhost']\n.http host '127.0.0.1'\n.http port {}\n.https host ''\n.https port 0",
        proxy.port()
    );
    let path = desktop(folder.path(), &settings);
    let address = format!("http://{HOST}");
    assert_eq!(said(&address, &[("PATH", &path)]).await, "heard");
    assert_eq!(proxy.seen().len(), 1);
    let own = ScriptedProxy::start(server.port(), false).await.unwrap();
    let variables = [("PATH", path.as_str()), ("HTTP_PROXY", &own.url())];
    assert_eq!(said(&address, &variables).await, "heard");
    assert_eq!(
        (proxy.seen().len(), own.seen().len()),
        (1, 1),
        "the environment wins"
    );
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_proxy_script_is_told_with_its_address_and_what_to_ask_it_for() {
    let folder = tempfile::tempdir().unwrap();
    let script = "http://office.example/proxy.pac";
    let path = desktop(
        folder.path(),
        &format!(" mode 'auto'\n autoconfig-url '{script}'"),
    );
    for variables in [[("PATH", path.as_str())], [("HTTPS_PROXY", script)]] {
        let said = said(&format!("https://{HOST}"), &variables).await;
        let expected = format!(
            "cannot reach custom at https://{HOST}: the settings of this computer name a proxy script, `{script}`, and Stampmill does not run such scripts. Ask your IT for the address of the proxy itself, such as http://proxy.example.com:8080, and set it as HTTPS_PROXY ("
        );
        assert!(said.starts_with(&expected), "{said}");
    }
}

/// A server that keeps the connection after the first answer and closes it when the next question comes.
async fn half_closed() -> u16 {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let port = listener.local_addr().unwrap().port();
    let reply = r#"{"choices":[{"message":{"content":"heard"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":1}}"#;
    let reply = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{reply}",
        reply.len()
    );
    tokio::spawn(async move {
        while let Ok((mut incoming, _)) = listener.accept().await {
            let reply = reply.clone();
            tokio::spawn(async move {
                let mut heard = vec![0; 64 * 1024];
                // A question of these tests comes in one piece.
                if incoming.read(&mut heard).await.is_ok_and(|bytes| bytes > 0) {
                    incoming.write_all(reply.as_bytes()).await.unwrap();
                    drop(incoming.read(&mut heard).await);
                }
            });
        }
    });
    port
}

#[tokio::test]
async fn a_kept_connection_that_turns_out_closed_is_no_failure_of_the_row() {
    let port = half_closed().await;
    let (model, pace) = ("custom/llama", Pace::default());
    let provider = provider_at(model, &format!("http://127.0.0.1:{port}"));
    let (question, cancel) = (request(model), CancellationToken::new());
    let policy = RetryPolicy {
        max_attempts: 1,
        min_delay: Duration::from_millis(1),
        ..RetryPolicy::default()
    };
    let counted = std::sync::Mutex::new(Vec::new());
    let on_event = |event: RetryEvent<'_>| {
        if let RetryEvent::Waiting { counts, .. } = event {
            counted.lock().unwrap().push(counts);
        }
    };
    for _ in 0..2 {
        let attempt = |_number: u32| async {
            Ok::<_, ()>(provider.complete(&question, &cancel, &|_| {}).await)
        };
        let end = with_retries(policy, (&pace, 0), &cancel, attempt, &on_event).await;
        let end = end.unwrap().end;
        assert!(
            matches!(&end, End::Answer { text } if text == "heard"),
            "{end:?}"
        );
    }
    assert_eq!(
        counted.into_inner().unwrap(),
        [false],
        "one loss, which does not count"
    );
}
