// @ts-check
import { A_TAG, ownLang, spelled } from '../checks/lang.js';
import { unknownIn } from '../checks/assert-option.js';
import { asking, JsonError } from './errors.js';
import { loaded, onlyInFull } from './engine.js';
import { readingOf } from './options.js';
import { takeReading } from './result.js';

/** A compiled schema. */
export class CompiledSchema {
  /** @param {unknown} schema @param {{ near?: boolean }} [options] */
  constructor(schema, options = {}) {
    const [unknown, allowed] = unknownIn(options, ['near']) ?? [];
    if (unknown !== undefined) throw new JsonError('option', { place: unknown, detail: `${unknown}: must be ${allowed}` });
    const { near = true } = options;
    const memory = loaded();
    const text = JSON.stringify(schema);
    if (text === undefined) throw new JsonError('schema', { place: '', detail: 'a schema must be an object or true' });
    this.contract = asking('schema', () => new memory.glue.Contract(text, near));
    this.memory = memory;
    Object.defineProperties(this, { contract: { enumerable: false }, memory: { enumerable: false } });
  }

  strict() {
    return JSON.parse(this.#full('strict').strict());
  }

  gbnf() {
    return this.#full('gbnf').gbnf();
  }

  typescript() {
    return this.#full('typescript').typescript();
  }

  /** The compiled contract. Throws without the full build. @param {string} what */
  #full(what) {
    if (!this.memory.isFull) throw onlyInFull(what);
    return this.contract;
  }
}

/** @param {unknown} schema @param {{ near?: boolean }} [options] */
export const compileSchema = (schema, options) => new CompiledSchema(schema, options);

/** Compiled forms of schemas that callers pass as plain objects. @type {WeakMap<object, CompiledSchema>} */
const compiled = new WeakMap();

/** Longest reply that is handed over: the reader refuses a longer one for its length alone. */
const MAX_REPLY = 4 * 1024 * 1024;

/** @param {string} text @param {any} schema @param {{ lang?: string, finished?: boolean } & Record<string, unknown>} [options] */
export function readReply(text, schema, options) {
  if (options === undefined) return read(text, schema, true, false, undefined);
  const { lang = 'en', finished = false, ...answers } = options;
  if (!spelled(lang)) throw new JsonError('option', { place: 'lang', detail: `lang: must be ${A_TAG}` });
  if (typeof finished !== 'boolean') throw new JsonError('option', { place: 'finished', detail: 'finished: must be true or false' });
  return read(text, schema, ownLang(lang) === 'en', finished, answers);
}

/** @param {string} text @param {any} schema @param {boolean} en @param {boolean} finished @param {Record<string, unknown> | undefined} answers */
function read(text, schema, en, finished, answers) {
  const { contract, memory } = compiledOf(schema);
  const { policy, bigints } = readingOf(answers);
  const reply = text?.length > MAX_REPLY ? text.slice(0, MAX_REPLY + 1) : text;
  const length = memory.put(reply);
  const address = memory.reader.read(length, length === reply.length, contract, en, policy, finished);
  return takeReading(memory, address, text, bigints);
}

/** @param {any} schema */
function compiledOf(schema) {
  if (schema instanceof CompiledSchema) return schema;
  let known = compiled.get(schema);
  if (!known) {
    known = new CompiledSchema(schema);
    if (typeof schema === 'object') compiled.set(schema, known);
  }
  return known;
}
