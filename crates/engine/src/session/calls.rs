//! Checks of tool calls before they run, and their form for the host.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::archive::check;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::session::packs::in_words;
use crate::session::waiting::{RunCall, ToolRun, Waiting};
use crate::vocabulary::grant::GrantsThatCount;
use crate::vocabulary::pack::Offer;
use crate::vocabulary::plain;
use crate::vocabulary::step::{Complaint, Refusal, Step, Unfit};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, HostCall, Rehearsed, ToolCall, ToolFacts};
use stepgate_json as json;
use stepgate_reply::schema::{CallPlace, Problem};

impl AnySession {
    /// Dry run of a call. The call that it gives has the arguments as the tool's schema and the agent read them, from the form in which
    /// they were given, and the preview of the change.
    pub(super) fn dry_run(&self, call: ToolCall) -> Result<ToolCall, Unfit> {
        let Some(tool) = self.tool(&call.name) else {
            let unknown = texts::unknown_tool(self.lang(), &call.name);
            return Err(Unfit::Problems(vec![Problem::said("", unknown)]));
        };
        let checked = tool.args.check(call.given.map_or(call.args, |given| *given));
        if !checked.problems.is_empty() {
            return Err(Unfit::Problems(checked.problems));
        }
        let fitted = checked.value;
        let Rehearsed { args, preview } = self.actor.check_call(&call.name, &fitted)?;
        let (args, given) = match args {
            Some(args) => (args, Some(Box::new(fitted))),
            None => (fitted, None),
        };
        Ok(ToolCall { args, given, preview: Some(preview), ..call })
    }

    /// A call with its arguments as the tool's schema and the agent read them, for the rule of its tool and for grants. What has been read is not
    /// read again.
    pub(super) fn with_args_fitted(&self, call: ToolCall) -> Result<ToolCall, Unfit> {
        if call.given.is_some() {
            return Ok(call);
        }
        if self.actor.reads_args(&call.name) {
            return self.dry_run(call);
        }
        let Some(tool) = self.tool(&call.name) else { return Ok(call) };
        let checked = tool.args.check(call.args);
        match checked.problems.as_slice() {
            [] => Ok(ToolCall { args: checked.value, ..call }),
            _ => Err(Unfit::Problems(checked.problems)),
        }
    }

    /// Dry run of a call with arguments from the user. The refusal has the problems in plain words.
    pub(super) fn dry_run_edited(&self, call: &ToolCall, args: Value) -> Result<ToolCall, Refusal> {
        let edited = ToolCall { args, given: None, ..call.clone() };
        self.dry_run(edited).map_err(|unfit| self.refused_by(unfit))
    }

    /// The refusal of a call that fails its dry run, in plain words.
    pub(super) fn refused_by(&self, unfit: Unfit) -> Refusal {
        match unfit {
            Unfit::Problems(problems) => Refusal::new("invalid_args", plain::sentences(&problems, self.lang())),
            Unfit::Fault(fault) => fault.into(),
        }
    }

    /// Checks the tool calls of a decision: the model may see the tools, the arguments fit, the rules of the tools are asked, and each write that
    /// needs approval passes its dry run, whose preview the returned step carries. Where such a write is among them, the reads come first.
    /// Words for a card are said where no card comes. A complaint names the faults of all calls; `places`: where the reply has them; `in_prose`: whether
    /// it has prose around its JSON.
    pub(super) fn check_calls(
        &mut self,
        step: Step<AnyStage>,
        prompt: &Prompt,
        places: &[CallPlace],
        in_prose: bool,
    ) -> Result<Step<AnyStage>, Complaint> {
        let Step::Run(calls, then) = step else { return Ok(step) };
        let offer = self.actor.offer();
        let are_placed =
            places.len() == calls.len() && places.iter().zip(&calls).all(|(at, call)| at.tool == call.name);
        let (mut fitting, mut problems) = (Vec::with_capacity(calls.len()), Vec::new());
        for (index, call) in calls.into_iter().enumerate() {
            let call = ToolCall { grants: GrantsThatCount::none_if(in_prose), ..call };
            match self.checked(call, prompt, &offer, &fitting) {
                Ok(call) => fitting.push(call),
                Err(Unfit::Fault(fault)) => return Ok(self.fail_turn(fault)),
                Err(Unfit::Problems(found)) => {
                    let place = places.get(index).filter(|_| are_placed);
                    problems.extend(found.into_iter().map(|problem| placed(problem, place)));
                }
            }
        }
        if !problems.is_empty() {
            return Err(Complaint::about(&problems, self.lang()));
        }
        let calls = self.braked(fitting, prompt)?;
        if let Some(doubled) = self.doubled(&calls, prompt) {
            return Err(doubled);
        }
        self.say_without_card(&calls);
        let calls = self.with_packs_opened(self.reads_first(calls), &offer);
        Ok(Step::Run(calls, then))
    }

    /// The calls in the order in which they run: as given or, if the user is asked about one, the reads before all others. The answer to the
    /// card may end the run.
    fn reads_first(&self, calls: Vec<ToolCall>) -> Vec<ToolCall> {
        if !calls.iter().any(|call| self.must_ask(call)) {
            return calls;
        }
        let (writes, reads): (Vec<_>, Vec<_>) = calls.into_iter().partition(|call| self.is_write(&call.name));
        reads.into_iter().chain(writes).collect()
    }

    /// Says the words for the card of writes that run without one. If one of the calls asks, they stand on its card: they are one text about all of the
    /// reply's calls, and said before it they would be read as done.
    fn say_without_card(&mut self, calls: &[ToolCall]) {
        if calls.iter().any(|call| self.must_ask(call)) {
            return;
        }
        let runs = |call: &&ToolCall| call.ask && self.is_write(&call.name) && !call.is_denied();
        let mut texts: Vec<&str> = calls.iter().filter(runs).filter_map(|call| call.text.as_deref()).collect();
        texts.dedup();
        if !texts.is_empty() {
            let words = texts.join("\n");
            self.scene_mut().say(words);
        }
    }

    /// A call after its check; `before`: those that stand before it. The problem with one in a closed pack says that its arguments stand nowhere yet.
    fn checked(
        &mut self,
        call: ToolCall,
        prompt: &Prompt,
        offer: &Offer,
        before: &[ToolCall],
    ) -> Result<ToolCall, Unfit> {
        let hint = self.closed_pack(&call.name, offer);
        self.checked_by_name(call, prompt, offer, before).map_err(|unfit| match unfit {
            Unfit::Problems(problems) => Unfit::Problems(problems.into_iter().chain(hint.map(in_words)).collect()),
            fault @ Unfit::Fault(_) => fault,
        })
    }

    fn checked_by_name(
        &mut self,
        call: ToolCall,
        prompt: &Prompt,
        offer: &Offer,
        before: &[ToolCall],
    ) -> Result<ToolCall, Unfit> {
        let is_told = |name: &str| prompt.tools.iter().any(|told| told == name) || offer.closed_pack_of(name).is_some();
        let visible = |tool: &ToolFacts| tool.internal || is_told(tool.name);
        let Some(tool) = self.tool(&call.name).filter(visible) else {
            let unknown = texts::no_such_tool(&call.name, &prompt.tools.join(", "), self.lang());
            return Err(Unfit::Problems(vec![Problem::said("", unknown)]));
        };
        if tool.access == Access::Write {
            let fitted = self.with_args_fitted(call)?;
            let repeats = !tool.internal && self.repeats(&fitted, before, prompt);
            let grants = fitted.grants.max(GrantsThatCount::none_if(repeats));
            let fitted = ToolCall { repeats, grants, ..fitted };
            let judged = self.judged(fitted).map_err(Unfit::Fault)?;
            let judged = self.heeding_a_no(judged);
            let rehearses = self.must_ask(&judged) && judged.preview.is_none();
            return if rehearses { self.dry_run(judged) } else { Ok(judged) };
        }
        if self.actor.reads_args(&call.name) {
            return self.dry_run(call);
        }
        let problems = tool.args.check(call.args.clone()).problems;
        if !problems.is_empty() {
            return Err(Unfit::Problems(problems));
        }
        if self.is_pack_tool(&call.name) {
            self.check_packs(&call, offer).map_err(Unfit::Problems)?;
        }
        Ok(call)
    }

    /// Places of the calls that the host makes now, counted from the first call without a result.
    pub(super) fn host_indices(&self) -> Vec<u32> {
        let Waiting::Tool { run, .. } = self.waits.now() else { return Vec::new() };
        let due = run.due();
        run.of_host(due.clone()).filter_map(|(index, ..)| u32::try_from(index.checked_sub(due.start)?).ok()).collect()
    }

    /// The calls that the host makes now for a run.
    pub(super) fn host_calls(&self, run: &ToolRun) -> Vec<HostCall> {
        let wire = |(index, call, host): (usize, &RunCall, &ToolCall)| HostCall {
            name: host.name.clone(),
            args: host.args.clone(),
            key: self.key(run, index, host),
            access: self.access(call, host),
            again: call.again,
        };
        run.of_host(run.due()).map(wire).collect()
    }

    /// Access of a host call: as it was when the run began. A run of an older version did not save it; there, a call that saves the result of
    /// another tool is a write.
    fn access(&self, call: &RunCall, host: &ToolCall) -> Access {
        let tool = self.tool(&call.call.name).filter(|tool| *tool.name == host.name);
        call.access.unwrap_or_else(|| tool.map_or(Access::Write, |tool| tool.access))
    }

    /// Idempotency key of a call: the same in every tab and after every reload, and different from that of any other call in any session.
    pub(super) fn key(&self, run: &ToolRun, index: usize, host: &ToolCall) -> String {
        if let Some(key) = &host.key {
            return key.clone();
        }
        if run.plain_key {
            return format!("{:x}-{}-{index}", self.scene().seed(), run.key);
        }
        format!("{}-{}-{index}-{:016x}", self.own_name(), run.key, digest(host))
    }

    /// Whether this session made a key for a call with this name and these arguments.
    pub(super) fn is_key_of(&self, key: &str, call: &ToolCall) -> bool {
        let own = key.strip_prefix(&self.own_name()).is_some_and(|rest| rest.starts_with('-'));
        own && key.ends_with(&format!("-{:016x}", digest(call)))
    }

    /// The beginning of all keys of the session.
    fn own_name(&self) -> String {
        match self.scene().nonce() {
            "" => format!("{:x}", self.scene().seed()),
            nonce => nonce.to_owned(),
        }
    }
}

/// A problem with a call at its place in the reply: with its arguments, or with the call as a whole.
fn placed(problem: Problem, place: Option<&CallPlace>) -> Problem {
    let Some(CallPlace { call, args, .. }) = place else { return problem };
    let path = match problem.path.as_str() {
        "" => call.clone(),
        path => [args, path].concat(),
    };
    Problem { path, ..problem }
}

/// Digest of a call's name and arguments.
fn digest(call: &ToolCall) -> u64 {
    check::of_call(&[call.name.as_str(), "\n", &json::to_text(&call.args)].concat())
}
