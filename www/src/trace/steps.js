// @ts-check
/** @import { Entry } from './replayed.js' */
import { entryOf } from './replayed.js';

/**
 * One step of a session, read from its trace and entries alone, without playing it: the event, what it added to the conversation, and what it took.
 * `ms` is the time since the step before, which for `replied` and `returned` is how long the call took. `bytes` are those of its entries.
 * @typedef {object} Step
 * @property {number} at its number, 0 for the opening
 * @property {number} rev revision after it
 * @property {string} type as in `Event` (words that were to wait and did not are `said`), and `opened`, `copied`, `renewed`, `late`, `refused`
 * @property {number} at_ms @property {number} ms
 * @property {any} record of the trace; an empty object where the file has none
 * @property {(Entry & { seq: number })[]} entries
 * @property {{ input: number, cached: number, output: number, reasoning: number, isEstimated: boolean }} [tokens] as the server counted them, or estimated
 * @property {number} [nanoUsd] cost in billionths of a dollar, by the prices of the page
 * @property {number} bytes
 * @property {string[]} marks any of `correction`, `repair`, `write`, `card`, `summary`, `failure`, `nothing` (it changed nothing)
 */

/**
 * The steps of a session, to which more can be added while it goes on.
 * @param {Iterable<string>} [writing] names of the tools that write, where the agent is known; tools that were asked about on a card are found without it
 */
export function timeline(writing = []) {
  const writers = new Set(writing);
  /** @type {Step[]} */
  const steps = [];
  /** @type {Entry[]} */
  const entries = [];
  /** @type {number[]} */
  const sizes = [];
  let taken = 0;

  /** The entries that stood there at a revision and that no step has taken yet. @param {number} rev */
  const next = rev => {
    /** @type {Step['entries']} */
    const own = [];
    for (; entries[taken] && entries[taken].rev <= rev; taken += 1) own.push({ ...entries[taken], seq: taken });
    return own;
  };
  /** @param {any} record */
  const addRecord = record => {
    const own = next(record.rev);
    for (const { entry } of own) if (entry.asked?.card.kind === 'approval') for (const { name } of entry.asked.card.calls ?? []) writers.add(name);
    steps.push(stepOf(record, own, steps, entries, { sizes, writers }));
  };

  return {
    steps,
    entries,
    /** Adds lines of a trace, and the entries from number `first` on. @param {{ trace: string[], first: number, entries: string[] }} more */
    add({ trace, first, entries: texts }) {
      entries.length = sizes.length = Math.min(first, entries.length);
      for (const text of texts) {
        entries.push(entryOf(text));
        sizes.push(bytesOf(text));
      }
      for (const line of trace) addRecord(JSON.parse(line));
    },
    /** Makes steps of the entries that no record of the trace tells of: a file without a trace has only these. */
    addUntold() {
      while (taken < entries.length) addRecord({ rev: entries[taken].rev });
    },
  };
}

/** All steps of an exported session. @param {{ snapshot: { entries: string[] }, trace: string[] }} file @param {Iterable<string>} [writing] names of the tools that write */
export function stepsOf({ snapshot, trace }, writing) {
  const line = timeline(writing);
  line.add({ trace, first: 0, entries: snapshot.entries });
  line.addUntold();
  return line.steps;
}

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. @param {string} text */
const bytesOf = text => (/^[\0-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length);

/** @param {any} record @param {Step['entries']} own @param {Step[]} steps @param {Entry[]} entries @param {{ sizes: number[], writers: Set<string> }} known @returns {Step} */
function stepOf(record, own, steps, entries, { sizes, writers }) {
  const before = steps.at(-1);
  const at_ms = timeOf(record, own, entries) ?? before?.at_ms ?? 0;
  const { usage } = record.replied ?? {};
  return {
    at: steps.length, rev: record.rev, type: typeOf(record, own), at_ms, ms: before ? Math.max(0, at_ms - before.at_ms) : 0, record, entries: own,
    ...(usage && { tokens: tokensOf(usage) }), ...(usage?.nano_usd && { nanoUsd: usage.nano_usd }),
    bytes: own.reduce((sum, { seq }) => sum + sizes[seq], 0), marks: marksOf(record, own, writers),
  };
}

/** @param {Record<string, number>} usage as a trace has it: what is 0 is left out */
const tokensOf = ({ input = 0, cached = 0, output = 0, reasoning = 0, estimated = 0 }) => ({ input, cached, output, reasoning, isEstimated: estimated > 0 });

const KINDS = ['opened', 'said', 'replied', 'returned', 'copied', 'renewed'];

/** @param {any} record @param {Step['entries']} own */
function typeOf(record, own) {
  const kind = KINDS.find(kind => kind in record);
  if (kind) return kind;
  if (record.event?.type === 'queued' && own.some(({ entry }) => entry.user && !entry.user.cue)) return 'said'; // nothing was at work, so the words did not wait
  if (record.event) return record.event.type;
  if (record.late) return 'late';
  if (record.refused) return 'refused';
  if (own.some(({ entry }) => entry.decision || entry.correction || entry.summary)) return 'replied';
  return own.some(({ entry }) => entry.tool) ? 'returned' : own.some(({ entry }) => entry.user) ? 'said' : 'opened';
}

/** When a step happened, in milliseconds since 1970. @param {any} record @param {Step['entries']} own @param {Entry[]} entries @returns {number | undefined} */
function timeOf({ opened, copied, renewed, late, refused, event, said, replied, returned }, own, entries) {
  const plain = opened ?? copied ?? renewed ?? late ?? refused ?? event;
  if (plain) return plain.at_ms;
  const named = said?.entry ?? replied?.entry ?? (returned && returned.first + returned.at[0]);
  return entries[named]?.at_ms ?? own[0]?.at_ms;
}

/** Codes of results that say that a call was not made since the user, a rule or another call decided so: nothing has failed. */
const DECLINED = ['rejected', 'denied', 'replaced', 'left_out', 'behind_declined', 'not_run', 'asks_now'];
/** Codes of results that say that a call was not made. */
const NOT_MADE = [...DECLINED, 'invalid_args', 'unknown_tool'];

/** @param {any} error */
const isDeclined = ({ code, own }) => !own && DECLINED.includes(code);

/** Whether a call was made. @param {any} result */
const isMade = ({ error }) => !error || error.own || !NOT_MADE.includes(error.code);

/** @param {any} record @param {Step['entries']} own @param {Set<string>} writers @returns {string[]} */
function marksOf(record, own, writers) {
  const has = (/** @type {(entry: any) => unknown} */ test) => own.some(({ entry }) => test(entry));
  const marks = {
    correction: has(({ correction }) => correction),
    repair: has(({ decision }) => decision?.repairs?.length),
    write: has(({ tool }) => tool && writers.has(tool.name) && isMade(tool.result)),
    card: has(({ asked }) => asked),
    summary: has(({ summary }) => summary),
    failure: record.event?.type === 'failed' || has(({ tool, note }) => (tool?.result.error && !isDeclined(tool.result.error)) || note?.code === 'error'),
    nothing: record.late || record.refused,
  };
  return Object.entries(marks).filter(([, holds]) => holds).map(([mark]) => mark);
}
