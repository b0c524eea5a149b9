//! A real gnome-keyring on a private session bus, in every situation of a desktop. Each test starts this test program again
//! inside the situation, because bus and keyring belong to a process's environment.
#![allow(clippy::print_stderr, reason = "a skipped test must say so")]

use std::path::Path;
use std::process::{Command, Output};

use mill_domain::{ProviderName, Secret};
use mill_secrets::{KeychainStore, SecretName, SecretStore, SecretsError};
use tempfile::TempDir;

use crate::contract;

/// Set in the process inside: the situation it is in.
const SITUATION: &str = "STAMPMILL_TEST_KEYRING";

const UNLOCK: &str = r#"eval "$(printf 'testpw\n' | gnome-keyring-daemon --unlock --components=secrets --daemonize)"; "#;

/// Runs inside a situation; outside it has nothing to do.
#[test]
fn inside() {
    let Some(situation) = std::env::var_os(SITUATION) else {
        return;
    };
    let store = KeychainStore::new();
    match situation.to_str().unwrap() {
        "unlocked" => contract::holds(&store),
        "first start" => {
            assert_eq!(
                store.set(&kept(), &Secret::new("sk-0123456789-kept".to_owned())),
                Ok(())
            );
        }
        "second start" => {
            assert_eq!(
                store.get(&kept()),
                Ok(Some(Secret::new("sk-0123456789-kept".to_owned())))
            );
        }
        "asked at once" => {
            assert_eq!(probe_soon(&store), Ok(()));
            let answers: Vec<_> = std::thread::scope(|scope| {
                let asked: Vec<_> = (0..8).map(|_| scope.spawn(|| store.probe())).collect();
                asked.into_iter().map(|one| one.join().unwrap()).collect()
            });
            assert_eq!(answers, vec![Ok(()); 8]);
        }
        "no bus" => {
            assert!(
                matches!(store.probe(), Err(SecretsError::NoBus { .. })),
                "{:?}",
                store.probe()
            );
            assert!(matches!(
                store.get(&kept()),
                Err(SecretsError::NoBus { .. })
            ));
        }
        "no service" => assert!(
            matches!(store.probe(), Err(SecretsError::NoService { .. })),
            "{:?}",
            store.probe()
        ),
        "no collection" => assert_eq!(store.probe(), Err(SecretsError::NoCollection)),
        "locked" => {
            assert_eq!(store.probe(), Err(SecretsError::Locked));
            assert_eq!(store.get(&kept()), Err(SecretsError::Locked));
        }
        "unlocked later" => {
            assert!(store.probe().is_err(), "nothing is unlocked yet");
            let unlocked = Command::new("sh").args(["-c", UNLOCK]).status().unwrap();
            assert!(unlocked.success());
            assert_eq!(probe_soon(&store), Ok(()), "the failure is not remembered");
        }
        other => panic!("unknown situation {other}"),
    }
}

/// The probe's answer once the daemon has taken its name on the bus, which it does a little after it has started.
fn probe_soon(store: &KeychainStore) -> Result<(), SecretsError> {
    for _ in 0..50 {
        if store.probe().is_ok() {
            break;
        }
        Command::new("sleep").arg("0.1").status().unwrap();
    }
    store.probe()
}

fn kept() -> SecretName {
    SecretName::of(ProviderName::new("stampmill-test-kept"))
}

#[test]
fn keys_go_round_through_a_real_keyring() {
    let home = TempDir::new().unwrap();
    in_session(&home, UNLOCK, "unlocked", None);
}

#[test]
fn a_keyring_that_is_asked_from_many_places_at_once_works_for_all_of_them() {
    let home = TempDir::new().unwrap();
    in_session(&home, UNLOCK, "asked at once", None);
}

#[test]
fn a_key_survives_the_end_of_the_session() {
    let home = TempDir::new().unwrap();
    in_session(&home, UNLOCK, "first start", None);
    in_session(&home, UNLOCK, "second start", None);
}

#[test]
fn a_keyring_that_is_unlocked_later_is_met_fresh() {
    let home = TempDir::new().unwrap();
    let no_services = no_services(home.path());
    in_session(&home, "", "unlocked later", Some(&no_services));
}

#[test]
fn a_locked_keyring_is_named_so() {
    let home = TempDir::new().unwrap();
    in_session(&home, UNLOCK, "first start", None);
    let start = "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; ";
    in_session(&home, start, "locked", None);
}

#[test]
fn a_keyring_without_collection_is_named_so() {
    let home = TempDir::new().unwrap();
    let start = "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; ";
    in_session(&home, start, "no collection", None);
}

#[test]
fn a_bus_without_key_store_is_named_so() {
    let home = TempDir::new().unwrap();
    let no_services = no_services(home.path());
    in_session(&home, "", "no service", Some(&no_services));
}

#[test]
fn a_missing_bus_is_named_so() {
    let home = TempDir::new().unwrap();
    let output = private(Command::new(std::env::current_exe().unwrap()), home.path())
        .args(["--exact", "linux::inside", "--nocapture"])
        .env(SITUATION, "no bus")
        .output()
        .unwrap();
    passed(&output, "no bus");
}

/// The key store of the session the tests run in, if there is one that works.
#[test]
fn the_sessions_own_key_store_keeps_the_contract() {
    let store = KeychainStore::new();
    match store.probe() {
        Ok(()) => contract::holds(&store),
        Err(error) => eprintln!("skipped: this session has no usable key store ({error})"),
    }
}

/// Runs [`inside`] on a private bus, after `before`, with a private home.
fn in_session(home: &TempDir, before: &str, situation: &str, bus: Option<&Path>) {
    if ["dbus-run-session", "gnome-keyring-daemon"]
        .iter()
        .any(|program| !is_installed(program))
    {
        eprintln!("skipped: {situation} needs the packages dbus and gnome-keyring");
        return;
    }
    let mut command = private(Command::new("dbus-run-session"), home.path());
    if let Some(config) = bus {
        command.arg(format!("--config-file={}", config.display()));
    }
    let inside = format!("{before}exec \"$0\" --exact linux::inside --nocapture");
    let output = command
        .args(["--", "sh", "-c", &inside])
        .arg(std::env::current_exe().unwrap())
        .env(SITUATION, situation)
        .output()
        .unwrap();
    passed(&output, situation);
}

/// A command that sees nothing of the real desktop.
fn private(mut command: Command, home: &Path) -> Command {
    use std::os::unix::fs::PermissionsExt;

    let runtime = home.join("run");
    std::fs::create_dir_all(&runtime).unwrap();
    std::fs::set_permissions(&runtime, std::fs::Permissions::from_mode(0o700)).unwrap();
    command.env("HOME", home).env("XDG_RUNTIME_DIR", runtime);
    for name in [
        "DBUS_SESSION_BUS_ADDRESS",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "XDG_DATA_HOME",
        "GNOME_KEYRING_CONTROL",
    ] {
        command.env_remove(name);
    }
    command
}

/// A bus on which nothing starts by itself.
fn no_services(home: &Path) -> std::path::PathBuf {
    let path = home.join("bus.conf");
    let config = "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" \
        \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n\
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>\
        <policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>\
        <allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>";
    std::fs::write(&path, config).unwrap();
    path
}

fn passed(output: &Output, situation: &str) {
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{situation}: {said}"
    );
}

fn is_installed(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    })
}
