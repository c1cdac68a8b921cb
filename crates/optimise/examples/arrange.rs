//! Places the items of instance files: `arrange <instances.json> --ms N --seed S --out placements.json [--move-base M]`.
//! `--bound` computes the bound, too; `--iterations N` in place of `--ms` makes it repeatable. With `--drafts drafts.json` in place of `--out` it writes the drafts by name. `cargo xtask arrange` runs it. N is time on the processor where the system tells it (Linux), otherwise time on the clock.

use serde_json::{json, Value};
use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use stepgate_json::to_value;
use stepgate_optimise::{bound, explain, file, score, Instance, Placement, Replay, Search};

const USAGE: &str =
    "arrange <instances.json> --ms N --seed S (--out placements.json | --drafts drafts.json) [--move-base M] [--bound]";
/// Iterations between two looks at the clock.
const ITERATIONS: u64 = 1024;

struct Options {
    instances: String,
    out: Option<String>,
    drafts: Option<String>,
    time: Duration,
    iterations: Option<u64>,
    seed: u64,
    move_base: Option<u32>,
    bound: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match options(&words).and_then(|options| arrange(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options(words: &[String]) -> Result<Options, Box<dyn Error>> {
    let Some((instances, rest)) = words.split_first() else { return Err(USAGE.into()) };
    let (mut out, mut drafts, mut time, mut seed) = (None, None, 1000, 1);
    let (mut iterations, mut move_base) = (None, None);
    let bound = rest.iter().any(|word| word == "--bound");
    let rest: Vec<&String> = rest.iter().filter(|word| *word != "--bound").collect();
    for pair in rest.chunks(2) {
        let [name, value] = pair else {
            return Err(format!(
                "`{}` has no value; {USAGE}",
                pair.iter().map(|word| word.as_str()).collect::<String>()
            )
            .into());
        };
        match name.as_str() {
            "--ms" => time = value.parse().map_err(|_| format!("--ms takes a whole number, not `{value}`"))?,
            "--seed" => seed = value.parse().map_err(|_| format!("--seed takes a whole number, not `{value}`"))?,
            "--iterations" => {
                let number = value.parse().map_err(|_| format!("--iterations takes a whole number, not `{value}`"))?;
                iterations = Some(number);
            }
            "--out" => out = Some(value.to_string()),
            "--drafts" => drafts = Some(value.to_string()),
            "--move-base" => {
                let number = value.parse().map_err(|_| format!("--move-base takes a whole number, not `{value}`"))?;
                move_base = Some(number);
            }
            _ => return Err(format!("unknown option `{name}`; {USAGE}").into()),
        }
    }
    if out.is_none() && drafts.is_none() {
        return Err(format!("--out is missing; {USAGE}").into());
    }
    Ok(Options {
        instances: instances.clone(),
        out,
        drafts,
        time: Duration::from_millis(time),
        iterations,
        seed,
        move_base,
        bound,
    })
}

fn arrange(options: &Options) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(&options.instances).map_err(|error| format!("{}: {error}", options.instances))?;
    let mut instances = file::read(&text)?;
    instances.iter_mut().for_each(|(_, draft)| draft.move_base = options.move_base.unwrap_or(draft.move_base));
    if let Some(file) = &options.drafts {
        let drafts = instances.iter().map(|(name, draft)| (name.clone(), to_value(draft))).collect();
        return write(file, drafts);
    }
    let mut placements = serde_json::Map::new();
    for (name, draft) in instances {
        let instance = Instance::new(draft).map_err(|invalid| format!("{name}: {invalid}"))?;
        let (placement, iterations) = place(&instance, options);
        let score = score(&instance, &placement).map_err(|broken| format!("{name}: broken rules {broken:?}"))?;
        let least = if options.bound { format!(", bound {}", bound(&instance).total()) } else { String::new() };
        println!("{name}: cost {}, unplaced {}{least}, {iterations} iterations", score.total(), score.unplaced);
        explain(&instance, &placement).iter().for_each(|blocked| println!("  {blocked:?}"));
        let places = placement.0.iter().map(|place| place.map_or(Value::Null, |place| json!([place.day, place.start])));
        placements.insert(name, places.collect());
    }
    options.out.as_ref().map_or(Ok(()), |file| write(file, placements))
}

fn write(file: &str, members: serde_json::Map<String, Value>) -> Result<(), Box<dyn Error>> {
    fs::write(file, Value::Object(members).to_string()).map_err(|error| format!("{file}: {error}").into())
}

/// Searches until the time is over, and plans by the speed so far; or over the given iterations.
fn place(instance: &Instance, options: &Options) -> (Placement, u64) {
    let clock = Clock::start();
    let planned = options.iterations.unwrap_or(ITERATIONS);
    let mut search = Search::new(instance, Replay { seed: options.seed, planned });
    let mut done = 0;
    while options.iterations.map_or_else(|| clock.elapsed() < options.time, |iterations| done < iterations) {
        search.step(ITERATIONS);
        done += ITERATIONS;
        if options.iterations.is_none() {
            let spent = clock.elapsed().as_micros().max(1);
            search.plan((u128::from(done) * options.time.as_micros() / spent) as u64);
        }
    }
    (search.best().clone(), done)
}

struct Clock {
    busy: Option<u64>,
    started: Instant,
}

impl Clock {
    fn start() -> Self {
        Clock { busy: busy(), started: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.busy, busy()) {
            (Some(from), Some(to)) => Duration::from_nanos(to - from),
            _ => self.started.elapsed(),
        }
    }
}

/// Nanoseconds that this thread has spent on a processor.
fn busy() -> Option<u64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}
