//! The operating system's own dialogs for opening and saving. A choice in one is the person's consent to that path.

use std::path::{Path, PathBuf};

use mill_api::Host;
use serde::Deserialize;
use tauri::WebviewWindow;
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder, FilePath};
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
}

/// Words of the dialogs, in the language of the window.
struct Words {
    tables: &'static str,
    skills: &'static str,
    workbooks: &'static str,
    csv: &'static str,
    documents: &'static str,
    json: &'static str,
    all: &'static str,
}

const ENGLISH: Words = Words {
    tables: "Tables",
    skills: "Skills (zip)",
    workbooks: "Excel workbook",
    csv: "CSV file",
    documents: "Document (Markdown)",
    json: "JSON file",
    all: "All files",
};
const CHINESE: Words = Words {
    tables: "表格",
    skills: "技能（zip）",
    workbooks: "Excel 工作簿",
    csv: "CSV 文件",
    documents: "文档（Markdown）",
    json: "JSON 文件",
    all: "所有文件",
};

/// Endings of tables the engine can read; a file with another name can still be chosen.
const TABLES: &[&str] = &["csv", "tsv", "txt", "xlsx", "xlsm", "xls", "xlsb", "ods"];

/// Names a folder that answers every question where to save, with the name suggested there.
///
/// For journeys through the real window: a dialog of the system cannot be driven. Programs built for release never look.
const SAVE_FOLDER: &str = "STAMPMILL_SAVE_FOLDER";

/// Asks what to read.
pub(crate) async fn pick(window: &WebviewWindow, host: &Host, kind: PickKind) -> Option<PathBuf> {
    let words = words(host).await;
    let dialog = window.dialog().file().set_parent(window);
    answer(|tell| match kind {
        PickKind::Table => dialog
            .add_filter(words.tables, TABLES)
            .add_filter(words.all, &["*"])
            .pick_file(tell),
        PickKind::Skill => dialog.add_filter(words.skills, &["zip"]).pick_file(tell),
        PickKind::Folder => dialog.pick_folder(tell),
    })
    .await
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
    answer(|tell| dialog.save_file(tell))
        .await
        .map(|path| with_ending(&path, ending))
}

async fn words(host: &Host) -> &'static Words {
    Language::of_window(host).await.choose(&ENGLISH, &CHINESE)
}

/// Waits for a dialog without holding a thread.
async fn answer(ask: impl FnOnce(Box<dyn FnOnce(Option<FilePath>) + Send>)) -> Option<PathBuf> {
    let (tell, told) = oneshot::channel();
    ask(Box::new(move |path| {
        // The page may be gone before the person answers; then nobody waits.
        let _unheard = tell.send(path);
    }));
    told.await.ok().flatten()?.into_path().ok()
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
