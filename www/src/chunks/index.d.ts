/**
 * Converts an agent's work into the chunks of an OpenAI-compatible stream, for pages that already read one. Each chunk carries `ext`: its
 * kind,
 * the block of the page it belongs to, and that block's data. Needs neither `init()` nor the network.
 *
 * ```js
 * import { openSession } from 'stepgate'
 * import { openAiChunks, sse } from 'stepgate/chunks'
 *
 * const chunks = openAiChunks({ model: 'my-agent' })
 * const session = await openSession({
 *   ...options,
 *   onStream: piece => send(sse(chunks.piece(piece))),
 *   onChange: view => send(sse(chunks.view(view))),
 * })
 * ```
 */
import type { Json, StreamPiece, View } from '../index.js';

/** Begins the chunks of one session. Throws a `TypeError` for an option that it does not know. */
export function openAiChunks(options?: ChunkOptions): Chunks;

/** The options of `openAiChunks`, none of which is needed. */
export interface ChunkOptions {
  /** `id` of every chunk. Default: `stepgate`. */
  id?: string;
  /** Name of the model in every chunk. Default: `stepgate`. */
  model?: string;
  /** Time in every chunk, in seconds since 1970. Default: now. */
  created?: number;
  /** Last revision that the page already has: its blocks are not sent again. Default: 0, sends the whole conversation. */
  after?: number;
  /** Pause in milliseconds before a page shows the next piece of a text, sent in `ext.meta`; 0 sends none. Default: 40. */
  delay_ms?: number;
  /** Sends `ext` under the name `extra` as well. Default: false. */
  extra?: boolean;
}

/** Chunks of one session. Views must come in the order in which the agent showed them. */
export interface Chunks {
  /** Chunks of a thought while it arrives. The reply's words come with the view: rejected ones are never sent. */
  piece(piece: StreamPiece): Chunk[];
  /**
   * Chunks for the news in a view. When the session waits for the user, the chunk `finish` and `[DONE]` end the stream; later chunks begin
   * another.
   */
  view(view: View): (Chunk | '[DONE]')[];
}

/** Formats chunks as server-sent events. */
export function sse(chunks: Iterable<Chunk | '[DONE]'>): string;

/**
 * Splits a text into pieces for a page that shows it as if it were being typed. A piece has at least `min` characters (default 8) and at
 * most `max`
 * (default 24), and ends at a punctuation mark if possible. Together the pieces are the text without the blanks around it; a newline at its
 * end
 * stays. `trimmed` (default false): each piece loses the blanks around it too.
 */
export function split(text: string, options?: { min?: number; max?: number; trimmed?: boolean }): string[];

/** A chunk in OpenAI's form, with `ext`. */
export interface Chunk {
  /** The `id` of the options. */
  id: string;
  object: 'chat.completion.chunk';
  /** Seconds since 1970. */
  created: number;
  /** The `model` of the options. */
  model: string;
  /** The text (`delta`); `finish_reason` is `stop` in the last chunk. Absent in a chunk without text: then `ext` is everything. */
  choices?: { index: 0; delta: Delta; finish_reason: 'stop' | null }[];
  /** The meaning of the chunk for the page. */
  ext: Ext;
  /** The same as `ext`. Only with the option `extra`. */
  extra?: Ext;
}

/**
 * Text of a chunk: words for the user in `content`, thoughts in `reasoning_content`. `role` is in the first chunk of a text. Cards and states repeat their words in `reasoning_content`, for pages that do
 * not read `ext`.
 */
export interface Delta { role?: 'assistant'; content?: string; reasoning_content?: string }

/**
 * Meaning of a chunk: its `kind`, and how to show it (`display_mode`). `append`: its text goes to the end of the block `block_id`; `card`: the block is a card of its kind; `replace`: it
 * stands alone.
 * Each thought has a block of its own (`<stage>.reasoning.1`, …), closed by the first chunk of another block.
 */
export interface Ext {
  kind: 'reasoning_text' | 'assistant_text' | 'status' | 'tool_call' | 'tool_result' | 'confirm_request' | 'interrupt' | 'schedule_completed' | 'finish';
  /** Absent for `finish`. */
  block_id?: string;
  /** The agent's stage. */
  stage: string;
  display_mode: 'append' | 'replace' | 'card';
  /** A note of the agent, with its `code` and a sentence (`summary`); or the ending of a question, by its `code`: `confirmed`, `rejected`, `replaced` (words of the user led to another question), `resumed` (the user went on talking), `interrupted`. */
  status?: { code: string; summary: string };
  /** A tool by its `name`, and the `status` of its call. `summary`: at most 48 characters. `arguments_preview`: the first two arguments. */
  tool?: { name: string; status: 'start' | 'done' | 'failed' | 'blocked'; summary: string; arguments_preview: string };
  /** In the first chunk of a question: its `title` and its text (`summary`). `interaction_id` is the number to answer with: `session.answer(Number(id), …)`. */
  confirm?: { interaction_id: string; title: string; summary: string };
  /** In the first chunk of a question in words (together with a note `status` of the code `ask_user`): its name in the page (`interaction_id`), its `type`, and the question (`summary`). The user answers by `say`. */
  interrupt?: { interaction_id: string; type: string; summary: string };
  /** `delay_ms`; `tool_call_id`, the same for a tool's start and its result; or `outcome`, the data of a completed task. */
  meta?: { [key: string]: Json };
}
