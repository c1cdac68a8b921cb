//! Reads a reply against its contract: chooses the object that fits best.

use std::collections::BTreeMap;
use std::ops::Range;

use super::brackets::doubt_if_lost;
use super::candidate::Candidate;
use super::code::{self, IsTool};
use super::exact::inexact;
use super::extract::{extract, scalar};
use super::fault::{unreadable, Fault, MAX_LENGTH};
use super::found::{Contract, Found, Search};
use super::label::{label, Label};
use super::mend::{mend, tolerantly, with_prose, Purpose};
use super::mended::Mended;
use super::native::{self, Written};
use super::policy::Policy;
use super::reading::{Expected, Reading};
use super::report::{Fix, Report};
use super::several::joined;
use super::source::is_blank;
use super::tags::OPENERS;
use crate::characters::{is_letter, is_line_break};
use crate::lang::{text, Text};
use crate::schema::{self, Conversion, Decoded, Fit, Notes, Problem, Schema, Wanted};
use crate::tape::{Item, Tag, Tape};
use stepgate_json::slice;
use stepgate_json::Tree;

/// Reads a reply: finds its object, repairs it, and fits it to `schema`.
///
/// A reply may hold several objects. The order of preference: an object without lossy repairs, the fewest problems, an object that
/// the words before it call the answer, the fewest coercions, an object outside of thinking, an object in the first fence, the first.
/// Among objects with only line breaks between them, the last counts, as a correction of the others.
///
/// - If `schema` is a list, the value is a list in the reply, or without one a list of all objects.
/// - If it is a text, the value is the whole reply.
/// - If it is another scalar, the value may stand in a sentence.
/// - If it is an object of one field, the reply may be the number or boolean of this field.
pub fn read(text: &str, schema: &Schema) -> Reading {
    read_to_tape(text, schema, false).reading(text)
}

/// Like [`read`], for a reply that is known to be finished because the server reported `stop`: if only closing brackets are
/// missing at its end, the value is whole. It still counts as cut off behind a string without its closing quote, a number at the
/// very end, a comma, or a key without a value.
pub fn read_finished(text: &str, schema: &Schema) -> Reading {
    read_to_tape(text, schema, true).reading(text)
}

/// Like [`read`], with a [`Policy`] that may refuse the reply.
pub fn read_with(text: &str, schema: &Schema, policy: Policy) -> Reading {
    read_by_policy(text, schema, policy, false).reading(text)
}

/// Like [`read_with`], to tapes, without building the value; `finished` as in [`read_finished`].
pub fn read_by_policy(text: &str, schema: &Schema, policy: Policy, finished: bool) -> Read {
    if policy == Policy::Tolerant {
        return read_to_tape(text, schema, finished);
    }
    let read = match mend(text, policy) {
        Ok(Mended { tape, root, report, .. }) => {
            fitted(Candidate { tape, root, report, ..Candidate::default() }, text, schema)
        }
        Err(_) => Read::fault(unreadable(text, MAX_LENGTH).unwrap_or(Fault::NoJsonObject)),
    };
    Read { expected: Expected::of(schema), list_of_calls: schema.list_of_calls().map(str::to_owned), ..read }
}

/// The reading of a reply, on tapes.
#[derive(Debug, Default)]
pub struct Read {
    /// The text of the tapes, if it is not the reply: the content of a reply that is one JSON string.
    pub inner: Option<String>,
    /// The value before it was fitted.
    pub tape: Tape,
    /// The repairs.
    pub report: Report,
    /// The value after it was fitted.
    pub fit: Option<Fit>,
    /// Why there is no usable object.
    pub fault: Option<Fault>,
    /// The kind of value that the contract wants.
    pub expected: Expected,
    /// The member of the contract that may hold a list of calls.
    pub list_of_calls: Option<String>,
    /// The number of other objects that may be the answer, too, and differ from it.
    pub alternatives: usize,
    /// Whether the value was picked out of prose: the reply says more than the value, thinking, tags and a fence around it aside, or the thinking
    /// has no end.
    pub in_prose: bool,
}

impl Read {
    fn fault(fault: Fault) -> Read {
        Read { fault: Some(fault), ..Read::default() }
    }

    fn new(fit: Fit) -> Read {
        Read { fit: Some(fit), ..Read::default() }
    }

    /// The reading of a candidate that was fitted.
    fn of(candidate: Candidate, mut fit: Fit) -> Read {
        let Candidate { tape, report, unclear, .. } = candidate;
        let lossy = report.lossy || fit.notes.lossy;
        let fault = if unclear.is_some() { Fault::Brackets } else { Fault::NoJsonObject };
        fit.notes.problems.splice(0..0, unclear.map(|unclear| unclear.problem));
        Read { tape, report, fit: Some(fit), fault: lossy.then_some(fault), ..Read::default() }
    }

    /// Whether every repair was lossless.
    pub fn lossless(&self) -> bool {
        !self.report.lossy && !self.fit.as_ref().is_some_and(|fit| fit.notes.lossy)
    }

    /// Builds the reading; `text` is the reply.
    fn reading(self, text: &str) -> Reading {
        let lossless = self.lossless();
        let text = self.inner.as_deref().unwrap_or(text);
        let Some(Fit { tape, notes }) = self.fit else {
            return Reading { fault: self.fault, expected: self.expected, ..Reading::default() };
        };
        let Notes { coercions, notices, problems, .. } = notes;
        let item = Item::new(text, &tape, 0);
        Reading {
            value: item.map(Item::value),
            repairs: self.report.repairs(text, &self.tape),
            coercions: coercions.into_iter().map(Into::into).collect(),
            notices,
            problems,
            ignored: self.report.ignored(),
            lossless,
            fault: self.fault,
            expected: self.expected,
            list_of_calls: self.list_of_calls,
            alternatives: self.alternatives,
            in_prose: self.in_prose,
            inexact: item.map_or_else(Vec::new, inexact),
        }
    }
}

/// The part of a reply behind its thoughts, without blanks around it. Empty if a thought has no end.
pub fn spoken(text: &str) -> &str {
    let Found { spoken, thinks, .. } = extract(text, Search { contract: None, finished: true, every_bracket: false });
    match thinks {
        Some(_) => "",
        None => slice(text, spoken..).trim_matches(is_blank),
    }
}

/// Like [`read_by_policy`], by the tolerant grammar.
pub(crate) fn read_to_tape(text: &str, schema: &Schema, finished: bool) -> Read {
    let list_of_calls = schema.list_of_calls().map(str::to_owned);
    Read { expected: Expected::of(schema), list_of_calls, ..read_tolerantly(text, schema, finished) }
}

fn read_tolerantly(text: &str, schema: &Schema, finished: bool) -> Read {
    if let Some(fault) = unreadable(text, MAX_LENGTH) {
        return Read::fault(fault);
    }
    let wanted = schema.wanted();
    if wanted.text && !wanted.object && !wanted.list {
        return whole(text, schema);
    }
    let mut found =
        extract(text, Search { contract: Some(Contract { schema, decode }), finished, every_bracket: false });
    if let Some(read) = calls_in_dialect(&mut found, text, schema) {
        return read;
    }
    let inner = found.inner.take();
    let read = choose(found, inner.as_deref().unwrap_or(text), schema, wanted, finished);
    Read { inner, ..read }
}

/// Reads calls in a dialect that is no JSON as a whole, if no value may be the reply; without calls in the contract they are a fault.
fn calls_in_dialect(found: &mut Found, text: &str, schema: &Schema) -> Option<Read> {
    if found.inner.is_some() || found.scalar.is_some() {
        return None;
    }
    let end = text.len().min(found.thinks.unwrap_or(usize::MAX)).min(found.response.unwrap_or(usize::MAX));
    let part = found.spoken..end.max(found.spoken);
    if !schema.has_calls() {
        return calls_nothing(found, text, part, schema).then(|| Read::fault(Fault::NoTools));
    }
    let (calls, in_prose) = match written_calls(found, text, part.clone(), &|tool, key| schema.has_tool(tool, key)) {
        Some(written) => {
            // JSON in the arguments is no reply.
            found.keep(&|own| own.thought);
            let calls = written.last.then_some(written.calls)?;
            if text.get(part.start..written.range.start).is_some_and(native::is_announced) {
                return Some(refused_call(schema::Found::AnnouncedCall, CALL_ALONE));
            }
            (calls, !written.first)
        }
        None => {
            let (calls, in_prose) = native_calls(found, text, part, schema)?;
            (Some(calls), in_prose)
        }
    };
    let Some(calls) = calls else {
        return Some(refused_call(schema::Found::BrokenCall, WHOLE_CALL));
    };
    let mut tape = Tape::default();
    tape.push_tree(&native::reply(calls));
    Some(Read { in_prose, ..Read::new(schema.fit("", &tape, 0, decode)) })
}

/// The calls in XML, or of tools whose names stand before JSON, and whether prose stands around them.
fn native_calls(found: &Found, text: &str, part: Range<usize>, schema: &Schema) -> Option<(Vec<Tree>, bool)> {
    if found.candidates.iter().any(|own| own.unclear.is_some() || own.report.lossy) {
        return None;
    }
    let (mut calls, mut at, mut marked, mut in_prose) = (Vec::new(), part.start, true, false);
    for own in found.candidates.iter().filter(|own| !own.thought && !own.aside) {
        let item = own.item(text)?;
        let (before, name, is_marked) =
            native::name_before(text.get(at..own.from)?, &|tool, key| schema.has_tool(tool, key))?;
        in_prose |= !native::is_marks(before, 0..before.len());
        let is_args = || item.members().all(|(key, _)| schema.has_tool(name, Some(&key.string())));
        if may_answer(own, text, schema) && !is_args() {
            return None;
        }
        calls.push(code::call(name, item.tree()));
        (at, marked) = (own.to, marked && is_marked);
    }
    if calls.is_empty() {
        let spoken = text.get(part)?.trim_matches(is_blank);
        let is_alone = spoken.starts_with('<') && spoken.ends_with('>');
        return native::in_xml(spoken).filter(|calls| !calls.is_empty()).map(|calls| (calls, !is_alone));
    }
    let is_last = native::is_end(text, at);
    (marked || is_last).then_some((calls, in_prose || !is_last))
}

/// Finds calls as code, or by tags with a tool's name. None if another value may be the reply, or the words before call them an example.
fn written_calls(found: &Found, text: &str, part: Range<usize>, is_tool: IsTool) -> Option<Written> {
    // The argument of a call in XML may look like a call.
    if found.arguments {
        return None;
    }
    let spoken = || found.candidates.iter().filter(|own| !own.thought);
    let first = spoken().next().map_or(text.len(), |own| own.from);
    let written = native::written(text, part.clone(), first, is_tool)?;
    let before = text.get(part.start..written.range.start)?;
    let alone = spoken().all(|own| written.range.contains(&own.from)) && label(before) != Label::Example;
    (alone && !native::is_open(before, is_tool)).then_some(written)
}

/// Whether a reply calls a tool although the contract has no calls, and has no value beside it. Where a text may be the reply, it must
/// be no more than the call.
fn calls_nothing(found: &Found, text: &str, part: Range<usize>, schema: &Schema) -> bool {
    let may_be_text = schema.text_field().is_some();
    let is_tool = |tool: &str, key: Option<&str>| match key {
        Some(key) => schema.wanted().object && !may_be_text && !schema.has_field(tool) && !schema.has_field(key),
        None => tool != "print" && tool.starts_with(|c| is_letter(c) || c == '_'),
    };
    if let Some(Written { calls, range, first, last }) = written_calls(found, text, part.clone(), &is_tool) {
        let is_code = !text.get(range.start..).is_some_and(|call| call.starts_with('<'));
        let by_name = |call: &Tree| match call.step("arguments") {
            Some(Tree::Object(args)) => is_code || args.iter().next().is_some(),
            _ => false,
        };
        return last && (first || !may_be_text) && calls.is_some_and(|calls| calls.iter().all(by_name));
    }
    let spoken = slice(text, part).trim_start_matches(is_blank);
    found.candidates.iter().all(|own| own.thought)
        && (!may_be_text || spoken.starts_with('<'))
        && native::in_xml(spoken).is_some_and(|calls| !calls.is_empty())
}

const CALL_ALONE: Text = text("只有调用本身", "the call alone");
const WHOLE_CALL: Text = text("一次完整的调用，每个参数都写名称", "a whole call, each argument with its name");

/// The refusal of a call that is not whole or not clear.
fn refused_call(found: schema::Found, allowed: Text) -> Read {
    let mut fit = Fit::default();
    fit.notes.problems.push(Problem::at("", found, allowed));
    Read::new(fit)
}

fn choose(mut found: Found, text: &str, schema: &Schema, wanted: Wanted, finished: bool) -> Read {
    let is_wanted = |scalar: &Candidate| {
        let null = scalar.item(text).is_some_and(|item| item.tag() == Tag::Null);
        wanted.scalar || null && schema.allows_null()
    };
    if let Some(scalar) = found.scalar.take_if(|scalar| is_wanted(scalar)) {
        return fitted(scalar, text, schema);
    }
    if let Some(read) = found.scalar.as_ref().and_then(|scalar| only_field(scalar, text, schema)) {
        return read;
    }
    drop_thoughts(&mut found, text, schema);
    drop_examples(&mut found, text, schema);
    if schema.has_calls() && are_calls(&found.candidates, text, schema) {
        found.candidates = vec![joined(std::mem::take(&mut found.candidates))];
    }
    drop_empty(&mut found, text, schema);
    if wanted.list {
        settle_lists(&mut found, text, schema);
    }
    let not_object = prefer_wanted(&mut found, text, wanted, schema) || found.scalar.is_some();
    let (too_deep, spoken, thinks) = (found.too_deep, found.spoken, found.thinks);
    let fits = |best: &Read| best.fit.as_ref().is_some_and(|fit| fit.notes.problems.is_empty());
    if let Some(best) = best(found, text, schema).filter(|best| wanted.object || wanted.list || fits(best)) {
        return best;
    }
    if let Some(open) = thinks {
        // The rest is a thought that nothing ends. Words before it may be a part of the reply, or only name the tag.
        let is_thought_alone = slice(text, spoken..open).trim_matches(is_blank).starts_with(OPENERS);
        return Read::fault(if is_thought_alone { Fault::Empty } else { Fault::NoJsonObject });
    }
    let spoken = slice(text, spoken..).trim_matches(is_blank);
    if let Some(scalar) = fenced(text, range_of(spoken, text)).filter(is_wanted) {
        return fitted(scalar, text, schema);
    }
    let part = range_of(spoken, text);
    let Range { start, end } = only_fence(text, part.clone()).unwrap_or(part);
    if wanted.list && text.get(start..end).is_some_and(|list| list.starts_with('[')) {
        let list = Candidate::first(text.get(..end).unwrap_or(text), start, finished);
        return if list.too_deep.is_some() { Read::fault(Fault::TooDeep) } else { fitted(list, text, schema) };
    }
    if let Some(list) = Some(spoken).filter(|_| finished).and_then(|spoken| itemized(text, spoken, schema)) {
        return list;
    }
    match schema.text_field() {
        _ if too_deep.is_some() => Read::fault(Fault::TooDeep),
        _ if spoken.is_empty() => Read::fault(Fault::Empty),
        None if wanted.scalar || means_null(text, spoken, schema) => said(text, spoken, schema),
        _ if not_object => Read::fault(Fault::NotObject),
        Some(field) => plain_field(Tag::Text, field, text, spoken, schema),
        None => listed(text, spoken, schema, wanted).unwrap_or_else(|| Read::fault(Fault::NoJsonObject)),
    }
}

/// The rank of a candidate: the least is best. Fields are compared from the first to the last.
#[derive(PartialEq, PartialOrd)]
struct Rank {
    lossy: bool,
    problems: usize,
    /// Whether the words before it do not call it the answer.
    unnamed: bool,
    coercions: usize,
    thought: bool,
    bare: bool,
    /// The number of groups of values before its own.
    group: usize,
}

/// Drops drafts: values in thoughts, unless the reply is one value with a stray closing tag behind it; and values inside of tags that
/// do not name an answer, if another one may be the answer.
fn drop_thoughts(found: &mut Found, text: &str, schema: &Schema) {
    let spoken = found.spoken;
    let is_rest = |from: usize, to: usize| slice(text, from..to).trim_matches(is_blank);
    let is_stray = |only: &Candidate| {
        is_rest(spoken, text.len()).is_empty()
            && is_rest(0, only.from).is_empty()
            && is_rest(only.to, spoken).starts_with(OPENERS)
    };
    if !matches!(found.candidates.as_slice(), [only] if is_stray(only)) {
        found.keep(&|candidate| !candidate.thought);
    }
    let answers = |candidate: &Candidate| !candidate.aside && may_answer(candidate, text, schema);
    if found.candidates.iter().any(answers) {
        found.keep(&|candidate| !candidate.aside);
    }
}

/// Drops candidates that are called an example, if another one may be the answer, even if it is damaged.
fn drop_examples(found: &mut Found, text: &str, schema: &Schema) {
    let is_example = |candidate: &Candidate| candidate.label == Label::Example;
    let answers = |candidate: &Candidate| !is_example(candidate) && may_answer(candidate, text, schema);
    if found.candidates.iter().any(answers) {
        found.keep(&|candidate| !is_example(candidate));
    }
}

/// Drops empty objects with other values or words around them, if the contract has calls: they are no reply, but may be arguments.
fn drop_empty(found: &mut Found, text: &str, schema: &Schema) {
    let spoken = found.spoken;
    let is_empty = |item: Item| item.tag() == Tag::Object && item.members().next().is_none();
    let is_alone = |own: &Candidate| own.from >= spoken && stands_alone(own, text, spoken);
    if schema.has_calls() {
        found.keep(&|own| !own.item(text).is_some_and(is_empty) || is_alone(own));
    }
}

/// Whether several objects, with no words between them and no reply around them, are calls; one of them may be wrong.
fn are_calls(candidates: &[Candidate], text: &str, schema: &Schema) -> bool {
    let is_bare = |own: &Candidate| {
        let is_clear = !own.report.lossy && own.unclear.is_none() && own.label != Label::Example;
        let is_object = own.item(text).is_some_and(|item| item.tag() == Tag::Object);
        is_clear && is_object && !may_answer(own, text, schema)
    };
    let is_call = |own: &Candidate| {
        let notes = schema.fit(text, &own.tape, own.root, decode).notes;
        notes.problems.is_empty() && notes.coercions.iter().any(is_bare_call)
    };
    let stand_together = |pair: &[Candidate]| match pair {
        [one, next] => native::is_marks(text, one.to..next.from),
        _ => true,
    };
    let differ = |pair: &[Candidate]| match pair {
        [one, next] => one.item(text).zip(next.item(text)).is_some_and(|(one, next)| !one.is_same(next)),
        _ => false,
    };
    candidates.windows(2).any(differ)
        && candidates.iter().all(is_bare)
        && candidates.windows(2).all(stand_together)
        && candidates.iter().any(is_call)
}

/// Whether a value may be the answer: it has one of the contract's fields, or is a list where one is wanted.
fn may_answer(candidate: &Candidate, text: &str, schema: &Schema) -> bool {
    candidate.item(text).is_some_and(|item| match item.tag() {
        Tag::Object => schema.lists_no_fields() || item.members().any(|(key, _)| schema.has_field(&key.string())),
        Tag::Array => schema.wanted().list,
        _ => false,
    })
}

/// Drops lists in prose whose items are of the wrong kind. If several lists are left and none is called the answer, drops all of
/// those in prose: the choice would be a guess. If one is left, drops the objects behind it, which are at best parts of it.
fn settle_lists(found: &mut Found, text: &str, schema: &Schema) {
    let is_list = |candidate: &Candidate| candidate.item(text).is_some_and(|item| item.tag() == Tag::Array);
    let in_prose = |candidate: &Candidate| candidate.amid && is_list(candidate);
    found.keep(&|candidate| !in_prose(candidate) || has_wanted_items(candidate, text, schema));
    let named = found.candidates.iter().any(|candidate| candidate.label == Label::Answer);
    if !named && found.candidates.iter().filter(|candidate| is_list(candidate)).count() > 1 {
        found.keep(&|candidate| !in_prose(candidate));
    }
    let list = found.candidates.iter().find(|candidate| in_prose(candidate)).map(|list| list.from);
    found.keep(&|candidate| is_list(candidate) || list.is_none_or(|list| candidate.to <= list));
}

/// Whether the first item of a list is an object if the contract's items are, and a scalar if they are.
fn has_wanted_items(list: &Candidate, text: &str, schema: &Schema) -> bool {
    let first = list.item(text).and_then(|list| list.children().next()).map(Item::tag);
    match (schema.items().map(Schema::wanted), first) {
        (Some(Wanted { object: true, scalar: false, .. }), first) => first == Some(Tag::Object),
        (Some(Wanted { object: false, .. }), first) => first != Some(Tag::Object),
        _ => true,
    }
}

/// Fits all candidates and takes the best.
fn best(found: Found, text: &str, schema: &Schema) -> Option<Read> {
    let (spoken, thinks) = (found.spoken, found.thinks.is_some());
    let mut group = 0;
    let mut end = None;
    let mut best: Option<(Rank, Candidate, Fit)> = None;
    let mut inside = 0..0;
    let mut calls: Vec<(Tree, bool)> = Vec::new();
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for mut candidate in found.candidates {
        if inside.contains(&candidate.from) {
            continue;
        }
        let own_text = slice(text, candidate.from..candidate.to);
        let may_count = !candidate.thought && candidate.label != Label::Example && !answers.contains_key(own_text);
        if may_count && may_answer(&candidate, text, schema) {
            answers.insert(own_text.to_owned(), candidate.from);
        }
        let between = end.and_then(|end| text.get(end..candidate.from)).unwrap_or("…");
        group += usize::from(!between.contains(is_line_break) || !between.trim_matches(is_blank).is_empty());
        end = Some(candidate.to);
        let fit = schema.fit(text, &candidate.tape, candidate.root, decode);
        doubt_if_lost(&mut candidate, text, &fit.notes.coercions);
        let rank = Rank {
            lossy: candidate.report.lossy,
            problems: fit.notes.problems.len(),
            unnamed: candidate.thought || candidate.label != Label::Answer,
            coercions: fit.notes.coercions.len(),
            thought: candidate.thought,
            bare: !candidate.fenced,
            group,
        };
        let counts = rank.problems == 0 && !candidate.thought && candidate.label != Label::Example;
        if let Some(called) = schema.calls_in(text, &fit).filter(|_| counts) {
            calls.push((called, fit.notes.coercions.iter().any(is_bare_call)));
        }
        // Values inside of an object without its opening brace are not the answer if the object itself may be.
        if candidate.headless && (candidate.own || !rank.lossy && rank.problems == 0) {
            inside = candidate.from..candidate.to;
        }
        // The last of equal candidates wins.
        if best.as_ref().is_none_or(|(least, ..)| rank <= *least) {
            best = Some((rank, candidate, fit));
        }
    }
    let (_, candidate, mut fit) = best?;
    fit.notes.problems.extend(another_call(&calls, schema.calls_in(text, &fit)));
    let in_prose = thinks || !stands_alone(&candidate, text, spoken);
    let encoded = candidate.report.mends.iter().any(|mend| mend.kind == Fix::DoubleEncoded);
    let read = Read::of(if encoded { candidate } else { with_prose(candidate, text) }, fit);
    Some(Read { alternatives: answers.len().saturating_sub(1), in_prose, ..read })
}

/// Whether nothing but marks stands around a value, behind the thinking.
fn stands_alone(own: &Candidate, text: &str, spoken: usize) -> bool {
    native::is_marks(text, spoken.min(own.from)..own.from) && native::is_marks(text, own.to..text.len())
}

/// Whether the whole object was a call, without the reply around it.
fn is_bare_call(conversion: &Conversion) -> bool {
    conversion.kind == "call" && conversion.path.is_empty()
}

/// The problem of a reply of several objects that call different tools, if one of them is a bare call: which of them hold is a guess.
/// Whole replies correct each other; then the last one counts.
fn another_call(calls: &[(Tree, bool)], chosen: Option<Tree>) -> Option<Problem> {
    let bare = calls.iter().any(|(_, bare)| *bare);
    let other = calls.iter().map(|(calls, _)| calls).find(|other| Some(*other) != chosen.as_ref())?;
    bare.then(|| Schema::calls_apart(other, chosen.as_ref()))
}

/// Reads the JSON scalar in the only fence of a part of a text.
fn fenced(text: &str, part: Range<usize>) -> Option<Candidate> {
    let Range { start, end } = only_fence(text, part)?;
    scalar(text, start, end)
}

/// The range of the text in the only fence of a part of a text.
fn only_fence(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    const FENCE: &str = "```";
    let open = part.start + text.get(part.clone())?.find(FENCE)? + FENCE.len();
    let start = open + text.get(open..part.end)?.find(is_line_break)?;
    let (inside, behind) = text.get(start..part.end)?.split_once(FENCE)?;
    let start = start + inside.len() - inside.trim_start_matches(is_blank).len();
    behind.find(FENCE).is_none().then(|| start..start + inside.trim_matches(is_blank).len())
}

/// Reads a reply whose contract is a text: the content of one JSON string, else the whole reply.
fn whole(text: &str, schema: &Schema) -> Read {
    let Range { start, end } = range_of(text.trim_matches(is_blank), text);
    let string = scalar(text, start, end).filter(|scalar| scalar.item(text).is_some_and(Item::is_string));
    string.map_or_else(|| said(text, text, schema), |string| fitted(string, text, schema))
}

/// Whether a reply is a word for null, and null is allowed.
fn means_null(text: &str, spoken: &str, schema: &Schema) -> bool {
    schema.allows_null() && schema.fit_text(text, range_of(spoken, text)).notes.problems.is_empty()
}

/// Reads a reply without JSON that is a scalar or mentions one; `spoken` is the part of `text` behind the thinking.
fn said(text: &str, spoken: &str, schema: &Schema) -> Read {
    let mut fit = schema.fit_text(text, range_of(spoken, text));
    if fit.notes.problems.is_empty() && fit.notes.coercions.is_empty() {
        let (from, to) = (Tree::text(spoken), Item::on(text, &fit.tape, 0).tree());
        // A text where a text is wanted is no conversion.
        if from != to {
            fit.notes.coercions.push(Conversion { kind: "plain_text", path: String::new(), from, to });
        }
    }
    Read::new(fit)
}

/// The range of `part` in `text`, which ends with it and blanks.
fn range_of(part: &str, text: &str) -> Range<usize> {
    let end = text.trim_end_matches(is_blank).len().max(part.len());
    end - part.len()..end
}

/// Makes a list of the one scalar that the reply mentions.
fn listed(text: &str, spoken: &str, schema: &Schema, wanted: Wanted) -> Option<Read> {
    let items = schema.items().map(Schema::wanted).filter(|items| wanted.list && items.scalar && !items.text)?;
    let read = said(text, spoken, schema);
    let fits = read.fit.as_ref().is_some_and(|fit| fit.notes.problems.is_empty());
    (!items.object && !items.list && fits).then_some(read)
}

/// Reads a list of scalars written one a line, each behind a dash or a number. Such a list has no end mark, so the reply must be
/// known to be finished.
fn itemized(text: &str, spoken: &str, schema: &Schema) -> Option<Read> {
    schema.items().map(Schema::wanted).filter(|items| items.scalar && !items.object && !items.list)?;
    let Range { start, end } = range_of(spoken, text);
    let mut tape = Tape::default();
    let list = tape.open(Tag::Array, start);
    let mut at = start;
    for line in spoken.split_inclusive(is_line_break) {
        let item = line.trim_matches(is_blank);
        if !item.is_empty() {
            let said = behind_marker(item)?;
            let from = at + line.len() - line.trim_start_matches(is_blank).len() + item.len() - said.len();
            tape.push(Tag::Text, from, from + said.len());
        }
        at += line.len();
    }
    let several = tape.len() > list + 2;
    tape.close(list, end);
    let mut fit = schema.fit(text, &tape, list, decode);
    let to = Item::on(text, &tape, list).tree();
    fit.notes.coercions.insert(0, Conversion { kind: "plain_text", path: String::new(), from: Tree::text(spoken), to });
    several.then(|| Read::new(fit))
}

/// The text of a line behind its dash, dot or number.
fn behind_marker(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let (behind, apart) = match number.len() < line.len() {
        true => (number.strip_prefix(['.', ')', '、', '）'])?, number.starts_with(|c: char| !c.is_ascii())),
        false => (line.strip_prefix(['-', '*', '•'])?, false),
    };
    let item = behind.trim_start_matches(is_blank);
    ((apart || item.len() < behind.len()) && !item.is_empty()).then_some(item)
}

/// Adapts the candidates to the kind of value that is wanted. If objects are wanted and not lists, takes the object out of an array
/// that holds just one, and drops other arrays. If lists are wanted and there are only objects, joins
/// those into an array. Returns whether it dropped an array that was the whole reply.
fn prefer_wanted(found: &mut Found, text: &str, wanted: Wanted, schema: &Schema) -> bool {
    if wanted.list {
        let objects = |candidate: &Candidate| candidate.item(text).is_some_and(|item| item.tag() == Tag::Object);
        if !wanted.object && found.candidates.len() > 1 && found.candidates.iter().all(objects) {
            found.candidates = vec![joined(std::mem::take(&mut found.candidates))];
        }
        return false;
    }
    let mut dropped = false;
    found.candidates.retain_mut(|candidate| {
        let Some(list) = candidate.item(text).filter(|item| wanted.object && item.tag() == Tag::Array) else {
            return true;
        };
        if let Some(object) = sole_object(list).map(Item::at) {
            candidate.root = object;
            candidate.report.mend(Fix::SingleItem, 0, 0);
            return !candidate.partial;
        }
        if schema.has_calls() && !candidate.partial && list.children().all(|item| item.tag() == Tag::Object) {
            return true;
        }
        dropped |= !candidate.partial;
        false
    });
    dropped
}

fn sole_object(list: Item) -> Option<Item> {
    let mut items = list.children();
    let first = items.next().filter(|item| item.tag() == Tag::Object);
    first.filter(|_| items.next().is_none())
}

fn fitted(candidate: Candidate, text: &str, schema: &Schema) -> Read {
    let fit = schema.fit(text, &candidate.tape, candidate.root, decode);
    Read::of(candidate, fit)
}

/// Takes a number, true or false alone as the value of the only field, if it fits.
fn only_field(scalar: &Candidate, text: &str, schema: &Schema) -> Option<Read> {
    let is_word = |tag: &Tag| matches!(tag, Tag::Number | Tag::True | Tag::False);
    let tag = scalar.item(text).map(Item::tag).filter(is_word)?;
    let read = plain_field(tag, schema.only_field()?, text, text.trim_matches(is_blank), schema);
    read.fit.as_ref().is_some_and(|fit| fit.notes.problems.is_empty()).then_some(read)
}

/// Makes an object of one field, whose value is the spoken text.
fn plain_field(tag: Tag, field: &str, text: &str, spoken: &str, schema: &Schema) -> Read {
    let Range { start, end } = range_of(spoken, text);
    let mut tape = Tape::default();
    let object = tape.open(Tag::Object, start);
    tape.push_made(Tag::Key, field);
    tape.push(tag, start, end);
    tape.close(object, end);
    let mut fit = schema.fit(text, &tape, object, decode);
    // The coercion reports the text and the object made of it.
    let to = Item::on(text, &tape, object).tree();
    let coercion = Conversion { kind: "plain_text", path: String::new(), from: Tree::text(spoken), to };
    fit.notes.coercions.insert(0, coercion);
    Read::new(fit)
}

/// Decodes JSON that is written as a string, with repairs.
fn decode(text: &str) -> Option<Decoded> {
    let Mended { tape, root: at, report, inner: text, .. } = tolerantly(text, Purpose::Inside).ok()?;
    Some(Decoded { tape, text, at, lossless: !report.lossy })
}
