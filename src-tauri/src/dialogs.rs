//! The operating system's own dialogs for opening and saving. A choice in one is the person's consent to that path.

use std::path::{Path, PathBuf};

use mill_api::Host;
use serde::Deserialize;
use tauri::WebviewWindow;
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder};
use tokio::sync::oneshot;

use crate::language::Language;

/// What is to be read.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PickKind {
    /// A table: CSV or a workbook.
    Table,
    /// A skill, packed as a zip. A skill in a folder is a [`PickKind::Folder`].
    Skill,
    /// A folder.
    Folder,
}

/// What is to be read, where several files make sense.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PickManyKind {
    /// Rows of a job: a table, or documents with one task each.
    Rows,
    /// Documents to lay beside rows.
    Documents,
}

/// What is to be written.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SaveKind {
    /// An Excel workbook.
    Workbook,
    /// An Excel workbook with macros, such as a copy of one.
    Macros,
    /// A CSV file.
    Csv,
    /// A JSON file.
    Json,
    /// A zip of a skill.
    Skill,
    /// A document of a run's results.
    Document,
    /// The same for Word.
    Word,
}

/// Words of the dialogs, in the language of the window.
struct Words {
    rows: &'static str,
    readable: &'static str,
    tables: &'static str,
    skills: &'static str,
    workbooks: &'static str,
    csv: &'static str,
    documents: &'static str,
    word: &'static str,
    json: &'static str,
    all: &'static str,
}

const ENGLISH: Words = Words {
    rows: "Tables and documents",
    readable: "Documents",
    tables: "Tables",
    skills: "Skills (zip)",
    workbooks: "Excel workbook",
    csv: "CSV file",
    documents: "Document (Markdown)",
    word: "Word document",
    json: "JSON file",
    all: "All files",
};
const CHINESE: Words = Words {
    rows: "表格和文档",
    readable: "文档",
    tables: "表格",
    skills: "技能（zip）",
    workbooks: "Excel 工作簿",
    csv: "CSV 文件",
    documents: "文档（Markdown）",
    word: "Word 文档",
    json: "JSON 文件",
    all: "所有文件",
};

/// Endings of tables the engine can read; a file with another name can still be chosen.
const TABLES: &[&str] = &["csv", "tsv", "txt", "xlsx", "xlsm", "xls", "xlsb", "ods"];

/// Endings of documents the engine can read; a file with another name can still be chosen.
const DOCUMENTS: &[&str] = &[
    "pdf", "docx", "xlsx", "xls", "ods", "eml", "txt", "md", "html", "htm", "png", "jpg", "jpeg",
    "heic", "gif", "webp", "tif", "tiff", "bmp",
];

/// Names a folder that answers every question where to save, with the name suggested there.
///
/// For journeys through the real window: a dialog of the system cannot be driven. Programs built for release never look.
const SAVE_FOLDER: &str = "STAMPMILL_SAVE_FOLDER";

/// Asks what to read.
pub(crate) async fn pick(window: &WebviewWindow, host: &Host, kind: PickKind) -> Option<PathBuf> {
    let words = words(host).await;
    let dialog = window.dialog().file().set_parent(window);
    let chosen = answer(|tell| match kind {
        PickKind::Table => dialog
            .add_filter(words.tables, TABLES)
            .add_filter(words.all, &["*"])
            .pick_file(tell),
        PickKind::Skill => dialog.add_filter(words.skills, &["zip"]).pick_file(tell),
        PickKind::Folder => dialog.pick_folder(tell),
    });
    chosen.await?.into_path().ok()
}

/// Asks which files to read; empty if the person changed their mind.
pub(crate) async fn pick_many(
    window: &WebviewWindow,
    host: &Host,
    kind: PickManyKind,
) -> Vec<PathBuf> {
    let words = words(host).await;
    let dialog = window.dialog().file().set_parent(window);
    let dialog = match kind {
        PickManyKind::Rows => dialog
            .add_filter(words.rows, &[TABLES, DOCUMENTS].concat())
            .add_filter(words.tables, TABLES),
        PickManyKind::Documents => dialog.add_filter(words.readable, DOCUMENTS),
    };
    let dialog = dialog.add_filter(words.all, &["*"]);
    let paths = answer(|tell| dialog.pick_files(tell))
        .await
        .unwrap_or_default();
    paths
        .into_iter()
        .filter_map(|path| path.into_path().ok())
        .collect()
}

/// Asks where to write. The name gets the ending of its kind when the person left it out.
pub(crate) async fn pick_save(
    window: &WebviewWindow,
    host: &Host,
    kind: SaveKind,
    suggested_name: &str,
) -> Option<PathBuf> {
    let words = words(host).await;
    let (filter, ending) = match kind {
        SaveKind::Workbook => (words.workbooks, "xlsx"),
        SaveKind::Macros => (words.workbooks, "xlsm"),
        SaveKind::Csv => (words.csv, "csv"),
        SaveKind::Json => (words.json, "json"),
        SaveKind::Skill => (words.skills, "zip"),
        SaveKind::Document => (words.documents, "md"),
        SaveKind::Word => (words.word, "docx"),
    };
    if cfg!(debug_assertions)
        && let Some(folder) = std::env::var_os(SAVE_FOLDER)
    {
        return Some(PathBuf::from(folder).join(with_ending(Path::new(suggested_name), ending)));
    }
    let dialog: FileDialogBuilder<_> = window
        .dialog()
        .file()
        .set_parent(window)
        .add_filter(filter, &[ending])
        .set_file_name(with_ending(Path::new(suggested_name), ending).to_string_lossy());
    let chosen = answer(|tell| dialog.save_file(tell)).await?;
    chosen
        .into_path()
        .ok()
        .map(|path| with_ending(&path, ending))
}

async fn words(host: &Host) -> &'static Words {
    Language::of_window(host).await.choose(&ENGLISH, &CHINESE)
}

/// Waits for a dialog without holding a thread.
async fn answer<T: Send + 'static>(
    ask: impl FnOnce(Box<dyn FnOnce(Option<T>) + Send>),
) -> Option<T> {
    let (tell, told) = oneshot::channel();
    ask(Box::new(move |chosen| {
        // The page may be gone before the person answers; then nobody waits.
        let _unheard = tell.send(chosen);
    }));
    told.await.ok().flatten()
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case(ending) => path.to_owned(),
        _ => {
            let mut whole = path.as_os_str().to_owned();
            whole.push(".");
            whole.push(ending);
            PathBuf::from(whole)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_gets_the_ending_of_its_kind() {
        assert_eq!(
            with_ending(Path::new("/a/march"), "xlsx"),
            Path::new("/a/march.xlsx")
        );
        assert_eq!(
            with_ending(Path::new("/a/march.XLSX"), "xlsx"),
            Path::new("/a/march.XLSX")
        );
        assert_eq!(
            with_ending(Path::new("/a/march 1.2"), "csv"),
            Path::new("/a/march 1.2.csv")
        );
        assert_eq!(
            with_ending(Path::new("/a/march.csv"), "xlsx"),
            Path::new("/a/march.csv.xlsx")
        );
    }
}
