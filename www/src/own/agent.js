// @ts-check
/** @import { WasmSource } from '../index.js' */
/** @import { Own } from './script.js' */
/** @import { Core } from '../session/session.js' */
import { agentIn } from '../load/wasm-agent.js';
import { engine, provideAgent } from './engine.js';

/**
 * An agent that the page defines. Its engine, and what runs it, is loaded when a session is opened.
 * @param {Own} given @param {import('../load/wasm-agent.js').Brought} brings
 */
export function ownAgent(given, brings) {
  const { name } = given.def;
  /** The instance in which the agent is known. */
  let known = -1;
  /** @type {Core} */
  let own;
  const load = async (/** @type {WasmSource | undefined} */ source) => {
    const [{ factsOf, made }] = await Promise.all([import('./made.js'), engine.load(source)]);
    own ??= knownCore(made(given), factsOf);
    own.agents();
  };
  const knownCore = (/** @type {ReturnType<typeof import('./made.js').made>} */ { definition, call }, /** @type {typeof import('./made.js').factsOf} */ facts) => {
    const core = engine.core();
    const provide = () => {
      if (owners.get(name) === definition && known === core.generation) return;
      provideAgent(definition, call);
      owners.set(name, definition);
      known = core.generation;
    };
    return knowing(core, provide, facts);
  };
  return agentIn(name, { load, core: () => own }, brings);
}

/** The definition that the engine knows by a name. @type {Map<string, object>} */
const owners = new Map();

/** The engine with an agent that it is told of before a session begins: an instance that was replaced has forgotten it. @param {Core} core @param {() => void} provide @param {Core['facts']} facts @returns {Core} */
const knowing = (core, provide, facts) => Object.create(core, {
  agents: { value: () => { provide(); return core.agents(); } },
  generation: { get: () => core.generation },
  facts: { value: facts },
  Session: {
    value: class extends core.Session {
      /** @param {string} agent @param {import('../index.js').Start} start */
      constructor(agent, start) {
        provide();
        super(agent, start);
      }
    },
  },
});
