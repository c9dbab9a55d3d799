//! Random damage to everything that is read, of all games: no reader panics, whatever it is given.
//!
//! `SOLOMIDS_MUTATIONS=100000 cargo test --release --test solomids readers -- --nocapture` damages the texts of each reader as
//! often, and prints how long that took, all together and the longest one; on Linux also the most memory that the process has held so far.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use solomids::certificate::{self, CheckConfig};
use solomids::dealer::web;
use solomids::error::NamedText;
use solomids::game::notation::{PastedShare, is_line_like};
use solomids::game::{Move, Palette, Share, parse_deal, parse_position};
use solomids::games::pentamid::{Pentamid, port::Options};
use solomids::games::port::{Game as _, Played};
use solomids::games::solace2::Solace2;
use solomids::games::solomids::Solomids;
use solomids::kit::compression::{compressed, decompressed};
use solomids::kit::search::Limits;
use solomids::pentamid::{game as pentamid, retrograde};
use solomids::series::{CheckedRows, SearchLimits, Series};
use solomids::service::{Host, Service};
use solomids::solace2::census::rows::CensusRows;
use solomids::solace2::game::{self as solace2, Reading};
use solomids::{batch, record};

use crate::reference::Rng;

/// A reader: its name, texts that it accepts, and how it reads: whether it accepts a text.
type Reader = (&'static str, Vec<Vec<u8>>, Box<dyn FnMut(&[u8]) -> bool>);

fn mutations() -> usize {
    std::env::var("SOLOMIDS_MUTATIONS").map_or(300, |number| number.parse().expect("a number of mutations"))
}

/// What damage puts in: signs of all notations, and numbers at and beyond the ends of their ranges.
const PARTS: [&str; 30] = [
    "\n",
    "\r\n",
    ",",
    ";",
    "\"",
    "'",
    "/",
    "_",
    "-",
    ">",
    "@",
    "#",
    ".",
    "..",
    "{",
    "[",
    "]",
    ":",
    "null",
    "0",
    "-1",
    "1e999",
    "256",
    "18446744073709551615",
    "18446744073709551616",
    "\u{feff}",
    "\u{200b}",
    "é",
    "🟥",
    "\0",
];

/// A text with one to four changes.
fn damaged(random: &mut Rng, texts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = texts[random.below(texts.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(9)).min(bytes.len());
        let other = &texts[random.below(texts.len())];
        let from = random.below(other.len() + 1);
        let part = match random.below(7) {
            0 => Vec::new(),
            1 => bytes[at..end].repeat(2 + random.below(3)),
            2 => other[from..other.len().min(from + random.below(40))].to_vec(),
            3 => vec![random.below(256) as u8],
            4 => PARTS[random.below(PARTS.len())].repeat(1 + random.below(300)).into(),
            _ => PARTS[random.below(PARTS.len())].into(),
        };
        let end = if random.chance(50) { at } else { end };
        bytes.splice(at..end, part);
    }
    if random.chance(5) {
        bytes.truncate(random.below(bytes.len() + 1));
    }
    bytes
}

/// Damages the texts of a reader; returns those that it panics on, and the longest time of one.
fn failures((name, texts, read): &mut Reader, count: usize) -> (Vec<String>, Duration) {
    let mut random = Rng::new(name.len() as u64);
    for text in texts.iter() {
        assert!(read(text), "{name} does not accept {:?}", String::from_utf8_lossy(text));
    }
    let mut longest = Duration::ZERO;
    let panics = |bytes: &Vec<u8>| {
        let begun = Instant::now();
        let panicked = catch_unwind(AssertUnwindSafe(|| read(bytes))).is_err();
        longest = longest.max(begun.elapsed());
        panicked
    };
    let failed = (0..count).map(|_| damaged(&mut random, texts)).filter(panics).take(3);
    let failed = failed.map(|bytes| format!("{name}: {:?}", String::from_utf8_lossy(&bytes))).collect();
    (failed, longest)
}

fn reader(name: &'static str, texts: &[&str], mut read: impl FnMut(&str) -> bool + 'static) -> Reader {
    let texts = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    (name, texts, Box::new(move |bytes| read(&String::from_utf8_lossy(bytes))))
}

/// A reader of the rows of a series, each a line, and of the same rows in any CSV.
fn rows<S: Series + 'static>(name: &'static str, series: S, texts: &[&str]) -> Reader {
    reader(name, texts, move |text| {
        let accepts = |line| series.parse(line).is_ok_and(|(_, row)| series.check(&row).is_ok());
        text.split('\n').filter(|line| accepts(line)).count() > 0
    })
}

/// A reader of a file of rows with its sidecar, one of which is damaged: the text up to its first empty line is the sidecar.
fn file<S: Series + 'static>(
    name: &'static str,
    (rows, meta): (&str, &str),
    of: fn(solomids::series::Sidecar<S::Identity>) -> Result<S, String>,
) -> Reader {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = format!("{meta}\n{rows}");
    reader(name, &[&whole], move |text| {
        let (meta, rows) = text.split_once("\n\n").unwrap_or((text, ""));
        let path = folder.path().join("rows.csv");
        std::fs::write(&path, rows).expect("written");
        std::fs::write(folder.path().join("rows.meta.json"), meta).expect("written");
        let open = CheckedRows::open(&path, of);
        let count = |file: CheckedRows<S>| file.rows(&mut |_| Ok::<_, solomids::series::Error>(()));
        open.is_ok_and(|file| file.is_some_and(|file| count(file).is_ok()))
    })
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn readers() -> Vec<Reader> {
    let old = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/before-revisions");
        std::fs::read_to_string(folder.join(name)).expect("a file of a test")
    };
    let deal = web::deal("1").expect("the page deals it");
    let position = Palette::default().canonical(deal.position());
    let late = "R2 . . . ./R1 . . . ./Y3 . . . ./R3 . . . ./Y12 . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
    let line: Share = "1_M-D4>C4, S-D9>D10, M-A6>B6".parse().expect("a line");
    let whole = Played::<Solomids>::of_text(&NamedText::new("line", &line.to_string())).expect("a game");
    let solution = record::line(&whole).to_string();
    let rules = pentamid::Rules::default();
    let small = pentamid::Rules::new(pentamid::Variant { nests: 1, ..pentamid::Variant::of_board(3, 3) });
    let small = small.expect("a variant");
    let read_by = |rules| Options { rules, is_given: false, repetition: None };
    let game = include_str!("../cli/pentamid.in/game.json");
    let old_batch = (old("batch.csv"), old("batch.meta.json"));
    let mut solver = solomids::solver::Solver::new();
    let config = solomids::solver::Config::default();
    let lost = parse_position(late).expect("a position").position;
    let outcome = solver.solve(&lost, &config);
    let mut proof = Vec::new();
    certificate::write(&mut proof, &lost, &outcome, &solver, &config).expect("a certificate");
    let mut packed = compressed(Vec::new());
    std::io::Write::write_all(&mut packed, &proof).expect("memory");
    let packed = packed.finish().expect("memory");
    let mut table = Vec::new();
    let solved = retrograde::solve(&small, &Limits::default(), &retrograde::SolveProgress::default());
    retrograde::write(&solved.expect("a small board"), &mut table).expect("memory");
    let mut service = Service::new(Host::default());
    let mut requests = Vec::new();
    for (game, text, moves) in [
        ("solomids", late, "[]"),
        ("pentamid", "L@a1 L@e5", r#"["L@a1","L@e5","La1-a2"]"#),
        ("solace2", "KWW.KCC.WKK.WCC.CKW.CWK", r#"["L-1>2"]"#),
    ] {
        let open = format!(r#"{{"ask":"open","game":"{game}","text":"{text}"}}"#);
        let opened: serde_json::Value = serde_json::from_str(&service.answer(&open)).expect("JSON");
        let start = &opened["ok"]["start"];
        requests.push(format!(r#"{{"ask":"look","game":"{game}","start":{start},"moves":{moves}}}"#));
        requests.push(open);
    }
    let requests: Vec<&str> = requests.iter().map(String::as_str).collect();
    let line = line.to_string();
    vec![
        reader("positions", &[&position, late, &position.replace('/', "\n")], |text| {
            let _ = (parse_deal(text), NamedText::new("text", text).kind());
            parse_position(text).is_ok()
        }),
        reader("share strings", &[&line, "> \"1_M-D4>C4\"", "_a9 a10, b9–b10"], move |text| {
            let _ = (text.parse::<Share>(), text.parse::<Move>(), is_line_like(text));
            let _ = Played::<Solomids>::of_text(&NamedText::new("text", text));
            PastedShare::parse(text).is_ok_and(|pasted| pasted.resolve(deal.position()).is_ok())
        }),
        reader("solutions", &[&solution, include_str!("../cli/verify.in/good.json")], move |text| {
            Solomids::read(&NamedText::new("text", text), None).is_ok_and(|line| line.verify().moves > 0)
        }),
        (
            "certificates",
            vec![proof, packed],
            Box::new(|bytes| {
                let config = CheckConfig { limits: Limits::memory(1 << 26), ..CheckConfig::default() };
                let input = decompressed(bytes);
                input.is_ok_and(|input| certificate::check(input, &config).is_ok())
            }),
        ),
        reader("rows of batches", &[include_str!("../cli/stats.in/web.csv"), &old_batch.0], |text| {
            let Ok(mut rows) = batch::Rows::new(text.as_bytes(), Path::new("text")) else { return false };
            loop {
                match rows.next_row() {
                    Ok(Some(_)) => {}
                    end => return end.is_ok(),
                }
            }
        }),
        file("batches", (&old_batch.0, &old_batch.1), batch::BatchRows::of),
        rows(
            "rows of a census",
            CensusRows::new(1, Reading::LITERAL, SearchLimits::default()),
            &[&old("census.csv")],
        ),
        reader("deals of Solace II", &[include_str!("../cli/solace2.in/deal.txt")], |text| {
            solace2::parse_deal(text).is_ok()
        }),
        reader("moves of Solace II", &["L-3>4 M-3>8", "l-1>2, t-14>3"], |text| {
            solace2::notation::parse_moves(text).is_ok()
        }),
        reader("games of Solace II", &[include_str!("../cli/solace2.in/game.json")], |text| {
            let read = Solace2::read(&NamedText::new("text", text), Reading::LITERAL);
            read.is_ok_and(|game| game.played().is_ok())
        }),
        reader("texts of Pentamid", &["- - -/- L -/- - l 1", "L@a1 l@c3, La1-a2"], move |text| {
            let read = [rules, small].map(|rules| {
                let given = Pentamid::read(&NamedText::new("text", text), read_by(rules));
                given.is_ok_and(|given| given.played().is_ok())
            });
            read.contains(&true)
        }),
        reader("games of Pentamid", &[game, include_str!("../cli/pentamid.in/analysis.json")], move |text| {
            let given = Pentamid::read(&NamedText::new("text", text), read_by(rules));
            given.is_ok_and(|given| given.verify().illegal.is_none() && given.played().is_ok())
        }),
        ("tables of Pentamid", vec![table], Box::new(move |bytes| retrograde::read(&small, bytes).is_ok())),
        reader("requests", &requests, move |text| service.answer(text).starts_with("{\"ok\"")),
    ]
}

/// The most memory that the process has held, as the system tells it.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".into(), |line| line.trim().into())
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut all = Vec::new();
    for mut reader in readers() {
        let begun = Instant::now();
        let (failed, longest) = failures(&mut reader, mutations());
        all.extend(failed);
        let (seconds, longest) = (begun.elapsed().as_secs_f64(), longest.as_millis());
        println!("{}: {seconds:.1} s, {longest} ms at most for one, at most {}", reader.0, most_memory());
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn a_reader_that_panics_is_found() {
    let mut faulty = reader("numbers", &["12,34"], |text| {
        for part in text.split(',') {
            let _ = part.parse::<u8>().map(|number| assert_ne!(number, 0));
        }
        true
    });
    assert_eq!(failures(&mut faulty, 2000).0.len(), 3);
}
