// @ts-check
/** @import { Tool, WasmSource } from '../index.js' */
/** @import { Core } from '../session/session.js' */
import { agentIn } from '../load/wasm-agent.js';
import { engine, provideAgent } from './engine.js';
import { FOR_TOOLS, frozen } from './script.js';

/**
 * An agent that the page defines. Its engine is loaded when a session is opened.
 * @param {string} name @param {{ stages: { name: string }[] }} definition @param {(name: string, given: string) => string} call
 * @param {{ tools: Record<string, Tool>, handoffs: Record<string, Record<string, import('../index.js').Text>> }} brings
 */
export function ownAgent(name, definition, call, brings) {
  /** The instance in which the agent is known. */
  let known = -1;
  /** @type {Core} */
  let own;
  const provide = () => {
    if (owners.get(name) === definition && known === own.generation) return;
    provideAgent(definition, call);
    owners.set(name, definition);
    known = own.generation;
  };
  const load = async (/** @type {WasmSource | undefined} */ source) => {
    await engine.load(source);
    own ??= knowing(engine.core(), provide);
    provide();
  };
  return agentIn(name, { load, core: () => own }, { ...brings, stages: definition.stages.map(({ name }) => name) });
}

/** The definition that the engine knows by a name. @type {Map<string, object>} */
const owners = new Map();

/** The engine with an agent that it is told of before a session begins: an instance that was replaced has forgotten it. @param {Core} core @param {() => void} provide @returns {Core} */
const knowing = (core, provide) => Object.create(core, {
  agents: { value: () => { provide(); return core.agents(); } },
  generation: { get: () => core.generation },
  facts: { value: (/** @type {import('../session/session.js').WasmSession} */ session) => frozen(session.read({ [FOR_TOOLS]: true })) },
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
