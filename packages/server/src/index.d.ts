import type { IncomingMessage } from 'node:http';

/** The server of sessions (`docs/protocol.md`). Throws a `TypeError` that names the option which is wrong. */
export function sessionServer(options: ServerOptions): SessionServer;

/** The options of `sessionServer`. */
export interface ServerOptions {
  /** The database of the sessions: `await sqliteDatabase(file)`, `postgresDatabase(options)`, `memoryDatabase()`. */
  database: Database;
  /** The user of a request: a text of 1 to 200 characters, or nothing for nobody (`unauthorized`). A session belongs to one user. */
  user: (request: IncomingMessage) => string | undefined | null | Promise<string | undefined | null>;
  /** Path that all others stand below. Default: `/v1`. */
  base?: string | undefined;
  /** Origins whose pages may call, such as `https://app.example.com`; `loopback` stands for every port of this machine. Default: none, so only pages of the server's own origin. */
  origins?: string[] | undefined;
  /** Limits, each with its default. */
  limits?: Partial<Limits> | undefined;
  /** Token for `/metrics`: `Authorization: Bearer` with this text of at least 16 characters. Default: nobody may read it. */
  metricsToken?: string | undefined;
  /** Called with what went wrong in the server itself. Default: `console.error`. */
  log?: ((error: unknown) => void) | undefined;
  /** Longest time in which a request must arrive, in milliseconds. Default: 30,000, of which the head has 10,000. */
  arrivesMs?: number | undefined;
}

/** Limits of one user, and of all of them. */
export interface Limits {
  /** Bytes of one body of JSON. Default: 8 MB. */
  stepBytes: number;
  /** Bytes of one image or file. Default: 16 MB. */
  blobBytes: number;
  /** Bytes of all texts and blobs of a user. Default: 1 GB. */
  userBytes: number;
  /** Sessions of a user. Default: 10,000. */
  sessions: number;
  /** Streams of events that a user has open. Default: 20. */
  streams: number;
  /** Requests of a user that are under way. Default: 64. */
  inFlight: number;
  /** Connections of all users; above it a request is answered `busy`. Default: 10,000. */
  connections: number;
}

/** A server that can be started. */
export interface SessionServer {
  /** Makes the tables or brings them up to date, and listens. Gives the base address. `port`: default 8790, 0 for a free one; `host`: default 127.0.0.1. */
  listen(port?: number, host?: string): Promise<string>;
  /** Ends the streams, lets requests under way end within two seconds, and closes the database. */
  close(): Promise<void>;
}

/** A database of this package. */
export interface Database {
  /** Name for messages. */
  readonly name: string;
}

/** Sessions in the memory of this process, for tests: they end with it. */
export function memoryDatabase(): Database;

/** A `user` function for a few users with a token each, of at least 16 characters: `bearer({ ann: token })`. */
export function bearer(tokens: Record<string, string>): (request: IncomingMessage) => string | undefined;

/** A request that is not carried out, with its code (`docs/protocol.md`). */
export class Refused extends Error {
  constructor(code: RefusedCode, message: string, more?: Record<string, unknown>);
  /** The reason, for programs. */
  code: RefusedCode;
  /** Members of the answer beside `code` and `message`. */
  more: Record<string, unknown>;
}

/** The codes of the protocol. */
export type RefusedCode =
  | 'malformed' | 'unauthorized' | 'not_found' | 'deleted' | 'not_allowed' | 'too_slow' | 'conflict' | 'too_large' | 'wrong_blob' | 'missing_blob'
  | 'rate_limited' | 'internal' | 'busy' | 'quota';
