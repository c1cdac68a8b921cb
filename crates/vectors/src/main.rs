//! Runs every vector file of a folder: `cargo xtask vectors [folder]`.
//!
//! The output has a line for each file, the failures, the cases that could not be checked with the reason, and a total.
//! The exit code is 1 if anything failed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stepgate_vectors::{run, Report};

fn main() -> ExitCode {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "tests/vectors".into());
    let files = match files(Path::new(&folder)) {
        Ok(files) if !files.is_empty() => files,
        Ok(_) => return fail(&format!("{folder}: no .json file in this folder")),
        Err(error) => return fail(&format!("{folder}: {error}")),
    };
    let mut total = Report::default();
    for file in files {
        let report = run(&file);
        println!("{}: {report}", file.display());
        report.print_details();
        total.add(report);
    }
    println!("{total}");
    ExitCode::from(u8::from(total.failed() > 0))
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(1)
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}
