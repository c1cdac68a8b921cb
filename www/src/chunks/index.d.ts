/**
 * An agent's work as the chunks of an OpenAI-compatible stream, for pages that speak that already. Each chunk carries `ext`: what it is,
 * which block of the page it belongs to, and what that block holds. Needs neither `init()` nor the network.
 *
 * ```js
 * import { open } from 'stepgate'
 * import { openAiChunks, sse } from 'stepgate/chunks'
 *
 * const chunks = openAiChunks({ model: 'my-agent' })
 * const agent = await open({
 *   ...options,
 *   onStream: piece => send(sse(chunks.piece(piece))),
 *   onChange: view => send(sse(chunks.view(view))),
 * })
 * ```
 */
import type { Json, StreamPiece, View } from '../index.js';

export function openAiChunks(options?: ChunkOptions): Chunks;

export interface ChunkOptions {
  /** Of every chunk. Default: `stepgate`. */
  id?: string;
  /** Default: `stepgate`. */
  model?: string;
  /** Seconds since the epoch. Default: now. */
  created?: number;
  /** Blocks up to this revision are not sent: the page has them. Default: 0, the whole conversation is. */
  after?: number;
  /** What a page should wait before it shows the next piece of a text, in `ext.meta`; 0: nothing is said about it. Default: 40. */
  delay_ms?: number;
  /** Sends `ext` under the name `extra` as well. Default: false. */
  extra?: boolean;
}

/** What of a session was sent. Views must come in the order in which the agent showed them. */
export interface Chunks {
  /** What the model thinks, while it does. Its words come with the view: what is not accepted is never sent. */
  piece(piece: StreamPiece): Chunk[];
  /** What is new. Where the session waits for the user, the chunk `finish` and `[DONE]` end the stream; what comes later begins another. */
  view(view: View): (Chunk | '[DONE]')[];
}

/** Chunks as server-sent events. */
export function sse(chunks: Iterable<Chunk | '[DONE]'>): string;

/**
 * A text in pieces for a page that shows it as if it were being typed: at least `min` characters (default 8), at most `max` (default 24),
 * ending at a mark where there is one. Together they are the text without the blanks around it; a newline at its end stays.
 * `trimmed` (default false): each piece loses the blanks around it too.
 */
export function split(text: string, options?: { min?: number; max?: number; trimmed?: boolean }): string[];

export interface Chunk {
  id: string;
  object: 'chat.completion.chunk';
  /** Seconds since the epoch. */
  created: number;
  model: string;
  /** Absent where nothing is said: then `ext` is all there is. */
  choices?: { index: 0; delta: Delta; finish_reason: 'stop' | null }[];
  ext: Ext;
  /** Only with the option `extra`. */
  extra?: Ext;
}

/** `role` stands in the first chunk of a text. Cards and states have `reasoning_content` in words, for pages that do not read `ext`. */
export interface Delta { role?: 'assistant'; content?: string; reasoning_content?: string }

/**
 * What a chunk is. `append`: its text goes to the end of the block `block_id`; `card`: the block is a card of its kind; `replace`: it stands alone.
 * Each thought has a block of its own (`<stage>.reasoning.1`, …), closed by the first chunk of another block.
 */
export interface Ext {
  kind: 'reasoning_text' | 'assistant_text' | 'status' | 'tool_call' | 'tool_result' | 'confirm_request' | 'interrupt' | 'schedule_completed' | 'finish';
  /** Absent for `finish`. */
  block_id?: string;
  /** The agent's stage. */
  stage: string;
  display_mode: 'append' | 'replace' | 'card';
  /** A note of the agent, or how a question ended: `confirmed`, `rejected`, `resumed` (the user went on talking), `interrupted`. */
  status?: { code: string; summary: string };
  /** `summary`: at most 48 characters. `arguments_preview`: the first two arguments. */
  tool?: { name: string; status: 'start' | 'done' | 'failed' | 'blocked'; summary: string; arguments_preview: string };
  /** On the first chunk of a question. `interaction_id` is the number to answer with: `agent.answer(Number(id), …)`. */
  confirm?: { interaction_id: string; title: string; summary: string };
  /** On the first chunk of what the agent asks the user in words (a note `status` with the code `ask_user` beside them); the answer is said. */
  interrupt?: { interaction_id: string; type: string; summary: string };
  /** `delay_ms`, `tool_call_id` (the same for a tool's start and its result), or `outcome`: the data of what was completed. */
  meta?: { [key: string]: Json };
}
