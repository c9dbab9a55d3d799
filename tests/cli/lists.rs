//! Lists of a hundred thousand items are read in time and memory that grow with their length alone.

use std::process::Command;

use crate::fixtures::{output, solomids};

/// Items of a list.
const ITEMS: usize = 100_000;
/// Address space of a process, in KiB: a text that each of its items keeps a copy of takes ten times as much.
const MOST_KIB: u32 = 4 << 20;
/// Processor time of a process, in seconds; each takes less than two. What grows with the square of the length takes hours.
const MOST_SECONDS: u32 = 60;

/// A text of items between a beginning and an end.
fn list(begin: &str, item: impl Fn(usize) -> String, end: &str) -> String {
    begin.to_owned() + &(0..ITEMS).map(item).collect::<String>() + end
}

#[test]
fn a_hundred_thousand_items_take_linear_time_and_memory() {
    let same = |item: &'static str| move |_: usize| item.to_owned();
    let step = |i: usize| ["La1-a2 ", "Le5-e4 ", "La2-a1 ", "Le4-e5 "][i % 4].to_owned();
    let slides = |i: usize| if i == 0 { "_S-B9>B10".to_owned() } else { ",B-A4".into() };
    let game = "{\"schema\":1,\"game\":\"pentamid\",\"board\":\"5x5\",\"position\":\"- - - - -/- - - - -/- - - - -/- - - - -/- - - - - 1\",\"moves\":[\"L@c3\"";
    let towers = "{\"schema\":1,\"game\":\"solace2\",\"deal\":\"KWW.KCC.WKK.WCC.CKW.CWK\",\"reading\":\"literal\",\"moves\":[\"L-1>2\"";
    let solution = "{\"schema\":1,\"deal\":\". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\",\"moves\":[\"M-B8>B6\"";
    let rows = "index,seed,dealer,verdict,score,lower_bound,upper_bound,swaps,trees,moves,stacks,slides,banks,transfers,nodes\n";
    let row = |i: usize| format!("{i},,text,undecided,,0,17,,0,0,0,0,0,0,0\n");
    let deal = crate::DEAL.trim().replace('\n', "/") + "\n";
    let deal = |_: usize| deal.clone();
    for (arguments, text, status, message) in [
        (&["pentamid", "show", "-"][..], list("", same("L@c3 "), ""), 2, "move 2 is illegal"),
        (&["pentamid", "verify", "--no-repetition-rule", "-"], list("L@a1 L@e5 ", step, ""), 0, ""),
        (&["pentamid", "verify", "-"], list(game, same(",\"L@c3\""), "]}"), 2, ""),
        (&["pentamid", "show", "-"], list("", same("- "), "1"), 2, "one square too many in a row"),
        (&["solace2", "verify", "-"], list(towers, same(",\"L-1>2\""), "]}"), 2, ""),
        (&["solace2", "show", "-"], list("", same("KWC."), "KWC"), 2, ""),
        (&["verify", "-"], list("0", slides, ""), 2, ""),
        (&["verify", "-"], list(solution, same(",\"B-A4\""), "]}"), 2, ""),
        (&["show", "-"], list("", same("B3 "), ""), 2, "squares in this row"),
        (&["show", "-"], list("", same(".\n"), ""), 2, ""),
        (&["stats", "-"], list(rows, row, ""), 0, ""),
        (&["batch", "-"], list("", deal, "R1"), 2, "1 square in this row"),
        (&["batch", "--seed", "1", "--indices", "-"], list("", |i| format!("{i}\n"), "x\n"), 2, ""),
    ] {
        let program = solomids(&[]).get_program().to_owned();
        let mut limited = Command::new("sh");
        let limit = format!("ulimit -v {MOST_KIB}; ulimit -t {MOST_SECONDS}; exec \"$@\"");
        limited.args(["-c", &limit, "sh"]).arg(program).args(arguments);
        let (_, error, found) = output(limited, text.as_bytes());
        let start: String = error.chars().take(300).collect();
        assert!(found == Some(status) && error.contains(message), "{arguments:?} {found:?}: {start}");
    }
}
