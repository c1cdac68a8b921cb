// @ts-check
/** @import { Lang } from '../index.js' */
/** @import { Shape } from './schema.js' */
import { isObject } from '../checks/kinds.js';
import { lossIn, within } from '../checks/lossless.js';
import { unknownIn } from '../checks/assert-option.js';
import { meant } from '../checks/meant.js';
import { droppedMember, unnamedMember } from './schema.js';
import { Objection } from './objection.js';
import { chosen } from './chosen.js';
import { cardOf, stepsAt } from './steps.js';
import { Loop } from './tool-agent.js';
import { windowFault } from './window.js';
import { backToUser, failedStep, frameOf, handsOverTooOften, isAsked, joined, outcomeOf, parted, stepsIn, stopped, taken, talkWords, withTalk } from './talks.js';

/**
 * An agent as its functions run. `callable`: stages that can be handed over to and asked.
 * @typedef {{ def: any, replies: Record<string, Shape>, args: Record<string, Shape>, callable: string[] }} Own
 */

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

/** Freezes a value and all in it. @template T @param {T} value @returns {T} */
export function frozen(value) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(/** @type {any} */ (value))).forEach(frozen);
  return value;
}

/**
 * The state that a function sees, and what else it is given. The transcript crosses only if the function reads it: then the engine calls the
 * function again.
 * @param {any} given @param {object} [more] @param {ReturnType<typeof parted>} [parts] of the memory
 */
function lookOf(given, more, { own, kept } = parted(given.memory)) {
  const { stage, lang, now, seed, worked, idle, steps, waiting } = given;
  const { asked, talks } = frameOf(kept);
  const look = { memory: own, stage, asked: asked?.input, lang, now, seed, worked, idle, steps, canRetry: idle && !['approval', 'card'].includes(waiting) && talks?.[stage]?.failed !== undefined };
  return wanting({ ...look, ...more }, given, 'transcript');
}

/** Adds a member to a look that crosses only if the function reads it. @param {object} look @param {any} given @param {'transcript' | 'origins'} name @returns {any} */
const wanting = (look, given, name) => Object.defineProperty(look, name, {
  get() {
    if (given[name]) return frozen(given[name]);
    given.wants = name;
    throw new Error(`${name}: it comes with the next call`);
  },
});

/**
 * A function that decides: what it is given beside the state, and how its answer is told to the engine.
 * @param {Own} own @param {any} given @param {object} more @param {(scene: any, kept: import('./talks.js').Kept, said: object[]) => any} decide
 */
function decided({ def, callable }, given, more, decide) {
  const { stage, lang } = given;
  const parts = parted(given.memory);
  /** @type {object[]} */
  const said = [];
  const scene = lookOf(given, {
    ...more,
    to: stepsAt(stage, lang, { call: call => mustBeTool(def, call, given.reply), stage: (name, maker) => mustBeCallable(def, callable, name, maker) }),
    say: (/** @type {unknown} */ text) => { said.push({ say: textGiven('say(text)', text, lang) }); },
    cue: (/** @type {unknown} */ text) => { said.push({ cue: textGiven('cue(text)', text, lang) }); },
    note: (/** @type {string} */ code, /** @type {any} */ data) => { said.push({ note: { code, data: data ?? null } }); },
    fail: (/** @type {string} */ code, /** @type {unknown} */ text) => { said.push({ fail: { code, text: textGiven('fail(code, text)', text, lang) } }); },
  }, parts);
  const { own, kept } = parts;
  const wanted = decide(scene, kept, said);
  if (wanted instanceof Objection) return wanted.answer;
  mustNotWait(wanted);
  const [first] = Object.keys(def.stages);
  const at = { kept, given, said, callable, first, transcript: () => scene.transcript };
  const step = wanted === STOPPED ? stopped(at) : wanted && taken(wanted, at);
  if (step instanceof Objection) return step.answer;
  return { memory: joined(own, kept), said, ...(step !== undefined && { step }) };
}

/** The step of the user's stop, where a sub-agent is at work. */
const STOPPED = { stopped: true };

/** The scene of a stage of `toolStage`, with what it keeps. @param {any} scene @param {import('./talks.js').Kept} kept @param {(scene: any) => any} use */
const inTalk = (scene, kept, use) => withTalk(kept, scene.stage, talk => use(Object.assign(Object.create(scene), {
  talk, input: kept.input ?? null, isAsked: isAsked(kept), handsOverTooOften: handsOverTooOften(kept), stepsIn: (/** @type {number | undefined} */ own) => stepsIn(kept, own),
})));

/** The text for the session's language, from a call of the author's. @param {string} call @param {unknown} text @param {Lang} lang */
const textGiven = (call, text, lang) => chosen(text, lang, call, kindOf(text));

/**
 * Throws for a call of a tool that the agent does not have, unless the model named it: then the model is told.
 * @param {any} def @param {any} call @param {any} reply
 */
function mustBeTool({ tools, stages }, { name }, reply) {
  if (Object.hasOwn(tools, name)) return;
  if (names(reply, name)) {
    if (Object.hasOwn(stages, name)) throw new NoTool(name); // the engine knows the stage as a call of the agent's own
    return;
  }
  const there = Object.keys(tools);
  const near = meant(String(name), there);
  throw new Error(`to.run: there is no tool ${JSON.stringify(name)}; ${there.length ? `there is ${there.join(', ')}` : 'the agent has no tools'}${near ? `; did you mean ${near}?` : ''}`);
}

/** A tool that the model named and that the agent does not have, though a stage has that name. */
class NoTool extends Error {}

/** Throws for a stage that cannot be handed over to or asked. @param {any} def @param {string[]} callable @param {string} name @param {string} maker */
function mustBeCallable({ stages }, callable, name, maker) {
  if (callable.includes(name)) return;
  const there = Object.keys(stages);
  const near = meant(String(name), there);
  if (!Object.hasOwn(stages, name)) throw new Error(`${maker}: there is no stage ${JSON.stringify(name)}; there is ${there.join(', ')}${near ? `; did you mean ${near}?` : ''}`);
  throw new Error(there.length === 1 ? `${maker}: the agent has one stage only` : `${maker}: the stage ${name} has the name of a tool; rename one of them`);
}

/** Whether a text stands in a value, as one of its texts. @param {any} value @param {unknown} text @returns {boolean} */
const names = (value, text) => value === text || (typeof value === 'object' && value !== null && Object.values(value).some(part => names(part, text)));

/** The verdict of a tool's rule on a call, as the engine reads it. @param {any} verdict @param {Lang} lang */
function verdictOf(verdict, lang) {
  if (verdict === 'run' || verdict === 'ask') return verdict;
  const isDenial = isObject(verdict) && typeof verdict.then !== 'function' && Object.keys(verdict).join() === 'deny';
  if (!isDenial) throw new Error(`it must give 'run', 'ask' or { deny: text }, not ${typeof verdict === 'string' ? JSON.stringify(verdict) : kindOf(verdict)}`);
  const text = textGiven('deny', verdict.deny, lang);
  if (text.trim() === '') throw new Error('deny: must be a text that says why, for the model');
  return { deny: text };
}

/** A preview with the card's title in the session's language. @param {any} preview @param {Lang} lang */
const titled = (preview, lang) => (isObject(preview) && isObject(preview.title) ? { ...preview, title: textGiven('preview: title', preview.title, lang) } : preview);

/** @param {Lang} lang @returns {(text: unknown) => Objection} */
const complainIn = lang => text => new Objection({ complain: textGiven('complain(text)', text, lang) });
/** @param {Lang} lang @returns {(code: string, text: unknown) => Objection} */
const refuseIn = lang => (code, text) => new Objection({ refuse: { code, text: textGiven('refuse(code, text)', text, lang) } });

/** An answer that takes the engine's own step where it has none. @param {any} answer */
const usually = answer => ('memory' in answer && !('step' in answer) ? { ...answer, step: 'usual' } : answer);

/** As `decided`; a tool that the model named and that is a stage is complained about. @param {Own} own @param {any} given @param {any} more @param {(scene: any, kept: import('./talks.js').Kept) => any} decide @returns {any} */
function decidedOrNoTool(own, given, more, decide) {
  try {
    return decided(own, given, more, decide);
  } catch (error) {
    if (!(error instanceof NoTool)) throw error;
    return { complain: talkWords(given.lang).noTool(error.message, Object.keys(own.def.tools).join(', ')) };
  }
}

/**
 * The step for an event: the author's, else that of a stage of `toolStage`, else what follows for a sub-agent. Such a stage keeps its books first.
 * @param {Own} own @param {string} event @param {any} scene @param {import('./talks.js').Kept} kept @param {object[]} said
 */
function heard({ def, callable }, event, scene, kept, said) {
  const of = def.stages[scene.stage];
  const hook = (/** @type {'notes' | 'steps'} */ kind) => (of instanceof Loop && of[kind][event] ? inTalk(scene, kept, inner => of[kind][event](inner)) : undefined);
  hook('notes');
  if (event === 'said' && frameOf(kept).handoffs) delete frameOf(kept).handoffs;
  if (event === 'returned' && kept.listens) {
    delete kept.listens;
    return scene.to.listen();
  }
  const wanted = def.on[event]?.(scene);
  if (wanted instanceof Objection) return wanted;
  mustNotWait(wanted);
  if (wanted !== undefined) {
    if (scene.atCard && wanted?.run) throw new Error('a card is open: words at it are for the model that put it; give nothing where atCard is true');
    if (['edited', 'stopped'].includes(event) && isAsked(kept) && wanted !== 'stay' && wanted !== 'usual') backToUser(kept, said);
    return wanted;
  }
  return hook('steps') ?? (callable.length ? followed(event, scene, kept, said) : undefined);
}

/** The step after an event about which the author and the stage say nothing. @param {string} event @param {any} scene @param {import('./talks.js').Kept} kept @param {object[]} said */
function followed(event, { then, limit, to, lang }, kept, said) {
  if (event === 'answered' || event === 'chosen') return then?.run || then?.finish ? then : undefined;
  if (event === 'said' && kept.back !== undefined) {
    const { back } = kept;
    delete kept.back;
    return to.think(back);
  }
  if (!isAsked(kept)) return undefined;
  if (event === 'stopped') return then && STOPPED;
  if (event === 'gave_up' && limit === 'corrections') return failedStep('llm_bad_output', talkWords(lang).gaveUp);
  if (event === 'gave_up') return to.listen(backToUser(kept, said));
  // If the turn cannot be taken back, the user's next words are for the stage that asked.
  if (event === 'failed') kept.back = backToUser(kept, said);
  return undefined;
}

/** @type {Record<string, (own: Own, given: any, key: string) => any>} */
const FUNCTIONS = {
  memory: ({ def }, { input, lang, now, seed }) => {
    const asked = def.asksInput && withInput(input, lang, 'instructions', () => def.stages.turn.instructed({ input: input ?? null, memory: {}, lang, now }));
    if (asked instanceof Objection) return asked.answer;
    const memory = def.memory ? withInput(input, lang, 'memory', () => def.memory(frozen(input), { lang, now, seed, refuse: inputRefusedIn(lang) })) : {};
    if (memory instanceof Objection) return memory.answer;
    const forTools = Object.keys(def.tools).length > 0 && input !== null && input !== undefined;
    return { memory: joined(memoryOf(memory), forTools ? { input } : {}) };
  },
  prompt: ({ def }, given, stage) => {
    const parts = parted(given.memory);
    const of = def.stages[stage];
    const look = frozen(lookOf(given, of instanceof Loop ? { offer: given.offer } : undefined, parts));
    const made = of instanceof Loop ? inTalk(look, parts.kept, scene => of.prompt(scene)) : promptOf(of.prompt(look), Object.keys(def.tools), given.lang);
    const steps = stepsIn(parts.kept, made.limits?.maxSteps);
    return {
      ...(def.ownTools.length < Object.keys(def.tools).length && { tools: def.ownTools }), ...made,
      ...(isAsked(parts.kept) && { limits: { ...made.limits, maxSteps: steps } }),
    };
  },
  decide: (own, given, stage) => {
    const { def, replies } = own;
    const { value, issues } = replies[stage].check(given.reply);
    if (issues.length) return { complain: issues.map(({ path, message }) => `${path}: ${message}`.replace(/^: /, '')).join('\n') };
    const of = def.stages[stage];
    const answer = decidedOrNoTool(own, given, { reply: frozen(value), corrections: given.corrections, complain: complainIn(given.lang) }, (scene, kept) => (of instanceof Loop ? inTalk(scene, kept, inner => of.decide(inner)) : of.decide(scene)));
    if (!('complain' in answer) && answer.step === undefined) throw new Error('it must return a step (to.…) or complain(…)');
    if (answer.step === 'stay') throw new Error('to.stay() goes on waiting, and nothing is waited for after a reply: return to.listen(), which waits for the user, or another step');
    return answer;
  },
  start: (own, given) => usually(decided(own, given, {}, scene => own.def.start(scene))),
  on: (own, given, event) => {
    const { memory, stage, lang, now, seed, worked, thread, waiting, idle, steps, transcript, ...happened } = given;
    if (['said', 'edited'].includes(event)) happened.atCard = ['approval', 'card'].includes(waiting);
    if (['returned', 'doubted'].includes(event)) given.stage = happened.then; // the stage that made the calls
    return usually(decided(own, given, { ...frozen(happened), refuse: refuseIn(lang) }, (scene, kept, said) => heard(own, event, scene, kept, said)));
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
  run: (_own, given) => outcomeOf(given),
  read: ({ def }, given) => {
    if (given.query?.[FOR_TOOLS]) {
      const { own, kept } = parted(given.memory);
      return { value: { memory: own, input: kept.input ?? null, lang: given.lang } };
    }
    if (!def.read) return refuseIn(given.lang)('unknown_query', NO_QUERIES).answer;
    const value = def.read(frozen(lookOf(given, { query: given.query, refuse: refuseIn(given.lang) })));
    return value instanceof Objection ? value.answer : { value: value ?? null };
  },
  check: ({ def, args }, given, name) => {
    const { value, issues } = args[name].check(given.args);
    const { json, parses } = args[name];
    const issue = unnamedMember(json, given.args, given.lang) ?? issues[0] ?? (parses ? droppedMember(json, given.args, value, given.lang) : undefined);
    if (issue) return { problem: { path: issue.path, found: issue.message, allowed: '' } };
    const preview = previewOf(def.tools[name], lookOf(given, { args: value }), given.lang);
    const loss = parses ? lossIn(value, true) : undefined;
    if (loss) throw new Error(`args${loss.place}: what the schema makes of the arguments must be JSON, for the card and after a reload, not ${loss.why}: change it in execute`);
    return { ...(parses && { args: value }), ...(preview !== undefined && { preview }) };
  },
  access: ({ def }, given, name) => {
    const { own, kept } = parted(given.memory);
    const context = wanting({ memory: own, input: kept.input ?? null }, given, 'origins');
    return verdictOf(def.tools[name].access(frozen(given.args), frozen(context)), given.lang);
  },
  migrate: ({ def }, { from, memory: saved }) => {
    const { own, kept } = parted(saved);
    let [version, memory] = [from, own];
    for (; version < def.version; version += 1) {
      const step = def.migrate?.[version];
      if (!step) throw new Error(`there is no step from version ${version}`);
      try {
        memory = memoryOf(step(memory));
      } catch (error) {
        throw new Error(`migrate[${version}]: ${/** @type {Error} */ (error)?.message ?? error}`, { cause: error });
      }
    }
    return { memory: joined(memory, kept) };
  },
  copied: ({ def }, given) => {
    const { own: memory, kept } = parted(given.memory);
    mustNotWait(def.copied({ memory }));
    return { memory: joined(memory, kept) };
  },
};

/** The preview that a tool's `preview` gives; an error that it throws names the tool. @param {any} tool @param {any} look @param {Lang} lang */
function previewOf({ preview }, look, lang) {
  try {
    return titled(preview?.(frozen(look)), lang);
  } catch (error) {
    throw new Error(`preview: ${/** @type {any} */ (error)?.message ?? error}`, { cause: error });
  }
}

/**
 * Calls a function that reads the input. If it fails where there is no input, that is what is wrong.
 * @template T @param {unknown} input @param {Lang} lang @param {string} name @param {() => T} call
 */
function withInput(input, lang, name, call) {
  try {
    return call();
  } catch (error) {
    if (input !== null && input !== undefined) throw error;
    return inputRefusedIn(lang)('', `is missing: ${name} reads it (${/** @type {any} */ (error)?.message ?? error}); give openSession({ input })`);
  }
}

/** @param {Lang} lang @returns {(place: string, text: unknown) => Objection} `place`: a JSON pointer in the input */
const inputRefusedIn = lang => (place, text) => new Objection({ refuse: { place, text: textGiven('refuse(place, text)', text, lang) } });

/** The query by which the page asks for what `execute` of a tool is given. */
export const FOR_TOOLS = '$tools';

const NO_QUERIES = { en: 'There is nothing to ask for here.', zh: '这里没有可以查询的内容。' };

const PROMPT = ['system', 'window', 'tail', 'reply', 'tools', 'sampling', 'limits', 'wishes'];

/** The engine's form of a prompt: a text is its `system`, and `window` may be a number of messages. @param {any} given @param {string[]} tools @param {Lang} lang */
function promptOf(given, tools, lang) {
  if (typeof given === 'string') return { system: given };
  if (!isObject(given) || typeof given.then === 'function') throw new Error(`it must give a text or { system, … }, not ${kindOf(given)}`);
  mustHold(unknownIn(given, PROMPT));
  const named = given.tools ?? [];
  if (!Array.isArray(named)) throw new Error(`tools: must be a list of names of tools, not ${kindOf(named)}; without it the model may call all of them`);
  for (const name of named) mustHold(unknownIn({ [name]: 1 }, tools), 'tools: ');
  const { window, ...rest } = given;
  if (isObject(window) && 'tokens' in window) mustHold(windowFault(window));
  const prompt = given.system === undefined ? rest : { ...rest, system: chosen(given.system, lang, 'system') };
  if (typeof window === 'number' && window > 0) return { ...prompt, window: { messages: window } };
  return window === undefined ? prompt : { ...prompt, window };
}

/** @param {[string, string] | undefined} fault @param {string} [before] */
function mustHold(fault, before = '') {
  if (fault) throw new Error(`${before}${fault[0]}: must be ${fault[1]}`);
}
