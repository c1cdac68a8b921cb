//! Going back: the session takes on the state of an earlier time and goes on from there, on a branch of its own. Nothing is removed, and what
//! was done outside of the session stays done (docs/decisions/095-branches-are-one-transcript.md).

use crate::archive::saved::Saved;
use crate::archive::settings::Settings;
use crate::archive::snapshot::Snapshot;
use crate::session::again::Again;
use crate::session::any::AnySession;
use crate::session::head::Head;
use crate::session::mark::Mark;
use crate::session::resume::{read_settings, read_waits, saved_pieces};
use crate::session::turn::Turns;
use crate::session::waiting::{RunCall, ToolRun, Waiting, Waits};
use crate::transcript::rewinding::MOST_REWINDINGS;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::earlier::Earlier;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::step::Refusal;
use crate::vocabulary::texts;
use crate::vocabulary::utterance::Utterance;
use stepgate_reply::{Error, Kind};

/// The state of an earlier time, read.
struct Restored {
    head: Head,
    saved: Saved,
    settings: Settings,
}

impl AnySession {
    /// Goes back to the state that the session had when the conversation had `to` entries.
    pub(super) fn rewound(&mut self, to: u32, state: Earlier, again: bool) -> Result<bool, Refusal> {
        self.must_rest()?;
        let mark = Mark::of(&self.actor);
        let restored = match self.read_earlier(to, state) {
            Ok(restored) => restored,
            Err(error) => {
                mark.roll_back(&mut self.actor);
                return Err(Refusal::no_way_back(&error.to_string(), self.lang()));
            }
        };
        let words = self.words_at(to);
        let is_of_another =
            (restored.settings.seed, restored.settings.nonce.as_str()) != (self.scene().seed(), self.scene().nonce());
        self.scene_mut().switch_thread(restored.head.thread);
        self.scene_mut().push(Entry::Rewound { to });
        self.look_at_branches();
        self.take_on(restored, words);
        self.again = if again { Again::Next } else { Again::No };
        self.tell_what_stays();
        if is_of_another {
            self.revoke_all(None);
        }
        self.forget_prompt();
        Ok(true)
    }

    /// Refuses to go back too often, and to leave a call under way, or a write of which nobody knows whether it was done.
    fn must_rest(&self) -> Result<(), Refusal> {
        if !self.transcript().may_go_back() {
            return Err(Refusal::no_way_back(
                &format!("a session goes back at most {MOST_REWINDINGS} times"),
                self.lang(),
            ));
        }
        match self.waits.now() {
            Waiting::Model { .. } | Waiting::Tool { .. } => Err(Refusal::busy(self.lang())),
            Waiting::Doubt { copied: false, .. } => {
                let buttons = self.open_card().map_or_else(Vec::new, |(_, card)| card.buttons);
                Err(Refusal::answer_first(&buttons, self.lang()))
            }
            _ => Ok(()),
        }
    }

    /// Reads the state of an earlier time, and gives the agent its memory.
    fn read_earlier(&mut self, to: u32, state: Earlier) -> Result<Restored, Error> {
        if to > self.transcript().len() {
            return Err(Kind::Malformed.at("/event/to", "must be the number of an earlier entry"));
        }
        let Earlier { format, version, revision, head, parts } = state;
        let (agent, entries) = (self.name().to_owned(), Vec::new());
        let mut snapshot = Snapshot { format, agent, version, revision, head, parts, entries };
        let is_checked = snapshot.open_head_and_parts()?.is_some();
        let snapshot = self.migrated(snapshot)?;
        let mut head = self.read_head(&snapshot.head)?;
        if matches!(head.waiting, Waiting::Tool { .. }) || head.standing.is_some() || head.shown.is_some() {
            return Err(
                Kind::Malformed.at("/event/state/head/waiting", "must be no call of tools, and stand beside no card")
            );
        }
        let checks = std::mem::take(&mut head.checks);
        let saved = saved_pieces(&snapshot, revision)?;
        read_waits(&mut head, &snapshot, is_checked.then_some(checks.before))?;
        self.renew_memories_from_before(&mut head, &saved, version)?;
        self.actor.take_saved(&saved)?;
        let (_, settings) = read_settings(&snapshot, revision)?;
        Ok(Restored { head, saved, settings })
    }

    /// The words of the user with which the conversation went on when it had `to` entries.
    fn words_at(&self, to: u32) -> Option<Utterance> {
        let transcript = self.transcript();
        let rev = transcript.get(to)?.rev;
        let of_event =
            (to..transcript.len()).filter_map(|seq| transcript.get(seq)).take_while(|stored| stored.rev == rev);
        Utterance::joined(of_event.filter_map(|stored| match &stored.entry {
            Entry::User { text, cue: None, parts } => Some(Utterance { text: text.clone(), parts: parts.clone() }),
            _ => None,
        }))
    }

    /// Takes on the state of an earlier time. Numbers of waits, grants and wishes never go back, and neither do counts.
    fn take_on(&mut self, Restored { head, saved, .. }: Restored, words: Option<Utterance>) {
        self.restore(&saved);
        self.enter(&head.stage);
        let last = self.waits.last().max(head.calls);
        self.waits = Waits::loaded(Waiting::User, None, None, head.choosing, head.talked_at, last);
        let waiting = self.with_keys_of_its_own(head.waiting);
        self.waits.begin_again(waiting);
        self.turns = Turns::loaded(head.turn, None, words);
        self.wishes.restore(head.wishes.list().to_vec());
        self.no_at = head.no_at;
        (self.early_at, self.dropped) = (head.early_at, head.dropped);
        self.grants.keep_only(&head.grants);
        self.counters.end_corrections();
    }

    /// A wait of an earlier time. The calls that have not begun run under keys of their own, and ask if their like was done since.
    fn with_keys_of_its_own(&self, waiting: Waiting) -> Waiting {
        match waiting {
            Waiting::Approval { call, run } => Waiting::Approval { call, run: self.begun_anew(run) },
            Waiting::Doubt { call, run, again, copied, text } => {
                Waiting::Doubt { call, run: self.begun_anew(run), again, copied, text }
            }
            other => other,
        }
    }

    fn begun_anew(&self, mut run: ToolRun) -> ToolRun {
        for index in 0..run.calls.len() {
            let kept = run.calls.get(index).and_then(|call| call.host.as_ref()).map(|host| self.key(&run, index, host));
            let Some(call) = run.calls.get_mut(index) else { continue };
            match (&mut call.host, kept) {
                (Some(host), Some(key)) => host.key = Some(key),
                _ => self.heed_again(call),
            }
        }
        (run.key, run.plain_key) = (0, false);
        run
    }

    fn heed_again(&self, call: &mut RunCall) {
        if call.is_undecided() && self.done_elsewhere(&call.call).is_some() {
            call.unapprove();
            call.call = self.heeding_branches(call.call.clone());
        }
    }

    /// Tells the model which writes stay done although the conversation in which they were made is left.
    fn tell_what_stays(&mut self) {
        if !self.left.writes.is_empty() {
            let text = texts::stays_done(&self.left.writes, self.lang());
            self.scene_mut().push(Entry::User { text, cue: Some(Cue::Named("rewound".into())), parts: Vec::new() });
        }
    }
}
