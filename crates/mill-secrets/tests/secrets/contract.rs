//! What every store must do.

use mill_domain::{ProviderName, Secret};
use mill_secrets::{MemoryStore, SecretName, SecretStore, Secrets, SecretsError, StoredSecret};

/// Checks a store from empty to empty; entries of earlier runs do not disturb.
pub(crate) fn holds(store: &dyn SecretStore) {
    let name = SecretName::of(ProviderName::new("stampmill-test"));
    let other = SecretName::with_purpose(ProviderName::new("stampmill-test"), "night runs");
    let never = SecretName::of(ProviderName::new("stampmill-test-never"));
    let key = |text: &str| Secret::new(text.to_owned());

    assert_eq!(store.probe(), Ok(()));
    store.remove(&name).unwrap();
    assert_eq!(store.get(&name), Ok(None));
    assert_eq!(
        store.set(&name, &key("sk-ant-0123456789-schlüssel-凭证")),
        Ok(())
    );
    assert_eq!(
        store.get(&name),
        Ok(Some(key("sk-ant-0123456789-schlüssel-凭证")))
    );
    assert_eq!(
        store.set(&name, &key("sk-ant-0123456789-wxyz")),
        Ok(()),
        "a second key replaces the first"
    );
    assert_eq!(store.set(&other, &key("sk-ant-9876543210-abcd")), Ok(()));
    assert_eq!(store.get(&name), Ok(Some(key("sk-ant-0123456789-wxyz"))));

    let listed = store
        .list(&[never.clone(), name.clone(), other.clone()])
        .unwrap();
    let shown = |name: &SecretName, last_four: &str| StoredSecret {
        name: name.clone(),
        last_four: last_four.to_owned(),
    };
    assert_eq!(listed, [shown(&name, "wxyz"), shown(&other, "abcd")]);

    assert_eq!(
        (store.remove(&name), store.remove(&name)),
        (Ok(true), Ok(false))
    );
    assert_eq!(store.remove(&other), Ok(true));
    assert_eq!(store.list(&[name.clone(), other]), Ok(Vec::new()));
    assert!(matches!(
        store.set(&name, &key("")),
        Err(SecretsError::NotStorable { .. })
    ));
}

#[test]
fn the_session_store_keeps_the_contract() {
    holds(&MemoryStore::new());
}

#[tokio::test]
async fn the_async_door_says_the_same() {
    let secrets = Secrets::session_only();
    let name = SecretName::of(ProviderName::new("openai"));
    secrets
        .set(name.clone(), Secret::new("sk-0123456789-last".to_owned()))
        .await
        .unwrap();
    assert_eq!(
        secrets.get(name.clone()).await.unwrap().unwrap().expose(),
        "sk-0123456789-last"
    );
    assert_eq!(
        secrets.list(vec![name.clone()]).await.unwrap()[0].last_four,
        "last"
    );
    assert_eq!(secrets.remove(name).await, Ok(true));
    assert_eq!(secrets.probe().await, Ok(()));
    assert!(!format!("{secrets:?}").contains("sk-"));
}

#[test]
fn every_failure_has_a_word_and_a_next_step() {
    let detail = || "x".to_owned();
    let errors = [
        SecretsError::NoBus { detail: detail() },
        SecretsError::NoService { detail: detail() },
        SecretsError::NoCollection,
        SecretsError::Locked,
        SecretsError::Denied { detail: detail() },
        SecretsError::Mismatch,
        SecretsError::Ambiguous { account: detail() },
        SecretsError::NotStorable { detail: detail() },
        SecretsError::Failed { detail: detail() },
    ];
    let codes: std::collections::BTreeSet<_> = errors.iter().map(SecretsError::code).collect();
    assert_eq!(codes.len(), errors.len());
    assert!(errors.iter().all(|error| error.hint().len() > 10));
}
