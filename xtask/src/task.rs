//! Runs a command of another tool: its output goes to a log, its progress to the terminal.

use crate::project::Project;
use anyhow::{bail, Context, Result};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(50);
const HEARTBEAT: Duration = Duration::from_secs(10);
const TAIL: usize = 40;

/// A command with a name (of its log, `<target>/xtask/<name>.log`) and a title (what the terminal says it does).
pub struct Task {
    title: String,
    log: PathBuf,
    command: Command,
    live: bool,
}

/// A command that has ended.
pub struct Ended {
    /// Whether its exit code was 0.
    pub success: bool,
    /// Everything it printed.
    pub text: String,
    log: PathBuf,
    status: ExitStatus,
    shown: bool,
}

impl Task {
    /// `command`, not started yet.
    pub fn new(project: &Project, name: &str, title: impl Into<String>, mut command: Command) -> Result<Self> {
        let log = project.scratch(&format!("{name}.log"))?;
        command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1").env_remove("FORCE_COLOR");
        Ok(Self { title: title.into(), log, command, live: false })
    }

    /// Shows the output on the terminal as it comes, instead of a heartbeat.
    pub fn live(mut self) -> Self {
        self.live = true;
        self
    }

    /// Runs to the end, whatever the exit code.
    pub fn end(mut self) -> Result<Ended> {
        println!("• {}", self.title);
        let started = Instant::now();
        let status = self.start().and_then(|child| self.watch(child, started))?;
        let text = String::from_utf8_lossy(&fs::read(&self.log)?).into_owned();
        let verdict = if status.success() { "done" } else { "failed" };
        println!("  {verdict} in {:.1} s", started.elapsed().as_secs_f32());
        Ok(Ended { success: status.success(), text, log: self.log, status, shown: self.live })
    }

    /// Runs to the end; an exit code other than 0 is an error that carries the end of the log.
    pub fn succeed(self) -> Result<String> {
        let title = self.title.clone();
        let ended = self.end()?;
        if !ended.success {
            bail!("{title}: {}\n{}", ended.status, ended.tail());
        }
        Ok(ended.text)
    }

    fn start(&mut self) -> Result<Child> {
        let out = File::create(&self.log).with_context(|| format!("cannot write {}", self.log.display()))?;
        let program = self.command.get_program().to_string_lossy().into_owned();
        self.command
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .spawn()
            .with_context(|| format!("cannot start `{program}`"))
    }

    fn watch(&self, mut child: Child, started: Instant) -> Result<ExitStatus> {
        let mut log = File::open(&self.log)?;
        let mut last_line = String::new();
        let mut beat = started;
        loop {
            let status = child.try_wait()?;
            let mut new = Vec::new();
            log.read_to_end(&mut new)?;
            if self.live {
                std::io::stdout().write_all(&new)?;
            } else if let Some(line) = String::from_utf8_lossy(&new).lines().rfind(|line| !line.trim().is_empty()) {
                last_line = line.trim().chars().take(100).collect();
            }
            if let Some(status) = status {
                return Ok(status);
            }
            if !self.live && beat.elapsed() >= HEARTBEAT {
                beat = Instant::now();
                println!("  {:>4} s  {last_line}", started.elapsed().as_secs());
            }
            sleep(POLL);
        }
    }
}

impl Ended {
    /// The last lines of the log, unless the terminal has shown them, and where the whole of it is.
    pub fn tail(&self) -> String {
        let count = if self.shown { 0 } else { TAIL };
        let lines: Vec<&str> = self.text.lines().collect();
        let end = lines.get(lines.len().saturating_sub(count)..).unwrap_or_default();
        let end: String = end.iter().map(|line| format!("    {line}\n")).collect();
        format!("{end}  (whole log: {})", self.log.display())
    }
}
