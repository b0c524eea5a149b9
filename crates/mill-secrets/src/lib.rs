#![doc = include_str!("../README.md")]

mod error;
mod failure;
mod keychain;
mod memory;
mod name;
mod secrets;
mod store;

pub use error::SecretsError;
pub use keychain::KeychainStore;
pub use memory::MemoryStore;
pub use name::SecretName;
pub use secrets::Secrets;
pub use store::{SecretStore, StoredSecret};
