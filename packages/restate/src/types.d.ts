// The data that the package's own files hand to each other.
import type { Card, HostCall, Snapshot, ToolResult } from 'stepgate';

/** A step of a session: as it is saved, and what it asks for. */
export interface Changed {
  snapshot: Snapshot;
  effect?: { call: number; writes: boolean };
  card?: Card;
}

/** A call of a tool that runs on a page. */
export interface Errand {
  call: number;
  tool: HostCall;
  /** Receives the outcome. */
  awakeable: string;
  /** Whether a page has started it. */
  begun: boolean;
  /** The page that runs it, and the number of signs of life that it has given. */
  by?: string;
  beat: number;
  /** Pages that have started it: an outcome of any of them counts. */
  pages: string[];
}

/** The state of a session's object. */
export interface Saved {
  agent: string;
  snapshot: Snapshot;
  /** Grows with everything that a page sees. */
  version: number;
  /** Whether an agent that speaks first does so by itself. */
  opens: boolean;
  hasCard: boolean;
  createdMs: number;
  updatedMs: number;
  /** The request that is being carried out, and whether it writes. */
  effect?: { call: number; writes: boolean };
  /** Calls for pages, by their key. */
  errands: Record<string, Errand>;
}

/** The outcome of a call, as JSON: its result, or a doubt with the error's text, if there is one. */
export type Outcome = { result: ToolResult } | { doubt: string | null };
