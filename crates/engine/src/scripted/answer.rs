//! Answers of the functions of a script, read from JSON.

use serde_json::Value;

use super::definition::{schema, Definition, Stage};
use crate::actor::AnyStage;
use crate::prompt::limits::Limits;
use crate::prompt::{Contract, Prompt, Window};
use crate::scene::Scene;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::tool::{Internal, Rehearsed, ToolCall, ToolError};
use crate::vocabulary::view::Failure;
use stepgate_json::{none_of, wanted, FromJson, Json, Members, Variant};
use stepgate_reply::schema::Problem;
use stepgate_reply::Error;

/// Answer of a function that decides.
pub(super) enum Answer {
    /// Makes the changes and takes the step.
    Step(Changes, Step<AnyStage>),
    /// Makes the changes and takes the engine's own step.
    Usual(Changes),
    /// Changes nothing; the session keeps waiting.
    Nothing,
    /// A complaint for the model.
    Complaint(String),
    /// A refusal for the user.
    Refusal(Refusal),
}

/// Changes of a state.
#[derive(Default)]
pub(super) struct Changes {
    memory: Option<Value>,
    said: Vec<Saying>,
}

impl Answer {
    /// Reads null, `{ complain: text }`, `{ refuse: { code, text } }`, or `{ memory?, said?, step }`; the step `"usual"` is the
    /// engine's own. Its stages must be in the definition.
    pub(super) fn read(value: &Value, definition: &Definition) -> Result<Answer, Error> {
        if value.is_null() {
            return Ok(Answer::Nothing);
        }
        let members = Members::of(value)?;
        if value.get("complain").is_some() {
            members.only(&["complain"])?;
            let mut text = String::new();
            members.required("complain", &mut text)?;
            return Ok(Answer::Complaint(text));
        }
        if value.get("refuse").is_some() {
            members.only(&["refuse"])?;
            let mut refused = Refused::blank();
            members.required("refuse", &mut refused)?;
            return Ok(Answer::Refusal(Refusal::new(refused.code, refused.text)));
        }
        members.only(&["memory", "said", "step"])?;
        let (mut changes, mut step) = (Changes::default(), Value::Null);
        members.optional("memory", &mut changes.memory)?;
        members.optional("said", &mut changes.said)?;
        members.required("step", &mut step)?;
        if step == "usual" {
            return Ok(Answer::Usual(changes));
        }
        let step = read_step(&step, definition).map_err(|error| error.below("/step"))?;
        Ok(Answer::Step(changes, step))
    }
}

/// Reads a step in the form in which steps are saved.
fn read_step(value: &Value, definition: &Definition) -> Result<Step<AnyStage>, Error> {
    let step: Step<AnyStage> = stepgate_json::read(value)?;
    check_choices(&step)?;
    step.with_calls(ToolCall::unread).convert(&|stage| check_stage(&stage, definition).map(|()| stage))
}

/// Refuses candidates that cannot be told apart.
fn check_choices(step: &Step<AnyStage>) -> Result<(), Error> {
    match step {
        Step::Choose { choice, then, no } => {
            choice.check().map_err(|error| error.below("/choose/choice"))?;
            check_choices(then).and_then(|()| check_choices(no))
        }
        Step::Confirm { yes, no, .. } => check_choices(yes).and_then(|()| check_choices(no)),
        _ => Ok(()),
    }
}

/// Refuses a stage that the definition does not have.
pub(super) fn check_stage(stage: &AnyStage, definition: &Definition) -> Result<(), Error> {
    if stage.as_str().is_some_and(|name| definition.stage(name).is_some()) {
        return Ok(());
    }
    let names: Vec<&str> = definition.stages.iter().map(|stage| stage.name).collect();
    Err(wanted(&format!("one of the stages {}, not {stage}", names.join(", "))))
}

impl Changes {
    /// Makes the changes. Gives the new memory, if there is one.
    pub(super) fn make(self, scene: &mut Scene) -> Option<Value> {
        self.said.into_iter().for_each(|saying| saying.say(scene));
        self.memory
    }
}

#[derive(Json)]
#[json(strict)]
struct Refused {
    code: String,
    text: String,
}

/// One thing that a function says, as [`State`](crate::State) has functions for.
enum Saying {
    Say(String),
    Hear(String),
    Cue(String),
    Note(Note),
    Fail(Refused),
    /// Moves to another thread for all that follows and is asked next. The decision under consideration stays in its own.
    Thread(u32),
}

#[derive(Json)]
#[json(strict)]
struct Note {
    code: String,
    #[json(optional)]
    data: Value,
}

impl FromJson for Saying {
    fn blank() -> Self {
        Saying::Say(String::new())
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let saying = Variant::of(value)?;
        *self = match saying.name() {
            "say" => Saying::blank(),
            "hear" => Saying::Hear(String::new()),
            "cue" => Saying::Cue(String::new()),
            "note" => Saying::Note(Note::blank()),
            "fail" => Saying::Fail(Refused::blank()),
            "thread" => Saying::Thread(0),
            _ => return Err(none_of(&["say", "hear", "cue", "note", "fail", "thread"])),
        };
        match self {
            Saying::Say(text) | Saying::Hear(text) | Saying::Cue(text) => saying.value(text),
            Saying::Note(note) => saying.value(note),
            Saying::Fail(failure) => saying.value(failure),
            Saying::Thread(thread) => saying.value(thread),
        }
    }
}

impl Saying {
    fn say(self, scene: &mut Scene) {
        match self {
            Saying::Say(text) => scene.say(text),
            Saying::Hear(text) => scene.hear(text, None),
            Saying::Cue(text) => scene.hear(text, Some(Cue::Unnamed)),
            Saying::Note(Note { code, data }) => scene.note(code, data),
            Saying::Fail(Refused { code, text }) => scene.fail(Failure::new(code, text)),
            Saying::Thread(thread) => {
                scene.settle();
                scene.switch_thread(thread);
            }
        }
    }
}

/// Times that the model of a scripted agent may make a call that fails.
const FAILURES: usize = 2;

/// Reads `{ system, window?, tail?, reply?, told?, tools?, sampling?, limits?, wishes? }`. `window` is 0 (nothing of the thread), `{ words: n }` or
/// `{ replies: n }`, in characters, `{ compact: { characters, replies } }`, or `{ tokens, keep?, summarise? }`; default as [`Prompt::new`]. `reply` replaces the stage's schema, `told` is what the model is told of it ([`Prompt::told`]). Without `tools` the model may call
/// all that are not internal.
pub(super) fn read_prompt(value: &Value, stage: &Stage, definition: &Definition) -> Result<Prompt, Error> {
    let members = Members::of(value)?;
    members.only(&["system", "window", "tail", "reply", "told", "tools", "sampling", "limits", "wishes"])?;
    let (mut system, mut reply, mut told) = (String::new(), None::<Value>, None::<Value>);
    members.required("system", &mut system)?;
    members.optional("reply", &mut reply)?;
    members.optional("told", &mut told)?;
    let told = told.map(|told| schema("/told", &told)).transpose()?;
    let schema = reply.map_or_else(|| Ok(stage.reply.clone()), |reply| schema("/reply", &reply))?;
    let mut prompt = Prompt::new(system, Contract { name: definition.name(), schema });
    prompt.told = told;
    prompt.live = stage.live;
    prompt.tools = definition.visible_tools();
    prompt.limits.failures = Some(FAILURES);
    members.optional("window", &mut prompt.window)?;
    members.optional("tail", &mut prompt.tail)?;
    members.optional("tools", &mut prompt.tools)?;
    members.optional("sampling", &mut prompt.sampling)?;
    members.optional("limits", &mut prompt.limits)?;
    members.optional("wishes", &mut prompt.wishes)?;
    Ok(prompt)
}

#[derive(Json)]
#[json(strict)]
struct Compact {
    characters: usize,
    replies: u32,
}

#[derive(Json)]
#[json(strict)]
struct ByTokens {
    tokens: u64,
    #[json(optional)]
    keep: Option<u64>,
    #[json(optional)]
    summarise: Option<bool>,
}

impl FromJson for Window {
    fn blank() -> Self {
        Window::None
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        if value == 0 {
            *self = Window::None;
            return Ok(());
        }
        if value.get("tokens").is_some() {
            let ByTokens { tokens, keep, summarise } = stepgate_json::read(value)?;
            let keep = keep.unwrap_or(tokens / 2);
            *self = Window::Tokens { tokens, keep, summarise: summarise.unwrap_or(true) };
            return Ok(());
        }
        let window = Variant::of(value).map_err(|_| {
            wanted("0, { messages: count }, { words: characters }, { replies: characters }, { compact: { characters, replies } } or { tokens, keep?, summarise? }")
        })?;
        let (mut count, mut characters) = (0, 0);
        *self = match window.name() {
            "messages" => {
                window.value(&mut count)?;
                Window::Messages { count }
            }
            "words" => {
                window.value(&mut characters)?;
                Window::Words { characters }
            }
            "replies" => {
                window.value(&mut characters)?;
                Window::Replies { characters }
            }
            "compact" => {
                let mut compact = Compact::blank();
                window.value(&mut compact)?;
                Window::Compact { characters: compact.characters, replies: compact.replies }
            }
            _ => return Err(none_of(&["messages", "words", "replies", "compact"])),
        };
        Ok(())
    }
}

impl FromJson for Limits {
    fn blank() -> Self {
        Limits::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        members.only(&["corrections", "maxSteps", "blank_fails", "once"])?;
        members.optional("corrections", &mut self.corrections)?;
        members.optional("maxSteps", &mut self.max_steps)?;
        members.optional("blank_fails", &mut self.blank_fails)?;
        members.optional("once", &mut self.once)
    }
}

/// Answer of a dry run: `{ args?, preview? }` or `{ problem }`.
pub(super) fn read_check(value: &Value) -> Result<Result<Rehearsed, Problem>, Error> {
    let members = Members::of(value)?;
    members.only(&["args", "preview", "problem"])?;
    let (mut args, mut preview, mut problem) = (None::<Value>, Value::Null, None::<Problem>);
    members.optional("args", &mut args)?;
    members.optional("preview", &mut preview)?;
    members.optional("problem", &mut problem)?;
    Ok(problem.map_or(Ok(Rehearsed { args, preview }), Err))
}

/// Result of a tool that runs in the session.
pub(super) struct Ran {
    pub(super) result: Result<Value, ToolError>,
    pub(super) memory: Option<Value>,
    /// Call of the host that saves it.
    pub(super) save: Option<Internal>,
}

/// Reads `{ value, memory?, save?: { name, args } }` or `{ error: { code, text, fatal? } }`.
pub(super) fn read_run(value: &Value) -> Result<Ran, Error> {
    let members = Members::of(value)?;
    members.only(&["value", "memory", "save", "error"])?;
    let (mut made, mut memory, mut save) = (Value::Null, None::<Value>, None::<ToolCall>);
    let mut error = None::<ToolError>;
    members.optional("error", &mut error)?;
    if error.is_none() {
        members.required("value", &mut made)?;
    }
    members.optional("memory", &mut memory)?;
    members.optional("save", &mut save)?;
    let save = save.map(|call| Internal { name: call.name.into(), args: call.args });
    Ok(Ran { result: error.map_or(Ok(made), Err), memory, save })
}
