import type { Lang, Tool, Words } from '../index.js';

/**
 * The host tools `web_search` and `read_page`, over endpoints that allow calls from web pages (CORS). Needs `init()` of `stepgate`.
 *
 * ```js
 * import { init, open } from 'stepgate'
 * import { researchTools } from 'stepgate/research'
 *
 * await init()
 * const tools = researchTools({
 *   search: { url: 'https://searx.example.org/search?format=json&q={query}' },
 *   reader: { url: 'https://r.example.org/' },                     // the page's address is put behind it
 * })
 * const agent = await open({ agent: 'content', id, model, store, tools })
 * ```
 *
 * Any function can stand in for either: `tools: { ...tools, web_search: async ({ query, limit }) => [{ title, url, snippet }] }`. Without an endpoint
 * a tool answers `not_configured`, and the agents go on without it.
 *
 * No cookies and no referrer are sent. What comes back is data of strangers: `{ url, text }` says whose.
 * Throws a `TypeError` that names the option which is wrong.
 */
export function researchTools(options: ResearchOptions): { web_search: Tool; read_page: Tool };

export interface ResearchOptions {
  search?: SearchEndpoint;
  reader?: ReaderEndpoint;
  /** How long one call may take, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** The most bytes of one answer; a longer one is aborted as soon as it is. Default: 1,000,000. */
  maxBytes?: number;
  /** How many calls run at the same time; others wait. Default: 4. */
  concurrency?: number;
  /**
   * Also read pages of private networks and of this machine: `localhost`, `.local`, `10.0.0.1`, `[fd00::1]` and the like, in any form, are refused
   * otherwise (`private_address`). Default: false. The endpoints above may be private in any case.
   */
  allowPrivate?: boolean;
  /** Of what failed calls say. Default: `en`. */
  lang?: Lang;
}

/** Answers `GET url` with JSON. Where nothing else is said, in the form of SearXNG; Brave: `{ items: 'web.results', snippet: 'description' }`. */
export interface SearchEndpoint {
  /** Begins with http:// or https:// and a host. `{query}` and `{limit}` are put in, encoded; without `{query}`, the query is put behind. */
  url: string;
  headers?: { [name: string]: string };
  /** Where the list is: names with `.` between them; empty: the answer is the list. Default: `results`. */
  items?: string;
  /** What a hit's parts are called. Defaults: `title`, `url`, `content`. */
  title?: string;
  link?: string;
  snippet?: string;
}

/** Answers `GET url` with Markdown or plain text. */
export interface ReaderEndpoint {
  /** Begins with http:// or https:// and a host. `{url}` is replaced by the page's address, encoded; without it, the address is put behind, as it is. */
  url: string;
  headers?: { [name: string]: string };
}

export interface SearchHit { title: string; url: string; snippet: string }
/** `truncated`: `max_chars` of the call cut it. */
export interface ReadPage { url: string; text: string; truncated?: true }

/** Why a call failed. `http_404` and the like: what the endpoint answered. */
export class ResearchError extends Error {
  readonly code: ResearchErrorCode;
  readonly text: Words;
}
/**
 * `not_http`: not an address of http(s). `private_address`: a host of a private network or this machine (see `allowPrivate`). `offline`: no network. `unreachable`: no answer, or calls from web pages are not allowed. `wrong_type`: another kind of content than asked for.
 * `bad_answer`: JSON in which there is no list of hits.
 */
export type ResearchErrorCode =
  | 'timeout' | 'too_large' | 'wrong_type' | 'bad_answer' | 'not_http' | 'private_address' | 'offline' | 'unreachable' | 'aborted' | 'invalid_params' | 'not_configured' | `http_${number}`;
