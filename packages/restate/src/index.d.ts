import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Model, StreamPiece, Tool, WasmAgent } from 'stepgate';

/** Options of {@link sessions}. */
export interface SessionsOptions {
  /** The agents by the names under which pages ask for them: `{ desk }`. A saved session keeps its name: do not rename one that was used. */
  agents: Record<string, WasmAgent<any>>;
  /** Asks the model, as in `openSession`. A call whose process is killed is made again from its start. */
  model: Model;
  /**
   * Tools that run on the server, by name, as in `openSession`; one list for all agents. A write whose process is killed is asked for its `status`, runs again under its key if it is
   * `idempotent`, and else asks the user. Default: those that the agents bring. A `TypeError` for one with `presence`: a server has no page to check.
   */
  tools?: Record<string, ((args: any, context: any) => unknown) | Tool>;
  /** Names of the tools that run on the page, such as a camera: `openRemoteSession({ tools })` has them. Default: none. */
  pageTools?: string[];
  /** Name of the virtual object in Restate. Default: `stepgate`. Sessions of another name are other sessions. */
  name?: string;
  /**
   * Longest time of a write, in milliseconds; then its `signal` is aborted. After a killed process, a write that has a `status` and is not `idempotent` waits as long before it is looked at
   * again, since its old process may only be cut off. Default: 30,000.
   */
  writeMs?: number;
  /** Time without a sign of life, in milliseconds, after which a page that runs a tool is given up, and another page may run it. Default: 15,000. */
  leaseMs?: number;
}

/** Agents that are served. */
export interface Sessions {
  /** Name of the virtual object. */
  readonly name: string;
  /** The virtual object, to serve it beside others: `serve({ services: [object] })` of `@restatedev/restate-sdk`. */
  readonly object: any;
  /**
   * Serves it to Restate at a port, by HTTP/2. Resolves with the port once it listens. Whoever reaches the port can play Restate: keep it from the network, or give `identityKeys`, the
   * public keys that Restate signs its requests for.
   */
  listen(port: number, options?: { identityKeys?: string[] }): Promise<number>;
  /** Words of replies that come in, for the gateways of this process. */
  readonly pieces: { listen(key: string, hear: (piece: StreamPiece) => void): () => void };
}

/**
 * Makes the virtual object whose instances are sessions. Loads the agents' WebAssembly, so what is missing is told at the start: rejects with a `TypeError` that names the option, what was
 * found and what is allowed.
 *
 * ```js
 * const agents = await sessions({ agents: { desk }, model })
 * await agents.listen(9080)
 * ```
 */
export function sessions(options: SessionsOptions): Promise<Sessions>;

/** Options of {@link gateway}. */
export interface GatewayOptions {
  /** Address of Restate's ingress, such as `http://127.0.0.1:8080`. Only servers must reach it: it asks nobody who they are. */
  ingress: string;
  /** The user of a request, by your login; nothing for nobody, which is answered with status 401. A session belongs to one user. */
  userOf: (request: IncomingMessage) => string | undefined | null | Promise<string | undefined | null>;
  /** Path below which the gateway answers. Default: `/agents`. */
  base?: string;
  /** Most bytes of a request. Default: 1,000,000. */
  maxBytes?: number;
}

/**
 * The gateway of the pages: a listener for `createServer` of `node:http`. It asks `userOf` who is there, and calls Restate. A path that it does not know is answered with status 404. The words of a
 * reply as they come in reach a page whose gateway is in the process of the session; any other gateway shows them when the reply is whole.
 */
export function gateway(sessions: Pick<Sessions, 'name'> & Partial<Sessions>, options: GatewayOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Options of {@link register}. */
export interface RegisterOptions {
  /** Address of Restate's admin API, such as `http://127.0.0.1:9070`. */
  admin: string;
  /** Address at which Restate reaches the sessions, such as `http://127.0.0.1:9080`. */
  uri: string;
  /** Whether the address may be known already. Default: true. */
  force?: boolean;
  /** Gives it up when it is aborted. */
  signal?: AbortSignal;
}

/** Tells Restate where the sessions are: once after each deployment. Rejects with what Restate says. */
export function register(options: RegisterOptions): Promise<void>;
