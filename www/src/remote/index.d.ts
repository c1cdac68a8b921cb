export * from './session.js';
import type { Store, StoreErrorCode } from '../index.js';

/**
 * A store whose sessions are on a server that speaks the protocol of `docs/protocol.md`, such as `@stepgate/server`, so that a user finds them on every
 * device.
 *
 * ```js
 * import { indexedDbStore, openSession } from 'stepgate'
 * import { guide } from 'stepgate/guide'
 * import { remoteStore } from 'stepgate/remote'
 *
 * const store = remoteStore('https://sessions.example.com/v1', {
 *   cache: indexedDbStore('my-app ann'),                                     // one for each user
 *   headers: async () => ({ authorization: 'Bearer my-token' }),
 *   onState: ({ online, waiting }) => { document.title = online ? 'Trips' : `Trips (offline, ${waiting} steps wait)` },
 * })
 * const session = await openSession({ agent: guide, id, model, store, input: { resume, user_intent } })
 * ```
 *
 * With a `cache`, a session opens and goes on without the server: its steps wait in the browser and are sent later, each once. A tool that writes runs only
 * when the server has the record that it starts; offline it does not run. Where another device was faster, what waits here becomes a session of
 * its own (`state.copies`), and the session shows the other device's steps. Throws a `TypeError` that names the option which is wrong; its methods reject with `StoreError`.
 */
export function remoteStore(base: string, options?: RemoteStoreOptions): RemoteStore;

/** The options of `remoteStore`. */
export interface RemoteStoreOptions {
  /**
   * The store of the sessions in this browser: one that nothing else uses, one for each user. Sessions that it has already are sent to the server.
   * Default: none; a session then goes on in memory while the server does not answer.
   */
  cache?: Store;
  /** Gives the headers of each request, such as `authorization`. Called before each; what it throws counts as a server that does not answer. Default: none. */
  headers?: () => HeadersInit | Promise<HeadersInit>;
  /**
   * The place where the record must be before a tool that writes runs. `server`: on the server, so that no other device runs it too. `cache`: in this browser is
   * enough while the server does not answer; another device that goes on meanwhile does not know of the write. Default: `server`.
   */
  writes?: 'server' | 'cache';
  /** Called with the state after each change of it. Default: none. */
  onState?: (state: RemoteState) => void;
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch;
  /** Longest wait for an answer, in milliseconds; for the bytes of files four times as long. Default: 10,000. */
  timeoutMs?: number;
}

/** The store on a server. It has no `fork`. */
export interface RemoteStore extends Omit<Store, 'fork'> {
  /** Tells what other devices save, by one stream for all sessions of this store. */
  watch(id: string, listener: (revision?: number) => void): () => void;
  /** Sends what waits. It also happens by itself: after growing pauses, and when the browser is online again. */
  sync(): Promise<void>;
  /** Whether the server answers, and what waits for it. */
  readonly state: RemoteState;
  /** Ends the stream of events and the tries to send. The store can be used further, without them. */
  close(): void;
}

/** The connection as a page shows it. */
export interface RemoteState {
  /** Whether the server answered the last request. */
  online: boolean;
  /** Number of steps that are in this browser alone. Those of sessions that this page has not looked at yet are counted once it has. */
  waiting: number;
  /** Why the last request failed, until one succeeds. */
  problem?: StoreErrorCode;
  /** Sessions that were set aside since the page was loaded, because the server's had gone another way. */
  copies: RemoteCopy[];
}

/** A session that was set aside. */
export interface RemoteCopy {
  /** The session that goes on as the server has it. */
  id: string;
  /** The session with what was here: nothing in it is approved, and what was under way asks before it runs. */
  copy: string;
}
