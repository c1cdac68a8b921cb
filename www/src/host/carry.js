// @ts-check
/** @import { Effect, Happened, Lang, StreamPiece } from '../index.js' */
/** @import { WasmSession } from '../session/session.js' */
import { brings, loadedCore } from '../load/wasm-agent.js';
import { assertKnown, must } from '../checks/assert-option.js';
import { hostTools, pageTools, wrong } from '../options.js';
import { perform as carryOut } from '../session/effects.js';

export { hasWrites } from '../session/writes.js';

/** @type {typeof import('./index.d.ts').toolsOf} */
export function toolsOf(agent, given = {}, elsewhere = []) {
  const info = loadedCore(agent).agents().find(({ name }) => name === agent.name);
  must(info, 'toolsOf(agent)', 'an agent whose WebAssembly has it by its name');
  const own = brings(agent)?.tools;
  const names = Object.fromEntries(elsewhere.map(name => [name, { execute: () => { throw new Error(`${name} runs elsewhere`); } }]));
  for (const name of elsewhere) if (Object.hasOwn(given, name)) wrong(`tools.${name}`, 'left out: it runs elsewhere');
  return hostTools(/** @type {any} */ (info), { ...(own ? pageTools(own, given) : given), ...names });
}

const CARRYING = ['agent', 'session', 'model', 'tools', 'begun', 'alone', 'recorded', 'prices', 'onStream'];

/** @type {typeof import('./index.d.ts').perform} */
export function perform(effect, carrying, signal) {
  assertKnown(carrying, CARRYING, 'perform(effect, carrying): ');
  const { agent, session, model, tools, begun = false, alone = true, recorded = true, prices, onStream = () => {} } = carrying;
  const live = /** @type {WasmSession | undefined} */ (/** @type {unknown} */ (session));
  const facts = factsOf(agent, live);
  return carryOut(/** @type {Effect} */ (effect), {
    model, tools, begun, alone, recorded, lang: facts.lang, prices,
    counts: prices !== undefined,
    facts: () => facts,
    bytesOf: async () => undefined,
    filesOf: noFiles,
    beginStream: () => { orElse(() => live?.stream(), undefined); },
    push: text => orElse(() => live?.push(text), undefined) ?? [],
    streamed: onStream,
  }, signal);
}

/** Refuses files that a tool gives: this host keeps none. @returns {Promise<never>} */
async function noFiles() {
  throw new TypeError('withParts(value, parts): must be the value alone: this host keeps no files');
}

/** The facts that the tools of an effect are given. @param {any} agent @param {WasmSession | undefined} session @returns {import('../session/effects.js').Facts} */
function factsOf(agent, session) {
  if (!session) return { lang: 'en' };
  const facts = /** @type {import('../session/session.js').Core} */ (/** @type {unknown} */ (loadedCore(agent))).facts?.(session);
  return facts ?? { lang: session.view(Number.MAX_SAFE_INTEGER).lang };
}

/** Looks at the session; one whose instance broke down meanwhile gives `otherwise`, since nothing that it shows acts. @template T @param {() => T} look @param {T} otherwise */
function orElse(look, otherwise) {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
