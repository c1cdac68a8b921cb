//! World that throws random events at a session and checks the laws after each of them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{json, Value};
use stepgate::engine::prompt::Role;
use stepgate::engine::{
    Access, AfterFailure, Always, AnySession, Back, Block, BranchView, Candidate, Card, CardKind, Changes, Content,
    Effect, Ending, Entry, Event, HostCall, Opening, QueuedWords, Record, Snapshot, Stored, ToolError, ToolResult,
    VerdictKind, View, Wait,
};
use stepgate::Lang;
use stepgate_testkit::bare::text;

use crate::share;
use crate::wishes::{with_wishes, WishLaw};

/// Part of the world that each agent supplies.
pub(crate) trait Scene {
    /// Whether the agent's own contract says what becomes of a card at which the user spoke.
    const SETTLES_CARDS: bool = false;
    /// Whether each write that the user is asked about is the host's, with the arguments on its card.
    const RUNS_WHAT_IS_SHOWN: bool = false;

    /// Session that has neither begun nor been loaded.
    fn blank() -> Box<AnySession>;
    /// Inputs that open a session; each case picks one.
    fn inputs() -> Vec<Value>;
    /// Reply for the open prompt: anything a model might send, good, bad and broken.
    fn reply(&self, dice: &mut Dice) -> String;
    /// Reply for the stage in which the model is asked.
    fn reply_in(&self, _stage: &str, dice: &mut Dice) -> String {
        self.reply(dice)
    }
    /// Edit that a page might send, known or unknown.
    fn edit(&self, dice: &mut Dice) -> Value;
    /// The arguments as the user edits them on a card, if the user does.
    fn edits_args(&self, _card: Option<&Card>, dice: &mut Dice) -> Option<Value> {
        (dice.roll(8) == 0).then(|| self.edit(dice))
    }
    /// Data that the page sends with the user's words.
    fn with(&self, _: &mut Dice) -> Value {
        Value::Null
    }
    /// Result of the host for a call.
    fn result(&self, _call: Option<&HostCall>, dice: &mut Dice) -> ToolResult {
        result(dice)
    }
    /// Edit behind each name of `view.data.can`. If `can` has a list there, it holds the values that the edit takes.
    fn edits_of_can() -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// Writes that an accepted event allows without an approval: one (`Some(false)`), or all from now on
    /// (`Some(true)`).
    fn allows(_: &Event) -> Option<bool> {
        None
    }
    /// Whether the rule of a tool lets this call run without a question.
    fn lets_run(_name: &str, _args: &Value) -> bool {
        false
    }
    /// Number of writes that the user's answer to a card of the agent's own approves.
    fn approves(_before: &Value, _: &Event) -> usize {
        0
    }
    /// One in this many model calls gets something other than a reply.
    fn patience() -> usize {
        3
    }
    /// Name of the stage as the page sees it; every stage must be covered.
    fn stage(view: &Value) -> String;
    /// All stages of the agent.
    fn stages() -> &'static [&'static str];
    /// Waits that this agent can reach.
    fn waits() -> &'static [Wait];
}

/// Random numbers from a seed, so that a case can be repeated.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        // xorshift64*: good enough for picking.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % sides.max(1)
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

/// Store that saves only changes.
#[derive(Default)]
struct Shelf {
    saved: Option<Snapshot>,
}

impl Shelf {
    fn put(&mut self, changes: Changes) {
        let Changes { format, agent, version, revision, head, first, entries, parts } = changes;
        let saved = self.saved.get_or_insert_with(|| Snapshot {
            format,
            agent: agent.to_owned(),
            version,
            revision: 0,
            head: String::new(),
            parts: BTreeMap::new(),
            entries: Vec::new(),
        });
        assert_eq!(first as usize, saved.entries.len(), "entries are only ever appended");
        // Words that waited are said in a revision of their own, which may put back what the event before has changed.
        let one_revision = saved.revision + 1 == revision;
        for (name, part) in parts.iter().filter(|(name, _)| one_revision && *name != "before") {
            assert_ne!(saved.parts.get(name), Some(part), "{name} is saved though it is as it was");
        }
        saved.revision = revision;
        saved.head = head;
        saved.entries.extend(entries);
        saved.parts.extend(parts);
    }
}

pub(crate) struct World<S: Scene> {
    scene: S,
    /// Blocks of a page that follows every event, and the revision they show.
    page: BTreeMap<u32, Block>,
    shown: u64,
    /// Block of the open question at which the user last said something that did not answer it.
    talked_at: Option<u32>,
    pub(crate) session: Box<AnySession>,
    twin: Box<AnySession>,
    shelf: Shelf,
    trace: Vec<Record>,
    clock: u64,
    /// Number of the user's approvals, and keys of the writes that the host ran.
    approvals: usize,
    auto: bool,
    ran: BTreeSet<String>,
    /// Keys of all writes that the host ran.
    written: BTreeSet<String>,
    /// The die by which the user goes back, and the number of the entry at which they last did.
    back: Option<Dice>,
    went_back: u32,
    /// Keys of the writes that began without a question, by a grant or a rule.
    unasked: BTreeSet<String>,
    /// Keys of the writes that began after a question, and name and arguments of the approved ones that have not begun.
    asked: BTreeSet<String>,
    approved: Vec<Approved>,
    /// Tools to which the user has said no since they last spoke, and those for which they have given leave since: true.
    refused: BTreeMap<String, bool>,
    /// Texts that the session took to say later, and those of them that the user got back.
    queued: BTreeSet<String>,
    given_back: BTreeSet<String>,
    wishes: WishLaw,
    covered: BTreeMap<(Wait, &'static str), usize>,
    stages: BTreeMap<String, usize>,
    /// Writes that began without a question, by the reason, and other things that must happen now and then.
    counts: BTreeMap<&'static str, usize>,
    events: usize,
}

/// The page's view before an event.
struct AskedBefore {
    card: Option<Card>,
    /// Number of messages of the user.
    words: usize,
    blocks: BTreeSet<(u32, bool)>,
}

fn words_of_user(blocks: &[Block]) -> usize {
    blocks.iter().filter(|block| matches!(block.content, Content::User { cue: None, .. })).count()
}

/// A call that the user approved.
struct Approved {
    name: String,
    args: Value,
    /// Whether the user edited the arguments.
    edited: bool,
}

impl<S: Scene> World<S> {
    pub(crate) fn open(scene: S, input: Value, seed: u64) -> Self {
        let lang = if seed % 2 == 0 { Lang::Zh } else { Lang::En };
        let open = || {
            let mut session = S::blank();
            let opening = Opening { input: input.clone(), seed, lang: lang.into(), at_ms: 1_000, ..Opening::default() };
            session.begin(opening).unwrap();
            session
        };
        let mut world = World {
            scene,
            page: BTreeMap::new(),
            shown: 0,
            talked_at: None,
            session: open(),
            twin: open(),
            shelf: Shelf::default(),
            trace: Vec::new(),
            clock: 1_000,
            approvals: 0,
            auto: false,
            ran: BTreeSet::new(),
            written: BTreeSet::new(),
            back: None,
            went_back: 0,
            unasked: BTreeSet::new(),
            asked: BTreeSet::new(),
            approved: Vec::new(),
            refused: BTreeMap::new(),
            queued: BTreeSet::new(),
            given_back: BTreeSet::new(),
            wishes: WishLaw::default(),
            covered: BTreeMap::new(),
            stages: BTreeMap::new(),
            counts: BTreeMap::new(),
            events: 0,
        };
        world.save();
        world
    }

    fn save(&mut self) {
        let since = self.shelf.saved.as_ref().map_or(0, |saved| saved.revision);
        self.shelf.put(self.session.changes(since));
        self.trace.extend(self.session.take_trace());
    }

    fn wait(&self) -> Wait {
        self.session.view(u64::MAX).waiting
    }

    fn call(&self) -> u32 {
        self.session.view(u64::MAX).call.unwrap_or(0)
    }

    fn card_call(&self) -> Option<u32> {
        self.session.view(u64::MAX).card?.id
    }

    /// The candidates on the open card.
    fn candidates(&self) -> Vec<Candidate> {
        self.session.view(u64::MAX).card.map_or_else(Vec::new, |card| card.candidates)
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// Next event: mostly one that fits the wait, sometimes any.
    pub(crate) fn invent(&mut self, dice: &mut Dice) -> Event {
        self.clock += dice.roll(5_000) as u64;
        let at_ms = self.clock;
        let call = self.call();
        // Approvals are rare in some agents: each kind of event has to come at them, too.
        if let Some(event) = self.goes_back() {
            return event;
        }
        let fitting = dice.roll(if self.wait() == Wait::Approval { 2 } else { 4 }) > 0;
        let kind = if fitting {
            match self.wait() {
                Wait::User | Wait::Nothing => *dice.pick(&["said", "said", "edited", "pressed"]),
                Wait::Model | Wait::Tool if dice.roll(8) == 0 => "queued",
                Wait::Model if self.card_call().is_some() && dice.roll(5) == 0 => *dice.pick(&["answered", "pressed"]),
                Wait::Model if dice.roll(S::patience()) > 0 => "replied",
                Wait::Model => *dice.pick(&["replied", "failed", "stopped"]),
                Wait::Tool => *dice.pick(&["returned", "returned", "returned", "failed", "doubted", "stopped"]),
                Wait::Card if !self.candidates().is_empty() => {
                    *dice.pick(&["chosen", "chosen", "answered", "said", "pressed"])
                }
                Wait::Approval | Wait::Card => *dice.pick(&["answered", "answered", "pressed", "said", "edited"]),
            }
        } else {
            *dice.pick(&[
                "said", "queued", "answered", "pressed", "edited", "replied", "returned", "failed", "ticked",
                "doubted", "stopped", "chosen",
            ])
        };
        match kind {
            "said" => {
                let text = *dice.pick(&["hello", "好的，可以", "", "  \n", "go back to 项目经历", "拒绝", "确认"]);
                let text = match self.candidates().first() {
                    Some(candidate) if dice.roll(3) == 0 => candidate.label.to_uppercase(),
                    _ if dice.roll(60) == 0 => "长".repeat(9_000),
                    _ => text.to_owned(),
                };
                Event::Said { at_ms, text, with: self.scene.with(dice), card: None, parts: Vec::new() }
            }
            "queued" => {
                let own = format!("words {}", self.events);
                let text = if dice.roll(4) == 0 { "好的，可以".to_owned() } else { own };
                let (with, interrupts) = (self.scene.with(dice), dice.roll(3) == 0);
                Event::Queued { at_ms, text, with, card: Some(0), interrupts, parts: Vec::new() }
            }
            "answered" => {
                let args = self.scene.edits_args(self.session.view(u64::MAX).card.as_ref(), dice);
                let reason = (dice.roll(2) == 0).then(|| "not like this".to_owned());
                let call = self.card_call().unwrap_or(call);
                let accept = dice.roll(3) > 0;
                let sides = if accept && self.wait() == Wait::Approval { 2 } else { 30 };
                let always = (dice.roll(sides) == 0).then(|| self.leave(dice));
                let calls = (accept && dice.roll(5) == 0).then(|| vec![dice.roll(2) as u32, dice.roll(3) as u32]);
                let after_failure = *dice.pick(&[AfterFailure::Stop, AfterFailure::GoOn]);
                Event::Answered { at_ms, call, accept, calls, args, reason, always, after_failure, result: None }
            }
            "chosen" => {
                let ids: Vec<String> = self.candidates().into_iter().map(|candidate| candidate.id).collect();
                let choice = if ids.is_empty() || dice.roll(6) == 0 { "none" } else { dice.pick(&ids) }.to_owned();
                Event::Chosen { at_ms, call: self.card_call().unwrap_or(call), choice }
            }
            "pressed" => {
                let call = self.card_call().unwrap_or(call);
                Event::Pressed { at_ms, call, button: dice.roll(4) as u32 }
            }
            "edited" => {
                let view = self.session.view(u64::MAX);
                let wishes: Vec<u64> = view.wishes.iter().map(|wish| wish.id).collect();
                let dropped = view.dropped.as_ref().filter(|_| dice.roll(2) == 0);
                let change = match (view.queued.first(), view.grants.first()) {
                    _ if dropped.is_some() => json!({ "reopen": dropped.map(|dropped| dropped.block) }),
                    _ if !wishes.is_empty() && dice.roll(2) == 0 => {
                        json!({ "unwish": dice.pick(&wishes) })
                    }
                    (Some(words), _) if dice.roll(3) == 0 => json!({ "unqueue": words.id }),
                    (_, Some(grant)) if dice.roll(3) == 0 => {
                        dice.pick(&[json!({ "revoke": grant.id }), json!({ "revoke": "all" })]).clone()
                    }
                    _ => self.scene.edit(dice),
                };
                Event::Edited { at_ms, change }
            }
            "replied" => {
                let stage = self.session.view(u64::MAX).stage;
                let text = self.scene.reply_in(stage.as_str().unwrap_or_default(), dice);
                let text = if self.card_call().is_some() { about_card(text, dice) } else { text };
                let text = with_wishes(text, self.session.effect().as_ref(), &self.session.view(u64::MAX).wishes, dice);
                let finish = match dice.roll(30) {
                    0 => Some("length".to_owned()),
                    n if n < 10 => Some("stop".to_owned()),
                    _ => None,
                };
                let reasoning = (dice.roll(3) == 0).then(|| "because".to_owned());
                Event::Replied { at_ms, call, text, reasoning, finish, usage: None, left_out: Vec::new() }
            }
            "returned" => {
                let calls = match self.session.effect() {
                    Some(Effect::CallTool { tools, .. }) => tools,
                    _ => Vec::new(),
                };
                let count = if calls.is_empty() { dice.roll(3) } else { calls.len() };
                let count = if dice.roll(12) == 0 { count + 1 } else { count };
                let results = (0..count).map(|index| self.scene.result(calls.get(index), dice)).collect();
                Event::returned(at_ms, call, results)
            }
            "failed" => Event::Failed { at_ms, call, code: "timeout".into(), text: "no answer".into(), detail: None },
            "ticked" => Event::Ticked { at_ms },
            "doubted" => Event::Doubted { at_ms, call, text: None },
            _ => Event::Stopped { at_ms },
        }
    }

    /// Now and then, where the world has a die for it, the user goes back: before one of their messages, on whatever branch it is, or to a branch.
    fn goes_back(&mut self) -> Option<Event> {
        let mut dice = self.back.take()?;
        let event = self.way_back(&mut dice);
        self.back = Some(dice);
        event
    }

    fn way_back(&self, dice: &mut Dice) -> Option<Event> {
        let branches = self.session.view(u64::MAX).branches;
        if dice.roll(if branches.is_empty() { 12 } else { 6 }) > 0 {
            return None;
        }
        let again = dice.roll(3) == 0;
        let branch = branches.get(dice.roll(branches.len() + 1)).map(|branch| branch.id);
        let messages = self.messages();
        let before = if branch.is_some() || messages.is_empty() { None } else { Some(*dice.pick(&messages)) };
        let back = Back { before, branch, again };
        match self.session.way_back(&mut S::blank(), &self.trace, back, self.clock) {
            Ok(way) => Some(way.event),
            Err(refusal) => {
                assert!(before.is_none() && branch.is_none(), "{back:?}: {refusal:?}");
                None
            }
        }
    }

    /// Numbers of all messages of the user, on whatever branch they are.
    fn messages(&self) -> Vec<u32> {
        let entries = self.session.snapshot().entries;
        let is_message = |entry: &&Stored| matches!(entry.entry, Entry::User { cue: None, .. });
        (0..).zip(&stored(&entries)).filter(|(_, entry)| is_message(entry)).map(|(seq, _)| seq).collect()
    }

    /// Leave for further calls: for all of a tool, or for those that are in one member as the first call on the card.
    fn leave(&self, dice: &mut Dice) -> Always {
        let until = *dice.pick(&["session", "turn"]);
        let card = self.session.view(u64::MAX).card;
        let args = card.and_then(|card| card.calls.into_iter().next()).map_or(Value::Null, |call| call.args);
        let member = args.as_object().and_then(|args| args.iter().next()).filter(|_| dice.roll(2) == 0);
        let leave = match member {
            Some((name, value)) => {
                json!({ "until": until, "where": { (format!("/{name}")): { "is": value } } })
            }
            None if dice.roll(6) == 0 => json!({ "until": until, "where": { "/nothing": 1 } }),
            None => json!(until),
        };
        stepgate_json::read(&leave).unwrap()
    }

    /// Sends one event and checks every law.
    pub(crate) fn throw(&mut self, event: Event, dice: &mut Dice) {
        let name = event.name();
        let wait = self.wait();
        *self.covered.entry((wait, name)).or_default() += 1;
        self.events += 1;
        let before = self.session.snapshot();
        let effect = self.session.effect();
        let stage = self.session.view(u64::MAX).stage;
        self.late_changes_nothing(&before, dice);
        self.host_runs(effect.as_ref(), &event);

        let open = self.open_question();
        let accepts = matches!(event, Event::Answered { accept: true, .. } | Event::Pressed { button: 0, .. })
            || self.says_yes_first(open, &event);
        let asks = self.session.view(u64::MAX).card.is_some_and(|card| card.kind == CardKind::Approval);
        let approves = if asks && accepts { self.calls_accepted(&event) } else { Vec::new() };
        let asked_before = self.asked_before();
        let (choices, packs) = (self.choices(), self.open_packs());
        let waited = self.session.view(u64::MAX).queued;
        let together = S::approves(&serde_json::to_value(self.session.view(0)).unwrap(), &event);
        let view_before = self.session.view(0);
        let moved = self.session.handle(event.clone());
        assert_eq!(moved, self.twin.handle(event.clone()), "law 4: the twin answers the same");
        let after = self.session.snapshot();
        assert_eq!(after, self.twin.snapshot(), "law 4: same events, same state");
        if moved != Ok(true) {
            assert_eq!(
                before, after,
                "law 3: {name} in {wait:?} changed nothing and left the state as it was: {moved:?}"
            );
        }
        if moved == Ok(true) && self.was_accepted(open) {
            self.approvals += approves.len();
            self.approved.extend(approves);
        }
        if self.choices() > choices {
            let by_model = matches!(event, Event::Replied { .. });
            self.count(if by_model { "chosen by the model" } else { "chosen by the user" });
        }
        if matches!((&moved, &event), (Ok(true), Event::Edited { change, .. }) if change.get("reopen").is_some()) {
            let view = self.session.view(u64::MAX);
            assert_eq!((view.waiting, view.dropped), (Wait::Approval, None), "a card that was brought back asks");
            self.count("brought back");
        }
        if self.open_packs() != packs {
            self.count(if self.open_packs() > packs { "packs opened" } else { "packs closed" });
        }
        self.approvals += if moved == Ok(true) { together } else { 0 };
        if let (Ok(true), Some(all)) = (&moved, S::allows(&as_said(&event))) {
            self.approvals += 1;
            self.auto |= all;
        }
        self.ends_by_a_word(open, &event);
        if matches!((&moved, &event), (Ok(true), Event::Said { .. })) {
            self.talked_at = open.filter(|_| open == self.open_question());
        }
        if let (Ok(true), Event::Queued { text, .. }) = (&moved, &event) {
            self.queued.extend(text.starts_with("words").then(|| text.clone()));
        }
        let gone =
            |words: &QueuedWords| matches!(&event, Event::Edited { change, .. } if change["unqueue"] == words.id);
        self.given_back.extend(waited.into_iter().filter(gone).map(|words| words.text));
        if matches!((&moved, &event), (Ok(true), Event::Rewound { .. })) {
            self.given_back.extend(self.queued.clone());
            self.wishes = WishLaw::default();
        }
        self.says_queued_words_once();
        if moved == Ok(true) {
            self.hears_a_no(asked_before, &event);
            let counted = self.wishes.check(&view_before, &self.session.view(0), &event);
            counted.into_iter().for_each(|what| self.count(what));
        }
        if moved == Ok(true) {
            self.writes_once(effect.as_ref(), &event);
            self.going_back_loses_nothing(&before, &after, &event, view_before);
        }
        self.names_what_was_done();
        self.begins_with_leave();
        self.waits_for_one_thing();
        self.asks_in_turn();
        self.resumes();
        if dice.roll(10) == 0 {
            self.can_is_true();
        }
        self.opens_once();
        self.complaint_undoes(&before, &after, &event, &stage);
        let view = serde_json::to_value(self.session.view(0)).unwrap();
        *self.stages.entry(S::stage(&view)).or_default() += 1;
        self.page_shows_the_same();
        self.save();
        self.shelf_holds_everything();
    }

    /// Number of the choices that the agent has heard of, if it shows them.
    fn choices(&self) -> usize {
        self.session.view(u64::MAX).data["chosen"].as_array().map_or(0, Vec::len)
    }

    fn open_packs(&self) -> usize {
        self.session.view(u64::MAX).packs.iter().filter(|pack| pack.open).count()
    }

    /// The calls on the open card that a yes is for, as they should run. Arguments that leave out what may be left out are read as those of the card.
    fn calls_accepted(&self, event: &Event) -> Vec<Approved> {
        let all = self.session.view(u64::MAX).card.map_or_else(Vec::new, |card| card.calls);
        let (accepted, edits) = match event {
            Event::Answered { calls, args, .. } => (calls.clone(), args.clone().unwrap_or_default()),
            _ => (None, Value::Null),
        };
        let is_accepted = |at: &usize| accepted.as_ref().is_none_or(|calls| calls.contains(&(*at as u32)));
        let edit = |at: usize| if all.len() == 1 { edits.clone() } else { edits[at].clone() };
        let approved = |at: usize| {
            let (shown, edit) = (&all[at], edit(at));
            let edited = !edit.is_null() && without_nulls(&edit) != without_nulls(&shown.args);
            Approved { name: shown.name.clone(), args: if edited { edit } else { shown.args.clone() }, edited }
        };
        (0..all.len()).filter(is_accepted).map(approved).collect()
    }

    /// Whether the question of this block ended by a yes.
    fn was_accepted(&self, open: Option<u32>) -> bool {
        let blocks = self.session.view(0).blocks;
        let block = blocks.iter().find(|block| Some(block.seq) == open);
        block.is_some_and(|block| matches!(block.content, Content::Card { ending: Some(Ending::Accepted), .. }))
    }

    /// A page that follows the changes shows the same blocks as one that loads now.
    fn page_shows_the_same(&mut self) {
        let view = self.session.view(self.shown);
        self.shown = view.revision;
        for seq in view.retracted {
            self.page.remove(&seq);
        }
        self.page.extend(view.blocks.into_iter().map(|block| (block.seq, block)));
        let page: Vec<&Block> = self.page.values().collect();
        assert_eq!(page, self.session.view(0).blocks.iter().collect::<Vec<_>>(), "live and loaded look the same");
    }

    /// Number of the block with the open question of the agent.
    fn open_question(&self) -> Option<u32> {
        self.session.view(0).blocks.into_iter().rev().find_map(|block| match block.content {
            Content::Card { card, ending: None, .. } if card.kind != CardKind::Doubt => Some(block.seq),
            _ => None,
        })
    }

    /// Whether the words of an event are only a yes, and the first ones at the open question.
    fn says_yes_first(&self, open: Option<u32>, event: &Event) -> bool {
        says_yes(event) && (open.is_none() || self.talked_at != open)
    }

    /// Law 10: going back removes nothing: all entries stay as they are, and with them all branches.
    fn going_back_loses_nothing(&mut self, before: &Snapshot, after: &Snapshot, event: &Event, shown: View) {
        let Event::Rewound { to, .. } = event else { return };
        let kept = after.entries.get(..before.entries.len());
        assert_eq!(kept, Some(&before.entries[..]), "law 10: entries that were saved are as they were");
        let view = self.session.view(0);
        let is_earlier = |block: &&Block| block.seq < *to;
        let earlier: Vec<u32> = view.blocks.iter().filter(is_earlier).map(|block| block.seq).collect();
        assert!(view.blocks.iter().all(|block| earlier.contains(&block.seq) || block.revision == view.revision));
        assert!(view.usage.calls >= shown.usage.calls, "counts never go back");
        let here: BTreeSet<u32> = view.blocks.iter().map(|block| block.seq).collect();
        let is_said = |block: &&Block| matches!(block.content, Content::User { cue: None, .. } | Content::Tool { .. });
        let mut left = shown.blocks.iter().filter(is_said).filter(|block| !here.contains(&block.seq));
        if left.any(|block| block.seq > self.went_back) {
            let has = |branch: &BranchView| branch.id as usize == before.entries.len();
            assert!(view.branches.iter().any(has), "law 10: what was left is a branch: {:?}", view.branches);
        }
        self.went_back = before.entries.len() as u32;
        self.count("went back");
    }

    /// Law 10: a card that asks for a write names each of the tool that was done on another branch.
    fn names_what_was_done(&mut self) {
        let view = self.session.view(0);
        let done: BTreeSet<u32> =
            view.branches.iter().flat_map(|branch| &branch.writes).map(|write| write.block).collect();
        let live: BTreeSet<u32> = view.blocks.iter().map(|block| block.seq).collect();
        assert!(done.is_disjoint(&live), "law 10: what is named as done elsewhere is not here");
        let Some(card) = view.card.filter(|card| card.kind == CardKind::Approval) else { return };
        for call in &card.calls {
            let of_tool =
                view.branches.iter().flat_map(|branch| &branch.writes).filter(|write| write.name == call.name);
            for write in of_tool {
                let is_named = call.elsewhere.iter().any(|named| named.block == write.block);
                assert!(is_named, "law 10: {} does not name {write:?}", call.name);
                self.count("named on a card");
            }
        }
    }

    /// Whether the same call was done on another branch.
    fn was_done_elsewhere(&self, name: &str, args: &Value) -> bool {
        let branches = self.session.view(u64::MAX).branches;
        let mut done = branches.iter().flat_map(|branch| &branch.writes);
        done.any(|write| write.name == name && write.args == *args)
    }

    /// Law 8: an open card ends only by a button or its label, by words that are consent and the first ones at it, by a reply that replaces or drops it, or by an edit or a stop.
    fn ends_by_a_word(&self, open: Option<u32>, event: &Event) {
        let Some(seq) = open.filter(|_| !matches!(event, Event::Rewound { .. })) else { return };
        let blocks = self.session.view(0).blocks;
        let Some(block) = blocks.iter().find(|block| block.seq == seq) else { return };
        let Content::Card { card, ending: Some(ending), .. } = &block.content else { return };
        let is_pressed = matches!(event, Event::Answered { .. } | Event::Pressed { .. } | Event::Chosen { .. });
        let is_named = || matches!(event, Event::Said { text, .. } if card.candidates.iter().any(|one| one.label.eq_ignore_ascii_case(text)));
        let says = |word: &str| matches!(event, Event::Replied { text, .. } if text.to_lowercase().contains(word));
        let names_no = matches!(event, Event::Said { text, .. } if text == "拒绝");
        let is_settled = || S::SETTLES_CARDS && matches!(event, Event::Replied { .. });
        // An approval whose write would do something else now is put again, as it would run.
        let is_renewed = || {
            blocks.iter().any(|later| matches!(&later.content, Content::Card { card: new, ending: None, .. } if later.seq > seq && new.calls.first().map(|call| &call.name) == card.calls.first().map(|call| &call.name)))
        };
        let may = match ending {
            Ending::Accepted if card.kind == CardKind::Choice => is_pressed || is_named(),
            Ending::Accepted => is_pressed || self.says_yes_first(open, event),
            Ending::Declined => is_pressed || says("\"drop\"") || names_no,
            Ending::Replaced => says("\"replace\"") || is_settled(),
            Ending::Dropped => {
                is_pressed
                    || matches!(event, Event::Edited { .. } | Event::Stopped { .. })
                    || is_renewed()
                    || is_settled()
            }
            Ending::Typed => false,
        };
        assert!(may, "law 8: {ending:?} by {event:?}");
    }

    /// Law 9: words that the session took to say later wait, or were said once, or the user has them back. They never disappear.
    fn says_queued_words_once(&mut self) {
        let view = self.session.view(0);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        self.given_back.extend(view.input.iter().flat_map(|input| lines(input)));
        let waiting: Vec<String> = view.queued.iter().flat_map(|words| lines(&words.text)).collect();
        let live: Vec<String> = view
            .blocks
            .iter()
            .filter_map(|block| match &block.content {
                Content::User { text, cue: None, .. } => Some(lines(text)),
                _ => None,
            })
            .flatten()
            .collect();
        for text in &self.queued {
            let count = |among: &[String]| among.iter().filter(|other| *other == text).count();
            let all = count(&waiting) + count(&live);
            assert!(all == 1 || (all == 0 && self.given_back.contains(text)), "law 9: {text:?} {all} times");
        }
    }

    /// Law 1: the session waits for one thing.
    fn waits_for_one_thing(&self) {
        let view = self.session.view(u64::MAX);
        match (view.waiting, self.session.effect()) {
            (Wait::Model, Some(Effect::CallModel { call, .. })) | (Wait::Tool, Some(Effect::CallTool { call, .. })) => {
                assert_eq!(Some(call), view.call, "law 1");
            }
            (Wait::Approval | Wait::Card, None) => assert_eq!(view.card.and_then(|card| card.id), view.call, "law 1"),
            (Wait::User | Wait::Nothing, None) => assert_eq!(view.call, None, "law 1"),
            (wait, effect) => panic!("law 1: waiting for {wait:?} with {effect:?}"),
        }
    }

    /// A request has one system message, then user and assistant in turn, from the user to the user, and no blank message.
    fn asks_in_turn(&self) {
        let Some(Effect::CallModel { messages, .. }) = self.session.effect() else { return };
        let roles: Vec<Role> = messages.iter().map(|message| message.role).collect();
        let in_turn = [Role::User, Role::Assistant].into_iter().cycle().take(roles.len() - 1);
        let wanted: Vec<Role> = std::iter::once(Role::System).chain(in_turn).collect();
        assert_eq!((&roles, roles.last()), (&wanted, Some(&Role::User)), "{messages:?}");
        assert!(messages.iter().all(|message| !message.content.trim().is_empty()), "{messages:?}");
    }

    /// Each name of `view.data.can` is true exactly if its edit moves the session now, and every card has a number to
    /// answer it.
    fn can_is_true(&self) {
        let view = self.session.view(u64::MAX);
        for (name, change) in S::edits_of_can() {
            let mut copy = self.copy();
            let can = &view.data["can"][name];
            let may = match can {
                Value::Bool(may) => *may,
                Value::Array(all) => all.contains(&change[name]),
                other => panic!("can.{name} is {other}"),
            };
            let moved = copy.handle(Event::Edited { at_ms: self.clock, change });
            assert_eq!(may, moved == Ok(true), "can.{name} in {:?}: {moved:?}", view.waiting);
        }
        let names = view.data.get("can").and_then(Value::as_object).map_or(0, |can| can.len());
        assert_eq!(names, S::edits_of_can().len(), "each name of `can` is tested");
        assert!(view.card.is_none_or(|card| card.id.is_some()), "every card has a number");
    }

    /// The edit with which an agent speaks first is accepted and asks the model, and it is not due again after a
    /// failure or a stop.
    fn opens_once(&self) {
        let Some(change) = self.session.view(u64::MAX).opening else { return };
        let (mut failed, mut stopped) = (self.copy(), self.copy());
        for copy in [&mut failed, &mut stopped] {
            assert_eq!(copy.handle(Event::Edited { at_ms: self.clock, change: change.clone() }), Ok(true));
            assert_eq!(copy.view(u64::MAX).waiting, Wait::Model);
            let entries = copy.snapshot().entries.len();
            assert_eq!(copy.handle(Event::Edited { at_ms: self.clock, change: change.clone() }), Ok(false), "it joins");
            assert_eq!(copy.snapshot().entries.len(), entries);
        }
        let call = failed.view(u64::MAX).call.unwrap_or_default();
        let code = "unauthorized".to_owned();
        failed.handle(Event::Failed { at_ms: self.clock, call, code, text: "wrong key".into(), detail: None }).unwrap();
        stopped.handle(Event::Stopped { at_ms: self.clock }).unwrap();
        for copy in [failed, stopped] {
            let view = copy.view(u64::MAX);
            assert_eq!((view.opening, view.waiting), (None, Wait::User), "once");
            assert!(view.error.is_some(), "the user is told why there is no opening");
        }
    }

    fn copy(&self) -> Box<AnySession> {
        resumed::<S>(self.session.snapshot())
    }

    /// Law 2: a session resumed from the snapshot has the same effect, snapshot and view.
    fn resumes(&self) {
        let snapshot = self.session.snapshot();
        let resumed = resumed::<S>(snapshot.clone());
        assert_eq!(resumed.effect(), self.session.effect(), "law 2");
        assert_eq!(resumed.snapshot(), snapshot, "law 2: a snapshot of the resumed session");
        assert_eq!(resumed.view(0), self.session.view(0), "law 2: the page looks the same");
    }

    /// Law 3: an answer to an earlier wait changes nothing.
    fn late_changes_nothing(&mut self, before: &Snapshot, dice: &mut Dice) {
        let at_ms = self.clock + 1;
        let call = self.call();
        let old = if call == 0 { 1 + dice.roll(9) as u32 } else { call - 1 };
        let late = match dice.roll(6) {
            0 => Event::replied(at_ms, old, "{}"),
            1 => Event::returned(at_ms, old, vec![]),
            2 => Event::Failed { at_ms, call: old, code: "x".into(), text: "x".into(), detail: None },
            3 => Event::Doubted { at_ms, call: old, text: None },
            4 => Event::Pressed { at_ms, call: self.card_call().unwrap_or(old + 1) - 1, button: 0 },
            _ => {
                // Beside a card that stands, the number before that of the call is the card's own.
                let old = if self.card_call() == Some(old) { old + 1 } else { old };
                Event::answered(at_ms, old, true)
            }
        };
        assert_eq!(self.session.handle(late), Ok(false), "law 3");
        assert_eq!(&self.session.snapshot(), before, "law 3: byte-equal");
    }

    /// Laws 5 and 6: a refused reply leaves the memory unchanged, and a reply that was cut off leads to no decision.
    fn complaint_undoes(&self, before: &Snapshot, after: &Snapshot, event: &Event, stage: &Value) {
        let Event::Replied { .. } = event else { return };
        let new = &after.entries[before.entries.len().min(after.entries.len())..];
        let corrected = new.iter().any(|entry| entry.contains("\"correction\""));
        // Otherwise the agent has given up on this reply and gone on, in another stage or with the next piece of its
        // work.
        let head: Value = serde_json::from_str(&text(&after.head)).unwrap();
        let in_a_row = head["counters"]["in_a_row"].as_u64().unwrap_or(0);
        let asks_again = in_a_row > 0 && self.wait() == Wait::Model && self.session.view(u64::MAX).stage == *stage;
        if corrected && asks_again {
            assert_eq!(before.parts.get("memory"), after.parts.get("memory"), "law 5");
        }
        let cut_off = |finish: &Option<String>| finish.as_deref() == Some("length");
        if matches!(event, Event::Replied { finish, .. } if cut_off(finish)) {
            // A recalled decision was whole when it came.
            let decided = |entry: &String| {
                let stored: Stored = serde_json::from_str(&text(entry)).unwrap();
                matches!(stored.entry, Entry::Decision(decision) if !decision.raw.is_empty())
            };
            assert!(!new.iter().any(decided), "law 6: {new:?}");
        }
    }

    /// Law 7: a write that begins without a question is covered by a grant that is there now, or its tool's rule lets it run.
    fn begins_with_leave(&mut self) {
        let Some(Effect::CallTool { tools, .. }) = self.session.effect() else { return };
        let view = self.session.view(u64::MAX);
        let grants = serde_json::to_value(&view).unwrap()["grants"].take();
        for host in tools.iter().filter(|host| host.access == Access::Write) {
            let running = &view.running[0];
            let by_rule = running.verdict == Some(VerdictKind::Run);
            if !(by_rule || running.grant.is_some()) {
                self.begins_as_approved(host);
                continue;
            }
            if !self.unasked.insert(host.key.clone()) {
                continue;
            }
            self.count(if by_rule { "rule" } else { "grant" });
            let is_again = self.was_done_elsewhere(&running.name, &running.args);
            assert!(!is_again, "law 10: {running:?} was done on another branch, and the user is not asked");
            let is_covered = |grant: &Value| {
                let places = grant["where"].as_object().into_iter().flatten();
                let mut as_said = places.map(|(at, wanted)| running.args.pointer(at) == wanted.get("is"));
                grant["id"] == json!(running.grant)
                    && grant["tool"] == running.name.as_str()
                    && as_said.all(|same| same)
            };
            let is_granted = grants.as_array().is_some_and(|grants| grants.iter().any(is_covered));
            let may = if by_rule { S::lets_run(&running.name, &running.args) } else { is_granted };
            assert!(may, "law 7: {running:?} under {grants}");
            let has_leave = self.refused.get(&running.name) == Some(&true);
            assert!(self.refused.is_empty() || has_leave && !by_rule, "law 7: {running:?} after a no in the turn");
        }
    }

    fn asked_before(&self) -> AskedBefore {
        let view = self.session.view(0);
        AskedBefore { card: view.card, words: words_of_user(&view.blocks), blocks: seqs(&view.blocks) }
    }

    /// Keeps in mind to which tools the user has said no. Words that are no reason for a no begin a turn, in which it no longer counts.
    fn hears_a_no(&mut self, before: AskedBefore, event: &Event) {
        let view = self.session.view(0);
        if !before.blocks.is_subset(&seqs(&view.blocks)) {
            // A turn was taken back.
            self.refused.clear();
        }
        let no = before.card.as_ref().map_or_else(Vec::new, |card| {
            let declined = seqs(&view.blocks).difference(&before.blocks).any(|(_, is_declined)| *is_declined);
            self.refused_by(card, &view.blocks, event, declined)
        });
        if no.is_empty() && words_of_user(&view.blocks) > before.words {
            self.refused.clear();
        }
        if let Event::Answered { accept: true, always: Some(_), .. } = event {
            let approved = before.card.iter().flat_map(|card| &card.calls).map(|call| &call.name);
            if !self.refused.is_empty() {
                self.refused.extend(approved.map(|name| (name.clone(), true)));
            }
        }
        self.refused.extend(no.into_iter().map(|name| (name, false)));
        let is_new = |card: &Card| Some(card.id) != before.card.as_ref().map(|card| card.id);
        let asks = view.card.as_ref().filter(|card| card.kind == CardKind::Approval && is_new(card));
        if asks.is_some_and(|card| card.calls.iter().any(|call| self.refused.contains_key(&call.name))) {
            self.count("asked after a no");
        }
    }

    /// The tools of the calls on a card, and behind it, that the user has refused in this event. `declined`: whether a card was declined in it.
    fn refused_by(&self, card: &Card, blocks: &[Block], event: &Event, declined: bool) -> Vec<String> {
        let asked = card.calls.iter().map(|call| call.name.clone());
        let all = asked.clone().chain(card.then.iter().map(|call| call.name.clone())).collect();
        let last = blocks.iter().rev().find_map(|block| match &block.content {
            Content::Card { card: put, ending: Some(ending), .. } if put.kind == card.kind => Some(*ending),
            _ => None,
        });
        let is_answer = matches!(event, Event::Answered { .. } | Event::Pressed { .. });
        match (card.kind, event) {
            (CardKind::Approval, Event::Answered { accept: true, calls: Some(calls), .. }) => {
                let is_left = |at: &usize| !calls.contains(&(*at as u32));
                let left: Vec<String> = asked.enumerate().filter(|(at, _)| is_left(at)).map(|(_, name)| name).collect();
                let is_put_again = last != Some(Ending::Accepted);
                match (calls.is_empty(), left.is_empty() || is_put_again) {
                    (true, _) => all,
                    (_, true) => Vec::new(),
                    _ => left,
                }
            }
            (CardKind::Approval, _) if self.session.view(u64::MAX).card.is_none_or(|now| now.id != card.id) => {
                if declined {
                    all
                } else {
                    Vec::new()
                }
            }
            (CardKind::Doubt, _) if card.code.as_deref() == Some("do_it_again") && is_answer => {
                if last == Some(Ending::Declined) {
                    all
                } else {
                    Vec::new()
                }
            }
            _ => Vec::new(),
        }
    }

    /// Law 7: a write that the user was asked about begins with the arguments that the user saw last.
    fn begins_as_approved(&mut self, host: &HostCall) {
        if !S::RUNS_WHAT_IS_SHOWN || !self.asked.insert(host.key.clone()) {
            return;
        }
        let at = self.approved.iter().position(|one| one.name == host.name && one.args == host.args);
        let Some(at) = at else { panic!("law 7: {host:?} was not approved") };
        if self.approved.swap_remove(at).edited {
            self.count("ran as edited");
        }
        if host.args.as_object().is_some_and(|args| args.values().any(Value::is_null)) {
            self.count("ran with null");
        }
    }

    /// Law 10: what returned under a key runs under no other branch's call, and never again unless it is the same call that is repeated.
    fn writes_once(&mut self, effect: Option<&Effect>, event: &Event) {
        let (Some(Effect::CallTool { tools, .. }), Event::Returned { .. }) = (effect, event) else { return };
        for HostCall { key, access, again, .. } in tools {
            let is_new = *access == Access::Read || self.written.insert(key.clone());
            assert!(is_new || *again, "law 10: {key} was written before");
        }
    }

    /// Law 7: the host runs each write once for its key, and never more writes than the user approved.
    fn host_runs(&mut self, effect: Option<&Effect>, event: &Event) {
        let (Some(Effect::CallTool { tools, .. }), Event::Returned { .. }) = (effect, event) else { return };
        for HostCall { key, access, .. } in tools {
            if *access == Access::Write && !self.unasked.contains(key) {
                self.ran.insert(key.clone());
            }
        }
        assert!(
            self.auto || self.ran.len() <= self.approvals,
            "law 7: {} writes, {} approvals",
            self.ran.len(),
            self.approvals
        );
    }

    /// The parts saved step by step equal a snapshot that saves everything at once.
    fn shelf_holds_everything(&self) {
        let mut saved = self.shelf.saved.clone().unwrap();
        let snapshot = self.session.snapshot();
        // The store may still hold an outdated before-image; the head says whether it counts.
        if !snapshot.parts.contains_key("before") {
            saved.parts.remove("before");
        }
        assert_eq!(saved, snapshot, "saving what changed saves everything");
    }

    /// Law 4: replaying the trace leads to the same state.
    fn replays(&self) {
        let entries = stored(&self.session.snapshot().entries);
        let text: Vec<String> = self.trace.iter().map(|record| serde_json::to_string(record).unwrap()).collect();
        let records: Vec<Record> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut played = S::blank();
        played.replay(&records, &entries).unwrap();
        assert_eq!(played.snapshot(), self.session.snapshot(), "the trace plays to the same state");
    }
}

/// Entries from their records.
fn stored(records: &[String]) -> Vec<Stored> {
    records.iter().map(|entry| serde_json::from_str(&text(entry)).unwrap()).collect()
}

fn resumed<S: Scene>(snapshot: Snapshot) -> Box<AnySession> {
    let mut session = S::blank();
    session.load(snapshot).unwrap();
    session
}

fn result(dice: &mut Dice) -> ToolResult {
    match dice.roll(4) {
        0 => ToolResult::Error(ToolError::new("failed", "no such account")),
        _ => ToolResult::Ok(Value::from(dice.roll(1_000))),
    }
}

/// A reply with something about the open card: what a model says, or might say if it were hostile.
fn about_card(text: String, dice: &mut Dice) -> String {
    let about = *dice.pick(&["keep", "keep", "replace", "drop", "approve", "DROP", ""]);
    let Ok(Value::Object(mut reply)) = serde_json::from_str(&text) else { return text };
    if dice.roll(3) == 0 {
        reply = serde_json::Map::from_iter([("say".to_owned(), Value::from("Let me explain."))]);
    }
    if !about.is_empty() {
        reply.insert("about_card".to_owned(), about.into());
    }
    Value::Object(reply).to_string()
}

/// Seed of a case; prints it if the case fails.
pub(crate) struct Case(pub(crate) u64);

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the case with seed {} failed", self.0);
        }
    }
}

/// Random events for each agent.
const EVENTS_OF_AN_AGENT: usize = 12_000;

/// Whether so many events must have covered everything.
pub(crate) fn must_cover(events: usize) -> bool {
    events >= EVENTS_OF_AN_AGENT
}

/// Runs random cases until enough events were thrown, prints the coverage, and fails if something was never covered. `rare`: things
/// that must have happened so many times at least, such as writes without a question, by the reason.
pub(crate) fn run<S: Scene + Default>(name: &str, rare: &[(&str, usize)]) {
    let goal: usize =
        std::env::var("STEPGATE_LAW_EVENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(share(EVENTS_OF_AN_AGENT));
    let mut covered: BTreeMap<(Wait, &'static str), usize> = BTreeMap::new();
    let mut stages: BTreeMap<String, usize> = BTreeMap::new();
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut events = 0;
    for seed in 1.. {
        if events >= goal {
            break;
        }
        let _case = Case(seed);
        let mut dice = Dice::new(seed);
        let inputs = S::inputs();
        let input = dice.pick(&inputs).clone();
        let mut world = World::open(S::default(), input, seed);
        world.back = (seed % 3 == 0).then(|| Dice::new(seed + 1));
        for _ in 0..40 {
            let event = world.invent(&mut dice);
            world.throw(event, &mut dice);
        }
        world.replays();
        events += world.events;
        for (pair, count) in world.covered {
            *covered.entry(pair).or_default() += count;
        }
        for (stage, count) in world.stages {
            *stages.entry(stage).or_default() += count;
        }
        world.counts.into_iter().for_each(|(what, count)| *counts.entry(what).or_default() += count);
    }
    println!("laws: {name}: {counts:?}");
    report::<S>(name, events, &covered, &stages);
    for (what, least) in rare.iter().chain(&[("went back", 30)]) {
        let count = counts.get(what).copied().unwrap_or(0);
        assert!(
            count >= *least || !must_cover(events),
            "{name}: {what} {count} times, of at least {least}: {counts:?}"
        );
    }
}

const EVENTS: [&str; 12] = [
    "said", "queued", "answered", "pressed", "chosen", "edited", "replied", "returned", "failed", "ticked", "doubted",
    "stopped",
];

fn report<S: Scene>(
    name: &str,
    events: usize,
    covered: &BTreeMap<(Wait, &'static str), usize>,
    stages: &BTreeMap<String, usize>,
) {
    // `cargo xtask test` repeats the lines that begin with `laws:`.
    println!("laws: {name}: {events} events");
    let mut missing = Vec::new();
    for wait in S::waits() {
        let counts = EVENTS.map(|event| covered.get(&(*wait, event)).copied().unwrap_or(0));
        let line: Vec<String> = EVENTS.iter().zip(counts).map(|(event, count)| format!("{event} {count}")).collect();
        println!("laws:   {wait:?}: {}", line.join(", "));
        missing
            .extend(EVENTS.iter().zip(counts).filter(|(_, count)| *count == 0).map(|(e, _)| format!("{wait:?}×{e}")));
    }
    println!("laws:   stages: {stages:?}");
    missing.extend(S::stages().iter().filter(|stage| !stages.contains_key(**stage)).map(|stage| (*stage).to_owned()));
    assert!(missing.is_empty() || !must_cover(events), "{name}: never reached: {missing:?}");
}

/// An event whose words may wait as one whose words do not: they allow the same.
fn as_said(event: &Event) -> Event {
    match event.clone() {
        Event::Queued { at_ms, text, with, card, parts, .. } => Event::Said { at_ms, text, with, card, parts },
        other => other,
    }
}

/// Whether the words of an event are only a yes, which accepts a card that words decline.
pub(super) fn says_yes(event: &Event) -> bool {
    matches!(event, Event::Said { text, .. } if ["好的，可以", "确认"].contains(&text.as_str()))
}

/// The members of arguments that say something.
fn without_nulls(args: &Value) -> Vec<(&String, &Value)> {
    args.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()).collect()
}

/// The numbers of blocks, and of the cards among them that were declined.
fn seqs(blocks: &[Block]) -> BTreeSet<(u32, bool)> {
    let is_declined = |block: &&Block| matches!(&block.content, Content::Card { ending: Some(Ending::Declined), .. });
    let declined = blocks.iter().filter(is_declined).map(|block| (block.seq, true));
    blocks.iter().map(|block| (block.seq, false)).chain(declined).collect()
}
