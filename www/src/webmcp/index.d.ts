import type { Json, Lang, OwnTool, Presence, Session, SessionStore, StepgateError, View, Words } from '../index.js';

/**
 * Gives tools of the page to agents of the browser, by the draft of WebMCP, and has every call of them go through the gate: what reads runs; what writes asks on a card with its exact arguments, is
 * recorded before it starts, and runs once. The calls are a session of their own, `gate.session`, whose card the page shows as any other.
 *
 * Where the browser has no WebMCP, nothing is opened: `isAvailable` is false. Rejects with a `WebMcpError` if the browser refuses a tool; none is registered then.
 *
 * ```js
 * import { tool } from 'stepgate'
 * import { registerTools } from 'stepgate/webmcp'
 *
 * const clear = tool({ description: 'Clears the cart', access: 'write', execute: () => fetch('/cart', { method: 'DELETE' }).then(({ status }) => status) })
 * const gate = await registerTools({ clear }, { onChange: ({ card }) => console.log(card?.title) })
 * ```
 */
export function registerTools(tools: Record<string, OwnTool>, options?: RegisterOptions): Promise<WebMcpGate>;

/** The options of `registerTools`; one that is wrong is a `TypeError` with its name. */
export interface RegisterOptions {
  /** Names the session in the store. Default: `webmcp`. */
  id?: string | undefined;
  /** Keeps the calls and their receipts. Default: a store in memory. */
  store?: SessionStore | undefined;
  /** Language of the cards, and of what the browser is told. Default: the page's. */
  lang?: Lang | undefined;
  /** Input of the session, for rules of tools (`access` as a function). Default: none. */
  input?: Json | undefined;
  /** Checks that the user is there before a write, as in `openSession`. Default: the tools' own. */
  presence?: Presence | undefined;
  /** After every change: show `view.card`, and answer it by `session.answer`. */
  onChange?: ((view: View, session: Session<any>) => void) | undefined;
  /** Names of the tools whose results hold texts of others (`untrustedContentHint`), such as mails. Default: none. */
  untrusted?: readonly string[] | undefined;
  /** Origins of frames that may see the tools beside this page's own. Default: none. */
  exposedTo?: readonly string[] | undefined;
  /** How long a card waits for the user before the call is taken back, in milliseconds. Default: 120,000. */
  waitMs?: number | undefined;
  /** Takes the place of the browser's `document.modelContext`. */
  context?: ModelContextLike | undefined;
}

/** Tools that were given to the browser. */
export interface WebMcpGate {
  /** Whether the browser takes tools. */
  readonly isAvailable: boolean;
  /** The session that the calls go through. */
  readonly session: Session<any> | undefined;
  /** Takes the tools back, and closes the session. Calls that wait are answered with `stopped`. */
  close(): Promise<void>;
}

/** The answer to a call, in the form of MCP. */
export interface WebMcpAnswer {
  /** The result as text: as it is, or as JSON; of a failure its code and why. */
  content: {
    /** Always text. */
    type: 'text';
    /** The text. */
    text: string;
  }[];
  /**
   * The result as a value, or the failure. Its code is that of the tool's error, or `declined` (with the user's reason), `no_answer`, `stopped`, `in_doubt` (it may have been done, and the user is asked),
   * `watching` (another tab drives the session), `invalid_args`.
   */
  structuredContent: {
    /** The result. */
    result: Json;
  } | {
    /** Why there is none. */
    error: {
      /** For programs. */
      code: string;
      /** For the agent. */
      text: string;
    };
  };
  /** Whether it failed. */
  isError?: true;
}

/** The part of the browser's `document.modelContext` that is used. */
export interface ModelContextLike {
  /** Registers a tool, until the signal is aborted. */
  registerTool(tool: any, options?: any): Promise<unknown> | unknown;
  /** Takes a tool back, in drafts without the signal. */
  unregisterTool?(name: string): void;
}

/** Reason why tools could not be given to the browser. */
export class WebMcpError extends StepgateError {
  constructor(code: WebMcpErrorCode, more?: { detail?: string; cause?: unknown });
  name: 'WebMcpError';
  /** The reason, for programs. */
  code: WebMcpErrorCode;
  /** For the user, in both languages. */
  text: Words;
  /** The browser's own words. */
  detail?: string;
}
/** `not_registered`: the browser refuses a tool: its policy does not allow any (`Permissions-Policy: tools`), or another script has registered the name. */
export type WebMcpErrorCode = 'not_registered';
