//! Interrupts during a long search: the first ends the search with its bounds, the second ends the program.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::fixtures::{endless_deal, send, solomids};

/// Timeout of these tests.
const PATIENCE: Duration = Duration::from_mins(1);

/// Starts a search of [`endless_deal`]; returns once the search is under way.
fn long_search(stdout: Stdio) -> Child {
    let mut command = solomids(&["solve", &endless_deal(), "--threads", "1", "--timeout", "100"]);
    let mut child = command.stdout(stdout).stderr(Stdio::piped()).spawn().expect("the program starts");
    // The program needs a few milliseconds of processor time before the search.
    let started = Instant::now();
    while cpu_time(&child) < Duration::from_millis(50) {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "solved too soon: this test needs a harder deal"
        );
        assert!(started.elapsed() < PATIENCE, "the search does nothing");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

/// User time of a process, which Linux counts in ticks of 10 ms.
fn cpu_time(child: &Child) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
    let after_name = stat.rsplit_once(") ").expect("a name in brackets").1;
    let ticks = after_name.split(' ').nth(11).and_then(|ticks| ticks.parse().ok());
    Duration::from_millis(10 * ticks.unwrap_or(0))
}

/// Waits at most `time` for the end of a process.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let started = Instant::now();
    loop {
        let status = child.try_wait().expect("a child");
        if status.is_some() || started.elapsed() > time {
            return status;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_interrupt_ends_the_search_with_its_bounds() {
    for signal in ["INT", "TERM"] {
        let mut child = long_search(Stdio::piped());
        send(signal, &child);
        let status = wait(&mut child, PATIENCE).expect("the search ends");
        let mut text = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
        assert_eq!(status.code(), Some(130), "{text}");
        let last = text.lines().find(|line| line.contains("the best score is at least ")).expect("a summary");
        assert!(last.ends_with("; stopped by an interrupt"), "{last}");
    }
}

#[test]
fn two_signals_at_once_are_one_interrupt() {
    let mut child = long_search(Stdio::piped());
    send("TERM", &child);
    send("INT", &child);
    let status = wait(&mut child, PATIENCE).expect("the search ends");
    let mut text = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
    assert_eq!(status.code(), Some(130), "{text}");
    assert!(text.contains("; stopped by an interrupt"), "{text}");
}

#[test]
fn a_second_interrupt_ends_the_program() {
    // The pipe is full and has no reader, so the program blocks on its output after the first interrupt.
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let stdout = Stdio::from(writer.try_clone().expect("a pipe"));
    let filler = thread::spawn(move || writer.write_all(&vec![0; 1 << 20]));
    let mut child = long_search(stdout);
    let mut sent = 0;
    let status = loop {
        assert!(sent < 20, "interrupts do nothing");
        send("INT", &child);
        sent += 1;
        if let Some(status) = wait(&mut child, Duration::from_millis(500)) {
            break status;
        }
    };
    assert_eq!(status.code(), Some(130));
    assert!(sent > 1, "the first interrupt does not end the program");
    drop(reader);
    filler.join().expect("no panic").expect_err("the pipe is closed");
}
