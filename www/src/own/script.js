// @ts-check
/** @import { Lang } from '../index.js' */
/** @import { Shape } from './schema.js' */
import { isObject } from '../checks/kinds.js';
import { lossIn, within } from '../checks/lossless.js';
import { unknownIn } from '../checks/assert-option.js';
import { meant } from '../checks/meant.js';
import { droppedMember, unnamedMember } from './schema.js';
import { cardOf, chosen, Objection, stepsAt } from './steps.js';

/** An agent as its functions run. @typedef {{ def: any, replies: Record<string, Shape>, args: Record<string, Shape> }} Own */

/**
 * Calls the functions of an agent by their names, as the engine does: JSON text in, JSON text out. In development each is called twice, and
 * an answer that differs is an error; what a function throws is on the console with its stack, since the engine passes on its message alone.
 * @param {Own} own @param {boolean} isDevelopment @returns {(name: string, given: string) => string}
 */
export function caller(own, isDevelopment) {
  const shown = new Set();
  /** @param {string} name @param {unknown} error */
  const show = (name, error) => {
    const line = `${own.def.name}: ${name} threw: ${/** @type {any} */ (error)?.message ?? error}`;
    if (!isDevelopment || shown.has(line)) return; // each once: a session that goes on asks again
    shown.add(line);
    console.error(line, error);
  };
  return (name, text) => {
    let answer;
    try {
      answer = textOf(once(own, name, text));
    } catch (error) {
      show(name, error);
      throw error;
    }
    if (isDevelopment) {
      const again = textOf(once(own, name, text));
      if (again !== answer) throw new Error(`impure: ${firstDifference(JSON.parse(answer), JSON.parse(again), name)}`);
    }
    return answer;
  };
}

/**
 * An answer as JSON text. What JSON would lose or change is the author's error: a memory with a Map would come back empty.
 * @param {any} answer
 */
function textOf(answer) {
  const loss = (answer?.memory !== undefined && within('/memory', lossIn(answer.memory, true))) || lossIn(answer, false);
  if (loss) throw new Error(`${loss.place.slice(0, 200) || 'its answer'}: must be JSON, not ${loss.why}`);
  return JSON.stringify(answer) ?? 'null';
}

/**
 * The memory that a function gave, which must be an object: a promise or nothing would wipe it.
 * @param {unknown} memory
 */
function memoryOf(memory) {
  if (isObject(memory) && typeof (/** @type {any} */ (memory)).then !== 'function') return memory;
  throw new Error(`the memory must be an object, not ${kindOf(memory)}`);
}


/** @param {any} value */
function kindOf(value) {
  if (typeof value?.then === 'function') return 'a promise: functions do not wait; what needs the world is a tool';
  if (Array.isArray(value)) return 'a list';
  return value === null || value === undefined ? String(value) : `a ${typeof value}`;
}

/** Throws if a function that gives nothing gave a promise: what it does later would not count. @param {any} given */
function mustNotWait(given) {
  if (typeof given?.then === 'function') throw new Error(`it gave ${kindOf(given)}`);
}

/** @param {Own} own @param {string} name @param {string} text */
function once(own, name, text) {
  const given = JSON.parse(text);
  const [kind, key, last] = name.split('.');
  const call = FUNCTIONS[last ?? kind] ?? FUNCTIONS[kind];
  try {
    const answer = call(own, given, key);
    if (!given.wants) return answer;
  } catch (error) {
    if (!given.wants) throw error;
  }
  return { wants: given.wants };
}

/** The place where two answers differ. @param {any} one @param {any} other @param {string} name @returns {string} */
function firstDifference(one, other, name) {
  /** @type {(a: any, b: any, at: string) => string | undefined} */
  const visit = (a, b, at) => {
    if (JSON.stringify(a) === JSON.stringify(b)) return undefined;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return at;
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = visit(a[key], b[key], Array.isArray(a) ? `${at}[${key}]` : `${at}${at && '.'}${key}`);
      if (found) return found;
    }
    return at;
  };
  return [name, visit(one, other, '')].filter(Boolean).join(', ');
}

/** Freezes a value and all in it. @param {any} value */
function frozen(value) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/**
 * The state that a function sees, and what else it is given. The transcript crosses only if the function reads it: then the engine calls the
 * function again.
 * @param {any} given @param {object} [more]
 */
function lookOf(given, more) {
  const { memory, stage, lang, now, seed, worked, idle, steps } = given;
  return Object.defineProperty({ memory, stage, lang, now, seed, worked, idle, steps, ...more }, 'transcript', {
    get() {
      if (given.transcript) return frozen(given.transcript);
      given.wants = 'transcript';
      throw new Error('the transcript comes with the next call');
    },
  });
}

/**
 * A function that decides: what it is given beside the state, and how its answer is told to the engine.
 * @param {Own} own @param {any} given @param {object} more @param {(scene: any) => any} decide
 */
function decided({ def }, given, more, decide) {
  const { memory, stage, lang } = given;
  /** @type {object[]} */
  const said = [];
  const scene = lookOf(given, {
    ...more,
    to: stepsAt(stage, lang, call => mustBeTool(def, call, given.reply)),
    say: (/** @type {unknown} */ text) => { said.push({ say: textGiven('say(text)', text, lang) }); },
    cue: (/** @type {unknown} */ text) => { said.push({ cue: textGiven('cue(text)', text, lang) }); },
    note: (/** @type {string} */ code, /** @type {any} */ data) => { said.push({ note: { code, data: data ?? null } }); },
    fail: (/** @type {string} */ code, /** @type {unknown} */ text) => { said.push({ fail: { code, text: textGiven('fail(code, text)', text, lang) } }); },
  });
  const step = decide(scene);
  if (step instanceof Objection) return step.answer;
  if (step === undefined) return undefined;
  mustNotWait(step);
  return { memory, said, step };
}

/** The text for the session's language, from a call of the author's. @param {string} call @param {unknown} text @param {Lang} lang */
const textGiven = (call, text, lang) => chosen(text, lang, call, kindOf(text));

/**
 * Throws for a call of a tool that the agent does not have, unless the model named it: then the model is told.
 * @param {any} def @param {any} call @param {any} reply
 */
function mustBeTool({ tools }, { name }, reply) {
  if (Object.hasOwn(tools, name) || names(reply, name)) return;
  const there = Object.keys(tools);
  const near = meant(String(name), there);
  throw new Error(`to.run: there is no tool ${JSON.stringify(name)}; ${there.length ? `there is ${there.join(', ')}` : 'the agent has no tools'}${near ? `; did you mean ${near}?` : ''}`);
}

/** Whether a text stands in a value, as one of its texts. @param {any} value @param {unknown} text @returns {boolean} */
const names = (value, text) => value === text || (typeof value === 'object' && value !== null && Object.values(value).some(part => names(part, text)));

/** A preview with the card's title in the session's language. @param {any} preview @param {Lang} lang */
const titled = (preview, lang) => (isObject(preview) && isObject(preview.title) ? { ...preview, title: textGiven('preview: title', preview.title, lang) } : preview);

/** @param {Lang} lang @returns {(text: unknown) => Objection} */
const complainIn = lang => text => new Objection({ complain: textGiven('complain(text)', text, lang) });
/** @param {Lang} lang @returns {(code: string, text: unknown) => Objection} */
const refuseIn = lang => (code, text) => new Objection({ refuse: { code, text: textGiven('refuse(code, text)', text, lang) } });

/** @type {Record<string, (own: Own, given: any, key: string) => any>} */
const FUNCTIONS = {
  memory: ({ def }, { input, lang, now, seed }) => {
    if (!def.memory) return { memory: {} };
    const memory = withInput(input, lang, 'memory', () => def.memory(frozen(input), { lang, now, seed, refuse: inputRefusedIn(lang) }));
    return memory instanceof Objection ? memory.answer : { memory: memoryOf(memory) };
  },
  prompt: ({ def }, given, stage) => {
    const prompt = def.stages[stage].prompt(frozen(lookOf(given)));
    return typeof prompt === 'string' ? { system: prompt } : promptOf(prompt, Object.keys(def.tools), given.lang);
  },
  decide: (own, given, stage) => {
    const { def, replies } = own;
    const { value, issues } = replies[stage].check(given.reply);
    if (issues.length) return { complain: issues.map(({ path, message }) => `${path}: ${message}`.replace(/^: /, '')).join('\n') };
    const answer = decided(own, given, { reply: frozen(value), corrections: given.corrections, complain: complainIn(given.lang) }, scene => def.stages[stage].decide(scene));
    if (answer === undefined) throw new Error('it must return a step (to.…) or complain(…)');
    if (/** @type {any} */ (answer).step === 'stay') throw new Error('to.stay() goes on waiting, and nothing is waited for after a reply: return to.listen(), which waits for the user, or another step');
    return answer;
  },
  start: (own, given) => decided(own, given, {}, scene => own.def.start(scene)) ?? { step: 'usual' },
  on: (own, given, event) => {
    const { memory, stage, lang, now, seed, worked, thread, idle, steps, transcript, ...happened } = given;
    return decided(own, given, { ...frozen(happened), refuse: refuseIn(lang) }, scene => own.def.on[event](scene)) ?? { memory, step: 'usual' };
  },
  view: ({ def }, given) => {
    const look = frozen(lookOf(given));
    const card = def.card?.(look);
    return {
      ...(def.view && { data: def.view(look) ?? null }),
      ...(def.progress && { progress: def.progress(look) }),
      ...(def.opens && { opens: Boolean(def.opens(look)) }),
      ...(card && { card: cardOf(card, given.lang, 'continues') }),
    };
  },
  read: ({ def }, given) => {
    const value = def.read(frozen(lookOf(given, { query: given.query, refuse: refuseIn(given.lang) })));
    return value instanceof Objection ? value.answer : { value: value ?? null };
  },
  check: ({ def, args }, given, name) => {
    const { value, issues } = args[name].check(given.args);
    const { json, parses } = args[name];
    const issue = unnamedMember(json, given.args) ?? issues[0] ?? (parses ? droppedMember(json, given.args, value) : undefined);
    if (issue) return { problem: { path: issue.path, found: issue.message, allowed: '', plain: issue.message } };
    const preview = titled(def.tools[name].preview?.(frozen(lookOf(given, { args: value }))), given.lang);
    const loss = parses ? lossIn(value, true) : undefined;
    if (loss) throw new Error(`args${loss.place}: what the schema makes of the arguments must be JSON, for the card and after a reload, not ${loss.why}: change it in run`);
    return { ...(parses && { args: value }), ...(preview !== undefined && { preview }) };
  },
  migrate: ({ def }, { from, memory }) => {
    let version = from;
    for (; version < def.version; version += 1) {
      const step = def.migrate?.[version];
      if (!step) throw new Error(`there is no step from version ${version}`);
      try {
        memory = memoryOf(step(memory));
      } catch (error) {
        throw new Error(`migrate[${version}]: ${/** @type {Error} */ (error)?.message ?? error}`, { cause: error });
      }
    }
    return { memory };
  },
  copied: ({ def }, given) => {
    const { memory } = given;
    mustNotWait(def.copied({ memory }));
    return { memory };
  },
};

/**
 * Calls a function that reads the input. If it fails where there is no input, that is what is wrong.
 * @template T @param {unknown} input @param {Lang} lang @param {string} name @param {() => T} call
 */
export function withInput(input, lang, name, call) {
  try {
    return call();
  } catch (error) {
    if (input !== null && input !== undefined) throw error;
    return inputRefusedIn(lang)('', `is missing: ${name} reads it (${/** @type {any} */ (error)?.message ?? error}); give openSession({ input })`);
  }
}

/** @param {Lang} lang @returns {(place: string, text: unknown) => Objection} `place`: a JSON pointer in the input */
const inputRefusedIn = lang => (place, text) => new Objection({ refuse: { place, text: textGiven('refuse(place, text)', text, lang) } });

const PROMPT = ['system', 'window', 'tail', 'reply', 'tools', 'sampling', 'limits'];

/** The engine's form of a prompt: `window` may be a number of messages. @param {any} given @param {string[]} tools @param {Lang} lang */
function promptOf(given, tools, lang) {
  if (!isObject(given) || typeof given.then === 'function') throw new Error(`it must give a text or { system, … }, not ${kindOf(given)}`);
  mustHold(unknownIn(given, PROMPT));
  for (const name of given.tools ?? []) mustHold(unknownIn({ [name]: 1 }, tools), 'tools: ');
  const { window, ...rest } = given;
  const prompt = given.system === undefined ? rest : { ...rest, system: chosen(given.system, lang, 'system') };
  if (typeof window === 'number' && window > 0) return { ...prompt, window: { messages: window } };
  return window === undefined ? prompt : { ...prompt, window };
}

/** @param {[string, string] | undefined} fault @param {string} [before] */
function mustHold(fault, before = '') {
  if (fault) throw new Error(`${before}${fault[0]}: must be ${fault[1]}`);
}
