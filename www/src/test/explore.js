// @ts-check
import { faultIn, must } from '../checks/assert-option.js';
import { Refusal, StepgateError } from '../errors.js';
import { agentOf } from '../load/wasm-agent.js';
import { damaged, dice, pick, valueOf } from './values.js';
import { WishLaw, editsOf, withWishes } from './wishes.js';

/** @import { Roll } from './values.js' */
/** @import { WasmSession } from '../session/session.js' */
/** A move of the story: what the user, the model, a tool or the browser does. @typedef {{ move: string, [more: string]: any }} Move */
/** Something that is wrong. `place`: the stage, or the function. @typedef {{ kind: string, place: string, detail: string, story: Move[] }} Failure */

/** Moves of one session. */
const LENGTH = 40;
/** Replies in a stage after which "never" counts. */
const OFTEN = 20;
/** One in this many moves is a reload, which is compared with the session before. */
const RELOADS = 8;

/** Sessions between two pauses, in which a signal can be aborted. */
const PAUSE_EVERY = 5;

/** @type {import('../checks/assert-option.js').Form} */
const OPTIONS = { 'events?': 'count', 'seed?': 'count', 'inputs?': 'list', 'edits?': 'list', 'words?': 'texts', 'result?': 'function', 'allow?': 'texts', 'signal?': 'signal' };

/** What `explore` found. */
export class ExploreError extends StepgateError {
  /** @param {import('./index.js').Report} report */
  constructor(report) {
    super('failures', report.failures.map(told).join('\n\n'));
    this.name = 'ExploreError';
    this.report = report;
  }
}

/** @type {typeof import('./index.js').explore} */
export async function explore(agent, options = {}) {
  const fault = faultIn(options, OPTIONS, true);
  must(!fault, `explore(agent, { ${fault?.[0]} })`, fault?.[1] ?? '');
  const { events = 2_000, seed = 1, inputs = [{}], edits = [], words = ['Hello', 'yes', 'no, change it'], result = () => ({ ok: null }), allow = [], signal } = options;
  const { name, core: own, stages = [] } = await agentOf(agent);
  const world = { name, own, inputs, edits, words, result };
  const known = new Map();
  const seen = /** @type {Seen} */ ({ stages: new Map() });
  let count = 0;
  for (let round = seed; count < events; round += 1) {
    signal?.throwIfAborted();
    if (signal && round % PAUSE_EVERY === 0) await new Promise(resume => { setTimeout(resume); });
    const { moves, failure } = played(world, round, seen);
    count += moves.length;
    if (failure && !known.has(`${failure.kind} ${failure.place}`)) known.set(`${failure.kind} ${failure.place}`, { ...failure, story: shortest(world, round, moves, failure) });
  }
  const failures = [...known.values(), ...neverIn(seen, stages)].filter(({ kind, place }) => !allow.some(line => `${kind}: ${place}`.startsWith(line)));
  const report = /** @type {any} */ ({ events: count, stages: Object.fromEntries([...seen.stages].map(([stage, { asked }]) => [stage, asked])), failures });
  if (failures.length) throw new ExploreError(report);
  return report;
}

/** Counts of each stage in which the model was asked. @typedef {{ stages: Map<string, { asked: number, decided: number, complained: number, came: number }> }} Seen */

/** @param {any} world @param {number} seed @param {Seen} seen */
function played(world, seed, seen) {
  const roll = dice(seed);
  const game = begin(world, seed, pick(roll, world.inputs));
  /** @type {Move[]} */
  const moves = [];
  while (moves.length < LENGTH) {
    const move = invented(game, world, roll);
    moves.push(move);
    const failure = apply(game, move, seen);
    if (failure) return { moves, failure };
  }
  game.session.free();
  return { moves, failure: undefined };
}

/** @param {any} world @param {number} seed @param {any} input */
function begin({ name, own }, seed, input) {
  const start = { open: { input, seed, nonce: `explore-${seed}`, at_ms: 1_000, lang: seed % 2 ? 'en' : 'zh' } };
  const session = new own.Session(name, start);
  return { own, name, session, now: stateOf(session), clock: 1_000, written: new Set(), granted: false, allowed: new Set(), wishes: new WishLaw() };
}

/** Effect and view, as host and page see them. @param {WasmSession} session */
const stateOf = session => ({ effect: session.effect(), view: session.view(0) });

/** @param {any} game @param {any} world @param {Roll} roll @returns {Move} */
function invented({ now: { effect, view } }, world, roll) {
  const { words, result } = world;
  const edits = [...world.edits, ...editsOf(view, roll)];
  if (roll(RELOADS) === 0) return { move: 'reload' };
  const odd = roll(10) === 0;
  if (odd) return pick(roll, [{ move: 'stop' }, { move: 'late' }, { move: 'say', text: pick(roll, words) }, { move: 'fail' }, ...(edits.length ? [{ move: 'edit', change: pick(roll, edits) }] : [])]);
  if (effect?.type === 'call_model') {
    const text = JSON.stringify(withWishes(valueOf(effect.contract.schema, roll), view, roll));
    return { move: 'reply', text: roll(5) ? text : damaged(text, roll) };
  }
  if (effect?.type === 'call_tool') {
    return { move: 'results', results: effect.tools.map((/** @type {any} */ call) => (roll(5) ? result(call, roll) : { error: { code: 'failed', text: 'it did not work' } })) };
  }
  if (view.card && roll(4)) return answerOf(view.card, roll);
  if (edits.length && roll(4) === 0) return { move: 'edit', change: pick(roll, edits) };
  return { move: 'say', text: pick(roll, words) };
}

/** @param {any} card @param {(sides: number) => number} roll @returns {Move} */
function answerOf({ kind, calls = [], candidates = [] }, roll) {
  if (candidates.length && roll(3)) return { move: 'answer', accept: true, choice: pick(roll, candidates).id };
  const accept = roll(2) === 0;
  const places = calls.map((/** @type {any} */ _, /** @type {number} */ at) => at).filter(() => roll(3) > 0);
  return { move: 'answer', accept, ...(accept && kind === 'approval' && calls.length > 1 && { calls: places }) };
}

/** Makes a move; gives what is wrong after it. @param {any} game @param {Move} move @param {Seen} [seen] @returns {Failure | undefined} */
function apply(game, move, seen) {
  const before = game.now;
  game.clock += 1;
  try {
    if (move.move === 'reload') return reloaded(game);
    const event = eventOf(move, before, game.clock);
    if (!event) return undefined;
    if (move.move === 'late') return late(game.session, event, before.view.stage);
    handled(game.session, event);
    return after(game, before, move, event, seen);
  } catch (error) {
    return wrong('throws', before.view.stage, String(error));
  }
}

/** An answer to an earlier wait must change nothing. @param {WasmSession} session @param {any} event @param {string} stage */
function late(session, event, stage) {
  const text = JSON.stringify(session.snapshot());
  const heard = handled(session, event);
  return heard || JSON.stringify(session.snapshot()) !== text ? wrong('late event', stage, 'an answer to an earlier wait changed the session') : undefined;
}

/** A refusal is no fault. @param {WasmSession} session @param {any} event */
function handled(session, event) {
  try {
    return session.handle(event);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'agent_fault') throw error;
    return false;
  }
}

/** @param {any} game @param {any} before @param {Move} move @param {any} event @param {Seen} [seen] */
function after(game, before, move, event, seen) {
  const { effect, view } = game.now = stateOf(game.session);
  if (seen) note(seen, before, move, view);
  const fault = view.data?.agent_fault ?? (view.error?.code === 'agent_fault' ? view.error.text : undefined);
  if (fault) return wrong('fault', fault.split(/[:,]/)[0], fault);
  if (event.accept && before.view.card?.kind === 'confirm') game.granted = true;
  if (event.accept || (event.type === 'said' && view.waiting === 'tool')) approvedOn(before.view.card, event.calls).forEach(call => game.allowed.add(call));
  if (view.waiting === 'user') {
    game.granted = false;
    game.allowed.clear();
  }
  const wish = game.wishes.broken(before.view, view, event);
  return wish ? wrong('wish', before.view.stage, wish) : unasked(game, effect, before.view, view);
}

/** The calls of a card that a yes is for. @param {any} card @param {number[]} [places] @returns {string[]} */
const approvedOn = (card, places) => (card?.calls ?? [])
  .filter((/** @type {any} */ _, /** @type {number} */ at) => places?.includes(at) ?? true)
  .map((/** @type {any} */ { name, args }) => JSON.stringify([name, args]));

/**
 * A write must begin from the card that shows its arguments, or after the user has accepted a card of the agent's own in this turn.
 * @param {{ written: Set<string>, granted: boolean, allowed: Set<string> }} game keys of writes that began; whether such a card was accepted; calls that were approved in this turn @param {any} effect @param {any} before the view @param {any} view
 */
function unasked({ written, granted, allowed }, effect, before, view) {
  const writes = effect?.type === 'call_tool' ? effect.tools.filter((/** @type {any} */ { key, access }) => access === 'write' && !written.has(key)) : [];
  for (const { key, name, args } of writes) {
    written.add(key);
    const { card } = before;
    if (view.running?.[0]?.verdict === 'run') continue; // the tool's own rule lets it run
    if (!granted && card?.kind !== 'doubt' && !allowed.has(JSON.stringify([name, args]))) return wrong('write without an approval', before.stage, `${name} ${JSON.stringify(args)}`);
  }
  return undefined;
}

/** Reloads the session, which must look the same. @param {any} game */
function reloaded(game) {
  const { session, own, name, now } = game;
  const snapshot = session.snapshot();
  const again = new own.Session(name, { resume: snapshot });
  game.session = again;
  game.now = stateOf(again);
  session.free();
  const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);
  const pairs = /** @type {[string, any, any][]} */ ([['effect', now.effect, game.now.effect], ['view', now.view, game.now.view], ['snapshot', snapshot, again.snapshot()]]);
  const differs = pairs.find(([, one, other]) => !same(one, other));
  return differs && wrong('reload', now.view.stage, `the ${differs[0]} is another one after a reload`);
}

/** Notes how a stage goes on after a reply. @param {Seen} seen @param {any} before @param {Move} move @param {any} view */
function note({ stages }, before, move, view) {
  if (before.effect?.type !== 'call_model') return;
  const of = stages.get(before.view.stage) ?? { asked: 0, decided: 0, complained: 0, came: 0 };
  stages.set(before.view.stage, of);
  if (move.move !== 'reply') return;
  of.asked += 1;
  const news = view.blocks.slice(before.view.blocks.length);
  const correction = view.error?.code === 'llm_bad_output' || news.some((/** @type {any} */ block) => block.kind === 'correction');
  const fits = fitting(before.effect.contract.schema, move.text);
  if (!fits) return;
  of.decided += 1;
  if (correction) of.complained += 1;
  if (!correction && !['limit_reached', 'agent_fault'].includes(view.error?.code) && (view.waiting !== 'model' || view.stage !== before.view.stage)) of.came += 1;
}

/** Whether a reply is one that `valueOf` made and nothing damaged. @param {any} schema @param {string} text */
function fitting(schema, text) {
  try {
    return typeof JSON.parse(text) === 'object' || schema.type !== 'object';
  } catch {
    return false;
  }
}

/** Stages that were never asked in, always complain, or never lead anywhere. @param {Seen} seen @param {string[]} defined @returns {Failure[]} */
function neverIn({ stages }, defined) {
  const missing = defined.filter(stage => !stages.has(stage)).map(stage => wrong('never reached', stage, 'no story of this run asked the model in this stage'));
  const stuck = [...stages].flatMap(([stage, { decided, complained, came }]) => {
    if (decided < OFTEN) return [];
    if (complained === decided) return [wrong('always complains', stage, `all of ${decided} replies that fit drew a complaint`)];
    return came === 0 ? [wrong('dead end', stage, `none of ${decided} replies led to the user, to a tool or to another stage`)] : [];
  });
  return [...missing, ...stuck];
}

/** @param {string} kind @param {string} place @param {string} detail @returns {Failure} */
const wrong = (kind, place, detail) => ({ kind, place: String(place), detail, story: [] });

/** The event of a move in this state; undefined where the move makes no sense. @param {Move} move @param {any} state @param {number} at_ms */
function eventOf(move, { effect, view }, at_ms) {
  const call = view.call ?? 0;
  switch (move.move) {
    case 'say': return { type: 'said', at_ms, text: move.text };
    case 'edit': return { type: 'edited', at_ms, change: move.change };
    case 'stop': return { type: 'stopped', at_ms };
    case 'late': return { type: 'replied', at_ms, call: call ? call - 1 : 0, text: '{}' };
    case 'answer': return view.card && (move.choice !== undefined ? { type: 'chosen', at_ms, call: view.card.id, choice: move.choice } : { type: 'answered', at_ms, call: view.card.id, accept: move.accept, ...(move.calls && { calls: move.calls }) });
    case 'reply': return effect?.type === 'call_model' && { type: 'replied', at_ms, call, text: move.text };
    case 'fail': return effect?.type === 'call_model' && { type: 'failed', at_ms, call, code: 'server', text: 'the server is down' };
    default: return effect?.type === 'call_tool' && { type: 'returned', at_ms, call, results: effect.tools.map((/** @type {any} */ _, /** @type {number} */ at) => move.results[at] ?? { ok: null }) };
  }
}

/** The shortest story that shows the failure: moves are left out one after the other. @param {any} world @param {number} seed @param {Move[]} moves @param {Failure} failure */
function shortest(world, seed, moves, failure) {
  const input = pick(dice(seed), world.inputs);
  const shows = (/** @type {Move[]} */ story) => {
    const game = begin(world, seed, input);
    for (const move of story) {
      const found = apply(game, move);
      if (found) return found.kind === failure.kind && found.place === failure.place;
    }
    game.session.free();
    return false;
  };
  let story = moves;
  for (let at = story.length - 1; at >= 0; at -= 1) {
    const without = story.filter((_, index) => index !== at);
    if (shows(without)) story = without;
  }
  return story;
}

/** @param {Failure} failure */
const told = ({ kind, place, detail, story }) => [`${kind}: ${place}: ${detail}`, ...story.map(move => `  ${JSON.stringify(move)}`)].join('\n');
