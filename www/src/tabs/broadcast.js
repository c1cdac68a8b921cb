// @ts-check
import { runCallback } from '../page/run-callback.js';
import { assertOption } from '../checks/assert-option.js';
import { openChannel } from './channel.js';

/**
 * Announces changes to this tab and to the other tabs that have the same `name` open; without `BroadcastChannel`, to this tab alone.
 * @template T @param {string} name
 */
export function broadcast(name) {
  /** @type {Set<(news: T) => void>} */
  const listeners = new Set();
  /** @param {T} news */
  const heard = news => listeners.forEach(listener => runCallback(() => listener(news)));
  /** @type {ReturnType<typeof openChannel> | undefined} */
  let channel;
  const open = () => { channel ??= openChannel(name, heard); };
  return {
    /** @param {T} news */
    tell(news) {
      open();
      channel?.tell(news);
      heard(news);
    },
    /** @param {(news: T) => void} listener */
    listen(listener) {
      assertOption(listener, 'listener', 'function');
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
