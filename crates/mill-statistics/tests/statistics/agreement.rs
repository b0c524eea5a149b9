//! Agreement as the textbooks count it.

use mill_statistics::{Agreement, agreement};

fn said(line: &[&str]) -> Vec<Option<String>> {
    line.iter()
        .map(|word| (!word.is_empty()).then(|| (*word).to_owned()))
        .collect()
}

#[test]
fn two_opinions_get_cohens_kappa() {
    // The grant proposals: 20 times yes and yes, 5 yes and no, 10 no and yes, 15 no and no.
    let mut things = vec![said(&["yes", "yes"]); 20];
    things.extend(vec![said(&["yes", "no"]); 5]);
    things.extend(vec![said(&["no", "yes"]); 10]);
    things.extend(vec![said(&["no", "no"]); 15]);
    let found = agreement(&things);
    assert_eq!((found.compared, found.agreed), (50, 35));
    assert!((found.kappa.unwrap() - 0.4).abs() < 1e-12);
}

#[test]
fn more_opinions_get_fleiss_kappa() {
    // Fleiss' table: ten subjects, fourteen raters, five categories.
    let table = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ];
    let things: Vec<Vec<Option<String>>> = table
        .iter()
        .map(|counts| {
            let words = (1..).zip(counts);
            words
                .flat_map(|(word, count): (u32, &usize)| vec![Some(word.to_string()); *count])
                .collect()
        })
        .collect();
    let found = agreement(&things);
    assert_eq!((found.compared, found.agreed), (10, 1));
    assert!((found.kappa.unwrap() - 0.209_930_704_421_955_2).abs() < 1e-9);
}

#[test]
fn chance_that_always_agrees_has_no_kappa_and_missing_opinions_are_left_out() {
    let same = vec![said(&["yes", "yes"]); 3];
    let expected = Agreement {
        compared: 3,
        agreed: 3,
        kappa: None,
    };
    assert_eq!(agreement(&same), expected);
    let missing = vec![said(&["yes", ""]), said(&["", "no"])];
    let none = Agreement {
        compared: 0,
        agreed: 0,
        kappa: None,
    };
    assert_eq!(agreement(&missing), none);
}
