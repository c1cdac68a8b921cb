import type { AnswerTo, Named, Needed, Of, Session, SessionOptions, ViewOf, WasmAgent } from '../index.js';

/** Options of a page for a worker that serves agents: the model, the store and the tools are the worker's. */
export interface WorkerOptions<Agent = string | WasmAgent> extends Pick<SessionOptions<Agent>, 'id' | 'input' | 'lang' | 'lock' | 'autoOpen' | 'seed' | 'signal' | 'presence' | 'onStream'> {
  /** A worker, or a port, whose other side calls `serve`. */
  worker: Worker | MessagePort;
  /** The agent's name in `serve`. */
  agent: string;
  /**
   * How long the worker may be silent, in milliseconds (default: 10,000). Then `openSession` rejects: its script is not loaded, or does not call
   * `serve`. Later a silent worker is asked whether it is there, and after as long again what waits for it rejects: it was terminated.
   */
  timeoutMs?: number;
  /** After every step that is saved, as in a session of the page. */
  onChange?: (view: ViewOf<Agent>, session: WorkerSession<Agent>) => void;
}

/** An open session in a worker. `read` answers with a promise, the rest is as in `Session`. */
export interface WorkerSession<Agent = string | WasmAgent> extends Omit<Session<Agent>, 'read' | 'subscribe'> {
  read<Query extends Of<Agent>['query']>(query: Query): Promise<AnswerTo<Agent, Query>>;
  /** As in a session of the page. */
  subscribe(onChange: (view: ViewOf<Agent>, session: WorkerSession<Agent>) => void, onStream?: SessionOptions['onStream']): () => void;
}

/**
 * Opens a session whose engine, store, model and tools are in a worker. Rejections have the name, the code and the fields that they have
 * in the worker. The type of an agent gives those of its views:
 *
 * ```ts
 * import type { planner } from './agent.worker.js'
 * const session = await openSession<typeof planner>({ worker, agent: 'planner', id: 'trip-1' })
 * ```
 */
export function openSession<Agent extends string | WasmAgent = string>(options: WorkerOptions<Agent> & Needed<Agent>): Promise<WorkerSession<Named<Agent>>>;

/**
 * Serves agents to the page that started this worker: `serve({ planner }, { model, store })`. The options are those of `openSession`; they hold for
 * every session. `port`: the other side, if it is not that page, such as a port of a SharedWorker.
 */
export function serve(
  agents: Record<string, WasmAgent<any> | string>,
  options: Pick<SessionOptions, 'model' | 'store' | 'tools'>,
  port?: MessagePort,
): void;
