// @ts-check
/** @import { Session, SessionOptions, StreamPiece, View } from '../index.js' */
import { runCallback } from '../page/run-callback.js';

/** Functions of the caller that has this session. @typedef {Pick<SessionOptions, 'onChange' | 'onStream'> & { session: Session }} Listener */

/** A caller that waits until the session waits for the user. One that `watches` goes on waiting if another tab takes over.
 * @typedef {{ resolve: (view: View) => void, reject: (error: unknown) => void, watches: boolean }} Waiter */

/** The callers of a session: who has it open, who listens, and who waits until the session waits for the user. */
export class Audience {
  /** Callers that have joined and not closed. @type {Set<Session>} */
  #joined = new Set();
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Waiter[]} */
  #waiters = [];

  /** @param {Session} session */
  join(session) {
    this.#joined.add(session);
  }

  /** Whether this caller has the session open. @param {Session} session */
  has(session) {
    return this.#joined.has(session);
  }

  /** Lets a caller go, with its listeners. Gives whether no other one has the session open. @param {Session} session */
  leave(session) {
    for (const listener of this.#listeners) if (listener.session === session) this.#listeners.delete(listener);
    this.#joined.delete(session);
    return this.#joined.size === 0;
  }

  /** Adds a listener and shows it the present view, if there is one. @param {Listener} listener @param {View | undefined} view @returns {() => void} */
  listen(listener, view) {
    this.#listeners.add(listener);
    if (view) showTo(listener, view);
    return () => { this.#listeners.delete(listener); };
  }

  /** @param {View} view */
  show(view) {
    for (const listener of this.#listeners) showTo(listener, view);
  }

  /** @param {StreamPiece} piece */
  showPiece(piece) {
    for (const { onStream } of this.#listeners) if (onStream) runCallback(() => onStream(piece));
  }

  /** The view with which the session waits for the user. @param {boolean} watches @returns {Promise<View>} */
  wait(watches) {
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject, watches }));
  }

  /** Tells those who wait that the session waits for the user. @param {View} view */
  settle(view) {
    for (const { resolve } of this.#waiters.splice(0)) resolve(view);
  }

  /** Tells those who wait that nothing comes, but for those who watch where the session goes on in another tab. @param {unknown} reason @param {boolean} goesOn */
  abandon(reason, goesOn) {
    const left = this.#waiters.filter(({ watches }) => watches && goesOn);
    for (const { reject } of this.#waiters.filter(waiter => !left.includes(waiter))) reject(reason);
    this.#waiters = left;
  }
}

/** @param {Listener} listener @param {View} view */
function showTo({ session, onChange }, view) {
  if (onChange) runCallback(() => onChange(view, session));
}
