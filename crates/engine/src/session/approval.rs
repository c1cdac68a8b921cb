//! The two questions about a write: whether it may run, and, after an interruption, whether it took effect.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::waiting::{HostRun, Waiting};
use crate::vocabulary::card::{Button, ButtonRole, Card, CardKind, CardTool, Typed};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::event::Always;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::plain;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolCall, ToolError, ToolFacts, ToolResult};
use stepgate_json::{self as json, value};
use stepgate_reply::schema::Problem;
use stepgate_reply::Lang;

impl AnySession {
    /// Asks the user for approval. A call that fails its dry run fails at once, without a question.
    pub(crate) fn ask_approval(&mut self, mut what: ToolCall, then: AnyStage) -> Option<Step<AnyStage>> {
        match self.dry_run(&what.name, what.args.clone()) {
            Ok((args, preview)) => {
                what.args = args;
                self.put_question(card(&what, &preview, self.tool(&what.name), self.lang()));
                self.waiting = Waiting::Approval { call: self.next_call(), what, preview, then };
                self.turn = None;
                None
            }
            Err(problems) => {
                let text = stepgate_reply::complain_about(&problems, self.lang());
                self.fail(vec![what], then, &ToolError::new("invalid_args", text))
            }
        }
    }

    /// Dry run of a call. Returns the arguments as the tool's schema reads them and the preview of the change, or the problems.
    pub(crate) fn dry_run(&self, name: &str, args: Value) -> Result<(Value, Value), Vec<Problem>> {
        let Some(tool) = self.tool(name) else { return Ok((args, Value::Null)) };
        let checked = tool.args.check(args);
        if !checked.problems.is_empty() {
            return Err(checked.problems);
        }
        match self.actor.check_call(name, &checked.value) {
            Ok(preview) => Ok((checked.value, preview)),
            Err(problem) => Err(vec![problem]),
        }
    }

    pub(crate) fn approved(&mut self, args: Option<Value>, always: Option<Always>) -> Result<bool, Refusal> {
        let Waiting::Approval { what, then, .. } = &self.waiting else { return Ok(false) };
        let (mut what, then) = (what.clone(), then.clone());
        if let Some(args) = args {
            what.args = self.edited_args(&what.name, args)?;
        }
        match always {
            Some(Always::Tool) => self.approved.push(what.name.clone()),
            Some(Always::Session) => self.approved.push("*".into()),
            None => {}
        }
        self.failure = None;
        self.handed_back = None;
        self.end_question(Ending::Accepted);
        let step = self.start(vec![ToolCall { ask: false, ..what }], then);
        self.take_step(step);
        Ok(true)
    }

    /// Checks arguments that the user edited on the card, with the same rules as the model's.
    fn edited_args(&self, name: &str, args: Value) -> Result<Value, Refusal> {
        let checked = self.dry_run(name, args).map(|(args, _)| args);
        checked.map_err(|problems| Refusal::new("invalid_args", plain::sentences(&problems, self.lang())))
    }

    /// Dry run of the open approval with these arguments in place of its own.
    ///
    /// # Errors
    /// The refusal that an approval with these arguments would get; `nothing_to_check` if no approval is open.
    pub(crate) fn check_edited(&self, args: &Value) -> Result<Value, Refusal> {
        let Waiting::Approval { what, .. } = &self.waiting else { return Err(Refusal::nothing_to_check(self.lang())) };
        let checked = self.dry_run(&what.name, args.clone());
        let (args, preview) =
            checked.map_err(|problems| Refusal::new("invalid_args", plain::sentences(&problems, self.lang())))?;
        Ok(value! { "args": args, "preview": preview })
    }

    pub(crate) fn declined(&mut self, reason: Option<String>, heard: Option<Entry>) -> Result<bool, Refusal> {
        let Waiting::Approval { call, what, then, .. } = &self.waiting else { return Ok(false) };
        let lang = self.lang();
        let step = Step::Think(then.clone());
        let text = match &reason {
            Some(reason) if !reason.trim().is_empty() => format!("{} {reason}", texts::DECLINED.in_lang(lang)),
            _ => texts::DECLINED.in_lang(lang).to_owned(),
        };
        let declined = Entry::Tool {
            call: *call,
            name: what.name.clone(),
            args: what.args.clone(),
            result: ToolResult::Error(ToolError::new("rejected", text)),
        };
        let first = std::iter::once(declined).chain(heard).collect();
        self.user_turn(Happened::Answered { accept: false, reason, then: step }, first)
    }

    pub(crate) fn doubted(&mut self) -> bool {
        let Waiting::Tool { run, .. } = &self.waiting else { return false };
        let run = run.clone();
        let calls = run.calls.iter().map(|call| call.call.clone()).collect();
        match self.ask(Happened::Doubted { calls, then: run.then.clone() }, vec![]) {
            Ok(Some(step)) => self.go(step),
            _ => {
                self.doubt(run, false, false);
                self.turn = None;
            }
        }
        true
    }

    /// Asks the user whether an interrupted write took effect, or, with `again`, whether to run it.
    pub(crate) fn doubt(&mut self, run: HostRun, again: bool, copied: bool) {
        self.put_question(doubt_card(&run, again, copied, self.lang()));
        self.waiting = Waiting::Doubt { call: self.next_call(), run, again, copied };
    }

    /// Resolves a write in doubt by the user's answer. If it did not take effect, asks whether to run it again.
    pub(crate) fn undoubted(&mut self, yes: bool) -> bool {
        let Waiting::Doubt { call, run, again, copied } = &self.waiting else { return false };
        let (number, run, again, copied) = (*call, run.clone(), *again, *copied);
        let lang = self.lang();
        self.end_question(if yes { Ending::Accepted } else { Ending::Declined });
        let result = match (again, yes) {
            (false, false) => {
                self.doubt(run, true, copied);
                return true;
            }
            (true, true) => {
                self.waiting = Waiting::Tool { call: self.next_call(), run };
                return true;
            }
            (false, true) => ToolResult::Ok(texts::DONE_BY_USER.in_lang(lang).into()),
            (true, false) => ToolResult::Error(ToolError::new("interrupted", texts::NOT_DONE.in_lang(lang))),
        };
        let count = run.calls.iter().filter(|call| call.host.is_some()).count();
        let step = self.finish_run(number, run, vec![result; count]);
        self.take_step(step);
        true
    }
}

/// Card that asks the user to approve a write.
pub(crate) fn card(what: &ToolCall, preview: &Value, tool: Option<ToolFacts>, lang: Lang) -> Card {
    let about = tool.map_or("", |tool| tool.about);
    let named = preview.get("title").and_then(Value::as_str).unwrap_or(about);
    Card {
        call: None,
        kind: CardKind::Approval,
        title: if named.is_empty() { what.name.clone() } else { named.to_owned() },
        text: None,
        typed: Typed::Declines,
        buttons: vec![
            Button::new(ButtonRole::Accept, texts::APPROVE.in_lang(lang)),
            Button::new(ButtonRole::Decline, texts::DECLINE.in_lang(lang)),
        ],
        tool: Some(CardTool {
            name: what.name.clone(),
            about: about.to_owned(),
            args: what.args.clone(),
            schema: tool.map(|tool| tool.args.export()).unwrap_or_default(),
        }),
        preview: preview.clone(),
    }
}

/// Card about an interrupted write. It asks whether the write took effect, then whether to run it again. In a copy it asks about every
/// kind of call, then whether to run it here.
pub(crate) fn doubt_card(run: &HostRun, again: bool, copied: bool, lang: Lang) -> Card {
    let (title, yes, no) = match (again, copied) {
        (true, false) => (texts::AGAIN_TITLE, texts::AGAIN, texts::LEAVE),
        (true, true) => (texts::HERE_TITLE, texts::HERE, texts::NOT_HERE),
        (false, _) => (texts::DOUBT_TITLE, texts::YES_DONE, texts::NO_DONE),
    };
    let call = if copied { run.asked().next() } else { run.calls.first().map(|call| &call.call) };
    Card {
        call: None,
        kind: CardKind::Doubt,
        title: title.in_lang(lang).to_owned(),
        text: Some(doubt_text(run, again, copied, lang)),
        typed: Typed::Declines,
        buttons: vec![
            Button::new(ButtonRole::Accept, yes.in_lang(lang)),
            Button::new(ButtonRole::Decline, no.in_lang(lang)),
        ],
        tool: call.map(|call| CardTool {
            name: call.name.clone(),
            about: String::new(),
            args: call.args.clone(),
            schema: Value::Null,
        }),
        preview: Value::Null,
    }
}

/// Explains why the card asks. A copy lists all calls of the run, since the card shows only one.
fn doubt_text(run: &HostRun, again: bool, copied: bool, lang: Lang) -> String {
    let text = match (again, copied) {
        (_, false) => texts::DOUBT_TEXT,
        (false, true) => texts::COPIED_STARTED,
        (true, true) => texts::COPIED,
    };
    let mut lines = vec![text.in_lang(lang).to_owned()];
    if copied && run.asked().nth(1).is_some() {
        lines.extend(run.asked().map(|call| format!("{} {}", call.name, json::to_text(&call.args))));
    }
    lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
}
