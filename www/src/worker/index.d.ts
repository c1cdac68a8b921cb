import type { Agent, ExportedSession, Json, Of, OpenOptions, WasmAgent } from '../index.js';

/** Name of an agent, or of the agent whose type is given. */
type NameOf<A> = A extends WasmAgent<infer Name> ? Name : A extends string ? A : string;

/** What a page says to a worker that serves agents: the model, the store and the tools are the worker's. */
export interface WorkerOptions<Name extends string> extends Pick<OpenOptions<Name>, 'id' | 'input' | 'lang' | 'lock' | 'autoOpen' | 'seed' | 'onStream'> {
  /** A worker, or a port, whose other side calls `serve`. */
  worker: Worker | MessagePort;
  /** The agent's name in `serve`. */
  agent: string;
  /** How long the worker may be silent before `open` rejects (default: 10,000): its script is not loaded, or does not call `serve`. */
  timeoutMs?: number;
  onChange?: (view: Agent<Name>['view'], agent: WorkerAgent<Name>) => void;
}

/** An open session in a worker. `read` and `export` answer with a promise, the rest is as in `Agent`. */
export interface WorkerAgent<Name extends string = string> extends Omit<Agent<Name>, 'read' | 'export' | 'subscribe'> {
  read<Answer = Json>(query: Of<Name>['query'] | Json): Promise<Answer>;
  export(): Promise<ExportedSession>;
  subscribe(onChange: (view: Agent<Name>['view'], agent: WorkerAgent<Name>) => void, onStream?: OpenOptions['onStream']): () => void;
}

/**
 * Opens a session whose engine, store, model and tools are in a worker. Rejections have the name, the code and the fields that they have
 * in the worker. The type of an agent gives those of its views:
 *
 * ```ts
 * import type { planner } from './agent.worker'
 * const agent = await open<typeof planner>({ worker, agent: 'planner', id: 'trip-1' })
 * ```
 */
export function open<A extends string | WasmAgent = string>(options: WorkerOptions<NameOf<A>>): Promise<WorkerAgent<NameOf<A>>>;

/**
 * Serves agents to the page that started this worker: `serve({ planner }, { model, store })`. The options are those of `open`; they hold for
 * every session. `port`: the other side, if it is not that page, such as a port of a SharedWorker.
 */
export function serve(
  agents: Record<string, WasmAgent<any> | string>,
  options: Pick<OpenOptions, 'model' | 'store' | 'tools'>,
  port?: MessagePort,
): void;
