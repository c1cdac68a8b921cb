// @ts-check
/** @import { Agent, AgentInfo, Answer, Effect, Event, ExportedSession, HostCall, Json, Notice, OpenOptions, Patch, Snapshot, Start, Store, Tool, ToolResult, View, Changes } from './index.js' */
import { AgentError, StoreError, told } from './errors.js';
import { tabChannel, tabLock } from './lock.js';
import { memoryStore } from './memory.js';
import { checkOptions, hostTools, wrong } from './options.js';
import { runTools } from './tools.js';
import { withAllBlocks } from './view.js';

/**
 * One session inside the WebAssembly.
 * @typedef {object} Session
 * @property {(event: Event) => boolean} handle
 * @property {() => Effect | undefined} effect
 * @property {(since?: number) => View} view
 * @property {(since: number) => Changes} changes
 * @property {() => Snapshot} snapshot
 * @property {(query: Json) => Json} read
 * @property {() => void} stream
 * @property {(chunk: string) => Patch[]} push
 * @property {() => string[]} takeTrace
 * @property {() => void} free
 *
 * The WebAssembly. `renew` replaces an instance that broke down; sessions of an older `generation` are void.
 * @typedef {object} Core
 * @property {new (agent: string, start: Start) => Session} Session
 * @property {() => AgentInfo[]} agents
 * @property {number} generation
 * @property {() => void} renew
 */

/** @typedef {Event extends infer E ? E extends { at_ms: number } ? Omit<E, 'at_ms'> : never : never} Happened an event before it has its time */

/** @param {Core} core @param {OpenOptions} options @returns {Promise<Agent>} */
export async function openAgent(core, options) {
  checkOptions(options);
  const infos = core.agents();
  const info = infos.find(({ name }) => name === options.agent)
    ?? wrong('agent', `one of ${infos.map(({ name }) => name).join(', ')}`);
  const driver = new Driver(core, options, hostTools(info, options.tools ?? {}));
  await driver.begin();
  return driver.agent;
}

/**
 * Save, then act: an event is handled, saved, shown, and only then is done what the session asks for. Starting, resuming, stopping
 * and trying again are all the same `#reconcile`.
 */
class Driver {
  #core; #options; #tools;
  /** @type {Store} */ #store;
  #lock; #channel;
  /** @type {Session | undefined} */ #session;
  #generation = 0;
  /** @type {'drives' | 'watches' | 'closed'} */ #role = 'watches';
  /** @type {View | undefined} */ #view;
  /** @type {Notice | undefined} */ #warning;
  /** What the session asks for. @type {Effect | undefined} */ #effect;
  /** What is being done about it. @type {{ call: number, abort: AbortController } | undefined} */ #running;
  /** Revision that is in the store. @type {number | null} */ #saved = null;
  /** Trace records that are not. @type {string[]} */ #trace = [];
  /** The call whose write tools are on record as started: by this driver, or before it (`begun`). @type {number | undefined} */ #started;
  #begun = false;
  /** Waiting for the session to wait for the user. @type {{ resolve: (view: View) => void, reject: (error: unknown) => void }[]} */ #waiters = [];
  /** Events one after the other. @type {Promise<unknown>} */ #queue = Promise.resolve();

  /** @param {Core} core @param {OpenOptions} options @param {Record<string, Tool>} tools */
  constructor(core, options, tools) {
    this.#core = core;
    this.#options = options;
    this.#tools = tools;
    this.#store = options.store ?? memoryStore();
    const name = `stepgate:${this.#store.name}:${options.id}`;
    const locks = options.lock === false ? undefined : globalThis.navigator?.locks;
    this.#lock = tabLock(name, { granted: () => this.#granted(), lost: () => this.#lost() }, locks);
    this.#channel = tabChannel(name, message => this.#hear(message));
    this.agent = this.#surface();
  }

  /** @returns {Agent} */
  #surface() {
    const driver = this;
    /** @param {Happened} happened */
    const tell = async happened => {
      await this.#submit(happened);
      return this.#settled();
    };
    return Object.freeze({
      id: this.#options.id,
      get view() { return /** @type {View} */ (driver.#view); },
      get role() { return driver.#role === 'drives' ? /** @type {const} */ ('drives') : /** @type {const} */ ('watches'); },
      get warning() { return driver.#warning; },
      /** @param {string} text @param {Json} [extra] */
      say: (text, extra) => tell({ type: 'said', text, ...(extra === undefined ? {} : { with: extra }) }),
      /** @param {number} call @param {Answer} answer */
      answer: (call, answer) => tell({ type: 'answered', call, ...answer }),
      /** @param {Json} change */
      edit: change => tell({ type: 'edited', change }),
      stop: () => tell({ type: 'stopped' }),
      /** @param {Json} query */
      read: query => this.#ask(session => session.read(query)),
      takeOver: () => this.#takeOver(),
      export: () => this.#export(),
      close: () => this.#close(),
    });
  }

  async begin() {
    const held = await this.#lock.acquire();
    try {
      await this.#enqueue(async () => {
        await this.#loadOrCreate();
        if (held) await this.#drive();
        this.#show();
      });
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  // ---- the session ----

  async #loadOrCreate() {
    try {
      if (await this.#load()) return;
      this.#create();
      await this.#save(this.#moved());
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code !== 'conflict') return this.#goOnInMemory(error);
      await this.#load(); // another tab was faster to create it
    }
  }

  #create() {
    const { agent, input, lang, seed = randomSeed() } = this.#options;
    const open = { input: /** @type {Json} */ (input ?? null), seed, at_ms: Date.now(), ...(lang ? { lang } : {}) };
    this.#adopt(new this.#core.Session(agent, { open }));
  }

  /** Takes the session from the store; false where it is not there. */
  async #load() {
    const saved = await this.#store.load(this.#options.id);
    if (!saved) return false;
    const { snapshot, started } = saved;
    if (snapshot.agent !== this.#options.agent) wrong('agent', `"${snapshot.agent}": the session was begun with it`);
    this.#adopt(new this.#core.Session(this.#options.agent, { resume: snapshot }));
    this.#saved = snapshot.revision;
    this.#started = started;
    this.#begun = started !== undefined;
    return true;
  }

  /** @param {Session} session */
  #adopt(session) {
    this.#dismiss();
    this.#session = session;
    this.#generation = this.#core.generation;
    this.#effect = session.effect();
    this.#view = session.view(0);
  }

  #dismiss() {
    if (this.#generation === this.#core.generation) this.#session?.free();
    this.#session = undefined;
  }

  /** What an event made of the session, read off it before anything is saved. */
  #moved() {
    const session = /** @type {Session} */ (this.#session);
    return {
      changes: session.changes(this.#saved ?? 0),
      trace: session.takeTrace(),
      effect: session.effect(),
      view: session.view(this.#view?.revision),
    };
  }

  /** Asks the session for something that changes nothing. @template T @param {(session: Session) => T} question */
  #ask(question) {
    if (!this.#session) throw new AgentError('closed');
    try {
      return question(this.#session);
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#enqueue(() => this.#rebuild());
      throw new AgentError('trapped', { cause: error });
    }
  }

  /** After a trap: a new instance, and the session as it was last saved. */
  async #rebuild() {
    if (this.#role === 'closed') return;
    if (this.#generation === this.#core.generation) this.#core.renew();
    if (!await this.#load()) throw new AgentError('trapped');
  }

  // ---- one step ----

  /** @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  #enqueue(task) {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** @param {Happened} happened */
  #submit(happened) {
    const event = /** @type {Event} */ ({ at_ms: Date.now(), ...happened });
    return this.#enqueue(() => {
      if (this.#role !== 'drives') throw new AgentError(this.#role === 'closed' ? 'closed' : 'watching');
      return this.#step(event);
    });
  }

  /** @param {Event} event */
  async #step(event) {
    const moved = await this.#handle(event);
    if (!moved) return;
    try {
      await this.#save(moved);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code === 'conflict') return this.#yieldTo(error);
      this.#goOnInMemory(error);
    }
    this.#effect = moved.effect;
    this.#view = withAllBlocks(/** @type {View} */ (this.#view).blocks, moved.view);
    this.#show();
    this.#reconcile();
  }

  /** Undefined where the event came too late to change anything. @param {Event} event */
  async #handle(event) {
    const handle = () => (/** @type {Session} */ (this.#session).handle(event) ? this.#moved() : undefined);
    try {
      return handle();
    } catch (error) {
      if (!isTrap(error)) throw error;
      await this.#rebuild();
    }
    try {
      return handle();
    } catch (error) {
      if (!isTrap(error)) throw error;
      await this.#rebuild();
      return this.#reportTrap(event, error);
    }
  }

  /** An answer that breaks the session ends its turn: asking again would break it again. @param {Event} event @param {unknown} cause */
  #reportTrap(event, cause) {
    const error = new AgentError('trapped', { cause });
    if (event.type !== 'replied' && event.type !== 'returned') throw error;
    const failed = /** @type {Event} */ ({ type: 'failed', at_ms: event.at_ms, call: event.call, ...told(error, this.#lang) });
    return /** @type {Session} */ (this.#session).handle(failed) ? this.#moved() : undefined;
  }

  /** @param {{ changes: Changes, trace: string[], effect: Effect | undefined, view: View }} moved */
  async #save({ changes, trace, effect, view }) {
    this.#trace.push(...trace);
    const started = effect && writes(effect) ? effect.call : undefined;
    const strict = started !== undefined && started !== this.#started;
    await this.#store.save(this.#options.id, {
      base: this.#saved, at_ms: Date.now(), changes, trace: this.#trace, started, strict,
      progress: view.progress, preview: preview(view),
    });
    this.#saved = changes.revision;
    this.#trace = [];
    this.#warning = undefined;
    if (strict || started === undefined) this.#begun = false;
    this.#started = started;
    this.#channel.tell({ moved: changes.revision });
  }

  /** @param {StoreError} error */
  #goOnInMemory(error) {
    if (!this.#session) this.#create();
    this.#warning = told(error, this.#lang);
  }

  #show() {
    const { onChange } = this.#options;
    if (onChange) callHost(() => onChange(this.agent.view, this.agent));
    if (!this.#effect) for (const { resolve } of this.#waiters.splice(0)) resolve(this.agent.view);
  }

  /** @returns {Promise<View>} */
  #settled() {
    if (!this.#effect) return Promise.resolve(this.agent.view);
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  // ---- doing what the session asks for ----

  #reconcile() {
    const wanted = this.#role === 'drives' ? this.#effect : undefined;
    if (this.#running && this.#running.call !== wanted?.call) {
      this.#running.abort.abort();
      this.#running = undefined;
    }
    if (!wanted || this.#running) return;
    const running = { call: wanted.call, abort: new AbortController() };
    this.#running = running;
    this.#perform(wanted, running.abort.signal).then(happened => {
      if (this.#running === running) return this.#submit(happened);
    }).catch(error => this.#abandon(error));
  }

  /** @param {Effect} effect @param {AbortSignal} signal @returns {Promise<Happened>} */
  async #perform(effect, signal) {
    const { call } = effect;
    try {
      return effect.type === 'call_model' ? await this.#callModel(effect, signal) : await this.#callTools(effect, signal);
    } catch (error) {
      return { type: 'failed', call, ...told(error, this.#lang) };
    }
  }

  /** @param {Effect & { type: 'call_model' }} effect @param {AbortSignal} signal @returns {Promise<Happened>} */
  async #callModel({ call, messages, contract, sampling }, signal) {
    this.#ask(session => session.stream());
    /** @param {string} text @param {string} reasoning */
    const stream = (text, reasoning) => {
      if (signal.aborted) return;
      const patches = text ? this.#ask(session => session.push(text)) : [];
      this.#hear({ piece: { call, text, reasoning, patches } });
      this.#channel.tell({ piece: { call, text, reasoning, patches } });
    };
    const reply = await this.#options.model({ messages, contract, sampling }, {
      signal,
      onText: piece => stream(piece, ''),
      onReasoning: piece => stream('', piece),
    });
    if (typeof reply?.text !== 'string') throw new AgentError('bad_reply');
    const { text, reasoning, finish, usage } = reply;
    return { type: 'replied', call, text, ...defined({ reasoning, finish, usage }) };
  }

  /** @param {Effect & { type: 'call_tool' }} effect @param {AbortSignal} signal @returns {Promise<Happened>} */
  async #callTools({ call, tools }, signal) {
    const begun = this.#begun && this.#started === call;
    if (!begun && !this.#mayRun(call, tools)) {
      const error = told(new AgentError('not_saved'), this.#lang);
      return { type: 'returned', call, results: tools.map(() => ({ error })) };
    }
    const results = await runTools(tools, this.#tools, { call, signal, begun });
    return results ? { type: 'returned', call, results } : { type: 'doubted', call };
  }

  /**
   * A write runs only when the store knows that it was started, else a reload would run it again. Where nothing of the session
   * was ever saved, there is nothing to reload.
   * @param {number} call @param {HostCall[]} tools
   */
  #mayRun(call, tools) {
    const unsafe = tools.some(({ name, access }) => access === 'write' && !this.#tools[name].idempotent);
    return !unsafe || this.#started === call || this.#saved === null;
  }

  // ---- driving and watching ----

  /** Goes on with what the session asks for, as the only tab that does. */
  async #drive() {
    this.#role = 'drives';
    const effect = this.#effect;
    if (effect && writes(effect) && this.#started !== effect.call && this.#saved !== null) {
      try {
        await this.#store.start(this.#options.id, this.#saved, effect.call);
        this.#started = effect.call;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (error.code === 'conflict') return this.#watch();
        this.#goOnInMemory(error);
      }
    }
    this.#reconcile();
  }

  async #watch() {
    this.#stopDriving(new AgentError('watching'));
    await this.#load();
  }

  /** Another tab has saved in between: what this one made of it never happened. @param {StoreError} error @returns {Promise<never>} */
  async #yieldTo(error) {
    this.#lock.release();
    this.#trace = [];
    this.#stopDriving(error);
    const there = await this.#load();
    this.#show();
    throw there ? error : this.#vanished();
  }

  #vanished() {
    const error = new AgentError('deleted');
    this.#warning = told(error, this.#lang);
    return error;
  }

  /** @param {unknown} reason */
  #stopDriving(reason) {
    if (this.#role === 'drives') this.#role = 'watches';
    this.#running?.abort.abort();
    this.#running = undefined;
    this.#abandon(reason);
  }

  /** @param {unknown} reason */
  #abandon(reason) {
    for (const { reject } of this.#waiters.splice(0)) reject(reason);
  }

  #granted() {
    this.#enqueue(() => this.#resume()).catch(error => this.#abandon(error));
  }

  async #resume() {
    if (this.#role !== 'watches') return;
    await this.#load();
    await this.#drive();
    this.#show();
  }

  #lost() {
    if (this.#role !== 'drives') return;
    this.#stopDriving(new AgentError('watching'));
    this.#show();
    this.#lock.acquire().then(held => { if (held) this.#granted(); });
  }

  async #takeOver() {
    if (this.#role === 'closed') throw new AgentError('closed');
    if (this.#role === 'watches') {
      await this.#lock.steal();
      await this.#enqueue(() => this.#resume());
    }
    return this.agent.view;
  }

  /** What another tab tells, and this one's own stream. @param {{ moved?: number, piece?: import('./index.js').StreamPiece }} message */
  #hear({ moved, piece }) {
    const { onStream } = this.#options;
    if (piece && onStream) callHost(() => onStream(piece));
    if (moved === undefined || this.#role !== 'watches') return;
    this.#enqueue(async () => {
      if (this.#role !== 'watches' || (this.#view?.revision ?? 0) >= moved) return;
      await this.#load();
      this.#show();
    }).catch(error => { this.#warning = told(error, this.#lang); });
  }

  /** @returns {ExportedSession} */
  #export() {
    const snapshot = this.#ask(session => session.snapshot());
    const now = Date.now();
    return { stepgate: 1, id: this.#options.id, created_ms: now, updated_ms: now, snapshot, trace: [] };
  }

  #close() {
    return this.#enqueue(async () => this.#end());
  }

  #end() {
    this.#stopDriving(new AgentError('closed'));
    this.#role = 'closed';
    this.#lock.release();
    this.#channel.close();
    this.#dismiss();
  }

  get #lang() {
    return this.#view?.lang ?? this.#options.lang ?? 'en';
  }
}

/** Whatever the session throws that is neither a refusal nor the caller's mistake comes from a broken instance. @param {any} error */
const isTrap = error => error?.name !== 'Refusal' && error?.name !== 'StepgateError';

/** @param {Effect} effect */
const writes = effect => effect.type === 'call_tool' && effect.tools.some(({ access }) => access === 'write');

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The first words the user says name the session in a list. @param {View} view */
const preview = view => view.blocks.find(block => block.kind === 'user')?.text.slice(0, 80);

/** @template {object} T @param {T} fields @returns {Partial<T>} */
const defined = fields => /** @type {Partial<T>} */ (
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

/** The page's own mistakes are reported as such and do not break the step. @param {() => void} callback */
function callHost(callback) {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => { throw error; });
  }
}
