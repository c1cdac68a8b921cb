// @ts-check
/** @import { Step } from '../trace/steps.js' */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { agentOf } from '../load/wasm-agent.js';
import { checked, Differs } from '../trace/checked.js';
import { promptsOf } from '../trace/prompts.js';
import { stepsOf } from '../trace/steps.js';
import { summaryOf } from '../trace/summary.js';

export const USAGE = `npx stepgate replay FILE [options]
Prints the steps of an exported session (store.export(id)), or checks that it plays again to the same bytes. No model and no tool runs.

  --check          plays it step by step and compares; ends with 1 where something differs, and names the step
  --prompts        also prints what was sent to the model in each step
  --agent MODULE   the JavaScript module that exports the session's agent; the package's own agents need none
  --help           this text`;

/** The agents of this package, by name. @type {Record<string, () => Promise<any>>} */
const OWN = {
  guide: async () => (await import('../guide/index.js')).guide,
  content: async () => (await import('../content/index.js')).content,
  stepper: async () => (await import('../stepper/index.js')).stepper,
  schedule: async () => (await import('../schedule/index.js')).schedule,
};

/** Prints or checks a session. Gives the exit code. @param {string[]} args @param {(line: string) => void} print */
export async function replay(args, print) {
  const { values, positionals } = parsed(args);
  if (values.help) return print(USAGE), 0;
  const [path] = positionals;
  if (!path || positionals.length > 1) throw new TypeError('replay: must have one FILE');
  const file = await sessionIn(path);
  const agent = values.check || values.prompts ? await agentFor(file.snapshot.agent, values.agent) : undefined;
  if (values.check) return check(await agentOf(agent), file, print);
  const prompts = agent && promptsOf(await agentOf(agent), file);
  for (const step of stepsOf(file)) {
    print(lineOf(step));
    for (const line of prompts?.get(step.at) ?? []) print(plain(line));
  }
  return 0;
}

/** @param {string[]} args */
function parsed(args) {
  const [flag, text] = [/** @type {const} */ ({ type: 'boolean' }), /** @type {const} */ ({ type: 'string' })];
  return parseArgs({ args, allowPositionals: true, options: { check: flag, prompts: flag, help: flag, agent: text } });
}

/** @param {string} path */
async function sessionIn(path) {
  const text = await readFile(path, 'utf8');
  const file = parsedJson(path, text);
  if (file?.stepgate !== 1 || !Array.isArray(file.snapshot?.entries) || !Array.isArray(file.trace)) throw new Error(`${path}: is no exported session (store.export(id) makes one)`);
  return file;
}

/** @param {string} path @param {string} text */
function parsedJson(path, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: is no JSON: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}

/** The agent of a session: one of the package, or an export of a module. @param {string} name @param {string | undefined} module */
async function agentFor(name, module) {
  if (!module && Object.hasOwn(OWN, name)) return OWN[name]();
  if (!module) throw new Error(`the session is one of the agent "${name}": name the module that exports it with --agent`);
  const exported = Object.values(await import(pathToFileURL(resolve(module)).href));
  const agents = exported.filter(value => typeof value?.load === 'function' && typeof value.name === 'string');
  const found = agents.find(agent => agent.name === name);
  if (!found) throw new Error(`${module}: exports no agent "${name}"; it exports ${agents.length ? agents.map(agent => `"${agent.name}"`).join(', ') : 'none'}`);
  return found;
}

/** @param {{ name: string, core: any }} agent @param {any} file @param {(line: string) => void} print */
function check({ name, core }, file, print) {
  try {
    const { events, difference } = checked(core, name, file);
    print(difference ?? `${events} steps, the same to the byte`);
    return difference ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
    print(error.message);
    return 1;
  }
}

/** One line for a step. @param {Step} step */
function lineOf(step) {
  const tokens = step.tokens && `${step.tokens.input}+${step.tokens.output} tokens`;
  const facts = [String(step.at).padStart(4), new Date(step.at_ms).toISOString().slice(0, 19).replace('T', ' '), `+${step.ms} ms`.padStart(10), step.type.padEnd(8), tokens, ...step.marks.map(mark => `[${mark}]`)];
  return [...facts.filter(Boolean), plain(summaryOf(step))].join('  ').trimEnd();
}

/** A text without characters that would steer a terminal. @param {string} text */
export const plain = text => text.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
