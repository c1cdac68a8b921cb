// @ts-check
import { callPage } from './callback.js';
import { mustBe } from './must.js';

/**
 * Announces changes to this tab and to the other tabs that have the same `name` open; without `BroadcastChannel`, to this tab alone.
 * @template T @param {string} name
 */
export function newsOf(name) {
  /** @type {Set<(news: T) => void>} */
  const listeners = new Set();
  /** @param {T} news */
  const heard = news => listeners.forEach(listener => callPage(() => listener(news)));
  /** @type {BroadcastChannel | undefined} */
  let channel;
  const open = () => {
    if (channel || typeof BroadcastChannel === 'undefined') return;
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => heard(data);
    /** @type {any} */ (channel).unref?.(); // in Node the channel would keep the process alive
  };
  return {
    /** @param {T} news */
    tell(news) {
      open();
      channel?.postMessage(news);
      heard(news);
    },
    /** @param {(news: T) => void} listener */
    listen(listener) {
      mustBe(listener, 'listener', 'function');
      open();
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    /** Removes all listeners and closes the channel, until somebody listens again. */
    close() {
      listeners.clear();
      channel?.close();
      channel = undefined;
    },
  };
}
