//! Plots and reports of `stats`: axes, several dealers, searches that a limit ended, and what a report says of its making.

use std::fs;

use crate::fixtures::{Files, output, run, solomids};

/// Rows of two dealers, some of them undecided.
fn rows(files: &Files) -> [String; 2] {
    ["tabletop", "web"].map(|dealer| {
        let path = files.path(&format!("{dealer}.csv"));
        let mut arguments =
            vec!["batch", "--dealer", dealer, "--count", "40", "--max-nodes", "60", "--quiet"];
        if dealer == "tabletop" {
            arguments.extend(["--seed", "1"]);
        }
        run(solomids(&[&arguments[..], &["--out", &path]].concat()));
        path
    })
}

#[test]
fn dealers_share_one_scale() {
    let files = Files::new();
    let [tabletop, web] = rows(&files);
    let path = files.path("both.svg");
    run(solomids(&["stats", &tabletop, &web, "--plot", &path]));
    let plot = files.read("both.svg");
    let count = |words: &str| plot.matches(words).count();
    // Axes and classes come once, and the dealers in the title and in the legend.
    assert_eq!(count("17, no swap"), 1);
    assert_eq!(count("share of deals, % (scale of log-odds; 0 and 100 lie beyond its ends)"), 1);
    assert_eq!(count("tabletop-1, seed 1, indices 0 to 39: 40 deals"), 2);
    assert_eq!(count("web-1, seeds 0 to 39: "), 2);
    assert_eq!(count("moves of the line of a win"), 1);
    assert!(count("share of deals, %\n") >= 4, "{plot}");
    assert!(plot.contains("fill-first") && plot.contains("fill-second"));
    let (counts, _) = run(solomids(&["stats", &tabletop, &web, "--format", "csv"]));
    let undecided = counts.lines().filter_map(|line| line.split_once(",count,undecided,"));
    let undecided: u64 = undecided.map(|(_, rest)| number(rest.trim_end_matches(','))).sum();
    let axis = format!("nodes of a search (log scale); hollow: {undecided} ended by a limit");
    assert!(undecided > 0 && plot.contains(&axis), "{axis} {plot}");
    assert!(
        plot.contains("identified range: ")
            && plot.contains("certain to possible (95 % interval), %")
            && plot.contains("95 % interval for all deals of the dealer (Wilson)")
    );
    run(solomids(&["stats", &web, "--plot", &path]));
    let plot = files.read("both.svg");
    assert!(plot.contains("deals\n") && !plot.contains("share of deals, %\n"), "counts of a single dealer");
}

/// The census counts as won and lost what `--rows` prints as won and lost, whether or not the best score is known.
#[test]
fn rows_are_won_and_lost_as_the_census_counts_them() {
    for dealer in ["tabletop", "web"] {
        let census = |name: &str| format!("{}/data/census/{dealer}{name}.csv", env!("CARGO_MANIFEST_DIR"));
        let table = fs::read_to_string(census("-shares")).expect("a table");
        let (counted, _) = run(solomids(&["stats", &format!("{}.gz", census("")), "--format", "csv"]));
        assert_eq!(table, counted, "the table is not that of its rows");
        let certain = |class: &str| {
            let (_, rest) = table.split_once(&format!(",share,{class},")).expect("a line");
            number(rest.split(',').next().expect("a count"))
        };
        // Those that are not proven to have 17 are listed.
        for (class, others) in [("won", certain("17")), ("lost", 0)] {
            let (rows, _) = run(solomids(&["stats", &census("-not-17"), "--quiet", "--rows", class]));
            assert_eq!(others + rows.lines().count() as u64 - 1, certain(class), "{dealer} {class}");
        }
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

#[test]
fn a_report_says_how_it_was_made() {
    let files = Files::new();
    let [tabletop, _] = rows(&files);
    let path = files.path("it's.html");
    let report = |date: &str| {
        let mut command = solomids(&["stats", &tabletop, "--report", &path, "--quiet"]);
        command.env("SOURCE_DATE_EPOCH", date);
        output(command, b"")
    };
    assert_eq!(report("86399").2, Some(0));
    let page = files.read("it's.html");
    let (version, _) = run(solomids(&["--version"]));
    let meta = files.read("tabletop.meta.json");
    let (_, digest) = meta.split_once("\"rows_sha256\": \"").expect("a hash");
    let command =
        format!("<code>solomids stats {tabletop} --report '{}' --quiet</code>", path.replace('\'', r"'\''"));
    for words in ["1970-01-01T23:59:59Z", version.trim(), &digest[..64], &command, "@media print"] {
        assert!(page.contains(words), "{words} is not in {page}");
    }
    for date in ["", "-1", "x", "253402300800", "18446744073709551615"] {
        let (_, err, status) = report(date);
        let message = "error: the variable SOURCE_DATE_EPOCH is no number of seconds since 1970\n";
        assert_eq!((err.as_str(), status), (message, Some(2)));
    }
}
