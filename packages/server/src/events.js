// @ts-check
/** @import { ServerResponse } from 'node:http' */
/** @import { Moved } from './database.js' */
import { Refused } from './refused.js';

/** Pause between two comments that keep a stream open, in milliseconds. */
const PING_MS = 15_000;
/** Bytes that may wait for a reader; one that has more to read is too slow. */
const MOST_WAITING = 256 * 1024;

/**
 * The streams of events, by user.
 * @param {number} most streams of a user @param {{ count(name: string, status: number): void }} metrics
 */
export function eventStreams(most, metrics) {
  /** @type {Map<string, Set<ServerResponse>>} */
  const open = new Map();
  let size = 0;
  /** @param {ServerResponse} response @param {string} text */
  const write = (response, text) => {
    if (response.writableLength > MOST_WAITING) {
      metrics.count('events_slow', 200);
      response.destroy();
    } else response.write(text);
  };
  const pinging = setInterval(() => open.forEach(those => those.forEach(one => write(one, ': \n\n'))), PING_MS);
  pinging.unref();
  return {
    get size() { return size; },
    /** @param {string} user @param {ServerResponse} response */
    open(user, response) {
      const those = open.get(user) ?? new Set();
      if (those.size >= most) throw new Refused('rate_limited', `this user has ${most} streams open`, { retryAfter: 30 });
      open.set(user, those.add(response));
      size += 1;
      response.setTimeout(0);
      response.on('close', () => {
        size -= 1;
        those.delete(response);
        if (those.size === 0 && open.get(user) === those) open.delete(user);
      });
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.write('event: ready\ndata: {}\n\n');
    },
    /** @param {Moved} moved */
    tell({ user, ...moved }) {
      const those = open.get(user);
      if (!those) return;
      const text = `event: ${moved.revision === undefined ? 'deleted' : 'moved'}\ndata: ${JSON.stringify(moved)}\n\n`;
      those.forEach(one => write(one, text));
    },
    close() {
      clearInterval(pinging);
      open.forEach(those => those.forEach(one => one.end()));
    },
  };
}
