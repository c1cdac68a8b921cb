// @ts-check
/** @import { ExportedSession } from '../index.js' */
/** An entry of the conversation as it is saved: revision, time, thread if it is not 0, and the entry. @typedef {{ rev: number, at_ms: number, entry: any }} Entry */

/**
 * One event that was played again: its number (0 is the opening), its name for people, the revisions before and after it, the record of the trace, and
 * the session as it is now.
 * @typedef {{ at: number, told: string, before: number, rev: number, record: any, entries: Entry[], session: any }} Played
 */

/** An exported session, from an object or from JSON text. @param {unknown} file @returns {ExportedSession} */
export const fileOf = file => (typeof file === 'string' ? JSON.parse(file) : /** @type {ExportedSession} */ (file));

/**
 * Plays the trace of a session.
 * @param {any} own the core @param {string} name of the agent @param {string} place the function that is called, for errors @param {unknown} file
 * @param {(played: Played) => void} after is called after each event
 */
export function replayed(own, name, place, file, after) {
  const { snapshot, trace } = fileOf(file);
  const playing = player(own, name, place, { snapshot, trace });
  for (let played = playing.next(); played; played = playing.next()) after(played);
  return { snapshot, session: playing.session };
}

/**
 * Plays the trace of a session, one event with each `next`. Records that changed nothing are passed over.
 * @param {any} own @param {string} name @param {string} place @param {Pick<ExportedSession, 'snapshot' | 'trace'>} file
 * @param {(event: any) => any} [changed] makes the event that is played in an event's place
 */
export function player(own, name, place, { snapshot, trace }, changed) {
  if (snapshot?.agent !== name) throw new Error(`${place}: the session is one of ${JSON.stringify(snapshot?.agent)}, not of ${JSON.stringify(name)}`);
  const records = trace.map(line => JSON.parse(line));
  if (!records[0]?.opened) throw new Error(`${place}: the file has no trace from the beginning of its session; export it with \`store.export(id)\``);
  return playerOf(own, name, place, { records, entries: entriesOf(snapshot) }, { changed });
}

/**
 * The same, of records and entries that may grow. `from` is a state to begin with, in place of the opening.
 * @param {any} own @param {string} name @param {string} place @param {{ records: any[], entries: Entry[] }} read
 * @param {{ changed?: ((event: any) => any) | undefined, from?: { at: number, rev: number, at_ms: number, snapshot: any } | undefined }} [options]
 */
export function playerOf(own, name, place, { records, entries }, { changed = event => event, from } = {}) {
  let [at, rev] = from ? [from.at, from.rev] : [0, 0];
  const { opened } = records[0];
  /** @type {any} */
  let session = from && resumed(own, name, from.snapshot, from.at_ms);

  /** Begins the session, or plays one record. Gives its name for people, or undefined if it changed nothing. @param {any} record @returns {string | undefined} */
  const play = record => {
    if (!session) {
      const { type, ...opening } = changed({ type: 'opened', ...opened });
      session = new own.Session(name, { open: opening });
      return 'opening';
    }
    if (record.copied) {
      session = instead(session, new own.Session(name, { copy: { ...record.copied, snapshot: session.snapshot() } }));
      return `event ${at} (copied)`;
    }
    if (record.renewed) throw new Error(`${place}: event ${at}: a tool had changed when the session was loaded, and the question was put again; nobody can play that with the tools of now`);
    if ('since' in record) session = reloaded(own, name, session, record.since);
    const event = eventOf(record, entries, session.view(rev).call ?? 0);
    if (!event) return undefined;
    const told = `event ${at} (${event.type}${event.text ? ` ${JSON.stringify(event.text).slice(0, 60)}` : ''})`;
    if (!handled(session, changed(event), told)) throw new Error(`${told}: it changed nothing; the session waits for ${session.view(rev).waiting}`);
    return told;
  };

  return {
    get session() { return session; },
    /** The number of events played, of all. */
    get progress() { return { at, of: records.length }; },
    /** Plays up to the next event that changed something; undefined at the end. @returns {Played | undefined} */
    next() {
      while (at < records.length) {
        const [record, before] = [records[at], rev];
        const told = play(record);
        const played = { at, told: told ?? '', before, rev: record.rev, record, entries, session };
        at += 1;
        if (told === undefined) continue;
        ({ rev } = record);
        return played;
      }
      return undefined;
    },
  };
}

/** The second session in the first one's place. @param {any} one @param {any} other */
function instead(one, other) {
  one.free();
  return other;
}

/** Opens the session anew. It is heard of again at a time: from there the time of its work counts. @param {any} own @param {string} name @param {any} session @param {number} at_ms */
function reloaded(own, name, session, at_ms) {
  return instead(session, resumed(own, name, session.snapshot(), at_ms));
}

/** @param {any} own @param {string} name @param {any} snapshot @param {number} at_ms */
function resumed(own, name, snapshot, at_ms) {
  const session = new own.Session(name, { resume: snapshot });
  session.handle({ type: 'ticked', at_ms });
  return session;
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
export const entriesOf = ({ entries }) => entries.map(entryOf);

/** @param {string} text @returns {Entry} */
export function entryOf(text) {
  const [rev, at_ms, ...rest] = JSON.parse(text.replace(/\n[0-9a-f]{8}$/, ''));
  return { rev, at_ms, entry: rest.at(-1) };
}

/** Tokens of a call, of the form that a trace has. @param {Record<string, number>} usage */
const usageOf = ({ input = 0, cached = 0, output = 0, reasoning = 0, ms = 0, nano_usd: nanoUsd = 0, estimated = 0 }) => ({
  inputTokens: input, cachedTokens: cached, outputTokens: output, reasoningTokens: reasoning, ms, nanoUsd, estimated,
});

/** The event of a record; undefined where it changed nothing. @param {any} record @param {Entry[]} entries @param {number} call @returns {any} */
function eventOf({ said, replied, returned, event }, entries, call) {
  if (said) {
    const { at_ms, entry: { user: { text, parts } } } = entries[said.entry];
    return { type: 'said', at_ms, text, with: said.with, ...(parts && { parts }) };
  }
  if (replied) {
    const { rev, at_ms, entry } = entries[replied.entry];
    const { raw } = entry.decision ?? entry.correction ?? entry.summary;
    const reasoning = reasoningBefore(entries, replied.entry, rev);
    return {
      type: 'replied', at_ms, call, text: raw, ...(reasoning && { reasoning }), ...(replied.finish && { finishReason: replied.finish }),
      ...(replied.usage && { usage: usageOf(replied.usage) }), ...(replied.left_out && { leftOut: replied.left_out }),
    };
  }
  if (returned) {
    const tools = returned.at.map((/** @type {number} */ at) => entries[returned.first + at]);
    const parts = tools.map((/** @type {Entry} */ { entry }) => entry.tool.parts ?? []);
    const hasFiles = parts.some((/** @type {any[]} */ list) => list.length > 0);
    return { type: 'returned', at_ms: tools[0].at_ms, call, results: tools.map((/** @type {Entry} */ { entry }) => entry.tool.result), ...(hasFiles && { parts }) };
  }
  return event;
}

/** The reasoning of a reply, in an entry of the same revision before it. @param {Entry[]} entries @param {number} at @param {number} rev @returns {string | undefined} */
function reasoningBefore(entries, at, rev) {
  for (let before = at - 1; entries[before]?.rev === rev; before -= 1) if (entries[before].entry.reasoning) return entries[before].entry.reasoning.text;
  return undefined;
}
