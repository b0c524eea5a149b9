//! Prints the contract as TypeScript. `cargo xtask bindings` writes it for the window, `cargo xtask tidy` compares.

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(mill_api::typescript().as_bytes())
}
