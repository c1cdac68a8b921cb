// @ts-check
/** @import { Happened, HostCall, Lang, Tool } from '../index.js' */
import { perform } from '../session/effects.js';
import { freshId } from '../page/fresh-id.js';

/** A call that the server has for a page. `begun`: a page has started it before; `by`: a page runs it. @typedef {{ call: number, tool: HostCall, begun: boolean, by?: string }} Errand */

/** Pause between two signs of life while a tool runs, in milliseconds: a third of the time after which the server gives the page up. */
const BEAT_MS = 5_000;

/**
 * Runs the calls that the server has for this page, each after the server has recorded that it starts here.
 * @param {Record<string, Tool>} tools @param {Pick<ReturnType<typeof import('./session-server.js').sessionServer>, 'call' | 'once'>} server @param {() => Lang} lang
 */
export function errandRunner(tools, server, lang) {
  const page = freshId();
  /** Calls that run here, by their key. @type {Map<string, AbortController>} */
  const running = new Map();

  /** @param {Errand} errand */
  const run = async ({ call: number, tool }, /** @type {AbortSignal} */ signal) => {
    const { key } = tool;
    const { goes, begun } = await server.call('claim', { key, page }, freshId());
    if (!goes) return;
    const alive = setInterval(async () => {
      const answer = await server.once('beat', { key, page }).catch(() => undefined);
      if (answer?.goes === false) clearInterval(alive); // the server no longer waits for this page
    }, BEAT_MS);
    /** @type {any} */ (alive).unref?.(); // in Node it keeps no process alive
    try {
      // Another page may run it still: a status `{ done: false }` does not let it run again.
      const happened = await perform({ type: 'call_tool', call: number, tools: [tool] }, /** @type {any} */ ({
        tools, begun, alone: false, recorded: true, lang: lang(), facts: () => ({ lang: lang() }),
        filesOf: async () => { throw new TypeError('withParts(value, parts): must be the value alone: a session on a server keeps no files'); },
      }), signal);
      await server.call('settle', { key, page, outcome: outcomeOf(happened) }, freshId());
    } finally {
      clearInterval(alive);
    }
  };

  return {
    /** Starts the calls that no page runs, and aborts those that the session no longer wants. @param {Errand[]} errands */
    pursue(errands) {
      const wanted = new Set(errands.map(({ tool }) => tool.key));
      for (const [key, abort] of running) if (!wanted.has(key)) abort.abort();
      for (const errand of errands) {
        const { by, tool: { key, name } } = errand;
        if (by !== undefined || running.has(key) || !Object.hasOwn(tools, name)) continue;
        const abort = new AbortController();
        running.set(key, abort);
        run(errand, abort.signal).catch(() => {}).finally(() => running.delete(key)); // what is not told is taken by another page, as one that was begun
      }
    },
  };
}

/** @param {Happened} happened */
function outcomeOf(happened) {
  if (happened.type === 'returned') return { result: happened.results[0] };
  if (happened.type === 'doubted') return { doubt: happened.text ?? null };
  const { code, text } = /** @type {any} */ (happened);
  return { result: { error: { code, text } } };
}
