// @ts-check
/** @import { Tool, WasmSource } from '../index.js' */
/** @import { Core } from '../session/session.js' */
import { coreOf } from './core.js';
import { SessionError } from '../errors.js';
import { LoadError, loader } from './loading.js';
import { must } from '../checks/assert-option.js';
import { AN_AGENT, wrong } from '../options.js';
import { PAGE_TOOLS } from './page-tools.js';

/** Version of what the JavaScript and the WebAssembly say to each other; `crates/wasm-session` has the same number. */
const ABI = 2;

/** The WebAssembly files that are loaded, in the order of loading. @type {Core[]} */
const loaded = [];

/**
 * A WebAssembly file that can be loaded once: its `load`, and its `core`, which throws `not_loaded` before that.
 * @param {() => Promise<any>} bound imports the module that wasm-bindgen made
 * @param {() => URL | undefined} file the address of the .wasm file; without one, the glue knows it
 * @param {() => Promise<{ default: string }>} [embedded] the file by gzip, in base64
 */
export function wasmFile(bound, file, embedded = () => Promise.reject()) {
  /** @type {any} */
  let glue;
  /** @type {Core | undefined} */
  let own;
  const load = loader(async () => (glue = await bound()), file, embedded, () => {
    sameVersion(glue);
    own = coreOf(glue);
    loaded.push(own);
  });
  const core = () => {
    if (!own) throw new SessionError('not_loaded');
    return own;
  };
  /** @type {WebAssembly.Module | undefined} */
  let compiled;
  return {
    /** @param {WasmSource} [source] */
    load: (source = compiled) => load(source),
    core,
    /** Takes the module that the runtime compiled beforehand, which is loaded where no other source is given. @param {WebAssembly.Module} module */
    comesFrom(module) { compiled = module; },
  };
}

/** The function called `name` of the first loaded file that has it. @param {'research' | 'loadSchedule' | 'planChanges'} name */
export function loadedWith(name) {
  const core = loaded.find(core => core[name]);
  if (!core) throw new SessionError('not_loaded');
  return /** @type {(...given: any[]) => any} */ (core[name]);
}

/** Refuses the WebAssembly of another version of this package. @param {any} glue */
function sameVersion(glue) {
  const [abi, version] = glue.stepgateVersion?.() ?? [0, 'older than 0.1.0'];
  if (abi === ABI) return;
  throw new LoadError('other_version', `The WebAssembly is of stepgate ${version} (interface ${abi}), and this JavaScript needs interface ${ABI}. Deploy both from the same version of the package.`);
}

/** The cores of agents that have a file of their own. @type {WeakMap<object, () => Core>} */
const cores = new WeakMap();

/**
 * Things that agents of a page bring: their tools, the names of their stages, and the handoffs of each stage.
 * @typedef {{ tools: Record<string, Tool>, stages: string[], handoffs: Record<string, Record<string, import('../index.js').Text>> }} Brought
 */

/** @type {WeakMap<object, Brought>} */
const brought = new WeakMap();

/**
 * An agent with a WebAssembly file of its own, for `openSession({ agent })`.
 * @template {string} Name @param {Name} name @param {{ load: (source?: WasmSource) => Promise<void>, core: () => Core }} file
 * @param {Brought} [brings]
 */
export function agentIn(name, { load, core }, brings) {
  /** @type {{ name: Name, load: typeof load, diagram: (...sessions: any[]) => Promise<string> }} */
  const agent = Object.freeze({ name, load, diagram: async (/** @type {any[]} */ ...sessions) => (await import('../trace/diagram.js')).drawn(await agentOf(agent), sessions) });
  cores.set(agent, core);
  if (brings) brought.set(agent, brings);
  return agent;
}

/** Definition that an agent of the page brings. @param {object} agent */
export const brings = agent => brought.get(agent);

/** Names of the tools that the agents of this package take from a page. @type {WeakMap<object, string[]>} */
const taking = new WeakMap();

/** One of this package's agents, which is known by its file. @template {string} Name @param {Name} name @param {ReturnType<typeof wasmFile>} file */
function shipped(name, file) {
  const agent = agentIn(name, file);
  taking.set(agent, PAGE_TOOLS[name]);
  return agent;
}

/** Names of the tools that an agent takes from a page; undefined where nobody knows. @param {any} agent @returns {string[] | undefined} */
export function toolNamesOf(agent) {
  const own = brought.get(agent)?.tools;
  return own ? Object.keys(own) : taking.get(agent);
}

/** One of this package's agents. @template {string} Name @param {Name} name @param {() => Promise<any>} bound @param {() => URL} file @param {() => Promise<{ default: string }>} embedded */
export const packagedAgent = (name, bound, file, embedded) => shipped(name, wasmFile(bound, file, embedded));

/** The same in a runtime that has compiled its file beforehand. @template {string} Name @param {Name} name @param {() => Promise<any>} bound @param {WebAssembly.Module} module */
export function compiledAgent(name, bound, module) {
  const file = wasmFile(bound, () => undefined);
  file.comesFrom(module);
  return shipped(name, file);
}

/** The files of pages' own agents: agents of one file share its instance. @type {WeakMap<object, ReturnType<typeof wasmFile>>} */
const files = new WeakMap();

/** @param {object} glue */
function fileOf(glue) {
  const file = files.get(glue) ?? wasmFile(async () => glue, () => undefined);
  files.set(glue, file);
  return file;
}

/** @type {typeof import('../index.js').wasmAgent} */
export function wasmAgent(name, glue) {
  must(typeof (/** @type {any} */ (glue)?.default) === 'function' && 'Session' in glue, 'wasmAgent(name, glue)', 'the module that `wasm-pack build --target web` made of a crate with `export_agents!`');
  return agentIn(name, fileOf(glue));
}

const OF_THIS_COPY = 'made by the same copy of stepgate as this openSession(): the page has the package twice, from two addresses or in two versions (`npm ls stepgate` lists them)';

/** The name and the core of an agent given to `openSession`, which loads it, and what it brings. @param {any} agent */
export async function agentOf(agent) {
  const core = cores.get(agent);
  if (!core) wrong('agent', typeof agent?.load === 'function' ? OF_THIS_COPY : AN_AGENT);
  await agent.load();
  return { name: agent.name, core: core(), ...brought.get(agent) };
}

/** The core of an agent whose file is loaded. @type {typeof import('../host/index.d.ts').core} */
export function loadedCore(agent) {
  const core = cores.get(agent);
  must(core, 'core(agent)', AN_AGENT);
  return core() ?? notLoaded();
}

/** @returns {never} */
function notLoaded() { throw new SessionError('not_loaded'); }
