// @ts-check
/** @import { SavedStep, StreamPiece } from '../index.js' */
/** @import { News } from './handover.js' */
import { openChannel } from './channel.js';
import { faultIn } from '../checks/assert-option.js';

/**
 * Decides which tab drives the session `name`. Without `locks` (older Node and browsers, `lock: false`) every tab drives, and the store
 * decides
 * between them. `granted` is called when a lock that was waited for comes free, `lost` when another tab has taken it.
 * @param {string} name @param {{ granted: () => void, lost: () => void }} on @param {LockManager | undefined} locks
 */
export function tabLock(name, on, locks) {
  if (!locks) return { acquire: async () => true, steal: async () => {}, release() {}, released: async () => {} };

  /** @type {(() => void) | undefined} */
  let free;
  /** @type {AbortController | undefined} */
  let waiting;
  /** Resolves with the end of the newest request. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /**
   * Requests the lock and holds it until `free` is called.
   * @param {LockOptions} options @returns {Promise<boolean>} whether the lock was granted
   */
  const hold = options => new Promise((resolve, reject) => {
    /** @type {(() => void) | undefined} */
    let mine;
    last = locks.request(name, options, lock => {
      if (!lock) return resolve(false);
      return new Promise(ended => {
        mine = free = () => ended(undefined);
        resolve(true);
      });
    }).catch(error => {
      if (!mine) return reject(error);
      if (free === mine) free = undefined;
      on.lost();
    });
  });

  const wait = () => {
    waiting = new AbortController();
    hold({ signal: waiting.signal }).then(on.granted, () => {});
  };
  const release = () => {
    waiting?.abort();
    free?.();
    free = undefined;
  };
  return {
    /** Takes the lock if it is free, else queues for it. If the page may not use locks (a sandboxed frame), the store decides. */
    async acquire() {
      const held = await hold({ ifAvailable: true }).catch(() => true);
      if (!held) wait();
      return held;
    },
    async steal() {
      release();
      await hold({ steal: true });
    },
    /** Releases the lock, or leaves the queue. */
    release,
    /** Resolves when the browser has done so. */
    released: async () => { await last; },
  };
}

/**
 * Message between tabs: the driving tab saved a step or received a piece of a reply; or any tab's message about running write tools; or
 * a tab `asks` whether one drives, and that one answers; an inspector begins or ends to look (`inspects`), and hears each saved `step`.
 * @typedef {{ moved?: number, piece?: StreamPiece, tools?: News, asks?: boolean, drives?: boolean, inspects?: boolean, step?: Pick<SavedStep, 'changes' | 'trace'> }} Told
 */

/**
 * Channel between the tabs that have the session `name` open; silent without `BroadcastChannel`. Messages of an unknown form, which
 * another version of the page may send, are ignored.
 * @param {string} name @param {(message: Told) => void} hear
 */
export function tabChannel(name, hear) {
  return openChannel(name, message => { if (isTold(message)) hear(message); });
}

/** @type {import('../checks/assert-option.js').Form} */
const TOLD = { 'moved?': 'number', 'piece?': 'object', 'tools?': 'object', 'asks?': 'boolean', 'drives?': 'boolean', 'inspects?': 'boolean', 'step?': 'object' };
/** @type {import('../checks/assert-option.js').Form} */
const PIECE = { call: 'number', text: 'text', reasoning: 'text', patches: [Array.isArray, 'a list'] };
/** @type {import('../checks/assert-option.js').Form} */
const NEWS = { run: 'text', 'asks?': 'boolean', 'results?': [Array.isArray, 'a list'] };

/** @type {import('../checks/assert-option.js').Form} */
const STEP = { trace: 'texts', 'changes.revision': 'number', 'changes.first': 'number', 'changes.entries': 'texts' };

/** @param {any} data @returns {data is Told} */
const isTold = data => Object(data) === data && !faultIn(data, TOLD)
  && (!data.step || !faultIn(data.step, STEP)) && (!data.piece || !faultIn(data.piece, PIECE)) && (!data.tools || !faultIn(data.tools, NEWS));
