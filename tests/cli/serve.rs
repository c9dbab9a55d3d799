//! `serve`: the examples of `docs/service.md`, damaged requests, order, and how it ends.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};

/// A started program.
fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("solomids"));
    let pipes = command.arg("serve").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    pipes.stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// The answers to an input, and what stands on standard error, which must go with status 0.
fn serve(arguments: &[&str], input: &[u8]) -> (Vec<String>, String) {
    let mut child = start(arguments);
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("all is read");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{err}");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    (out.lines().map(Into::into).collect(), err)
}

/// The content of the blocks of a language in `docs/service.md`.
fn blocks(language: &str) -> Vec<String> {
    let page = fs::read_to_string("docs/service.md").expect("a page");
    let begin = format!("\n```{language}\n");
    page.split(&begin).skip(1).map(|rest| rest.split("\n```").next().unwrap_or(rest).into()).collect()
}

/// Requests and answers of the page.
fn examples() -> Vec<(String, String)> {
    let pairs = |block: &String| {
        let lines: Vec<&str> = block.lines().collect();
        lines.chunks(2).map(|pair| (pair[0].into(), pair[1].into())).collect::<Vec<_>>()
    };
    blocks("jsonl").iter().flat_map(pairs).collect()
}

/// Whether a text is a pattern in which `[..]` stands for anything.
fn matches(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split("[..]");
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut last = "";
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = part;
    }
    rest.is_empty() || text.ends_with(last) && pattern.contains("[..]")
}

#[test]
fn examples_of_the_page_are_answered_as_it_says() {
    let examples = examples();
    assert!(examples.len() >= 18, "{}", examples.len());
    let requests: Vec<&str> = examples.iter().map(|(request, _)| request.as_str()).collect();
    let input = requests.join("\n");
    let (answers, _) = serve(&[], input.as_bytes());
    assert_eq!(answers.len(), examples.len());
    for ((request, expected), answer) in examples.iter().zip(&answers) {
        assert!(matches(answer, expected), "{request}\nexpected: {expected}\nanswered: {answer}");
    }
}

#[test]
fn programs_in_other_languages_run() {
    let program = assert_cmd::cargo::cargo_bin("solomids");
    let folder = program.parent().expect("a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&path)));
    let path = path.expect("a path");
    for (language, command, has_packages) in [
        ("python", ["python3", "-c"], "import json"),
        ("javascript", ["node", "-e"], ""),
        ("r", ["Rscript", "-e"], "library(jsonlite)"),
        ("julia", ["julia", "-e"], "using JSON"),
    ] {
        let run = |text: &str| Command::new(command[0]).args([command[1], text]).env("PATH", &path).output();
        let blocks = blocks(language);
        assert_eq!(blocks.len(), 1, "{language}");
        if !run(has_packages).is_ok_and(|output| output.status.success()) {
            println!("skipped: {} or a package of its is missing", command[0]);
            continue;
        }
        let output = run(&blocks[0]).expect("it has run before");
        let err = String::from_utf8_lossy(&output.stderr);
        let out = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["1_M-D4>C4 12", "2_ 17"], "{language}: {err}");
    }
}

/// What damages requests.
const SIGNS: &[&[u8]] = &[
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"-1",
    b"1e999",
    b"R1",
    b"/",
    b" ",
    b"\xff",
    "é".as_bytes(),
    b"99999999999999999999",
    b"\\u0000",
    b"true",
    b"start",
    b"_",
    b">",
];

#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Answer {
    ok: Value,
    error: Value,
}

#[test]
fn no_answer_is_lost_whatever_is_asked() {
    let count = std::env::var("SOLOMIDS_MUTATIONS")
        .map_or(3000, |number| number.parse().expect("a number of mutations"));
    // Requests that may search for long whatever their limits are left out.
    let seeds: Vec<String> = examples().into_iter().map(|(request, _)| request).collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).filter(|seed| !seed.contains("level")).collect();
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            state ^= if left { state << by } else { state >> by };
        }
        state as usize % bound
    };
    let mut input = Vec::new();
    for _ in 0..count {
        let mut line = seeds[below(seeds.len())].as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(line.len());
            let end = (at + below(4)).min(line.len());
            line.splice(at..end, SIGNS[below(SIGNS.len())].iter().copied());
        }
        input.extend(line);
        input.push(b'\n');
    }
    let (answers, err) = serve(&["--threads", "2", "--max-nodes", "50"], &input);
    assert_eq!(err, "");
    assert_eq!(answers.len(), count);
    for answer in answers {
        // An `id` of 1e999 is none that can be read.
        let Answer { ok, error } = serde_json::from_str(&answer).expect("an answer is JSON");
        assert!(ok.is_object() ^ error["message"].is_string(), "{answer}");
    }
}

#[test]
fn answers_have_the_id_of_their_request_as_it_came_or_the_number_of_its_line() {
    let ids = [
        "{\"a\":[1]}",
        "null",
        "\"1\"",
        "123456789012345678901234567890",
        "-0",
        "1e400",
        "\"\\ud800\"",
        &"[".repeat(1000),
    ];
    let ids = ids.map(|id| format!("{id}{}", "]".repeat(id.matches('[').count() - id.matches(']').count())));
    let requests = ids.each_ref().map(|id| format!("{{\"id\":{id},\"ask\":\"about\"}}\n")).concat();
    let (answers, _) = serve(&[], requests.as_bytes());
    for (id, answer) in ids.iter().zip(&answers) {
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"ok\":")), "{id}: {answer}");
    }
    // A byte order mark is no part of a request. The number of a line is no id.
    let requests = "\u{feff}{\"ask\":\"about\"}\n\n?\n{\"id\":3,\"ask\":\"nope\"}\n[7]";
    let (answers, _) = serve(&[], requests.as_bytes());
    let begins = ["\"line\":1,\"ok\"", "\"line\":3,\"error\"", "\"id\":3,\"error\"", "\"line\":5,\"error\""];
    assert_eq!(answers.len(), begins.len());
    for (answer, begin) in answers.iter().zip(begins) {
        assert!(answer[1..].starts_with(begin), "{answer}");
    }
}

#[test]
fn a_long_request_is_refused_in_few_words_and_the_next_one_is_answered() {
    let long = format!("{{\"id\":1,\"text\":\"{}\"}}\n{{\"ask\":\"about\"}}\n", "x".repeat(17 << 20));
    let (answers, _) = serve(&[], long.as_bytes());
    let refused = r#"{"line":1,"error":{"message":"the request is longer than 1048576 bytes"}}"#;
    assert_eq!((answers[0].as_str(), answers.len()), (refused, 2));
    assert!(answers[1].starts_with("{\"line\":2,\"ok\""), "{}", answers[1]);
    let (word, words) = ("x".repeat(1_000_000), vec!["R1 "; 100_000]);
    let requests = [
        json!({"ask": "verify", "text": word}),
        json!({"ask": "open", "text": word}),
        json!({"ask": "moves", "text": "1_", "moves": words}),
        json!({"ask": "moves", "text": "1_", "moves": word}),
        json!({"ask": "moves", "start": {"deal": word}}),
        json!({"ask": word}),
        json!({"game": word}),
        json!({word.clone(): 1}),
        json!({"ask": "draw", "seed": word}),
        json!({"ask": "level", "level": word, "seed": 1}),
        json!({"ask": "solve", "nodes": word}),
    ];
    let requests = requests.map(|request| request.to_string());
    let (answers, _) = serve(&[], requests.join("\n").as_bytes());
    assert_eq!(answers.len(), requests.len());
    for answer in answers {
        assert!(answer.contains("\"error\"") && answer.len() < 2000, "{answer:.300}");
    }
}

#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let request = |index| json!({"ask": "solve", "text": format!("{index}_"), "nodes": 3000}).to_string();
    let requests = (0..40).map(request).collect::<Vec<_>>().join("\n");
    let sorted = |threads: &str| {
        let (answers, _) = serve(&["--threads", threads], requests.as_bytes());
        let without_time = |answer: &String| {
            let mut answer: Value = serde_json::from_str(answer).expect("JSON");
            answer["ok"]["stats"]["elapsed_ms"] = Value::Null;
            answer.to_string()
        };
        answers.iter().map(without_time).collect::<BTreeSet<_>>()
    };
    assert_eq!(sorted("1"), sorted("3"));
}

/// A deal whose search takes minutes: index 4347 of seed 1.
const HARD: &str = "K3 B3 G3 Y1 G2/G1 B1 R1 K3 R2/Y2 G3 B1 Y1 K1/B3 Y3 R1 G1 B2/G2 K3 G1 B2 B3/R3 K2 Y1 R2 B2/R3 Y3 Y2 B1 K1/\
    K2 Y2 R2 G3 R1/K2 Y3 G2 K1 R3";

#[test]
fn answers_come_at_once_and_an_interrupt_ends_the_search() {
    let mut child = start(&[]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for id in 0..3 {
        writeln!(input, "{{\"id\":{id},\"ask\":\"about\"}}").expect("it is read");
        let answer = answers.next().expect("an answer").expect("UTF-8");
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"ok\"")), "{answer}");
    }
    writeln!(input, "{}", json!({"ask": "solve", "text": HARD})).expect("it is read");
    thread::sleep(Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a signal");
    assert!(kill.success());
    let answer = answers.next().expect("an answer").expect("UTF-8");
    assert!(answer.ends_with("\"stopped\":\"interrupted\"}}"), "{answer}");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn a_search_is_cancelled_by_the_id_of_its_request() {
    for threads in ["1", "2"] {
        let mut child = start(&["--threads", threads]);
        let mut input = child.stdin.take().expect("a pipe");
        // The third one waits for its turn, or is answered beside the first.
        let solve = |id: &str| format!("{{\"id\":{id},\"ask\":\"solve\",\"text\":\"{HARD}\"}}\n");
        let (about, cancel) =
            ("{\"id\":2,\"ask\":\"about\"}\n", |id| format!("{{\"ask\":\"cancel\",\"id\":{id}}}\n"));
        write!(input, "{}{about}{}", solve("[1]"), solve("\"x\"")).expect("it is read");
        thread::sleep(Duration::from_millis(200));
        write!(input, "{}{}{}", cancel("9"), cancel("\"x\""), cancel("[1]")).expect("it is read");
        drop(input);
        let output = child.wait_with_output().expect("an end");
        assert!(output.status.success());
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let mut answers: Vec<&str> = out.lines().collect();
        if threads == "2" {
            answers.sort_unstable();
        }
        let stopped =
            |id: &str| (format!("{{\"id\":{id},\"ok\":{{\"schema\":1,"), "\"stopped\":\"interrupted\"}}");
        let cancelled = |id: &str, is: bool| (format!("{{\"id\":{id},\"ok\":{{\"cancelled\":{is}"), "}}");
        let mut expected = [
            stopped("[1]"),
            ("{\"id\":2,\"ok\":".into(), "}}"),
            stopped("\"x\""),
            cancelled("9", false),
            cancelled("\"x\"", true),
            cancelled("[1]", true),
        ];
        if threads == "2" {
            expected.sort_unstable();
        }
        assert_eq!(answers.len(), expected.len(), "{out}");
        for (answer, (begin, end)) in answers.iter().zip(&expected) {
            assert!(answer.starts_with(begin) && answer.ends_with(end), "{begin}: {answer}");
        }
    }
    let (answers, _) = serve(&[], b"{\"ask\":\"cancel\"}\n{\"ask\":\"cancel\",\"id\":1,\"nodes\":2}");
    for answer in &answers {
        assert!(answer.contains("with an `id` and nothing else"), "{answer}");
    }
    assert_eq!(answers.len(), 2);
}

#[test]
fn a_closed_pipe_ends_it() {
    for threads in ["1", "3"] {
        // A program that another test starts at the same moment may hold the other end of the pipe for a while, so that the answer
        // still finds a reader. That is rare, so one of a few tries goes without it, and there one request is enough.
        let ended = (0..5).find_map(|_| ended_by_a_closed_pipe(threads)).expect("one request ends it");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        assert_eq!(ended.stderr, b"");
    }
}

/// A search of hours ends when nobody is left to read its answer, also where requests are left that have not been read.
#[cfg(unix)]
#[test]
fn a_client_that_dies_ends_the_search() {
    let solve = json!({"ask": "solve", "text": HARD});
    for requests in [1, 20] {
        let mut child = start(&[]);
        let mut input = child.stdin.take().expect("a pipe");
        for _ in 0..requests {
            writeln!(input, "{solve}").expect("it is read");
        }
        thread::sleep(Duration::from_millis(300));
        drop((input, child.stdout.take()));
        let status = ends_within_ten_seconds(&mut child).expect("the search ends");
        assert!(status.success(), "{status}");
    }
}

/// The status of a program; none if it has not ended after ten seconds, when it is killed.
fn ends_within_ten_seconds(child: &mut Child) -> Option<ExitStatus> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("a child");
    child.wait().expect("an end");
    None
}

/// What is left of a program that answers one request into a closed pipe; none if it has not ended after ten seconds.
fn ended_by_a_closed_pipe(threads: &str) -> Option<Output> {
    let mut child = start(&["--threads", threads]);
    drop(child.stdout.take());
    // It stays open, so that nothing else ends the program.
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "{{\"ask\":\"about\"}}").expect("it is read");
    ends_within_ten_seconds(&mut child)?;
    Some(child.wait_with_output().expect("an end"))
}
