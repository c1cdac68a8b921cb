// @ts-check
/** @import { Shape } from './schema.js' */
import { unnamedMember } from './schema.js';
import { cardOf, Objection, stepsAt } from './steps.js';

/** An agent as its functions run. @typedef {{ def: any, replies: Record<string, Shape>, args: Record<string, Shape> }} Own */

/**
 * Calls the functions of an agent by their names, as the engine does: JSON text in, JSON text out. In development each is called twice, and
 * an answer that differs is an error.
 * @param {Own} own @param {boolean} twice @returns {(name: string, given: string) => string}
 */
export function caller(own, twice) {
  return (name, text) => {
    const answer = JSON.stringify(once(own, name, text)) ?? 'null';
    if (twice) {
      const again = JSON.stringify(once(own, name, text)) ?? 'null';
      if (again !== answer) throw new Error(`impure: ${firstDifference(JSON.parse(answer), JSON.parse(again), name)}`);
    }
    return answer;
  };
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
  const { memory, stage, lang, now, seed, worked, idle, rounds } = given;
  return Object.defineProperty({ memory, stage, lang, now, seed, worked, idle, rounds, ...more }, 'transcript', {
    get() {
      if (given.transcript) return frozen(given.transcript);
      given.wants = 'transcript';
      throw new Error('the transcript comes with the next call');
    },
  });
}

/**
 * A function that decides: what it is given beside the state, and how its answer is told to the engine.
 * @param {any} given @param {object} more @param {(scene: any) => any} decide
 */
function decided(given, more, decide) {
  const { memory, stage, lang } = given;
  /** @type {object[]} */
  const said = [];
  const scene = lookOf(given, {
    ...more,
    to: stepsAt(stage, lang),
    say: (/** @type {string} */ text) => { said.push({ say: text }); },
    cue: (/** @type {string} */ text) => { said.push({ cue: text }); },
    note: (/** @type {string} */ code, /** @type {any} */ data) => { said.push({ note: { code, data: data ?? null } }); },
    fail: (/** @type {string} */ code, /** @type {string} */ text) => { said.push({ fail: { code, text } }); },
  });
  const step = decide(scene);
  if (step instanceof Objection) return step.answer;
  if (step === undefined) return undefined;
  return { memory, said, step };
}

/** @param {string} text */
const complain = text => new Objection({ complain: text });
/** @param {string} code @param {string} text */
const refuse = (code, text) => new Objection({ refuse: { code, text } });

/** @type {Record<string, (own: Own, given: any, key: string) => any>} */
const FUNCTIONS = {
  memory: ({ def }, { input, lang, now, seed }) => {
    const memory = def.memory?.(frozen(input), { lang, now, seed, refuse: inputRefused });
    return memory instanceof Objection ? memory.answer : { memory: memory ?? {} };
  },
  prompt: ({ def }, given, stage) => {
    const prompt = def.stages[stage].prompt(frozen(lookOf(given)));
    return typeof prompt === 'string' ? { system: prompt } : promptOf(prompt);
  },
  decide: ({ def, replies }, given, stage) => {
    const { value, issues } = replies[stage].check(given.reply);
    if (issues.length) return { complain: issues.map(({ path, message }) => `${path}: ${message}`.replace(/^: /, '')).join('\n') };
    const answer = decided(given, { reply: frozen(value), corrections: given.corrections, complain }, scene => def.stages[stage].decide(scene));
    if (answer === undefined) throw new Error('it must return a step (to.…) or complain(…)');
    return answer;
  },
  start: ({ def }, given) => decided(given, {}, scene => def.start(scene)) ?? { step: 'usual' },
  on: ({ def }, given, event) => {
    const { memory, stage, lang, now, seed, worked, thread, idle, rounds, transcript, ...happened } = given;
    return decided(given, { ...frozen(happened), refuse }, scene => def.on[event](scene)) ?? { memory, step: 'usual' };
  },
  view: ({ def }, given) => {
    const look = frozen(lookOf(given));
    const card = def.card?.(look);
    return {
      ...(def.view && { data: def.view(look) ?? null }),
      ...(def.progress && { progress: def.progress(look) }),
      ...(def.opens && { opens: Boolean(def.opens(look)) }),
      ...(card && { card: cardOf(card, given.lang) }),
    };
  },
  read: ({ def }, given) => {
    const value = def.read(frozen(lookOf(given, { query: given.query, refuse })));
    return value instanceof Objection ? value.answer : { value: value ?? null };
  },
  check: ({ def, args }, given, name) => {
    const { value, issues } = args[name].check(given.args);
    const issue = unnamedMember(args[name].json, given.args) ?? issues[0];
    if (issue) return { problem: { path: issue.path, found: 'a value that does not fit', allowed: issue.message, plain: issue.message } };
    const preview = def.tools[name].preview?.(frozen(lookOf(given, { args: value })));
    return preview === undefined ? {} : { preview };
  },
  migrate: ({ def }, { from, memory }) => {
    let version = from;
    for (; version < def.version; version += 1) {
      const step = def.migrate?.[version];
      if (!step) throw new Error(`there is no step from version ${version}`);
      memory = step(memory);
    }
    return { memory };
  },
  copied: ({ def }, given) => {
    const { memory } = given;
    def.copied({ memory });
    return { memory };
  },
};

/** @param {string} place a JSON pointer in the input @param {string} text */
const inputRefused = (place, text) => new Objection({ refuse: { place, text } });

/** The engine's form of a prompt: `window` may be a number of messages. @param {any} prompt */
function promptOf({ window, ...prompt }) {
  if (typeof window === 'number' && window > 0) return { ...prompt, window: { messages: window } };
  return window === undefined ? prompt : { ...prompt, window };
}
