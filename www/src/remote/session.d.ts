import type { AnswerTo, Named, Of, Session, SessionOptions, Tool, ViewOf, WasmAgent } from '../index.js';

/** Options of {@link openRemoteSession}: the agent, its model and the tools that are not the page's are the server's. */
export interface RemoteSessionOptions<Agent = string | WasmAgent> extends Pick<SessionOptions<Agent>, 'id' | 'input' | 'lang' | 'autoOpen' | 'seed' | 'signal' | 'onStream'> {
  /** Address of the server's gateway, such as `/agents` or `https://api.example.com/agents`. */
  base: string;
  /** The agent's name on the server. */
  agent: string;
  /** Tools of this page (camera, clipboard, what it shows), which the server names as `pageTools`. A page that has none of them leaves their calls to one that has. Default: none. */
  tools?: Record<string, ((args: any, context: any) => unknown) | Tool>;
  /** Headers of each request, such as `{ authorization }`; asked anew each time, so that a token may change. Default: none. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Whether cookies go along, as in `fetch`. Default: `same-origin`. */
  credentials?: 'omit' | 'same-origin' | 'include';
  /** After every step, which the server has saved, and when `warning` comes or goes. */
  onChange?: (view: ViewOf<Agent>, session: RemoteSession<Agent>) => void;
}

/**
 * An open session that runs on a server. `read` answers with a promise; `role` is always `drives`, since the server does; `takeOver` changes nothing; `warning` with code `lost` is set
 * while the server is not heard. After `close` the session goes on. The rest is as in `Session`.
 */
export interface RemoteSession<Agent = string | WasmAgent> extends Omit<Session<Agent>, 'read' | 'subscribe'> {
  /** Asks the agent something; changes nothing. */
  read<Query extends Of<Agent>['query']>(query: Query): Promise<AnswerTo<Agent, Query>>;
  /** As in a session of the page. */
  subscribe(onChange: (view: ViewOf<Agent>, session: RemoteSession<Agent>) => void, onStream?: SessionOptions['onStream']): () => void;
}

/**
 * Opens a session that runs on a server of `@stepgate/restate`, or finds it there. Any number of pages and devices may have it open, and all of them may speak and answer. Words whose
 * answer is lost are sent again, under the same ticket, and are heard once.
 *
 * ```js
 * import { openRemoteSession } from 'stepgate/remote'
 * const trip = await openRemoteSession({ base: '/agents', agent: 'planner', id: 'trip-1', onChange: show })
 * await trip.say('Lisbon, second week of May')
 * ```
 *
 * Rejects with a `TypeError` for a wrong option, a `StoreError` with the code `signed_out` where the server does not know the user, and a `SessionError` with the code `bad_option`
 * for an agent that it does not serve. While it cannot be reached, the promise waits: give a `signal` to end that.
 */
export function openRemoteSession<Agent extends string | WasmAgent = string>(options: RemoteSessionOptions<Agent>): Promise<RemoteSession<Named<Agent>>>;
