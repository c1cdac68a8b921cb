import type { Client, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { AccessContext, OwnTool, StepgateError, Verdict, Words } from '../index.js';

/**
 * Connects to a server of tools by the Model Context Protocol, over HTTP, with the client of `@modelcontextprotocol/client`, which is loaded by the first call. Rejects with
 * a `McpError`; where the server is there and lacks a header of CORS, its code is `cors`, and `header` and `message` name the header.
 *
 * ```js
 * import { toolAgent } from 'stepgate'
 * import { connectMcp, mcpTools } from 'stepgate/mcp'
 *
 * const client = await connectMcp('https://tools.example/mcp')
 * const helper = toolAgent({ name: 'helper', instructions: 'Help with the issues of the team.', tools: await mcpTools(client) })
 * ```
 */
export function connectMcp(address: string | URL, options?: ConnectOptions): Promise<Client>;

/** The options of `connectMcp`; one that is wrong is a `TypeError` with its name. */
export interface ConnectOptions {
  /** Name that the page tells the server. Default: `stepgate`. */
  name?: string | undefined;
  /** Version that the page tells the server. Default: `1.0.0`. */
  version?: string | undefined;
  /** Further headers of each request, such as `authorization`. Default: none. */
  headers?: Record<string, string> | undefined;
  /** How the user logs in, for a server that asks for it (OAuth), as the client's package documents it. Default: such a server fails as `unauthorized`. */
  authProvider?: OAuthClientProvider | undefined;
  /**
   * The query of the address to which the login has sent the user back: `new URL(location.href).searchParams`. Its `code` is changed for a token before the server is asked; a query without
   * one changes nothing. Compare its `state` yourself: the client's package does not. Default: the user has not come from a login.
   */
  login?: URLSearchParams | undefined;
  /**
   * Answers a question that the server asks while one of its tools runs (elicitation), as a user would at a card. What it throws tells the server that nobody was asked. Default: the server is told
   * that it cannot ask.
   */
  onQuestion?: ((question: McpQuestion) => Promise<McpAnswer> | McpAnswer) | undefined;
  /** How long the server may take to answer, in milliseconds. Default: 60,000. */
  timeoutMs?: number | undefined;
  /** Takes the place of the page's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Gives the connecting up when it is aborted: the promise rejects with `signal.reason`. */
  signal?: AbortSignal | undefined;
}

/** A question of a server. Its words are the server's: show them as text, and say whose they are. */
export interface McpQuestion {
  /** The question. */
  text: string;
  /** JSON Schema of the answer: an object whose members are texts, numbers, truth values or choices. */
  schema: any;
  /** Aborted when the server no longer waits. */
  signal: AbortSignal;
}

/** The user's answer to a question of a server. Anything else tells the server that the user gave none. */
export type McpAnswer = {
  accept: true;
  /** The answer, as the schema wants it. Default: an empty object. */
  args?: { [name: string]: string | number | boolean | string[] };
} | { accept: false } | undefined;

/**
 * The tools of a connected server, for `tools` of `toolAgent`, `toolStage` and `defineAgent`. A tool that the server marks as reading (`readOnlyHint`) reads; every other one is a
 * write, which asks on a card with its exact arguments and is called once. `access` decides otherwise.
 *
 * The result of a tool is its structured content, else its text, else a list of its parts: texts, resources, links, and for what a model of text cannot take its kind and size
 * (`left_out`, `bytes`). Names have `_` in the place of what servers of models do not take.
 *
 * If the server changes its list, tools of before that are gone or defined otherwise are not called any more: they fail as `tool_changed`, even after a yes to their card.
 * `onChange` gets the tools as they are now; an agent that is defined with them asks again where a grant was given for the tool of before.
 *
 * A write whose answer does not come is in doubt, and so is one that answers with an error, unless the server marks it as repeatable (`idempotentHint`): the user is asked.
 * Rejects with a `McpError`: `bad_tool` names a tool that cannot be used.
 */
export function mcpTools(client: McpClientLike, options?: McpToolsOptions): Promise<Record<string, OwnTool>>;

/** The options of `mcpTools`; one that is wrong is a `TypeError` with its name. */
export interface McpToolsOptions {
  /**
   * Access of a tool: `read`, `write`, a function that gives a verdict on each call as that of `tool` does, or undefined for what the server says. Default: what the server
   * says. A server can say anything: for one that you do not trust give `() => 'write'`.
   */
  access?: ((definition: McpToolDefinition) => 'read' | 'write' | ((args: any, context: AccessContext) => Verdict) | undefined) | undefined;
  /** Whether the agent gets a tool. Default: all of them. */
  take?: ((definition: McpToolDefinition) => boolean) | undefined;
  /** Stands before each name, so that tools of several servers differ: `github_`. Default: nothing. */
  prefix?: string | undefined;
  /** Whether the agent also gets `list_resources`, which lists resources and forms of addresses (`template`), and `read_resource`. Default: false. */
  resources?: boolean | undefined;
  /** After the server has changed its list, with the tools as they are now. */
  onChange?: ((tools: Record<string, OwnTool>) => void) | undefined;
  /** While a tool is at work, if the server says how far it is. */
  onProgress?: ((progress: McpProgress) => void) | undefined;
  /** How long a tool may be silent, in milliseconds; each progress begins anew. Default: 60,000. */
  timeoutMs?: number | undefined;
}

/** Progress of a tool that is at work. */
export interface McpProgress {
  /** The tool's name on its server. */
  tool: string;
  /** Number of the tool call, as in `view.running`. */
  call: number;
  /** How far it is, in a unit of the server's own. */
  progress: number;
  /** All there is to do, in the same unit, if the server knows. */
  total?: number;
  /** Its present work, in the server's words. */
  message?: string;
}

/** A tool as its server defines it. */
export interface McpToolDefinition {
  /** Its name on the server. */
  name: string;
  /** Its name for people. */
  title?: string | undefined;
  /** Its purpose, for the model. */
  description?: string | undefined;
  /** Its arguments, as JSON Schema. */
  inputSchema: any;
  /** Hints of the server about it, which nobody has checked. */
  annotations?: {
    /** Its name for people, in older servers. */
    title?: string | undefined;
    /** It only reads. */
    readOnlyHint?: boolean | undefined;
    /** It may overwrite or delete. */
    destructiveHint?: boolean | undefined;
    /** A second call with the same arguments does nothing more. */
    idempotentHint?: boolean | undefined;
    /** It reaches systems outside of the server. */
    openWorldHint?: boolean | undefined;
  } | undefined;
}

/** A connected client: a `Client` of `@modelcontextprotocol/client`, or one that has these functions of it. */
export interface McpClientLike {
  /** Lists the tools. */
  listTools(params?: any, options?: any): Promise<{
    /** All of them. */
    tools: McpToolDefinition[];
  }>;
  /** Calls a tool. */
  callTool(params: any, options?: any): Promise<any>;
  /** Lists the resources. */
  listResources(params?: any, options?: any): Promise<any>;
  /** Lists the forms of addresses of resources. */
  listResourceTemplates?(params?: any, options?: any): Promise<any>;
  /** Reads a resource. */
  readResource(params: any, options?: any): Promise<any>;
  /** Says what becomes of a notification. `mcpTools` sets that of `notifications/tools/list_changed`. */
  setNotificationHandler?(method: any, handler: any): void;
}

/** Reason why a server of tools, or a call of one, failed. */
export class McpError extends StepgateError {
  constructor(code: McpErrorCode, more?: { detail?: string; cause?: unknown; status?: number; header?: string; notDone?: boolean });
  name: 'McpError';
  /** The reason, for programs. */
  code: McpErrorCode;
  /** For the user and the model, in both languages. */
  text: Words;
  /** The server's own words, or the remedy. */
  detail?: string;
  /** HTTP status of the answer, if there was one. */
  status?: number;
  /** For `cors`, and for a session that the page cannot read: the header that the server leaves out. */
  header?: string;
  /** Whether certainly nothing has happened. */
  notDone: boolean;
}
/**
 * `cors`: the server does not allow calls from this page; `network`: it cannot be reached; `unauthorized`: it asks for a login; `http`: another status; `protocol`: an error of the
 * protocol; `timeout`, `closed`: no answer; `tool_error`: the tool answered with an error; `tool_changed`: the server has changed it since it was listed; `bad_tool`: it cannot be
 * used; `no_client`: `@modelcontextprotocol/client` is not installed.
 */
export type McpErrorCode = 'cors' | 'network' | 'unauthorized' | 'http' | 'protocol' | 'timeout' | 'closed' | 'tool_error' | 'tool_changed' | 'bad_tool' | 'no_client';
