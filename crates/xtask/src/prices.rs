//! The price book, compared with a public price file that a maintainer brings.
//!
//! The file has the shape of `LiteLLM`'s `model_prices_and_context_window.json`: one object a model, prices in USD per token.
//! Only models of our book are looked at, and those named on the command line. A changed price becomes a new entry from a
//! day on, so that earlier calls keep what they cost.

mod change;
mod public;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use toml_edit::{DocumentMut, Item, Table, value};

use change::{Change, changes};
use public::{Public, PublicFile};

/// The book, from the root.
const BOOK: &str = "crates/mill-llm/prices.toml";

/// What the maintainer asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// The public file.
    file: PathBuf,
    /// First day of changed prices, `YYYY-MM-DD`.
    from: String,
    /// Further models to take into the book, `provider/name`.
    models: Vec<String>,
    /// Write also what changes more than tenfold.
    accept: bool,
}

impl Order {
    /// Reads what is written after `cargo xtask prices`.
    ///
    /// # Errors
    /// With the usage, if a file or a day is missing.
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Self> {
        let mut order = Self::default();
        let mut words = words;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--accept" => order.accept = true,
                "--from" => order.from = words.next().unwrap_or_default(),
                _ if order.file.as_os_str().is_empty() => order.file = PathBuf::from(word),
                _ => order.models.push(word),
            }
        }
        let usage = "usage: cargo xtask prices FILE --from YYYY-MM-DD [--accept] [provider/name…]";
        ensure!(!order.file.as_os_str().is_empty(), usage);
        let digits = order.from.split('-').map(str::len).collect::<Vec<_>>();
        let is_day = digits == [4, 2, 2]
            && order
                .from
                .bytes()
                .all(|at| at == b'-' || at.is_ascii_digit());
        ensure!(is_day, usage);
        Ok(order)
    }
}

/// Compares, prints what differs, and writes the book; false if something kept it from writing.
///
/// # Errors
/// If a file cannot be read or written.
#[expect(clippy::print_stdout, reason = "a chore talks on the terminal")]
pub(crate) fn refresh(root: &Path, order: &Order) -> Result<bool> {
    let path = root.join(BOOK);
    let book = std::fs::read_to_string(&path)?;
    let public = std::fs::read_to_string(&order.file)
        .with_context(|| format!("cannot read {}", order.file.display()))?;
    let compared = compare(&book, &public, order)?;
    for line in &compared.lines {
        println!("{line}");
    }
    if !compared.refused.is_empty() && !order.accept {
        println!(
            "\nNothing was written: more than tenfold. Look at the provider's own page, then use --accept:"
        );
        for line in &compared.refused {
            println!("{line}");
        }
        return Ok(false);
    }
    if compared.text != book {
        std::fs::write(&path, &compared.text)?;
    }
    println!(
        "\n{} models compared, {} changed",
        compared.known, compared.changed
    );
    Ok(true)
}

/// What came of a comparison.
#[derive(Debug, Default)]
struct Compared {
    /// The difference, one line a field.
    lines: Vec<String>,
    /// Those that are more than tenfold.
    refused: Vec<String>,
    /// Models both files know.
    known: usize,
    /// Models whose price differs, and new ones.
    changed: usize,
    /// The book as it would be.
    text: String,
}

fn compare(book: &str, public: &str, order: &Order) -> Result<Compared> {
    let public = PublicFile::read(public)?;
    let mut document: DocumentMut = book.parse().context("the price book is no TOML")?;
    let mut compared = Compared::default();
    let mut added: Vec<Table> = Vec::new();
    let newest = newest_entries(&document)?;
    for (id, entry) in &newest {
        let Some(found) = public.find(id) else {
            continue;
        };
        compared.known += 1;
        if entry.contains_key("peak") {
            compared
                .lines
                .push(format!("  {id}: has peak hours, compare by hand"));
            continue;
        }
        let differences = changes(entry, &found);
        if differences.is_empty() {
            continue;
        }
        compared.changed += 1;
        compared.tell(id, &differences);
        let mut table = entry.clone();
        change::apply(&mut table, &differences);
        table.insert("from", value(&order.from));
        added.push(table);
    }
    for id in order
        .models
        .iter()
        .filter(|id| newest.iter().all(|(known, _)| known != *id))
    {
        let Some(found) = public.find(id) else {
            bail!("the file has no {id}");
        };
        compared.changed += 1;
        compared.lines.push(format!("+ {id}: {found}"));
        added.push(new_entry(id, &found)?);
    }
    let models = models_of(&mut document)?;
    for mut table in added {
        // Without a place of its own it comes after what is there.
        table.set_position(None);
        table.decor_mut().set_prefix("\n");
        models.push(table);
    }
    if compared.changed > 0 {
        document["checked"] = value(&order.from);
    }
    compared.text = document.to_string();
    Ok(compared)
}

impl Compared {
    fn tell(&mut self, id: &str, differences: &[Change]) {
        for change in differences {
            let line = format!("~ {id}: {change}");
            if change.is_far() {
                self.refused.push(line.clone());
            }
            self.lines.push(line);
        }
    }
}

/// Every model's newest entry, by `provider/name`, in the book's order.
fn newest_entries(document: &DocumentMut) -> Result<Vec<(String, Table)>> {
    let models = document
        .get("model")
        .and_then(Item::as_array_of_tables)
        .context("the price book has no models")?;
    let mut newest: Vec<(String, Table)> = Vec::new();
    let from = |table: &Table| text(table, "from").unwrap_or_default().to_owned();
    for table in models {
        let id = format!(
            "{}/{}",
            text(table, "provider").context("an entry without provider")?,
            text(table, "name").context("an entry without name")?
        );
        match newest.iter_mut().find(|(known, _)| *known == id) {
            Some((_, known)) if from(known) < from(table) => *known = table.clone(),
            Some(_) => {}
            None => newest.push((id, table.clone())),
        }
    }
    Ok(newest)
}

fn models_of(document: &mut DocumentMut) -> Result<&mut toml_edit::ArrayOfTables> {
    document
        .get_mut("model")
        .and_then(Item::as_array_of_tables_mut)
        .context("the price book has no models")
}

fn new_entry(id: &str, found: &Public) -> Result<Table> {
    let (provider, name) = id.split_once('/').context("write provider/name")?;
    let mut table = Table::new();
    table.insert("provider", value(provider));
    table.insert("name", value(name));
    change::apply(&mut table, &changes(&Table::new(), found));
    for (field, limit) in [
        ("max_input", found.max_input),
        ("max_output", found.max_output),
    ] {
        let limit = limit.with_context(|| format!("{id} has no {field}"))?;
        table.insert(field, value(limit));
    }
    Ok(table)
}

fn text<'t>(table: &'t Table, field: &str) -> Option<&'t str> {
    table.get(field)?.as_str()
}

#[cfg(test)]
mod tests;
