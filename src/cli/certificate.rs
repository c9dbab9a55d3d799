//! Certificates in files: written by `solve --certificate`, checked by `verify --certificate`. Compressed with zstd.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use solomids::certificate::{self, Checked, ImpossibleGoal, WriteError};
use solomids::game::{Palette, Position, TREES};
use solomids::numbers::counted;
use solomids::solver::{Outcome, Solver};

use super::args::{FormatArg, LineArgs, VerifyArgs};
use super::failure::Advised;
use super::file;
use super::search::SearchSession;
use super::start;
use super::status::Status;
use super::terminal::Terminal;

/// Level of compression: certificates are read as often as they are written.
const LEVEL: i32 = 6;
/// The first bytes of data compressed with zstd (RFC 8878).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Output of `verify --certificate --format json`.
#[derive(Serialize)]
struct CheckRecord {
    schema: u32,
    accepted: bool,
    /// First step that does not hold, null if the certificate is accepted.
    refused: Option<String>,
    /// Canonical text of the position, null if the certificate is refused.
    deal: Option<String>,
    /// Best score, null if the certificate is refused.
    score: Option<u8>,
    /// Boards listed.
    boards: u64,
}

/// Writes the certificate of an outcome, as a whole or not at all. An undecided outcome has none: that is noted.
pub(super) fn write(
    path: &OsStr,
    position: &Position,
    outcome: &Outcome,
    session: &SearchSession,
    terminal: Terminal,
) -> anyhow::Result<()> {
    let path = Path::new(path);
    let mut failure = None;
    let saved = file::write_with(path, |file| {
        let mut out = zstd::Encoder::new(BufWriter::new(file), LEVEL)?;
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
        Some(WriteError::Undecided) => {
            terminal.note(&format!("`{}` is not written: an undecided verdict has no proof", path.display()));
            Ok(())
        }
        Some(WriteError::Stopped(stop)) => {
            let message = format!(
                "cannot write `{}`: its proof, made once more, was stopped by {}",
                path.display(),
                session.limits.name(stop)
            );
            Err(Advised::new(message, "allow it as much again as the search took").into())
        }
        Some(error) => Err(error).with_context(|| format!("cannot write `{}`", path.display())),
    }
}

/// Checks a certificate, and that it is about the given deal, if there is one.
pub(super) fn verify(path: &OsStr, arguments: &VerifyArgs, terminal: Terminal) -> anyhow::Result<Status> {
    let LineArgs { line, deal, dealt, .. } = &arguments.played;
    let given = start::given(line.as_deref().or(deal.as_deref()), dealt)?;
    let checked = check_file(Path::new(path))?.and_then(|checked| match given {
        Some(start) if start.position != checked.position => Err("it is about another position".to_owned()),
        _ => Ok(checked),
    });
    terminal.answer(&match arguments.format {
        FormatArg::Text => match &checked {
            Ok(checked) => to_text(checked),
            Err(reason) => format!("Refused: {reason}\n"),
        },
        FormatArg::Json => serde_json::to_string(&CheckRecord::new(&checked))? + "\n",
    })?;
    Ok(if checked.is_ok() { Status::Done } else { Status::Lost })
}

/// Reads and checks a certificate, compressed or not. The inner error says why it is refused.
fn check_file(path: &Path) -> anyhow::Result<Result<Checked, String>> {
    let failed = || format!("cannot read `{}`", path.display());
    let mut file = File::open(path).with_context(failed)?;
    let mut magic = Vec::new();
    io::Read::by_ref(&mut file).take(4).read_to_end(&mut magic).with_context(failed)?;
    let is_compressed = magic == ZSTD_MAGIC;
    let whole = io::Cursor::new(magic).chain(file);
    let result = if is_compressed {
        certificate::check(BufReader::new(zstd::Decoder::new(whole).with_context(failed)?))
    } else {
        certificate::check(BufReader::new(whole))
    };
    Ok(result.map_err(|error| error.to_string()))
}

impl CheckRecord {
    fn new(checked: &Result<Checked, String>) -> Self {
        let accepted = checked.as_ref().ok();
        Self {
            schema: 1,
            accepted: accepted.is_some(),
            refused: checked.as_ref().err().cloned(),
            deal: accepted.map(|checked| Palette::default().canonical(&checked.position)),
            score: accepted.map(|checked| checked.header.score),
            boards: accepted.map_or(0, |checked| checked.stats.boards),
        }
    }
}

/// Formats what an accepted certificate proves.
fn to_text(Checked { header, stats, .. }: &Checked) -> String {
    let score = header.score;
    let Some(ImpossibleGoal { trees, swaps }) = header.goal else {
        return format!("Accepted: best score {score}; its line reaches it, and none is greater\n");
    };
    let boards = counted(stats.boards, "board");
    let goal = match (trees, swaps) {
        (TREES, 0) => "no line wins without a swap".to_owned(),
        (TREES, _) => format!("no line wins with fewer than {}", counted(u64::from(swaps) + 1, "swap")),
        _ => format!("no line banks {}", counted(trees.into(), "tree")),
    };
    format!("Accepted: best score {score}; its line reaches it, and by {boards} {goal}\n")
}
