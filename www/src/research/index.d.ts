import type { Lang, Tool, Words, StepgateError } from '../index.js';

/**
 * The host tools `web_search` and `read_page`, over endpoints that allow calls from web pages (CORS). They work once the content agent or the
 * stepper is loaded, as by `openSession`; before that they reject with `not_loaded`.
 *
 * ```js
 * import { openSession } from 'stepgate'
 * import { content } from 'stepgate/content'
 * import { researchTools } from 'stepgate/research'
 *
 * const tools = researchTools({
 *   search: { url: 'https://searx.example.org/search?format=json&q={query}' },
 *   reader: { url: 'https://r.example.org/' },                     // the page's address is appended
 * })
 * const session = await openSession({ agent: content, id, model, store, tools })
 * ```
 *
 * Any function can replace either: `tools: { ...tools, web_search: async ({ query, limit }) => [{ title, url, snippet }] }`. Without an
 * endpoint
 * a tool answers `not_configured`, and the agents go on without it.
 *
 * Sends no cookies and no referrer. The results are data from strangers: `{ url, text }` names the page they come from.
 * Throws a `TypeError` that names the option which is wrong.
 */
export function researchTools(options: ResearchOptions): { web_search: Tool; read_page: Tool };

/** The options of `researchTools`. Without `search` and `reader` both tools answer `not_configured`. */
export interface ResearchOptions {
  /** The endpoint that `web_search` asks. Default: none. */
  search?: SearchEndpoint;
  /** The endpoint that `read_page` asks. Default: none. */
  reader?: ReaderEndpoint;
  /** Longest duration of one call in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Largest answer in bytes; a longer one is aborted as soon as it exceeds the limit. Default: 1,000,000. */
  maxBytes?: number;
  /** Number of calls that run at the same time; others wait. Default: 4. */
  concurrency?: number;
  /**
   * Also read pages of private networks and of this machine. Otherwise `localhost`, `.local`, `10.0.0.1`, `[fd00::1]` and the like are
   * refused in any
   * form (`private_address`). Default: false. The endpoints above may always be private.
   */
  allowPrivate?: boolean;
  /** Language of error texts. Default: `en`. */
  lang?: Lang;
}

/**
 * An endpoint that answers `GET url` with JSON. The default form is SearXNG's; for Brave: `{ items: 'web.results', snippet: 'description'
 * }`.
 */
export interface SearchEndpoint {
  /**
   * Begins with http:// or https:// and a host. `{query}` and `{limit}` are replaced, encoded; without `{query}`, the query is appended.
   */
  url: string;
  /** Headers of the request, such as a key. Default: none. */
  headers?: { [name: string]: string };
  /** Path to the list of hits: names joined by `.`; empty if the answer is the list. Default: `results`. */
  items?: string;
  /** Name of a hit's title. Default: `title`. */
  title?: string;
  /** Name of a hit's address. Default: `url`. */
  link?: string;
  /** Name of a hit's text. Default: `content`. */
  snippet?: string;
}

/** An endpoint that answers `GET url` with Markdown or plain text. */
export interface ReaderEndpoint {
  /**
   * Begins with http:// or https:// and a host. `{url}` is replaced by the page's address, encoded; without it, the address is appended
   * unencoded.
   */
  url: string;
  /** Headers of the request, such as a key. Default: none. */
  headers?: { [name: string]: string };
}

/** A hit of `web_search`: the `title` of a page, its address (`url`), and some of its text (`snippet`). */
export interface SearchHit { title: string; url: string; snippet: string }
/** A page: its address (`url`) and its `text`. `truncated`: the call's `max_chars` cut it. */
export interface ReadPage { url: string; text: string; truncated?: true }

/** Reason why a call failed. `http_404` and the like give the endpoint's status. */
export class ResearchError extends StepgateError {
  constructor(code: ResearchErrorCode, more?: ErrorOptions);
  name: 'ResearchError';
  /** The reason, for programs. */
  code: ResearchErrorCode;
  /** For the user and the model, in both languages. */
  text: Words;
}
/**
 * `not_http`: not an address of http(s). `private_address`: a host of a private network or this machine (see `allowPrivate`). `offline`: no
 * network.
 * `unreachable`: no answer, or calls from web pages are not allowed. `wrong_type`: another kind of content than asked for. `bad_answer`:
 * JSON
 * without a list of hits.
 */
export type ResearchErrorCode =
  | 'timeout' | 'too_large' | 'wrong_type' | 'bad_answer' | 'not_http' | 'private_address' | 'offline' | 'unreachable' | 'invalid_params' | 'not_configured' | `http_${number}`;
