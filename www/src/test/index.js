// @ts-check
import { must } from '../checks/assert-option.js';
import { StoreError } from '../errors.js';
import { agentOf } from '../load/wasm-agent.js';
import { memoryStore } from '../store/memory.js';
import { drawn } from '../trace/diagram.js';
import { redactedSession } from '../trace/redacted.js';

export { ExploreError, explore } from './explore.js';
export { recorded } from './recorded.js';
export { StoreLawsError, storeLaws } from './store-laws.js';
export { story } from './story.js';

/** @type {typeof import('./index.js').diagram} */
export const diagram = async (agent, ...sessions) => drawn(await agentOf(agent), sessions);

/** @type {typeof import('./index.js').redacted} */
export async function redacted(agent, file, redact) {
  must(typeof redact === 'function', 'redacted(agent, file, redact): redact', 'a function');
  const { name, core } = await agentOf(agent);
  return redactedSession(core, name, file, redact);
}

/** @type {typeof import('./index.js').scripted} */
export function scripted(...lines) {
  /** @type {any[]} */
  const asked = [];
  const model = async (/** @type {any} */ request) => {
    asked.push(request);
    if (lines.length === 0) throw new Error('scripted: the model was asked once more than there are lines');
    const line = lines.shift();
    return typeof line === 'string' ? { text: line } : { text: JSON.stringify(line), finishReason: 'stop' };
  };
  return Object.assign(model, { asked });
}

/** @template {import('../index.js').SessionStore} Kept @param {Kept} [store] @returns {import('./index.js').FailingStore<Kept>} */
export function failingStore(store = /** @type {any} */ (memoryStore())) {
  /** @param {'load' | 'save' | 'start'} method @returns {any} */
  const guarded = method => async (/** @type {any[]} */ ...given) => {
    if (failing.fails) throw new StoreError(failing.fails);
    return (/** @type {any} */ (store)[method])(...given);
  };
  /** @type {Record<PropertyKey, any>} */
  const own = { fails: undefined, load: guarded('load'), save: guarded('save'), start: guarded('start') };
  // The rest stays the store's, also where it is an instance of a class: its methods are on its prototype, and see the store's private members.
  const failing = /** @type {import('./index.js').FailingStore<Kept>} */ (new Proxy(own, {
    has: (_, name) => name in own || name in store,
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const member = Reflect.get(store, name);
      return typeof member === 'function' ? member.bind(store) : member;
    },
    set: (_, name, value) => Reflect.set(Object.hasOwn(own, name) ? own : store, name, value),
  }));
  return failing;
}
