import { AGENTS, LANGS } from './cases.js';

/**
 * @typedef {object} Options
 * @property {string[]} agents @property {('zh' | 'en')[]} langs @property {number} cases  most people of an agent and language
 * @property {boolean} scripted @property {number} seed @property {number} mistakes  share of the scripted model's replies with a mistake
 * @property {string} [gguf] @property {boolean} grammar  whether the engine of the model file gets the contracts
 * @property {string} [baseUrl] @property {string} [model] @property {string} [apiKeyEnv] @property {string} [userModel] @property {string} out @property {string} [record] @property {boolean} help
 */

export const USAGE = `npm run evals -- --base-url URL --model NAME [options]
npm run evals -- --gguf FILE [options]
npm run evals -- --scripted [options]

  --base-url URL      address of an OpenAI-compatible server, such as http://localhost:8080/v1
  --model NAME        the model that drives the agents
  --user-model NAME   a model of the same server that plays the people (default: their script)
  --api-key-env NAME  the environment variable that holds the key of the server
  --agent NAME        one agent, of ${AGENTS.join(', ')} (default: all; may be given again)
  --lang LANG         one language, of ${LANGS.join(', ')} (default: all; may be given again)
  --cases N           most people of an agent and language (default: all)
  --gguf FILE         a model file that runs in Chromium (path in CHROME) in place of a server
  --no-grammar        keeps the contracts from the engine of the model file: only the prompt holds the model
  --scripted          a scripted model in place of a real one
  --seed N            seed of the sessions and of the scripted model's mistakes (default: 1)
  --mistakes SHARE    share of the scripted model's replies with a mistake, 0 to 1 (default: 0.2)
  --out FOLDER        folder of the transcripts (default: evals/out)
  --record FOLDER     writes the good sessions there as recordings, such as ../tests/recorded`;

const FLAGS = ['scripted', 'no-grammar', 'help'];
const VALUES = ['base-url', 'model', 'gguf', 'user-model', 'api-key-env', 'agent', 'lang', 'cases', 'seed', 'mistakes', 'out', 'record'];
const LISTS = ['agent', 'lang'];

/** The command's arguments as options; an `ArgumentError` names what was found and what is allowed. @param {string[]} words @returns {Options} */
export function readOptions(words) {
  const given = pairs(words);
  const options = {
    agents: chosen(given, 'agent', AGENTS),
    langs: chosen(given, 'lang', LANGS),
    cases: number(given, 'cases', Infinity, value => Number.isSafeInteger(value) && value > 0, 'a whole number above 0'),
    seed: number(given, 'seed', 1, value => Number.isSafeInteger(value) && value >= 0, 'a whole number from 0'),
    mistakes: number(given, 'mistakes', 0.2, value => value >= 0 && value <= 1, 'a number from 0 to 1'),
    scripted: given.scripted !== undefined,
    help: given.help !== undefined,
    gguf: given.gguf,
    grammar: given['no-grammar'] === undefined,
    baseUrl: given['base-url'], model: given.model, userModel: given['user-model'], apiKeyEnv: given['api-key-env'],
    out: given.out ?? 'evals/out',
    record: given.record,
  };
  const conflict = options.help ? undefined : conflictIn(options);
  if (conflict) throw new ArgumentError(conflict);
  return options;
}

export class ArgumentError extends Error {
  name = 'ArgumentError';
}

/** Arguments by name. @param {string[]} words @returns {Record<string, any>} */
function pairs(words) {
  /** @type {Record<string, any>} */
  const given = {};
  for (let at = 0; at < words.length; at += 1) {
    const [, name, joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(words[at]) ?? [];
    if (!FLAGS.includes(name) && !VALUES.includes(name)) throw new ArgumentError(`found ${JSON.stringify(words[at])}; allowed are ${[...FLAGS, ...VALUES].map(one => `--${one}`).join(', ')}`);
    if (FLAGS.includes(name)) {
      if (joined !== undefined) throw new ArgumentError(`--${name} takes no value; found ${JSON.stringify(joined)}`);
      given[name] = true;
      continue;
    }
    const value = joined ?? words[at += 1];
    if (value === undefined || value === '' || (joined === undefined && value.startsWith('--'))) throw new ArgumentError(`--${name} needs a value; found ${value === undefined ? 'nothing' : JSON.stringify(value)}`);
    if (given[name] !== undefined && !LISTS.includes(name)) throw new ArgumentError(`--${name} stands twice: ${JSON.stringify(given[name])} and ${JSON.stringify(value)}`);
    given[name] = LISTS.includes(name) ? [...(given[name] ?? []), value] : value;
  }
  return given;
}

function chosen(given, name, allowed) {
  const values = given[name] ?? allowed;
  const strange = values.find(value => !allowed.includes(value));
  if (strange !== undefined) throw new ArgumentError(`--${name} is ${JSON.stringify(strange)}; allowed are ${allowed.join(', ')}`);
  return [...new Set(values)];
}

function number(given, name, otherwise, fits, allowed) {
  if (given[name] === undefined) return otherwise;
  const value = Number(given[name]);
  if (!fits(value)) throw new ArgumentError(`--${name} is ${JSON.stringify(given[name])}; allowed is ${allowed}`);
  return value;
}

/** @param {Options} options */
function conflictIn({ scripted, gguf, grammar, baseUrl, model, userModel, apiKeyEnv }) {
  if (!grammar && !gguf) return '--no-grammar is for a model file; give --gguf too';
  if (gguf && (scripted || baseUrl || model || userModel || apiKeyEnv)) return '--gguf needs no server; leave out --scripted, --base-url, --model, --user-model and --api-key-env';
  if (gguf) return undefined;
  if (scripted && (baseUrl || model || userModel || apiKeyEnv)) return '--scripted needs no server; leave out --base-url, --model, --user-model and --api-key-env';
  if (scripted) return undefined;
  if (!baseUrl || !model) return `${baseUrl ? '--model' : '--base-url'} is missing; give --base-url and --model, or --gguf, or --scripted`;
  if (apiKeyEnv && !process.env[apiKeyEnv]) return `--api-key-env names ${JSON.stringify(apiKeyEnv)}, which is not set in the environment`;
  return undefined;
}
