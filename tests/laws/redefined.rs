//! What runs is what the user saw last, or was asked about, also where a page is killed and the next one defines its tools otherwise: under
//! another name, with another access, schema, default or title.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{json, Value};
use stepgate::engine::{
    Access, AfterFailure, Always, AnySession, Content, Definition, Effect, Ending, Event, HostCall, Opening, Script,
    Snapshot, ToolError, ToolResult, Until, Wait,
};
use stepgate::Lang;

use crate::world::{Case, Dice};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const CASES: u64 = 400;
const STEPS: usize = 60;
const NAMES: [&str; 3] = ["pay", "send", "look"];

/// The description, access and properties of a tool.
type Defined = (&'static str, Access, Value);

/// The tools of one version of the page.
#[derive(Clone, Debug, PartialEq)]
struct Tools {
    /// Access and properties of each tool that there is.
    tools: BTreeMap<&'static str, (Access, Value)>,
    title: &'static str,
    /// Whether the calls have a preview.
    previews: bool,
}

impl Tools {
    fn any(dice: &mut Dice) -> Self {
        let mut tools = BTreeMap::new();
        for name in NAMES {
            if name == "pay" || dice.roll(4) > 0 {
                let usual = if name == "look" { Access::Read } else { Access::Write };
                let access = if dice.roll(4) == 0 { *dice.pick(&[Access::Read, Access::Write]) } else { usual };
                tools.insert(name, (access, Tools::properties(dice)));
            }
        }
        Tools { tools, title: ["Pays", "Pays at once"][dice.roll(2)], previews: dice.roll(3) > 0 }
    }

    fn properties(dice: &mut Dice) -> Value {
        let amount = match dice.roll(5) {
            0 => json!({ "type": "integer", "default": 5 }),
            1 => json!({ "type": "integer", "default": 500 }),
            2 => json!({ "type": "string" }),
            _ => json!({ "type": "integer" }),
        };
        let to =
            if dice.roll(8) == 0 { json!({ "type": "string", "minLength": 2 }) } else { json!({ "type": "string" }) };
        json!({ "to": to, "amount": amount })
    }

    fn access(&self, name: &str) -> Option<Access> {
        self.tools.get(name).map(|(access, _)| *access)
    }

    fn defined(&self, name: &str) -> Option<Defined> {
        self.tools.get(name).map(|(access, properties)| (self.title, *access, properties.clone()))
    }

    fn preview(&self, args: &Value) -> Value {
        if self.previews {
            json!({ "title": format!("{} {args}", self.title) })
        } else {
            Value::Null
        }
    }

    fn load(&self) -> Box<AnySession> {
        let words = |access: Access| if access == Access::Read { "read" } else { "write" };
        let tool = |(name, (access, properties)): (&&str, &(Access, Value))| json!({ "name": name, "about": self.title, "access": words(*access), "args": { "type": "object", "properties": properties } });
        let checks = self.tools.keys().map(|name| format!("tools.{name}.check"));
        let functions: Vec<String> = checks.filter(|_| self.previews).collect();
        let stage = json!({ "name": "talk", "reply": { "type": "object", "properties": { "calls": {} } } });
        let definition = json!({ "name": "payer", "version": 1, "stages": [stage], "tools": self.tools.iter().map(tool).collect::<Vec<_>>(), "functions": functions });
        AnySession::scripted(Rc::new(Definition::read(&definition).unwrap()), Rc::new(self.clone()))
    }
}

impl Script for Tools {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        Ok(match function {
            "memory" => json!({ "memory": {} }),
            "stages.talk.prompt" => json!({ "system": "Pay.", "limits": { "maxSteps": 1000 } }),
            "stages.talk.decide" if given["reply"]["calls"].is_array() => {
                json!({ "step": { "run": { "calls": given["reply"]["calls"], "then": "talk" } } })
            }
            "stages.talk.decide" => json!({ "step": { "listen": "talk" } }),
            _ => json!({ "preview": self.preview(&given["args"]) }),
        })
    }
}

/// A page and its host, which has neither `status` nor idempotent tools.
struct Page {
    tools: Tools,
    session: Box<AnySession>,
    /// Call whose writes are recorded as started, as saved with the session.
    started: Option<u32>,
    /// Whether an earlier page started it.
    begun: bool,
    /// Writes that the user has allowed and that have not run, as the card showed them.
    allowed: Vec<(String, Value)>,
    /// Tools that the user has allowed for good, as they were defined then.
    always: Vec<(String, Defined)>,
    /// Keys of the writes that have run.
    ran: BTreeSet<String>,
    counts: BTreeMap<&'static str, usize>,
}

impl Page {
    fn open(dice: &mut Dice, seed: u64) -> Self {
        let tools = Tools::any(dice);
        let mut session = tools.load();
        let nonce = format!("case{seed}");
        session.begin(Opening { input: Value::Null, seed, nonce, lang: Lang::En.into(), at_ms: 1 }).unwrap();
        let (allowed, always, ran, counts) = Default::default();
        Page { tools, session, started: None, begun: false, allowed, always, ran, counts }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn send(&mut self, event: Event) {
        let sent = self.session.handle(event);
        assert!(sent.is_ok(), "{sent:?}");
        self.save();
    }

    /// Records the start of writes, in the same save as the step.
    fn save(&mut self) {
        let writes = self.calls().iter().any(|call| call.access == Access::Write);
        let call = self.session.view(u64::MAX).call;
        let starts = call.filter(|_| writes);
        self.begun &= starts == self.started;
        self.started = starts;
    }

    fn calls(&self) -> Vec<HostCall> {
        match self.session.effect() {
            Some(Effect::CallTool { tools, .. }) => tools,
            _ => Vec::new(),
        }
    }

    /// The page is killed, and the next one loads the session, often with other tools.
    fn killed(&mut self, dice: &mut Dice) {
        let snapshot: Snapshot = self.session.snapshot();
        let wait = self.session.view(u64::MAX).waiting;
        let before = self.tools.clone();
        if dice.roll(4) > 0 {
            self.tools = Tools::any(dice);
        }
        self.session = self.tools.load();
        self.session.load(snapshot.clone()).unwrap();
        self.begun = self.started.is_some() && self.started == self.session.view(u64::MAX).call;
        if self.tools == before {
            assert_eq!(self.session.snapshot(), snapshot, "the same tools change nothing");
        } else {
            self.count(match wait {
                Wait::Approval => "redefined under an approval",
                Wait::Tool => "redefined in a run",
                Wait::Card => "redefined in a doubt",
                _ => "redefined elsewhere",
            });
        }
        if self.session.snapshot() != snapshot {
            self.count("put again");
            self.save();
        }
    }

    fn step(&mut self, dice: &mut Dice) {
        if dice.roll(4) == 0 {
            return self.killed(dice);
        }
        let view = self.session.view(u64::MAX);
        let call = view.call.unwrap_or(0);
        match view.waiting {
            Wait::Model => self.reply(call, dice),
            Wait::Tool => self.run(call, dice),
            Wait::Approval | Wait::Card => self.answer(call, dice),
            _ => self.send(Event::Said {
                at_ms: 2,
                text: "go".into(),
                with: Value::Null,
                card: Some(0),
                parts: Vec::new(),
            }),
        }
    }

    fn reply(&mut self, call: u32, dice: &mut Dice) {
        let mut one = || {
            let amount = if dice.roll(2) == 0 { json!(7) } else { json!("7") };
            let args = if dice.roll(2) == 0 { json!({ "to": "A" }) } else { json!({ "to": "A", "amount": amount }) };
            json!({ "name": dice.pick(&NAMES), "args": args })
        };
        let calls: Vec<Value> = (0..3).map(|_| one()).collect();
        let count = if dice.roll(3) == 0 { 3 } else { 1 };
        let text = if dice.roll(6) == 0 { json!({}) } else { json!({ "calls": calls[..count] }) }.to_string();
        self.send(Event::replied(3, call, text));
    }

    /// The user answers what the card shows, which is of the page that is open: often only some of its calls.
    fn answer(&mut self, call: u32, dice: &mut Dice) {
        let card = self.session.view(0).card.unwrap();
        let accept = dice.roll(3) > 0;
        let asks_to_run = matches!(card.code.as_deref(), None | Some("do_it_again"));
        let mut accepted: Vec<u32> = (0..card.calls.len() as u32).collect();
        if card.code.is_none() {
            for call in &card.calls {
                let today = self.tools.preview(&call.args);
                assert_eq!(call.preview, today, "the preview on the card is of the page that is open");
                assert_eq!(call.title, today["title"].as_str().unwrap_or(self.tools.title));
            }
            // The writes approved before are decided: they ran, a new card asks about them, or they wait behind this one.
            self.allowed.retain(|(name, args)| card.then.iter().any(|then| then.name == *name && then.args == *args));
            accepted.retain(|_| dice.roll(4) > 0);
        }
        let calls = (accept && card.code.is_none()).then(|| accepted.clone());
        let may_allow = calls.as_ref().is_some_and(|calls| !calls.is_empty());
        let always = (may_allow && dice.roll(8) == 0).then(|| Always::until(Until::Session));
        let is_kept = always.is_some();
        let after_failure = *dice.pick(&[AfterFailure::Stop, AfterFailure::GoOn]);
        let before = self.ran.len();
        let cards = |page: &Self| {
            let blocks = page.session.view(0).blocks.into_iter();
            let endings = blocks.filter_map(|block| match block.content {
                Content::Card { ending, .. } => Some(ending),
                _ => None,
            });
            endings.collect::<Vec<_>>()
        };
        let open = cards(self).len() - 1;
        let (at_ms, args, reason, result) = (4, None, None, None);
        self.send(Event::Answered { at_ms, call, accept, calls, args, reason, always, after_failure, result });
        assert_eq!(before, self.ran.len());
        let is_allowed = accept && asks_to_run && cards(self)[open] == Some(Ending::Accepted);
        for tool in accepted.iter().map(|at| card.calls[*at as usize].clone()) {
            if is_allowed {
                self.allowed.push((tool.name.clone(), tool.args));
                self.count(if card.code.is_none() { "approved" } else { "done again" });
            }
            if is_kept {
                let defined = self.tools.defined(&tool.name);
                self.always.extend(defined.map(|defined| (tool.name, defined)));
            }
        }
        if is_allowed && accepted.len() > 1 {
            self.count("approved together");
        }
    }

    fn run(&mut self, call: u32, dice: &mut Dice) {
        let calls = self.calls();
        if self.begun {
            self.count("in doubt after a kill");
            return self.send(Event::Doubted { at_ms: 5, call, text: None });
        }
        for one in &calls {
            self.perform(one);
        }
        let writes = calls.iter().any(|call| call.access == Access::Write);
        match dice.roll(5) {
            0 => self.killed(dice),
            1 if writes => self.send(Event::Doubted { at_ms: 5, call, text: Some("Failed to fetch".into()) }),
            2 => self.give(call, ToolResult::Error(ToolError::new("failed", "no")), calls.len()),
            _ => self.give(call, ToolResult::Ok(json!("done")), calls.len()),
        }
    }

    fn give(&mut self, call: u32, result: ToolResult, count: usize) {
        self.send(Event::returned(6, call, vec![result; count]));
    }

    /// The host runs a call: a read, or a write that the user has allowed with this name and these arguments.
    fn perform(&mut self, call: &HostCall) {
        if call.access == Access::Read {
            assert_ne!(self.tools.access(&call.name), Some(Access::Write), "{call:?} writes in this page");
            return;
        }
        let is_new = self.ran.insert(call.key.clone());
        let at = self.allowed.iter().position(|(name, args)| *name == call.name && *args == call.args);
        let defined = self.tools.defined(&call.name).map(|defined| (call.name.clone(), defined));
        let is_granted = is_new && defined.is_some_and(|defined| self.always.contains(&defined));
        if at.is_none() && is_granted {
            self.count("granted");
        }
        assert!(at.is_some() || is_granted, "{call:?} runs, allowed: {:?}", self.allowed);
        at.map(|at| self.allowed.swap_remove(at));
        self.count(if call.again { "ran again" } else { "ran" });
    }
}

#[test]
fn what_runs_is_what_was_seen_last() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 1..=CASES {
        let _case = Case(seed);
        let mut dice = Dice::new(seed);
        let mut page = Page::open(&mut dice, seed);
        for _ in 0..STEPS {
            page.step(&mut dice);
        }
        page.counts.into_iter().for_each(|(what, count)| *counts.entry(what).or_default() += count);
    }
    println!("laws: redefined: {CASES} cases, {counts:?}");
    for what in [
        "redefined under an approval",
        "redefined in a run",
        "redefined in a doubt",
        "put again",
        "approved",
        "approved together",
        "done again",
        "in doubt after a kill",
        "ran again",
        "granted",
    ] {
        assert!(counts.get(what).is_some_and(|count| *count > 20), "{what}: {counts:?}");
    }
}
