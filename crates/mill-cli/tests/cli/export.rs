//! Results as files: in a copy of the workbook they came from, and as text as it was asked for.

use crate::setup::Desk;

const RUN: &str =
    "run --skill skills/card-coding --model practice/sample --budget 1 --limit 6 --json";

#[test]
fn results_go_into_a_copy_and_what_cannot_be_copied_says_why() {
    let desk = Desk::practice();
    let first = desk.folder.path().join("first.xlsx");
    let (first, copy) = (first.display(), desk.folder.path().join("copy.xlsx"));
    let made = desk.run(&format!(
        "{RUN} --tasks samples/month-end/card-lines.csv --out {first}"
    ));
    assert_eq!(made.code, 0, "{}", made.err);
    let of_text = desk.run(&format!(
        "export last --into-original --out {}",
        copy.display()
    ));
    assert_eq!(of_text.code, 2, "{}", of_text.err);
    assert!(of_text.err.contains("card-lines.csv` is text") || of_text.err.contains("it is text"));
    assert!(of_text.err.contains(".csv: that keeps"), "{}", of_text.err);

    let again = desk.run(&format!("{RUN} --tasks {first}"));
    assert_eq!(again.code, 0, "{}", again.err);
    let written = desk.run(&format!(
        "export last --into-original --out {} --json",
        copy.display()
    ));
    assert_eq!(written.code, 0, "{}", written.err);
    let out = written.json();
    assert_eq!(out["out"]["path"], copy.display().to_string());
    assert_eq!(out["doubts"], serde_json::json!([]));
    let sheets = desk
        .run(&format!("import {} --json", copy.display()))
        .json();
    let names: Vec<&str> = sheets["sheets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sheet| sheet["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "Results",
            "Run",
            "Sign-off",
            "Cost",
            "Run 2",
            "Sign-off 2",
            "Cost 2"
        ]
    );

    let wrong = desk.run(&format!(
        "export last --into-original --out {}.xlsm",
        copy.display()
    ));
    assert_eq!(wrong.code, 1, "{}", wrong.err);
    assert!(
        wrong.err.contains("must end as the original"),
        "{}",
        wrong.err
    );
    std::fs::remove_file(desk.folder.path().join("first.xlsx")).unwrap();
    let chinese = format!(
        "export last --into-original --out {} --lang zh",
        copy.display()
    );
    let gone = desk.run(&chinese);
    assert_eq!(gone.code, 2, "{}", gone.err);
    assert!(
        gone.err.contains("first.xlsx 已不在导入时的位置"),
        "{}",
        gone.err
    );
}

#[test]
fn a_csv_goes_out_as_it_was_asked_for() {
    let desk = Desk::practice();
    let made = desk.run(&format!("{RUN} --tasks samples/month-end/card-lines.csv"));
    assert_eq!(made.code, 0, "{}", made.err);
    let path = desk.folder.path().join("out.csv");
    let out = format!("--out {}", path.display());
    let said = desk.run(&format!(
        "export last {out} --encoding gb18030 --delimiter tab"
    ));
    assert_eq!(said.code, 0, "{}", said.err);
    let bytes = std::fs::read(&path).unwrap();
    assert!(!bytes.starts_with(b"\xEF\xBB\xBF") && bytes.contains(&b'\t'));
    for wrong in ["--encoding klingon", "--delimiter ab"] {
        let said = desk.run(&format!("export last {out} {wrong}"));
        assert_ne!(said.code, 0, "{wrong}: {}", said.out);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{wrong}");
    }
}
