// @ts-check
/** @import { ObjectSharedContext } from '@restatedev/restate-sdk' */
/** @import { Effect, Happened, HostCall, ToolResult } from 'stepgate' */
/** @import { Outcome, Saved } from './types.js' */
import { CancelledError, serde } from '@restatedev/restate-sdk';
import { core, perform } from 'stepgate/host';
import { writes } from './writes.js';

/**
 * The handler that carries out a session's request. Each call of the model and of a tool is a journaled run, so an attempt that follows a killed one goes on behind
 * what is done. What happened is sent to the session.
 * @param {import('./sessions.js').Setting} setting
 */
export function performer(setting) {
  const { name, pieces } = setting;

  /** @param {ObjectSharedContext} ctx @param {{ call: number }} given */
  return async (ctx, { call }) => {
    const saved = /** @type {Saved | null} */ (await ctx.get('session'));
    if (!saved || saved.effect?.call !== call) return; // the session has moved on
    const agent = setting.agent(saved.agent);
    const abort = new AbortController();
    const resumed = resumedIn(agent, saved);
    const work = { ctx, agent, session: resumed.session, tools: setting.tools(saved.agent), abort };
    try {
      const effect = resumed.session.effect();
      const happened = effect.type === 'call_model' ? await callModel(work, effect) : await callTools(work, effect);
      ctx.genericSend({ service: name, method: 'outcome', key: ctx.key, parameter: happened, inputSerde: serde.json });
    } catch (error) {
      if (error instanceof CancelledError) abort.abort(); // the session no longer wants it
      throw error;
    } finally {
      resumed.free();
    }
  };

  /** @param {Work} work @param {Effect & { type: 'call_model' }} effect @returns {Promise<Happened>} */
  async function callModel({ ctx, agent, session, tools, abort }, effect) {
    const ends = ctx.request().attemptCompletedSignal;
    return ctx.run(`model ${effect.call}`, () => perform(effect, {
      agent, session, tools, model: setting.model, onStream: piece => pieces.tell(ctx.key, piece),
    }, AbortSignal.any([abort.signal, ends])));
  }

  /** @param {Work} work @param {Effect & { type: 'call_tool' }} effect @returns {Promise<Happened>} */
  async function callTools(work, effect) {
    const outcomes = await Promise.all(effect.tools.map(tool => outcome(work, effect, tool)));
    const doubt = outcomes.find(ended => 'doubt' in ended);
    if (doubt) return { type: 'doubted', call: effect.call, ...(doubt.doubt !== null && { text: doubt.doubt }) };
    return { type: 'returned', call: effect.call, results: outcomes.map(ended => /** @type {{ result: ToolResult }} */ (ended).result) };
  }

  /** @param {Work} work @param {Effect & { type: 'call_tool' }} effect @param {HostCall} tool @returns {Promise<Outcome>} */
  async function outcome(work, effect, tool) {
    const { ctx } = work;
    if (setting.onPage.has(tool.name)) return elsewhere(ctx, effect.call, tool);
    const one = { ...effect, tools: [tool] };
    const run = (/** @type {{ begun?: boolean, alone?: boolean }} */ known, /** @type {AbortSignal} */ signal) => perform(one, { agent: work.agent, session: work.session, tools: work.tools, model: setting.model, ...known }, signal);
    if (tool.access === 'write') {
      const { idempotent = false, status } = work.tools[tool.name] ?? {};
      return outcomeOf(await writes(ctx, { call: effect.call, key: tool.key, mayRepeat: idempotent, canTell: idempotent || status !== undefined, mostMs: setting.writeMs, stopped: work.abort.signal, run }));
    }
    return outcomeOf(await ctx.run(`${tool.name} ${tool.key}`, () => run({}, AbortSignal.any([work.abort.signal, ctx.request().attemptCompletedSignal]))));
  }

  /** Has a page run a call. @param {ObjectSharedContext} ctx @param {number} call @param {HostCall} tool @returns {Promise<Outcome>} */
  function elsewhere(ctx, call, tool) {
    const { id, promise } = /** @type {{ id: string, promise: Promise<Outcome> }} */ (ctx.awakeable());
    ctx.genericSend({ service: name, method: 'askPage', key: ctx.key, parameter: { call, tool, awakeable: id }, inputSerde: serde.json });
    return promise;
  }
}

/** @typedef {{ ctx: ObjectSharedContext, agent: any, session: any, tools: Record<string, any>, abort: AbortController }} Work */

/** A session that may be asked while its request is carried out. One whose WebAssembly was replaced meanwhile is not freed. @param {any} agent @param {Saved} saved */
function resumedIn(agent, { snapshot }) {
  const own = /** @type {any} */ (core(agent));
  const session = new own.Session(agent.name, { resume: snapshot });
  const { generation } = own;
  return { session, free() { if (own.generation === generation) session.free(); } };
}

/** @param {Happened} happened @returns {Outcome} */
function outcomeOf(happened) {
  if (happened.type === 'returned') return { result: happened.results[0] };
  if (happened.type === 'doubted') return { doubt: happened.text ?? null };
  const { code, text } = /** @type {Happened & { type: 'failed' }} */ (happened);
  return { result: { error: { code, text } } };
}
