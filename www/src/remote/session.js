// @ts-check
/** @import { Happened, View } from '../index.js' */
import { faultIn, must } from '../checks/assert-option.js';
import { SessionError, StoreError, told } from '../errors.js';
import { abortable } from '../page/abortable.js';
import { freshId } from '../page/fresh-id.js';
import { pageLang } from '../page/page-lang.js';
import { Audience } from '../session/audience.js';
import { callerOf } from '../session/caller.js';
import { refusedFor } from '../session/presence.js';
import { withAllBlocks } from '../session/view.js';
import { errandRunner } from './errands.js';
import { errorOf, sessionServer } from './session-server.js';

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  base: 'name', agent: 'name', id: 'name', 'input?': 'any', 'lang?': 'lang', 'seed?': 'count', 'autoOpen?': 'boolean', 'tools?': 'object', 'headers?': 'function',
  'credentials?': [value => ['omit', 'same-origin', 'include'].includes(value), "'omit', 'same-origin' or 'include'"],
  'signal?': 'signal', 'onChange?': 'function', 'onStream?': 'function',
};

/** Members of a tool of the page. @type {import('../checks/assert-option.js').Form} */
const TOOL = { execute: 'function', 'status?': 'function', 'idempotent?': 'boolean' };

/** @type {typeof import('./session.d.ts').openRemoteSession} */
export async function openRemoteSession(options) {
  const fault = faultIn(options, FORM, true);
  must(!fault, `openRemoteSession(options): ${fault?.[0]}`, fault?.[1] ?? '');
  const session = new RemoteSession(options);
  return abortable(options.signal, () => session.begin(), () => session.leave());
}

/** The tools of the page in their long form. @param {Record<string, any>} given @returns {Record<string, any>} */
function longTools(given = {}) {
  return Object.fromEntries(Object.entries(given).map(([name, tool]) => {
    const long = typeof tool === 'function' ? { execute: tool } : tool;
    const fault = faultIn(long, TOOL, true);
    must(!fault, `openRemoteSession(options): tools.${name}.${fault?.[0]}`, fault?.[1] ?? '');
    return [name, long];
  }));
}

/** A session that runs on a server, as this page sees it. */
class RemoteSession {
  #options; #server; #errands;
  #audience = new Audience();
  #ended = new AbortController();
  /** The last state that the server has told. @type {Shown | undefined} */
  #now;
  /** Those who wait. @type {Set<{ isThere(): boolean, resolve(): void, reject(error: unknown): void }>} */
  #waits = new Set();
  /** Why the server is not heard, or does not know the session. @type {Error | undefined} */
  #lost;
  /** @type {any} */
  #session;

  /** @param {any} options */
  constructor(options) {
    const { base, id, headers = () => ({}), credentials = 'same-origin', tools } = options;
    this.#options = options;
    const at = { base: base.replace(/\/+$/, ''), id, headers, credentials };
    this.#server = sessionServer({ ...at, ended: this.#ended.signal, lost: error => this.#setLost(error) });
    // A tool that runs when the page closes the session is let end, and told.
    const lasting = sessionServer({ ...at, ended: new AbortController().signal, lost: () => {} });
    this.#errands = errandRunner(longTools(tools), lasting, () => this.#lang);
    this.#session = callerOf(id, this.#driving());
  }

  get #view() { return /** @type {View} */ (this.#now?.view); }

  get #lang() { return this.#now?.view.lang ?? this.#options.lang ?? pageLang(); }

  /** Begins the session or finds it, and gives it once its view is there. */
  async begin() {
    const { agent, input, lang = pageLang(), seed, autoOpen, onChange, onStream } = this.#options;
    try {
      await this.#server.call('open', { agent, input, lang, seed, autoOpen }, freshId());
      this.#audience.join(this.#session);
      this.#audience.listen({ session: this.#session, onChange, onStream }, undefined);
      this.#server.listen(data => this.#hear(data));
      await this.#until(() => this.#now !== undefined);
      return this.#session;
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  leave() {
    this.#audience.leave(this.#session);
    this.#ended.abort();
    for (const { reject } of this.#waits) reject(new SessionError('closed'));
    this.#waits.clear();
  }

  /** The part of the driver's place for the `Session` of the caller. */
  #driving() {
    return /** @type {any} */ ({
      view: () => this.#view,
      role: () => 'drives',
      warning: () => this.#lost && told(this.#lost, this.#lang),
      mustBeOpen: () => this.#mustBeOpen(),
      tell: (/** @type {Happened} */ happened, /** @type {any} */ beside) => this.#tell(happened, beside),
      isOpening: () => false,
      read: async (/** @type {any} */ query) => (await this.#server.call('read', { query })).answer,
      listen: (/** @type {any} */ onChange, /** @type {any} */ onStream) => this.#audience.listen({ session: this.#session, onChange, onStream }, this.#view),
      takeOver: async () => this.#view,
      blob: async () => { throw new StoreError('damaged', { detail: 'a session on a server keeps no files' }); },
      exported: async () => ({ ...await this.#server.call('export', {}), id: this.#options.id }),
      leave: async () => this.leave(),
    });
  }

  #mustBeOpen() {
    if (this.#ended.signal.aborted) throw new SessionError('closed');
  }

  /** Sends an event, and waits until the session waits for the user. @param {Happened} happened @param {{ files?: unknown[] }} [beside] @returns {Promise<View>} */
  async #tell(happened, { files = [] } = {}) {
    this.#mustBeOpen();
    must(files.length === 0, 'say(text, extra, { parts })', 'left out: a session on a server keeps no files');
    const atWork = ['model', 'tool'].includes(this.#view.waiting);
    const told = this.#server.call('tell', { event: happened, ...(atWork && { atWork }) }, freshId());
    const { version } = await told.catch(error => { throw error.name === 'Refusal' && !error.message ? refusedFor(error.code, this.#lang) : error; });
    await this.#until(() => this.#now !== undefined && this.#now.version >= version && this.#now.isSettled);
    return this.#view;
  }

  /** @param {() => boolean} isThere @returns {Promise<void>} */
  async #until(isThere) {
    if (isThere()) return;
    await /** @type {Promise<void>} */ (new Promise((resolve, reject) => this.#waits.add({ isThere, resolve, reject })));
  }

  /** @param {any} data of the server: a view, words of a reply, or an error */
  #hear({ error, piece, ...shown }) {
    if (this.#ended.signal.aborted) return;
    if (piece) return this.#audience.showPiece(piece);
    if (error) return this.#fail(errorOf(error));
    const isFirst = shown.isWhole || !this.#now;
    this.#now = { ...shown, view: withAllBlocks(isFirst ? [] : this.#view.blocks, shown.view) };
    this.#lost = undefined;
    this.#audience.show(this.#view);
    for (const wait of this.#waits) {
      if (!wait.isThere()) continue;
      this.#waits.delete(wait);
      wait.resolve();
    }
    this.#errands.pursue(shown.errands);
  }

  /** Shows or removes the warning that the server is not heard. @param {Error | undefined} error */
  #setLost(error) {
    const changes = (error === undefined) !== (this.#lost === undefined);
    this.#lost = error;
    if (changes && this.#now && !this.#ended.signal.aborted) this.#audience.show(this.#view);
  }

  /** The server does not know the session any more. @param {Error} error */
  #fail(error) {
    this.#setLost(error);
    for (const { reject } of this.#waits) reject(error);
    this.#waits.clear();
  }
}

/** A session as the server tells it. `isWhole`: with all blocks, whatever the page knows. @typedef {{ version: number, view: View, isSettled: boolean, isWhole?: boolean, errands: import('./errands.js').Errand[] }} Shown */
