//! Certificates in files: written by `solve --certificate`, checked by `verify --certificate`. Compressed with gzip.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Read, Write as _};
use std::path::Path;

use crate::certificate::{
    self, CheckConfig, CheckError, CheckProgress, Checked, FormatError, ImpossibleGoal, WriteError,
};
use crate::game::{MAX_SWAPS, Palette, Position, TREES};
use crate::kit::compression;
use crate::kit::escape::escape;
use crate::kit::json::SCHEMA;
use crate::numbers::counted;
use crate::solver::{Bounds, Outcome, Solver, StopReason};
use anyhow::Context as _;
use serde_json::{Value, json};

use super::args::LineArgs;
use super::input;
use super::output::{FileKind, Output, Target};
use super::search::LimitNames;
use super::start;
use super::{
    CommandResult, ExitStatus, FormatArg, PictureFiles, SearchSession, SearchSettings, Terminal, refuse,
};

/// Certificates, compressed or not.
const CERTIFICATE: FileKind = FileKind {
    name: "certificate",
    starts: &[b"solomids-certificate"],
    help: "only certificates are replaced: give another name",
};

/// Checks that a certificate can be written beside some pictures.
pub(super) fn open(name: &OsStr, pictures: &PictureFiles) -> anyhow::Result<Target> {
    let (message, help) = match Output::of_kind(name, &CERTIFICATE)? {
        Output::Stdout => ("a certificate is not written to standard output", "give the name of a file"),
        output if pictures.files().any(|picture| *picture == output) => {
            ("--certificate and a picture name the same file", "give two different names")
        }
        Output::File(target) => return Ok(target),
    };
    refuse(message, help)
}

/// Writes the certificate of an outcome, as a whole or not at all. An outcome that proves nothing has none: that is noted.
pub(super) fn write(
    target: &Target,
    position: &Position,
    outcome: &Outcome,
    session: &SearchSession,
    terminal: Terminal,
) -> anyhow::Result<()> {
    let mut failure = None;
    let saved = target.write_with(terminal, |file| {
        let mut out = compression::compressed(BufWriter::new(file));
        match certificate::write(&mut out, position, outcome, &Solver::new(), &session.config) {
            Ok(_) => out.finish()?.flush(),
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => {
                let message = error.to_string();
                failure = Some(error);
                Err(io::Error::other(message))
            }
        }
    });
    match failure {
        None => saved,
        Some(error @ WriteError::NothingProven) => {
            terminal.note(&format!("`{}` is not written: {error}", target.name()));
            Ok(())
        }
        Some(WriteError::Stopped(stop)) => {
            let message = format!(
                "cannot write `{}`: its proof, made once more, was stopped by {}",
                target.name(),
                session.limits.name(stop)
            );
            refuse(message, "allow it as much again as the search took")
        }
        Some(error) => Err(error).with_context(|| format!("cannot write `{}`", target.name())),
    }
}

enum Rejected {
    /// A step that does not hold.
    Refused(String),
    /// A limit ended the check.
    Stopped(String),
}

/// Checks a certificate, and that it is about the given deal, if there is one.
pub(super) fn verify(
    path: &OsStr,
    LineArgs { line, share, deal, dealt }: &LineArgs,
    format: FormatArg,
    settings: &SearchSettings,
    terminal: Terminal,
) -> CommandResult {
    let inputs = [Some(path), line.as_deref(), deal.as_deref()];
    if inputs.into_iter().flatten().filter(|&input| input == "-").count() > 1 {
        let message = "two of certificate, line and deal cannot both come from standard input";
        return refuse(message, "read one of them from a file");
    }
    let given = start::given(deal.as_deref(), dealt)?;
    let given = match (line, share) {
        (Some(line), _) => Some(start::of_text(line, given)?),
        (None, Some(share)) => Some(start::of_share(share, given)?),
        (None, None) => given,
    };
    settings.start_threads()?;
    let position = given.as_ref().map(|played| &played.position);
    let checked = check_file(path, position, settings, terminal)?;
    let text = || {
        Ok(match &checked {
            Ok(checked) if given.is_some() => to_text(checked),
            Ok(checked) => to_text(checked) + &position_line(checked),
            Err(Rejected::Refused(reason)) => format!("Refused: {}\n", escape(reason)),
            Err(Rejected::Stopped(limit)) => format!("Not decided: the check was stopped by {limit}\n"),
        })
    };
    terminal.answer_as(format, text, || Ok(record(&checked)))?;
    Ok(match checked {
        Ok(_) => ExitStatus::Done,
        Err(Rejected::Refused(_)) => ExitStatus::Refused,
        Err(Rejected::Stopped(_)) => ExitStatus::Undecided,
    })
}

/// Reads and checks a certificate, compressed or not, from a file or, for `-`, from standard input. The inner error says why
/// it is not accepted.
fn check_file(
    path: &OsStr,
    position: Option<&Position>,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<Result<Checked, Rejected>> {
    if path == "-" {
        return check_input("<stdin>", io::stdin().lock(), position, settings, terminal);
    }
    let path = Path::new(path);
    let file = input::open(path, "`solomids solve --certificate FILE` writes one")?;
    check_input(&path.display().to_string(), file, position, settings, terminal)
}

fn check_input(
    name: &str,
    input: impl Read,
    position: Option<&Position>,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<Result<Checked, Rejected>> {
    let failed = || format!("cannot read `{name}`");
    let input = compression::decompressed(input).with_context(failed)?;
    let bar = terminal.bar(0);
    let observe = |CheckProgress { checked, boards }| {
        if let Some(bar) = &bar {
            bar.set_length(boards as u64);
            bar.set_position(bar.position().max(checked as u64));
            bar.set_message("boards checked");
        }
    };
    let limits = settings.config.limits.clone();
    let config = CheckConfig { position, limits, observer: Some(&observe) };
    let result = certificate::check(input, &config);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let names = LimitNames::of(settings);
    match result {
        // Other errors of input and output are those of damaged data.
        Err(CheckError::Format(FormatError::Io(error))) if error.raw_os_error().is_some() => {
            Err(error).with_context(failed)
        }
        Err(CheckError::Stopped(stop)) => Ok(Err(Rejected::Stopped(names.name(stop)))),
        Err(error @ CheckError::Memory { .. }) => {
            Ok(Err(Rejected::Stopped(format!("{}: {error}", names.name(StopReason::Memory)))))
        }
        result => Ok(result.map_err(|error| Rejected::Refused(error.to_string()))),
    }
}

/// Output of `verify --certificate --format json`.
fn record(checked: &Result<Checked, Rejected>) -> Value {
    let accepted = checked.as_ref().ok();
    let bounds = accepted.map(|checked| checked.bounds);
    let (refused, stopped) = match checked {
        Ok(_) => (None, None),
        Err(Rejected::Refused(reason)) => (Some(reason), None),
        Err(Rejected::Stopped(limit)) => (None, Some(limit)),
    };
    json!({
        "schema": SCHEMA,
        "accepted": accepted.is_some(),
        "refused": refused,
        "stopped": stopped,
        "deal": accepted.map(|checked| Palette::default().canonical(&checked.position)),
        "score": bounds.and_then(Bounds::score),
        "lower_bound": bounds.map(|bounds| bounds.lower),
        "upper_bound": bounds.map(|bounds| bounds.upper),
        "proven": bounds.and_then(Bounds::proven),
        "boards": accepted.map_or(0, |checked| checked.stats.boards),
    })
}

fn to_text(Checked { header, bounds, stats, .. }: &Checked) -> String {
    let &Bounds { lower, upper } = bounds;
    let claim = match bounds.proven() {
        _ if lower == upper => format!("best score {lower}; its line reaches it"),
        Some(proven) => format!("{}, best score {lower} to {upper}; its line reaches {lower}", proven.name()),
        None => format!("best score {lower} to {upper}; its line reaches {lower}"),
    };
    let boards = counted(stats.boards, "board");
    let rest = match header.goal {
        None if lower == upper => ", and none is greater".into(),
        None => String::new(),
        Some(ImpossibleGoal { trees: TREES, swaps: MAX_SWAPS }) => format!(", and by {boards} no line wins"),
        Some(ImpossibleGoal { trees: TREES, swaps: 0 }) => {
            format!(", and by {boards} no line wins without a swap")
        }
        Some(ImpossibleGoal { trees: TREES, swaps }) => {
            let fewer = counted(u64::from(swaps) + 1, "swap");
            format!(", and by {boards} no line wins with fewer than {fewer}")
        }
        Some(ImpossibleGoal { trees, .. }) => {
            format!(", and by {boards} no line banks {}", counted(trees.into(), "tree"))
        }
    };
    format!("Accepted: {claim}{rest}\n")
}

/// Formats the position of a certificate on one line, as the commands read it.
fn position_line(Checked { position, .. }: &Checked) -> String {
    format!("Position: {}\n", Palette::default().canonical(position).replace('\n', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{ColorArg, CommonArgs};

    /// A disk that fails.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::from_raw_os_error(5))
        }
    }

    fn check(input: impl Read) -> anyhow::Result<Result<Checked, Rejected>> {
        let settings = SearchSettings::new(&CommonArgs::default());
        check_input("name", input, None, &settings, Terminal::new(ColorArg::Never, true))
    }

    #[test]
    fn a_failing_disk_is_an_error_and_damaged_data_are_refused() {
        let text = b"solomids-certificate 1\n";
        let mut packed = compression::compressed(Vec::new());
        packed.write_all(text).expect("memory");
        let packed = packed.finish().expect("memory");
        for begin in [&text[..], &packed[..packed.len() - 4]] {
            let error = check(begin.chain(Broken)).err().expect("the disk fails");
            assert!(format!("{error:#}").starts_with("cannot read `name`: "), "{error:#}");
        }
        let damaged = [&packed[..2], b"no member has this"].concat();
        for bytes in [&damaged[..], &packed[..packed.len() - 4], b"solomids-certificate 1\n\xff\n", text] {
            assert!(matches!(check(bytes), Ok(Err(Rejected::Refused(_)))), "{bytes:?}");
        }
    }
}
