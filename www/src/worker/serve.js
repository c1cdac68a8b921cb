// @ts-check
/** @import { Session, Block, Notice, StreamPiece, View } from '../index.js' */
import { SessionError } from '../errors.js';
import { openSession } from '../index.js';
import { must, assertKnown } from '../checks/assert-option.js';
import { taken } from '../load/page-tools.js';
import { toolNamesOf } from '../load/wasm-agent.js';
import { wrong } from '../options.js';

/**
 * A view on its way to the page. Of the blocks it shows so far the page keeps the first `keep`; `blocks` follow them.
 * @typedef {{ view: View, role: Session['role'], warning: Notice | undefined, keep: number, blocks: Block[] }} Shown
 */

/** Calls of an agent that a page may ask for, and whether their answer goes to the page. @type {Record<string, boolean>} */
const CALLS = { say: false, answer: false, edit: false, stop: false, rewind: false, again: false, takeOver: false, read: true, blob: true, export: true };

/** @type {typeof import('./index.d.ts').serve} */
export function serve(agents, options, port = /** @type {any} */ (globalThis)) {
  must(Object(agents) === agents && Object.keys(agents).length > 0, 'serve(agents, options): agents', 'an object of agents by name');
  assertKnown(options, ['model', 'store', 'tools'], 'serve(agents, options): ');
  mustBeTaken(agents, options.tools);
  /** Sessions that are open or being opened. @type {Map<number, Promise<Session>>} */
  const sessions = new Map();

  /** Checks of presence that a page is asked for, by number. @type {Map<number, { resolve: (isThere: any) => void, reject: (error: unknown) => void }>} */
  const checks = new Map();

  /** Has the page check that the user is there. @param {(message: object) => void} tell @returns {import('../index.js').Presence} */
  const askPage = tell => (calls, { signal, card }) => new Promise((resolve, reject) => {
    const check = last += 1;
    checks.set(check, { resolve, reject });
    signal.addEventListener('abort', () => tell({ check, isOver: true }));
    tell({ check, calls, card });
  });

  /** @param {number} session @param {string} call @param {any[]} given @param {(message: object) => void} tell */
  const answer = async (session, call, given, tell) => {
    if (call === 'open') {
      const opening = openSession(openOptions(agents, options, given[0], tell, askPage(tell)));
      sessions.set(session, opening);
      return void await opening;
    }
    const opened = sessions.get(session);
    if (call === 'close') {
      sessions.delete(session);
      return (await opened)?.close();
    }
    const opening = await opened;
    if (!opening) throw new SessionError('closed');
    if (!Object.hasOwn(CALLS, call)) throw new TypeError(`${call}: must be one of ${Object.keys(CALLS).join(', ')}, close`);
    const result = await (/** @type {any} */ (opening))[call](...given);
    return CALLS[call] ? result : undefined;
  };

  /** Settles a check with what the page says. @param {{ checked: number, isThere?: any, error?: string }} data */
  const settle = ({ checked, isThere, error }) => {
    const waits = checks.get(checked);
    checks.delete(checked);
    if (error === undefined) waits?.resolve(isThere);
    else waits?.reject(new Error(error));
  };

  port.addEventListener('message', async (/** @type {any} */ { data }) => {
    if (typeof data?.stepgate !== 'number') return;
    const { stepgate: session, request, call, given, knocks, checked } = data;
    if (checked !== undefined) return settle(data);
    /** @param {object} message */
    const tell = message => port.postMessage({ stepgate: session, ...message });
    if (knocks || call === 'open') tell({ heard: true });
    if (knocks) return;
    try {
      tell({ request, answer: await answer(session, call, given, tell) });
    } catch (error) {
      tell({ request, error: asData(error) });
    }
  });
  port.start?.();
}

/** The newest number of a check of presence. */
let last = 0;

/**
 * @param {Record<string, any>} agents @param {any} options the worker's @param {any} given the page's @param {(message: object) => void} tell
 * @param {import('../index.js').Presence} askPage
 */
function openOptions(agents, options, { presence, ...given }, tell, askPage) {
  if (!Object.hasOwn(agents, given.agent)) wrong('agent', `one of ${Object.keys(agents).join(', ')}, which the worker serves`);
  const shown = viewsFor(tell);
  const agent = agents[given.agent];
  return {
    ...given, ...options, ...(presence && { presence: askPage }), ...(options.tools && { tools: ofAgent(agent, options.tools, given.input) }), agent,
    onChange: shown, onStream: (/** @type {StreamPiece} */ piece) => tell({ piece }),
  };
}

/** Those of the worker's tools that an agent takes: one list serves all agents. @param {any} agent @param {object} tools @param {unknown} input */
function ofAgent(agent, tools, input) {
  const names = taken(toolNamesOf(agent), input);
  return names ? Object.fromEntries(Object.entries(tools).filter(([name]) => names.includes(name))) : tools;
}

/** Throws for a tool that none of the agents takes. @param {Record<string, any>} agents @param {object} [tools] */
function mustBeTaken(agents, tools) {
  const names = Object.values(agents).map(agent => taken(toolNamesOf(agent), undefined));
  if (names.some(known => known === undefined)) return;
  const known = [...new Set(names.flatMap(some => some ?? []))];
  assertKnown(tools, known, 'serve(agents, options): tools.');
}

/** Shows views on the page: of the blocks only those that differ from what it has. @param {(message: object) => void} tell */
function viewsFor(tell) {
  /** @type {Block[]} */
  let before = [];
  /** @param {View} view @param {Session} session */
  return ({ blocks, ...view }, { role, warning }) => {
    const differs = blocks.findIndex((block, at) => block !== before[at]);
    const keep = differs < 0 ? blocks.length : differs;
    before = blocks;
    tell({ shown: { view, role, warning, keep, blocks: blocks.slice(keep) } });
  };
}

/** An error with its code and all that it tells, but not its cause: as data, since a message carries no fields of errors. @param {any} error */
const asData = error => JSON.parse(JSON.stringify({ message: String(error?.message ?? error), name: error?.name, ...error, cause: undefined }));
