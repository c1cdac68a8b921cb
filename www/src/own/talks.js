// @ts-check
/** @import { Json, Lang } from '../index.js' */
import { isObject } from '../checks/kinds.js';
import { ownLang } from '../checks/lang.js';
import { Objection } from './objection.js';

/** The member of the memory that holds what stages keep for themselves. The author's functions never see it. */
export const KEPT = '$';

/** Handoffs in a turn after which the stage must speak to the user itself. */
const HANDOFFS = 4;

/** Model calls of a sub-agent, unless its prompt or its stage says how many. */
const STEPS = 30;

const WORDS = {
  en: {
    handed: (/** @type {string} */ from) => `The stage ${from} has handed the conversation over to you.`,
    words: 'The words of the user:',
    gaveUp: 'It gave no reply that can be used.',
    limit: 'It has used up its model calls.',
    stopped: 'The user has stopped it.',
    noTool: (/** @type {string} */ name, /** @type {string} */ there) => `no tool is named ${name}; there are: ${there || 'none'}`,
    cardFirst: 'The card is open: keep it and tell the user that the rest comes after it, or drop it.',
    ping: 'The conversation has been handed over several times since the user spoke. Answer the user yourself now.',
  },
  zh: {
    handed: (/** @type {string} */ from) => `阶段 ${from} 把对话转给了你。`,
    words: '用户的原话：',
    gaveUp: '它没有给出可用的回复。',
    limit: '它的模型调用次数已用完。',
    stopped: '用户中止了它。',
    noTool: (/** @type {string} */ name, /** @type {string} */ there) => `没有名为 ${name} 的工具；可用的工具：${there || '无'}`,
    cardFirst: '卡片还开着：保留它，并告诉用户其他事等它决定之后再办；或者关掉它。',
    ping: '用户说话之后，对话已经转交了好几次。现在请你自己回答用户。',
  },
};

/** @param {Lang} lang */
export const talkWords = lang => WORDS[ownLang(lang)];

/**
 * The talk of the user, or of a sub-agent. `threads`: the thread of each stage that has one; `talks`: what each stage of `toolStage` keeps.
 * A sub-agent also has `asked`: the stage, its input, the thread to return to, the stage there, and the model calls at the beginning.
 * @typedef {{ threads?: Record<string, number>, talks?: Record<string, any>, handoffs?: number, asked?: { stage: string, input: Json, then: string, thread: number, steps: number } }} Frame
 *
 * The records of stages: the talks under way, the user's first; the last thread; the input of the session; the outcome of a sub-agent that is being
 * recorded, after which the session `listens`; the stage that hears the user's next words, if it is not the present one.
 * @typedef {{ frames?: Frame[], thread?: number, input?: Json, outcome?: any, listens?: boolean, back?: string }} Kept
 */

/** The author's part of a memory, and what stages keep in it. @param {any} memory @returns {{ own: any, kept: Kept }} */
export function parted(memory) {
  if (!isObject(memory) || !Object.hasOwn(memory, KEPT)) return { own: memory, kept: {} };
  const { [KEPT]: kept, ...own } = memory;
  return { own, kept };
}

/** A memory with what stages keep. @param {any} own @param {Kept} kept */
export function joined(own, kept) {
  if (isObject(own) && Object.hasOwn(own, KEPT)) throw new Error(`/memory/${KEPT}: must be left out; it is where stages keep their own`);
  return Object.keys(kept).length ? { ...own, [KEPT]: kept } : own;
}

/** The present talk. @param {Kept} kept @returns {Frame} */
export const frameOf = kept => kept.frames?.at(-1) ?? {};

/** Sub-agents under way. @param {Kept} kept */
const depth = kept => Math.max(0, (kept.frames?.length ?? 1) - 1);

/** Whether a sub-agent is at work. @param {Kept} kept */
export const isAsked = kept => depth(kept) > 0;

/** The present talk, to be changed. @param {Kept} kept @returns {Frame} */
function frameIn(kept) {
  kept.frames ??= [{}];
  return /** @type {Frame} */ (kept.frames.at(-1));
}

/** Runs a function with what a stage keeps, and keeps what it left there. @template T @param {Kept} kept @param {string} stage @param {(talk: any) => T} use */
export function withTalk(kept, stage, use) {
  const talk = frameOf(kept).talks?.[stage] ?? {};
  const used = use(talk);
  if (Object.keys(talk).length) frameIn(kept).talks = { ...frameIn(kept).talks, [stage]: talk };
  return used;
}

/** Model calls that the present stage may make, counted as the engine does. @param {Kept} kept @param {number} [own] of the stage itself */
export const stepsIn = (kept, own) => (isAsked(kept) ? (frameOf(kept).asked?.steps ?? 0) + (own ?? STEPS) : own);

/** JSON between marks that it cannot contain, as the engine marks results. @param {string} from @param {unknown} value */
const marked = (from, value) => `<data from="${from}">\n${JSON.stringify(value).replace(/<(?=[/ ]*data)/gi, '\\u003c')}\n</data>`;

/** Whether a call of a step stands for a handoff or a sub-agent: it calls a stage. @param {any} step @param {string[]} callable */
const stageCalled = (step, callable) => {
  const [call] = step?.run?.calls ?? [];
  return call && callable.includes(call.name) ? call : undefined;
};

/** A step that hands over to a stage. @param {string} stage @param {unknown} about */
export const handoffStep = (stage, about) => ({ run: { calls: [{ name: stage, args: { handoff: about ?? null } }], then: stage } });

/** A step that runs a stage as a sub-agent. @param {string} stage @param {unknown} input @param {string} then */
export const askStep = (stage, input, then) => ({ run: { calls: [{ name: stage, args: { input: input ?? null } }], then } });

/** A step that ends a sub-agent without an outcome. @param {string} code @param {string} text */
export const failedStep = (code, text) => ({ failed: { code, text } });

/**
 * The step as the engine takes it, and what is said before it. A handoff and a sub-agent switch the thread; the end of a sub-agent is recorded as
 * the result of a call of that stage, in the thread of the stage that asked. While a card is open, a reply does none of it.
 * @param {any} step @param {{ kept: Kept, given: any, said: object[], callable: string[], first: string, transcript: () => readonly any[] }} at
 * @returns {any}
 */
export function taken(step, at) {
  const { kept, given, callable } = at;
  const call = stageCalled(step, callable);
  const ends = isAsked(kept) && (step?.failed || step?.finish);
  if ((call || ends) && 'reply' in given && cardIsOpen(at.transcript())) return new Objection({ complain: talkWords(given.lang).cardFirst });
  if (call) return 'handoff' in call.args ? handedOver(call.name, call.args.handoff, at) : asked(call.name, call.args.input, step.run.then, at);
  if (step?.failed) return isAsked(kept) ? ended({ error: step.failed }, at) : { listen: given.stage };
  if (step?.finish && isAsked(kept)) return ended({ value: step.finish.outcome }, at);
  return step;
}

/** Whether a card waits for the user. A reply that drops it has ended it before it is decided on. @param {readonly any[]} transcript */
export const cardIsOpen = transcript => transcript.some(({ kind, ending }) => kind === 'card' && !ending);

/** @param {Kept} kept */
function nextThread(kept) {
  kept.thread = (kept.thread ?? 0) + 1;
  return kept.thread;
}

/** @param {string} stage @param {unknown} about @param {any} at */
function handedOver(stage, about, { kept, given, said, first, transcript }) {
  const frame = frameIn(kept);
  const words = talkWords(given.lang);
  /** @type {Record<string, number>} */
  const threads = { ...(isAsked(kept) ? {} : { [first]: 0 }), ...frame.threads, [given.stage]: given.thread };
  const thread = threads[stage] ?? nextThread(kept);
  frame.threads = { ...threads, [stage]: thread };
  frame.handoffs = (frame.handoffs ?? 0) + 1;
  const spoken = transcript().findLast((/** @type {any} */ block) => block.kind === 'user' && !block.cue);
  const told = [words.handed(given.stage), ...(about ? [marked(given.stage, { handed_over: about })] : [])];
  // The user's own words go along, so that nothing of them is lost; a thread that has them as its last is not told again.
  if (spoken && spoken.thread !== thread) told.push(words.words, spoken.text);
  said.push({ thread }, { note: { code: 'handed_over', data: { from: given.stage, to: stage, about: about ?? null } } }, { cue: told.join('\n') });
  return { think: stage };
}

/** Whether a further handoff must wait for the user. @param {Kept} kept */
export const handsOverTooOften = kept => (frameOf(kept).handoffs ?? 0) >= HANDOFFS;

/** @param {string} stage @param {Json} input @param {string} then @param {any} at */
function asked(stage, input, then, { kept, given, said }) {
  const thread = nextThread(kept);
  frameIn(kept);
  kept.frames?.push({ threads: { [stage]: thread }, asked: { stage, input, then, thread: given.thread, steps: given.steps } });
  said.push({ thread }, { cue: typeof input === 'string' ? input : JSON.stringify(input) });
  return { think: stage };
}

/** Ends the sub-agent: the engine records its outcome by a call of its stage. @param {{ value: Json } | { error: { code: string, text: string } }} outcome @param {any} at */
function ended(outcome, { kept, said }) {
  const { stage, input, then, thread } = kept.frames.pop().asked;
  kept.outcome = outcome;
  said.push({ thread });
  return { run: { calls: [{ name: stage, args: { input } }], then } };
}

/** Ends all sub-agents, so that the user's talk goes on. Gives the stage of it. @param {Kept} kept @param {object[]} said @returns {string} */
export function backToUser(kept, said) {
  const { then, thread } = /** @type {any} */ (kept.frames?.[1]).asked;
  kept.frames = kept.frames?.slice(0, 1);
  said.push({ thread });
  return then;
}

/** The step after the user's stop: the sub-agent that was asked first has no outcome, and the session listens in the stage that asked. @param {any} at */
export function stopped(at) {
  const { kept, given } = at;
  kept.frames = kept.frames.slice(0, 2);
  kept.listens = true;
  return ended({ error: { code: 'stopped', text: talkWords(given.lang).stopped } }, at);
}

/** The outcome of a sub-agent, as the engine records it. @param {any} given */
export function outcomeOf({ memory }) {
  const { own, kept } = parted(memory);
  const { outcome, ...rest } = kept;
  if (!outcome) return { error: { code: 'unknown_tool', text: 'only to.ask runs a stage' } };
  return { ...outcome, memory: joined(own, rest) };
}
