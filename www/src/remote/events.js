// @ts-check
/** @import { Ask } from './client.js' */
import { createParser } from 'eventsource-parser';
import { runCallback } from '../page/run-callback.js';

/** Silence after which a stream counts as broken, in milliseconds: the server says something every 15 seconds. */
const SILENCE_MS = 40_000;

/** Called with the revision that another device has saved; without one, where something happened that only a load can tell. @typedef {(revision?: number) => void} Listener */

/**
 * The events of a server, for the sessions that are watched. The stream is open while one is.
 * @param {Ask} ask @param {{ moved: (id: string) => void, connected: (ids: string[]) => void, pause: (failures: number) => number }} on
 */
export function remoteEvents(ask, { moved, connected, pause }) {
  /** @type {Map<string, Set<Listener>>} */
  const watched = new Map();
  /** @type {AbortController | undefined} */
  let open;

  /** @param {string} id @param {number} [revision] */
  const tell = (id, revision) => watched.get(id)?.forEach(listener => runCallback(() => listener(revision)));

  /** @param {{ event?: string, data: string }} message */
  const hear = ({ event, data }) => {
    if (event === 'ready') return connected([...watched.keys()]);
    const { id, revision } = parsed(data);
    if (typeof id !== 'string') return;
    if (event === 'deleted') tell(id);
    else if (event === 'moved' && Number.isSafeInteger(revision)) {
      tell(id, revision);
      moved(id);
    }
  };

  /** @param {AbortSignal} signal */
  const follow = async signal => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const connection = new AbortController();
      const end = () => connection.abort();
      const timer = timerOf(end);
      signal.addEventListener('abort', end);
      try {
        const body = await ask('GET', '/events', {}, { as: 'stream', signal: connection.signal });
        await eachPiece(body, hear, () => {
          failures = 0;
          timer.again();
        });
      } catch {
        // the next try follows
      }
      timer.end();
      signal.removeEventListener('abort', end);
      if (signal.aborted) return;
      await new Promise(resolve => {
        const waiting = setTimeout(resolve, pause(failures));
        unref(waiting);
        signal.addEventListener('abort', () => {
          clearTimeout(waiting);
          resolve(undefined);
        }, { once: true });
      });
    }
  };

  return {
    tell,
    /** @param {string} id @param {Listener} listener @returns {() => void} ends it */
    watch(id, listener) {
      const those = watched.get(id) ?? new Set();
      watched.set(id, those.add(listener));
      if (!open) follow((open = new AbortController()).signal);
      return () => {
        those.delete(listener);
        if (those.size === 0 && watched.get(id) === those) watched.delete(id);
        if (watched.size === 0) this.close();
      };
    },
    close() {
      open?.abort();
      open = undefined;
    },
  };
}

/** @param {ReadableStream<Uint8Array>} body @param {(message: { event?: string, data: string }) => void} hear @param {() => void} alive */
async function eachPiece(body, hear, alive) {
  const parser = createParser({ onEvent: hear });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    alive();
    parser.feed(decoder.decode(piece.value, { stream: true }));
  }
}

/** A timer that begins anew with `again`. @param {() => void} over */
function timerOf(over) {
  const begun = () => {
    const timer = setTimeout(over, SILENCE_MS);
    unref(timer);
    return timer;
  };
  let timer = begun();
  return {
    again() {
      clearTimeout(timer);
      timer = begun();
    },
    end: () => clearTimeout(timer),
  };
}

/** Lets a process of Node end while a timer runs. @param {any} timer */
export const unref = timer => timer.unref?.();

/** @param {string} data @returns {any} */
function parsed(data) {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
