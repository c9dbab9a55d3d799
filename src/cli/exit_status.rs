//! Exit status of the program.

/// What a command returns: the exit status, or the error to show.
pub(super) type CommandResult = anyhow::Result<ExitStatus>;

/// Exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitStatus {
    /// Proven won, or the command succeeded.
    Done = 0,
    /// Proven lost.
    Lost = 1,
    /// Bad usage, bad input, or an I/O error.
    Bad = 2,
    /// Nothing of that is proven within the limits.
    Undecided = 3,
    /// A certificate that is refused.
    Refused = 4,
    /// Interrupted, with partial results shown.
    Interrupted = 130,
}
