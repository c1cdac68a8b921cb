//! Buttons of the page that begin an operation (spec.md 3.1).

use serde_json::Value;

use super::{batch, making, revisions, route};
use crate::content::{Content, Follow};
use crate::fields::declare::id_of;
use crate::fields::find;
use crate::model::{Item, Stage};
use crate::project::edits::Args;
use crate::project::Wrong;
use crate::texts::sentences::{refusal, refusal_of};
use crate::trials::{evaluation, simulation};
use crate::{research, talk};
use stepgate_engine::{State, Step};

/// Begins the operation of the edit `key`; `None` if it is not such an edit.
///
/// # Errors
/// The edit is malformed, or its operation cannot begin now.
pub(crate) fn begin(state: &mut State<Content>, key: &str, value: &Value) -> Result<Option<Follow>, Wrong> {
    let lang = state.lang();
    match (key, Args::of(key, value)?) {
        ("approve", _) if !state.memory.waiting_for_human => return Err(refusal("not_waiting", lang).into()),
        ("approve", _) if !state.memory.revisions.is_empty() => return Err(refusal("revision_open", lang).into()),
        ("approve", _) => route::advance(state),
        ("keep" | "revert", Some(args)) => {
            let id = id_of(&state.memory, &args.field, lang)?;
            let decided = if key == "keep" { revisions::keep(state, &id) } else { revisions::revert(state, &id) };
            if !decided {
                return Err(refusal("no_revision", lang).into());
            }
        }
        ("regenerate_stale", _) => batch::refresh(state)?,
        ("propose", _) if state.memory.golden.intent.trim().is_empty() => return Err(refusal("no_intent", lang).into()),
        ("propose", _) => start(state, key, Item::new(Stage::Propose, "")),
        ("batch", Some(args)) => batch::start(state, args.phase, args.flag.unwrap_or(true))?,
        // Same as a request in the chat.
        ("generate", Some(args)) => {
            let field =
                find(&state.memory, &args.field).ok_or_else(|| refusal_of("unknown_field", &args.field, lang))?;
            let name = field.name.clone();
            route::take(state, "generate", Some(name), "");
        }
        ("search", Some(args)) if args.text.trim().is_empty() => return Err(refusal("empty_query", lang).into()),
        ("search", Some(args)) => {
            state.hear(args.text.as_str());
            talk::mode(state, key, None);
            let call = research::search(&args.text);
            state.memory.work.push(Item::new(Stage::Look, &args.text));
            return Ok(Some(Follow::Step(Step::Run(vec![call], Stage::Look))));
        }
        ("simulate", Some(args)) => {
            let simulation = Some(Box::new(simulation::begin(&state.memory, &args, value, lang)?));
            start(state, key, Item { simulation, ..Item::new(Stage::Simulate, "") });
        }
        ("evaluate", Some(_)) => {
            let grading = Some(evaluation::begin(&state.memory, value, lang)?);
            start(state, key, Item { grading, ..Item::new(Stage::Evaluate, "") });
        }
        // The suggestion is the user's instruction for the change.
        ("accept_suggestion", Some(args)) => {
            let (name, text) = evaluation::accept(&state.memory, &args.id, &args.field, lang)?;
            state.hear(text.as_str());
            making::update(state, &name, &text);
        }
        _ => return Ok(None),
    }
    Ok(Some(Follow::Work))
}

fn start(state: &mut State<Content>, mode: &str, item: Item) {
    talk::mode(state, mode, None);
    state.memory.work.push(item);
}
