// @ts-check
/** @import { Session, AgentInfo, Effect, Event, FilePart, Happened, Json, Notice, SavedStep, SessionOptions, StreamPiece, Tool, View } from '../index.js' */
/** @import { filesOf } from '../files/taken.js' */
/** @import { Beside } from './caller.js' */
/** @import { Told } from '../tabs/lock.js' */
/** @import { Core, Moved, WasmSession } from './session.js' */
import { Audience } from './audience.js';
import { beginning } from './beginning.js';
import { callerOf } from './caller.js';
import { clock } from './clock.js';
import { SessionError, Refusal, StoreError, told } from '../errors.js';
import { words } from '../messages.js';
import { handover } from '../tabs/handover.js';
import { tabChannel, tabLock } from '../tabs/lock.js';
import { memoryStore } from '../store/memory.js';
import { AN_AGENT, checkOptions, hostTools, wrong } from '../options.js';
import { must } from '../checks/assert-option.js';
import { base64Of } from '../checks/base64.js';
import { inLang } from '../checks/text.js';
import { pageLang } from '../page/page-lang.js';
import { handOver, ownCopy } from '../checks/plain.js';
import { runCallback } from '../page/run-callback.js';
import { keepInside } from './inside.js';
import { areSame, isOfTheUser, isPressed, presenceOf, refusedFor, Unchecked } from './presence.js';
import { withoutBytes } from '../files/result-files.js';
import { hasWrites } from './writes.js';
import { effectRunner } from './runner.js';
import { saving } from './saving.js';
import { isTrap, liveSession } from './session.js';
import { filesIn, withAllBlocks } from './view.js';

/** Opens a session for one caller alone, as a tab of its own. @param {Core} core @param {SessionOptions & { agent: string }} options @returns {Promise<Session>} */
export async function openAlone(core, options) {
  checkOptions(options);
  const driver = driverOf(core, options);
  const session = driver.join(options);
  await driver.begin();
  return session;
}

/** A driver that has not begun. @param {Core} core @param {SessionOptions & { agent: string }} options valid ones */
export function driverOf(core, options) {
  const infos = core.agents();
  const info = infos.find(({ name }) => name === options.agent)
    ?? wrong('agent', `one of ${infos.map(({ name }) => name).join(', ')}, or ${AN_AGENT}; found "${options.agent}"`);
  return new Driver(core, options, hostTools(info, options.tools ?? {}), info);
}

/**
 * Drives a session: handles an event, saves the step, shows it, and only then does what the session asks for. Starting, resuming, stopping
 * and retrying all end in the same `#reconcile`. Each caller that has joined has a `Session` of its own; the last one that closes it ends
 * the session's driving.
 */
export class Driver {
  #options; #session; #saving; #beginning; #lock; #channel; #handover; #runner; #isOpening; #beforeCardTools; #presence;
  #audience = new Audience();
  /** Inspectors of this page, and the one message that inspectors of other tabs get. @type {Set<(step: SavedStep) => void>} */
  #watchers = new Set();
  /** @type {import('./inside.js').Inside} */
  #inside;
  /** Resolves when the session has ended here, once the last caller has closed it. @type {Promise<void> | undefined} */
  ended;
  /** @type {'drives' | 'watches' | 'closed'} */
  #role = 'watches';
  /** @type {View | undefined} */
  #view;
  /** The view that pages know while a step is not complete. @type {View | undefined} */
  #held;
  /** @type {Notice | undefined} */
  #warning;
  /** Ends the wait of a session that begins while another tab has the lock. @type {((held: boolean) => void) | undefined} */
  #awaitsLock;
  /** Loss of the browser's records of the session, until the user goes on. @type {StoreError | undefined} */
  #loss;
  /** The check of presence that is under way. @type {{ card: number, abort: AbortController } | undefined} */
  #checking;
  /** The session's present request. @type {Effect | undefined} */
  #effect;
  /** Ends the listening to other devices. @type {(() => void) | undefined} */
  #unwatch;
  /** Tail of the queue: events are handled one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {Core} core @param {SessionOptions & { agent: string }} options @param {Record<string, Tool>} tools @param {AgentInfo} info */
  constructor(core, options, tools, info) {
    const { agent, id, lock, store = memoryStore() } = options;
    this.#options = options;
    this.#session = liveSession(core, agent);
    this.#saving = saving(store, id, this.#watchers);
    this.#inside = { core, agent, id, store, watch: listener => this.#watch(listener) };
    this.#beginning = beginning(options, this.#session, this.#saving);
    const name = `stepgate:${store.name}:${id}`;
    const locks = globalThis.navigator?.locks;
    const driving = { granted: () => this.#granted(), lost: () => this.#lost() };
    this.#lock = tabLock(name, driving, lock === false ? undefined : locks);
    this.#channel = tabChannel(name, message => this.#hear(message));
    this.#handover = handover(name, tools => this.#channel.tell({ tools }), locks);
    this.#beforeCardTools = Object.values(tools).filter(({ beforeCard }) => beforeCard);
    this.#presence = presenceOf(tools, options.presence);
    this.#runner = this.#makeRunner(core, tools, info);
    this.#isOpening = sameAs(info.opening);
  }

  /** The present view; there is none before the session has begun. */
  get view() {
    return /** @type {View} */ (this.#view);
  }

  /** The view that pages know: a card that is still looked at is not in it. */
  get #shown() {
    return this.#held ?? this.view;
  }

  /** @param {Core} core @param {Record<string, Tool>} tools @param {AgentInfo} info */
  #makeRunner(core, tools, info) {
    const driver = this;
    const surroundings = {
      model: this.#options.model,
      tools,
      get lang() { return driver.#lang; },
      prices: this.#options.prices,
      counts: [this.#options.prices, this.#options.limits, this.#options.countTokens].some(option => option !== undefined),
      countTokens: this.#options.countTokens,
      facts: () => (core.facts ? this.#ask(core.facts) : { lang: driver.#lang }),
      bytesOf: /** @param {FilePart} part */ ({ sha256 }) => this.#saving.blob(sha256),
      filesOf: /** @param {readonly (Blob | FilePart)[]} given */ async given => {
        must(core.facts, 'withParts(value, parts)', 'the value alone: of the agents, those of toolAgent and defineAgent take files of tools');
        return this.#filesOf(given, 'withParts(value, parts)');
      },
      beginStream: () => this.#ask(session => session.stream()),
      push: /** @param {string} text */ text => this.#ask(session => session.push(text)),
      streamed: /** @param {StreamPiece} piece */ piece => {
        this.#channel.tell({ piece });
        this.#audience.showPiece(piece);
      },
    };
    const time = info.ticks ? clock(() => this.#tick()) : undefined;
    return effectRunner({ surroundings, saved: this.#saving, tabs: this.#handover, time }, {
      submit: happened => this.#submit(happened),
      enqueue: task => this.#enqueue(task),
      reload: () => this.#reload(),
      elsewhere: waits => this.#warnOfOther(waits),
      abandon: reason => this.#abandon(reason),
    });
  }

  /** Opens the session to one more caller. @param {Pick<SessionOptions, 'onChange' | 'onStream'>} listener @returns {Session} */
  join({ onChange, onStream }) {
    const mustBeOpen = () => { if (!this.#audience.has(session)) throw new SessionError('closed'); };
    const session = callerOf(this.#options.id, {
      view: () => this.#shown,
      role: () => (this.#role === 'drives' ? 'drives' : 'watches'),
      warning: () => this.#warning ?? (this.#loss && told(this.#loss, this.#lang)),
      mustBeOpen,
      tell: async (happened, beside) => {
        mustBeOpen();
        await this.#tell(ownCopy(happened), beside);
        this.#loss = undefined;
        return this.#settled();
      },
      goBack: async (back, again) => {
        mustBeOpen();
        await this.#goBack(back, again);
        this.#loss = undefined;
        return this.#settled();
      },
      isOpening: this.#isOpening,
      open: change => this.#askForOpening(change),
      read: query => this.#ask(live => handOver('/query', query, given => live.read(given))),
      listen: (onChange, onStream) => this.#audience.listen({ session, onChange, onStream }, this.#view && this.#shown),
      takeOver: () => this.#takeOver(),
      blob: part => this.#blob(part),
      exported: () => this.#export(),
      leave: () => this.#leave(session),
    });
    keepInside(session, this.#inside);
    this.#audience.join(session);
    this.#audience.listen({ session, onChange, onStream }, this.#view && this.#shown);
    return session;
  }

  /** Tells an inspector each step that is saved from now on, until it no longer listens. @param {(step: SavedStep) => void} listener */
  #watch(listener) {
    const guarded = (/** @type {SavedStep} */ step) => runCallback(() => listener(step));
    this.#watchers.add(guarded);
    return () => { this.#watchers.delete(guarded); };
  }

  /** Tells a step to the inspectors of other tabs. @param {SavedStep} step */
  #tellStep = ({ changes, trace }) => this.#channel.tell({ step: { changes, trace } });

  /** Ends the session here if no other caller has it open. A page that then opens it again drives at once. @param {Session} session */
  async #leave(session) {
    if (this.#audience.leave(session)) await (this.ended ??= this.#enqueue(async () => this.#end()).then(() => this.#lock.released()));
  }

  async begin() {
    const held = await this.#lock.acquire() || await this.#comesFree();
    try {
      await this.#enqueue(async () => {
        await this.#loadOrCreate();
        if (held) await this.#drive();
        this.#show();
      });
      this.#unwatch = this.#saving.watch(revision => this.#hearDevice(revision));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /**
   * Whether the lock comes free in a moment: a page that was reloaded may come before the browser has freed the lock of the one before it.
   * A tab that drives says so at once.
   * @returns {Promise<boolean>}
   */
  #comesFree() {
    return new Promise(resolve => {
      this.#awaitsLock = resolve;
      this.#channel.tell({ asks: true });
      setTimeout(resolve, ANSWER_MS, false);
    }).finally(() => { this.#awaitsLock = undefined; });
  }

  #granted() {
    if (this.#awaitsLock) this.#awaitsLock(true);
    else this.#inBackground(() => this.#resume());
  }

  // ---- coming to a session ----

  async #loadOrCreate() {
    try {
      if (await this.#load()) return;
      this.#beginAnew();
      await this.#save(this.#session.moved(0, 0));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code === 'damaged' || error.code === 'erased') throw error; // a damaged session is never replaced by a new one
      if (error.code === 'conflict') await this.#load(); // another tab created it first
      else this.#goOnInMemory(error);
    }
  }

  /** Loads the session from the store; false if it is not there. */
  async #load() {
    const { isThere, loss } = await this.#beginning.load();
    if (loss) this.#loss = loss;
    if (isThere) this.#readSession();
    return isThere;
  }

  /** Begins the session. Where that fails because an input is missing that was saved, the loss is the reason. */
  #beginAnew() {
    try {
      this.#create();
    } catch (error) {
      throw this.#loss ?? error;
    }
  }

  #create() {
    this.#beginning.create();
    this.#readSession();
  }

  /** Whether the session moved when it was loaded: a tool is defined otherwise since, so its open card or call was put again. */
  get #isRenewed() {
    return this.#saving.revision !== null && this.view.revision > this.#saving.revision;
  }

  #readSession() {
    this.#effect = this.#session.ask(session => session.effect());
    this.#view = this.#session.ask(session => session.view(0));
  }

  // ---- one step ----

  /** @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  #enqueue(task) {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Runs a task that no caller waits for; its error becomes the warning. @param {() => Promise<void>} task */
  #inBackground(task) {
    this.#enqueue(task).catch(error => {
      if (this.#role === 'closed') return;
      this.#warning = told(error, this.#lang);
      this.#show();
    });
  }

  /** Hands an event of the user to the session, after the check of presence if it would run a write that has one. @param {Happened} happened @param {Beside} [beside] */
  async #tell(happened, { press, files } = {}) {
    try {
      await this.#submit(happened, { files });
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error;
      await this.#submit(happened, { files, passed: await this.#checked(error, happened, press) });
    }
  }

  /**
   * Checks that the user is there. Gives the calls that this holds for, and nothing if the card has ended meanwhile.
   * @param {Unchecked} yes @param {Happened} happened @param {unknown} press
   */
  async #checked({ calls, card }, happened, press) {
    const lang = this.#lang;
    if (!card || !isPressed(happened, press)) throw refusedFor('press_needed', lang);
    if (this.#checking) throw refusedFor('checking', lang);
    const abort = new AbortController();
    const { signal } = abort;
    this.#checking = { card: card.id, abort };
    try {
      const ended = new Promise(resolve => { signal.addEventListener('abort', () => resolve(undefined)); });
      const checked = this.#presence?.mustBeThere(calls, { card: structuredClone(card), event: /** @type {any} */ (press), signal, lang });
      await Promise.race([checked, ended]);
      return signal.aborted ? undefined : calls;
    } finally {
      this.#checking = undefined;
    }
  }

  /** Ends a check of presence whose card has ended, or whose tab no longer drives. */
  #endOldCheck() {
    if (this.#checking && (this.#role !== 'drives' || this.#view?.card?.id !== this.#checking.card)) this.#checking.abort.abort();
  }

  /** Handles an event, and leaves the session as it was if that would run a write whose presence was not checked. @param {Event} event @param {import('../index.js').PresenceCall[]} [passed] */
  async #handleChecked(event, passed) {
    if (!this.#presence || !isOfTheUser(event)) return this.#handle(event);
    const { card } = this.view;
    const mustHavePassed = (/** @type {import('../index.js').PresenceCall[]} */ calls) => {
      if (calls.length === 0 || (passed && areSame(calls, passed))) return;
      throw passed ? refusedFor('card_changed', this.#lang) : new Unchecked(calls, card);
    };
    const asked = this.#presence.asked(event, card);
    if (asked.length && 'always' in event && event.always !== undefined) throw refusedFor('no_grant_here', this.#lang);
    mustHavePassed(asked);
    if (asked.length) return this.#handle(event);
    const before = this.#ask(session => session.snapshot());
    const moved = await this.#handle(event);
    try {
      if (moved) mustHavePassed(this.#presence.reached(card, moved));
    } catch (error) {
      this.#session.begin({ resume: before });
      throw error;
    }
    return moved;
  }

  /**
   * Hands an event to the session. `files` are beside words of the user, `passed` are the calls for which the user was there.
   * @param {Happened} happened @param {{ files?: (Blob | FilePart)[], passed?: import('../index.js').PresenceCall[] }} [beside]
   */
  #submit(happened, { files = [], passed } = {}) {
    const at_ms = Date.now();
    const known = this.#shown;
    return this.#enqueue(async () => {
      if (this.#role !== 'drives') throw new SessionError(this.#role === 'closed' ? 'closed' : 'watching');
      if (happened.type === 'said' && isAtWork(known) && this.view.card) throw new Refusal('busy', inLang(words('busy'), this.#lang));
      const said = await this.#filesOf(files, 'say(text, extra, { parts })');
      const { event, blobs } = withoutBytes(happened);
      const moved = await this.#handleChecked(/** @type {Event} */ ({ at_ms, ...event, ...(said.parts.length && { parts: said.parts }) }), passed);
      if (!moved) return;
      this.#saving.bring({ ...said.blobs, ...blobs });
      await this.#step(moved);
    });
  }

  /**
   * Goes back to an earlier state, and says the words there again or others. They answer no card: what a yes would run has to be seen again.
   * @param {import('./back.js').Back} back @param {{ text?: string }} [again]
   */
  #goBack(back, again) {
    return this.#enqueue(async () => {
      if (this.#role !== 'drives') throw new SessionError(this.#role === 'closed' ? 'closed' : 'watching');
      await this.#endWork();
      const records = await this.#saving.records();
      if (!records) throw refusedFor('no_records', this.#lang);
      const { event, said } = this.#ask(session => session.wayBack(back, records, Date.now()));
      await this.#moveBack(event);
      const { text = said?.text ?? '', with: own, parts } = { ...said, ...again };
      const moved = again && await this.#handle({ type: 'said', at_ms: Date.now(), text, card: 0, ...(own !== undefined && { with: own }), ...(parts && { parts }) });
      if (moved) await this.#step(moved);
    }).finally(() => this.#showBack());
  }

  /** Ends the call of the model or of tools that read, before the user goes back. A write ends first. */
  async #endWork() {
    if (!this.#effect) return;
    if (hasWrites(this.#effect)) throw new Refusal('busy', inLang(words('busy'), this.#lang));
    const stopped = await this.#handle({ type: 'stopped', at_ms: Date.now() });
    if (stopped) await this.#take(stopped);
  }

  /** @param {Event} event */
  async #moveBack(event) {
    const moved = await this.#handle(event);
    if (!moved) return;
    this.#held = this.view;
    await this.#take(moved);
  }

  /** Shows where the session is now, and does what it asks for. */
  #showBack() {
    if (this.#role === 'closed') return;
    this.#held = undefined;
    this.#show();
    this.#reconcile();
  }

  /** Files beside words of the user or the value of a tool, as references and bytes. @param {readonly (Blob | FilePart)[]} given @param {string} place @returns {ReturnType<typeof filesOf>} */
  async #filesOf(given, place) {
    if (given.length === 0) return { parts: [], blobs: {} };
    must(this.#saving.keepsBlobs, place, 'left out: the store of this session keeps no files, it has no getBlob');
    must(globalThis.crypto?.subtle, place, 'left out on a page without https: the browser has no crypto.subtle there');
    const { filesOf } = await import('../files/taken.js');
    const files = await filesOf(given, this.#lang);
    for (const part of files.parts) {
      const isThere = part.sha256 in files.blobs || await this.#saving.blob(part.sha256);
      must(isThere, `${place}: ${part.name ?? part.sha256}`, 'a file, a blob or a part of this session');
    }
    return files;
  }

  /** An image or a file of the session. @param {FilePart} part */
  async #blob({ sha256, mediaType }) {
    const bytes = await this.#saving.blob(sha256);
    if (!bytes) throw new StoreError('damaged', { place: `/blobs/${sha256}` });
    return new Blob([bytes], { type: mediaType });
  }

  /** @param {Moved} moved */
  async #step(moved) {
    this.#held ??= this.view;
    try {
      await this.#take(moved);
      await this.#open();
      await this.#runBeforeCard();
    } finally {
      this.#held = undefined;
    }
    this.#show();
    this.#reconcile();
  }

  /** @param {Moved} moved */
  async #take(moved) {
    try {
      await this.#save(moved);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code === 'conflict') throw await this.#giveWay(error);
      this.#goOnInMemory(error);
    }
    this.#effect = moved.effect;
    this.#view = withAllBlocks(this.view.blocks, moved.view);
  }

  /**
   * Opens the conversation of an agent that speaks first, once it is due, within the step that made it due: the page shows both at once.
   */
  async #open() {
    const { opening } = this.view;
    if (opening === undefined || this.#options.autoOpen === false) return;
    const opened = await this.#handle({ type: 'edited', at_ms: Date.now(), change: opening });
    if (opened) await this.#take(opened);
  }

  /** Makes the changes that the page's tools ask for before a card is shown, of which each gets a copy. What fails here leaves the card as it is. */
  async #runBeforeCard() {
    for (const tool of this.#beforeCardTools) {
      const { card } = this.view;
      if (!card) return;
      const change = await soon(() => tool.beforeCard?.(structuredClone(card))).catch(() => undefined);
      const moved = change === undefined ? undefined : await this.#handle({ type: 'edited', at_ms: Date.now(), change }).catch(refused);
      if (moved) await this.#take(moved);
    }
  }

  /** Asks for the opening, or waits for it where another tab has begun it. Never rejects for that. @param {Json} change */
  async #askForOpening(change) {
    try {
      await this.#submit({ type: 'edited', change });
    } catch (error) {
      if (!(error instanceof SessionError && error.code === 'watching') && !(error instanceof StoreError)) throw error;
    }
    return this.#settled(true);
  }

  /** @param {Moved} moved */
  async #save(moved) {
    await this.#saving.save(moved);
    this.#warning = undefined;
    this.#channel.tell({ moved: moved.changes.revision });
  }

  /** @param {StoreError} error */
  #goOnInMemory(error) {
    if (!this.#session.exists) this.#create();
    if (!this.#warning) console.warn(`stepgate: ${error.message}`);
    this.#warning = told(error, this.#lang);
  }

  #show() {
    if (!this.#view) return; // a message of another tab may come before this one has loaded the session
    this.#endOldCheck();
    this.#audience.show(this.#shown);
    if (this.#isSettled) this.#audience.settle(this.view);
  }

  /** Whether the session waits for the user, and the page knows it. */
  get #isSettled() {
    return !this.#effect && !this.#held;
  }

  /** @param {boolean} [watches] @returns {Promise<View>} */
  async #settled(watches = false) {
    if (this.#isSettled) return this.view;
    if (this.#role === 'closed') throw new SessionError('closed');
    return this.#audience.wait(watches);
  }

  // ---- an instance that breaks down ----

  /** Handles an event; after a trap, once more in a new instance. @param {Event} event */
  async #handle(event) {
    const handle = () => this.#session.handle(event, this.#saving.revision ?? 0, this.view.revision);
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
      return this.#endTurn(event, new SessionError('trapped', { cause: error }));
    }
  }

  /**
   * Gives up an event that trapped twice. If it is a reply, the turn fails; otherwise the sender gets the error.
   * @param {Event} event @param {SessionError} error
   */
  #endTurn(event, error) {
    if (event.type !== 'replied') throw error;
    const failed = /** @type {Event} */ ({ type: 'failed', at_ms: event.at_ms, call: event.call, ...told(error, this.#lang) });
    return this.#session.handle(failed, this.#saving.revision ?? 0, this.view.revision);
  }

  /** Starts a new instance and loads the session as last saved. */
  async #rebuild() {
    this.#session.leaveInstance();
    if (!await this.#load()) throw new SessionError('trapped');
  }

  /** @template T @param {(session: WasmSession) => T} question */
  #ask(question) {
    try {
      return this.#session.ask(question);
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#inBackground(async () => {
        await this.#rebuild();
        this.#show();
        this.#reconcile();
      });
      throw new SessionError('trapped', { cause: error });
    }
  }

  // ---- doing what the session asks for ----

  #reconcile() {
    this.#runner.pursue(this.#role === 'drives' ? this.#effect : undefined);
  }

  async #reload() {
    await this.#load();
    this.#show();
    this.#reconcile();
  }

  /** Warns the user that another tab still runs the tools, or removes that warning. @param {boolean} waits */
  #warnOfOther(waits) {
    if (waits) {
      this.#warning = told(new SessionError('running_elsewhere'), this.#lang);
      this.#show();
    } else if (this.#warning?.code === 'running_elsewhere') {
      this.#warning = undefined;
    }
  }

  /** Sends a time event. If that cannot be saved, the next event meets the same error and reports it. */
  #tick() {
    return this.#submit({ type: 'ticked' }).catch(() => {});
  }

  /** @param {unknown} reason */
  #abandon(reason) {
    this.#audience.abandon(reason, this.#role === 'watches');
  }

  // ---- driving and watching ----

  /** Starts driving: carries out the session's request. */
  async #drive() {
    this.#role = 'drives';
    try {
      // An imported session, and one that today's tools made ask again, is saved before anything else happens.
      if (this.#saving.isCopy || this.#isRenewed) await this.#save(this.#session.moved(this.#saving.revision ?? 0, 0));
      await this.#saving.start(this.#effect);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code === 'conflict') return void await this.#giveWay(error);
      this.#goOnInMemory(error);
    }
    await this.#limit();
    await this.#endGrants();
    await this.#openHere();
    this.#reconcile();
  }

  /** Tells the session the limits of the page, which hold anew only where they have changed. */
  async #limit() {
    const { limits = {} } = this.#options;
    if (this.#options.limits === undefined && this.view.limits === undefined) return;
    const moved = await this.#handle({ type: 'edited', at_ms: Date.now(), change: { limits: /** @type {any} */ (limits) } });
    if (moved) await this.#take(moved);
  }

  /** Takes back leave that was given before its tool had a check of presence: it would run the tool without one. */
  async #endGrants() {
    for (const { id, tool } of this.view.grants ?? []) {
      if (!this.#presence?.isChecked({ name: tool })) continue;
      const moved = await this.#handle({ type: 'edited', at_ms: Date.now(), change: { revoke: id } });
      if (moved) await this.#take(moved);
    }
  }

  /**
   * Opens the conversation. A failed opening leaves the session usable: if another tab was faster this one watches, else the warning tells.
   */
  async #openHere() {
    try {
      await this.#open();
    } catch (error) {
      if (this.#role === 'drives') this.#warning = told(error, this.#lang);
    }
  }

  /**
   * Gives way to a tab that has saved in between: this tab's unsaved step is void. Gives the error for the caller.
   * @param {StoreError} error
   */
  async #giveWay(error) {
    this.#lock.release();
    this.#held = undefined;
    this.#stopDriving(error);
    const there = await this.#load();
    const reason = there ? error : this.#loss ?? new SessionError('deleted');
    if (!there) this.#showAsSaved(reason);
    this.#show();
    return reason;
  }

  /** Shows a deleted session as last saved, without anything to answer. @param {Error} reason */
  #showAsSaved(reason) {
    this.#warning = told(reason, this.#lang);
    const { snapshot } = this.#saving;
    if (!snapshot) return;
    this.#session.begin({ resume: snapshot });
    this.#readSession();
    const { card, ...view } = this.view;
    this.#view = view;
  }

  /** @param {Error} reason */
  #stopDriving(reason) {
    if (this.#role === 'drives') this.#role = 'watches';
    this.#endOldCheck();
    this.#runner.letGo();
    this.#abandon(reason);
  }

  async #resume() {
    if (this.#role === 'closed') this.#lock.release(); // the lock came too late
    if (this.#role !== 'watches') return;
    if (!await this.#load()) throw this.#loss ?? new SessionError('deleted');
    await this.#drive();
    this.#show();
  }

  async #takeOver() {
    if (this.#role === 'closed') throw new SessionError('closed');
    if (this.#role === 'watches') {
      await this.#lock.steal();
      await this.#enqueue(() => this.#resume());
    }
    return this.view;
  }

  /**
   * The lock was lost. Mostly another tab has taken it; but a browser also drops locks when a part of it ends. Where it is free, this tab
   * takes it again and goes on.
   */
  async #lost() {
    const drives = () => this.#role === 'drives';
    if (!drives()) return;
    const held = await this.#lock.acquire();
    if (!drives()) return held ? this.#lock.release() : undefined; // it was closed meanwhile
    if (!held) {
      this.#stopDriving(new SessionError('watching'));
      this.#show();
    }
    this.#inBackground(() => this.#catchUp());
  }

  /** Loads the session again if another tab has saved a step in between. */
  async #catchUp() {
    if (this.#role !== 'closed' && await this.#saving.isBehind()) await this.#reload();
  }

  /** Receives a message from another tab. @param {Told} message */
  #hear({ moved, piece, tools, asks, drives, inspects }) {
    if (inspects !== undefined) this.#watchers[inspects ? 'add' : 'delete'](this.#tellStep);
    if (tools) this.#handover.hear(tools);
    if (asks && this.#role === 'drives') this.#channel.tell({ drives: true });
    if (drives) this.#awaitsLock?.(false);
    if (moved !== undefined) this.#handover.moved();
    if (this.#role !== 'watches') return;
    if (piece) this.#audience.showPiece(piece);
    if (moved === undefined) return;
    this.#inBackground(async () => {
      if (this.#role !== 'watches' || this.view.revision >= moved) return;
      await this.#load();
      this.#show();
    });
  }

  /** Follows a step of another device, as one of another tab: a session that was driven here is watched from then on. @param {number} [revision] */
  #hearDevice(revision) {
    this.#inBackground(async () => {
      if (this.#role === 'closed' || (revision !== undefined && this.#saving.knows(revision))) return;
      if (this.#role === 'drives') return void await this.#giveWay(new StoreError('conflict'));
      if (!await this.#load()) return;
      this.#show();
    });
  }

  async #export() {
    const { snapshot: saved, started } = this.#saving;
    // A watching tab exports what was saved: anything beyond that is void.
    const snapshot = (this.#role === 'watches' && saved) || this.#ask(session => session.snapshot());
    const now = Date.now();
    return {
      stepgate: /** @type {const} */ (1), id: this.#options.id, ...(started && { started }), createdMs: now, updatedMs: now, snapshot, trace: [], ...await this.#exportedBlobs(),
    };
  }

  /** The images and files of the conversation, as an exported session has them. */
  async #exportedBlobs() {
    const names = new Set(filesIn(this.view).map(({ sha256 }) => sha256));
    const all = await Promise.all([...names].map(async sha256 => ({ sha256, bytes: await this.#saving.blob(sha256) })));
    const there = all.flatMap(({ sha256, bytes }) => (bytes ? [[sha256, base64Of(bytes)]] : []));
    return there.length ? { blobs: Object.fromEntries(there) } : {};
  }

  #end() {
    this.#role = 'closed';
    this.#unwatch?.();
    this.#stopDriving(new SessionError('closed'));
    this.#lock.release();
    this.#runner.settled().then(() => this.#channel.close());
    this.#session.dismiss();
  }

  get #lang() {
    return this.#view?.lang ?? this.#options.lang ?? pageLang();
  }
}

/** @param {View} view */
const isAtWork = ({ waiting }) => waiting === 'model' || waiting === 'tool';

/** Whether an edit is the given one, `{ name: true }`. @param {Json | undefined} known @returns {(change: any) => boolean} */
function sameAs(known) {
  const [name] = Object.keys(known ?? {});
  return change => name !== undefined && change?.[name] === true && Object.keys(change).length === 1;
}

/** Time in which a tab that drives must answer, or the lock of a page that is gone come free, in milliseconds. */
const ANSWER_MS = 500;

/** Longest time for a look before a card, in milliseconds. */
const LOOK_MS = 2_000;

/** The answer of a page's function, or undefined if it takes too long. @template T @param {() => Promise<T> | T} look @returns {Promise<T | undefined>} */
async function soon(look) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let late;
  try {
    return await Promise.race([look(), new Promise(done => { late = setTimeout(done, LOOK_MS); })]);
  } finally {
    clearTimeout(late);
  }
}

/** Lets a refusal pass, which changed nothing. @param {any} error @returns {undefined} */
const refused = error => { if (!(error instanceof Refusal)) throw error; };
