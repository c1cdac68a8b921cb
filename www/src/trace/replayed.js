// @ts-check
/** @import { ExportedSession } from '../index.js' */
/** An entry of the conversation as it is saved: revision, time, thread if it is not 0, and the entry. @typedef {{ rev: number, at_ms: number, entry: any }} Entry */

/**
 * Plays the trace of a session.
 * @param {any} own the core @param {string} name of the agent @param {string} place the function that is called, for errors @param {unknown} file
 * @param {(told: string, rev: number, entries: Entry[], session: any) => void} after what is done after each event
 */
export function replayed(own, name, place, file, after) {
  const { snapshot, trace } = typeof file === 'string' ? JSON.parse(file) : /** @type {ExportedSession} */ (file);
  if (snapshot?.agent !== name) throw new Error(`${place}: the session is one of ${JSON.stringify(snapshot?.agent)}, not of ${JSON.stringify(name)}`);
  const [opened, ...records] = trace.map((/** @type {string} */ line) => JSON.parse(line));
  if (!opened?.opened) throw new Error(`${place}: the file has no trace from the beginning of its session; export it with \`store.export(id)\``);
  const entries = entriesOf(snapshot);
  let session = new own.Session(name, { open: opened.opened });
  after('opening', opened.rev, entries, session);
  for (const [index, record] of records.entries()) {
    const what = `event ${index + 1}`;
    if (record.copied) throw new Error(`${place}: ${what}: the session was copied from a file; play the session that it comes from`);
    if ('since' in record) session = reloaded(own, name, session, record.since);
    const event = eventOf(record, entries, session.view().call ?? 0);
    if (!event) continue;
    const told = `${what} (${event.type}${event.text ? ` ${JSON.stringify(event.text).slice(0, 60)}` : ''})`;
    if (!handled(session, event, told)) throw new Error(`${told}: it changed nothing; the session waits for ${session.view().waiting}`);
    after(told, record.rev, entries, session);
  }
  return { snapshot, session };
}

/** Opens the session anew. It is heard of again at a time: from there the time of its work counts. @param {any} own @param {string} name @param {any} session @param {number} at_ms */
function reloaded(own, name, session, at_ms) {
  const again = new own.Session(name, { resume: session.snapshot() });
  session.free();
  again.handle({ type: 'ticked', at_ms });
  return again;
}

/** @param {any} session @param {any} event @param {string} told */
function handled(session, event, told) {
  try {
    return session.handle(event);
  } catch (error) {
    throw new Error(`${told}: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}

/** Entries of a session, without their checksums. @param {{ entries: string[] }} snapshot @returns {Entry[]} */
export function entriesOf({ entries }) {
  return entries.map(text => {
    const [rev, at_ms, ...rest] = JSON.parse(text.replace(/\n[0-9a-f]{8}$/, ''));
    return { rev, at_ms, entry: rest.at(-1) };
  });
}

/** Tokens of a call, of the form that a trace has. @param {{ input?: number, output?: number }} usage */
const usageOf = ({ input = 0, output = 0 }) => ({ inputTokens: input, outputTokens: output });

/** The event of a record; undefined where it changed nothing. @param {any} record @param {Entry[]} entries @param {number} call @returns {any} */
function eventOf({ said, replied, returned, event }, entries, call) {
  if (said) {
    const { at_ms, entry: { user: { text } } } = entries[said.entry];
    return { type: 'said', at_ms, text, with: said.with };
  }
  if (replied) {
    const { rev, at_ms, entry } = entries[replied.entry];
    const { raw } = entry.decision ?? entry.correction;
    const reasoning = entries.find(other => other.rev === rev && other.entry.reasoning)?.entry.reasoning.text;
    return { type: 'replied', at_ms, call, text: raw, ...(reasoning && { reasoning }), ...(replied.finish && { finishReason: replied.finish }), ...(replied.usage && { usage: usageOf(replied.usage) }) };
  }
  if (returned) {
    const tools = returned.at.map((/** @type {number} */ at) => entries[returned.first + at]);
    return { type: 'returned', at_ms: tools[0].at_ms, call, results: tools.map((/** @type {Entry} */ { entry }) => entry.tool.result) };
  }
  return event;
}
