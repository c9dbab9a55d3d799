//! The `solomids` program.

fn main() -> std::process::ExitCode {
    solomids::cli::main()
}
