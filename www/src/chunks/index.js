// @ts-check
/** @import { Block, Card, Json, StreamPiece, View } from '../index.js' */
/** @import { Chunk, ChunkOptions, Chunks, Delta, Ext } from './index.js' */
import { assertKnown } from '../checks/assert-option.js';
import { split } from './split.js';
import { brief, pairs, readable, summaryOf } from './words.js';

export { split };

/** Status for each ending of a question. */
const ENDED = { accepted: 'confirmed', declined: 'rejected', replaced: 'replaced', typed: 'resumed', dropped: 'interrupted' };

/** @param {ChunkOptions} [options] @returns {Chunks} */
export function openAiChunks(options) {
  assertKnown(options, ['id', 'model', 'created', 'after', 'delay_ms', 'extra'], 'openAiChunks(options): ');
  return new Run(options);
}

/** @param {Iterable<Chunk | '[DONE]'>} items */
export const sse = items => [...items].map(item => `data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`).join('');

/** Record of what was sent of a session. Turns later views into chunks. */
class Run {
  #options; #created;
  /** The agent's stage when the next chunks began. */
  #stage = '';
  /** The last block sent, and the revision at which it was sent. */
  #last = -1;
  #revision;
  /** The last question. It may end, and open again when the answer's turn is undone. */
  #question = -1;
  /** The tools of a call: how many were announced before they returned, and how many have returned. */
  #tools = { call: 0, told: 0, returned: 0 };
  /** The call whose thoughts arrived in pieces. @type {number | undefined} */
  #thinking;
  /** Whether the last piece was a thought. */
  #open = false;
  #thoughts = 0;
  /** Revisions in which the agent's words are a question. @type {Set<number>} */
  #asking = new Set();
  /** Whether a chunk was sent since the last end. */
  #running = false;

  /** @param {ChunkOptions} [options] */
  constructor({ id = 'stepgate', model = 'stepgate', created = Math.floor(Date.now() / 1000), after = 0, delay_ms = 40, extra = false } = {}) {
    this.#options = { id, model, delay_ms, extra };
    this.#created = created;
    this.#revision = after;
  }

  /** @param {StreamPiece} piece @returns {Chunk[]} */
  piece({ call, text, reasoning }) {
    if (text) this.#open = false;
    if (!reasoning) return [];
    const first = !this.#open;
    if (first) this.#thoughts += 1;
    this.#open = true;
    this.#thinking = call;
    return [this.#chunk({ ...(first && { role: 'assistant' }), reasoning_content: reasoning }, this.#thoughtExt())];
  }

  /** @param {View} view @returns {(Chunk | '[DONE]')[]} */
  view(view) {
    const now = stageName(view.stage);
    this.#stage ||= now;
    const news = this.#news(view);
    this.#asking = new Set(news.filter(asksUser).map(({ revision }) => revision));
    const chunks = news.flatMap(block => this.#block(block, view));
    if (view.call !== this.#thinking) this.#thinking = undefined;
    this.#stage = now;
    chunks.push(...this.#starts(view));
    this.#open = false;
    if (view.waiting === 'model' || view.waiting === 'tool') {
      this.#running = true;
      return chunks;
    }
    return this.#running ? [...chunks, this.#finish(), '[DONE]'] : chunks;
  }

  /** Blocks that were not sent yet, and questions that ended or opened again. @param {View} view */
  #news({ blocks, revision }) {
    const since = this.#revision;
    const first = from(blocks, this.#last + 1);
    const question = from(blocks, this.#question);
    const asked = blocks.slice(question, question + 1).filter(({ seq }) => seq === this.#question);
    const fresh = [...asked, ...blocks.slice(first)];
    for (const { kind, seq } of fresh) if (kind === 'card') this.#question = seq;
    this.#last = blocks.at(-1)?.seq ?? this.#last;
    this.#revision = Math.max(revision, since);
    return fresh.filter(block => block.revision > since);
  }

  /** @param {Block} block @param {View} view @returns {Chunk[]} */
  #block(block, view) {
    switch (block.kind) {
      case 'reasoning': return this.#thought(block.text);
      case 'assistant': return [...this.#thought(block.reasoning), ...(this.#asking.has(block.revision) ? this.#interrupt(block) : this.#said(block.text))];
      case 'decision': return this.#thought(block.reasoning);
      case 'tool': return this.#returned(block);
      case 'card': return this.#card(block, view);
      case 'note': return this.#note(block);
      default: return [];
    }
  }

  /** A thought that arrived whole. @param {string | undefined} text */
  #thought(text) {
    if (!text) return [];
    if (this.#thinking !== undefined) {
      this.#thinking = undefined;
      return [];
    }
    this.#thoughts += 1;
    return this.#typed(text, 'reasoning_content', () => this.#thoughtExt());
  }

  /** @param {string} text */
  #said(text) {
    return this.#typed(text, 'content', () => this.#ext('assistant_text', 'append', `${this.#stage}.speak`));
  }

  /** @param {Extract<Block, { kind: 'tool' }>} block @returns {Chunk[]} */
  #returned({ call, name, args, result }) {
    if (this.#tools.call !== call) this.#tools = { call, told: 0, returned: 0 };
    const { told, returned } = this.#tools;
    this.#tools.returned += 1;
    const status = 'ok' in result ? 'done' : result.error.code === 'blocked' || result.error.code === 'rejected' ? 'blocked' : 'failed';
    const summary = summaryOf(result);
    const start = returned < told ? [] : [this.#tool('tool_call', returned, { name, status: 'start', summary: '', args })];
    return [...start, this.#tool('tool_result', returned, { name, status, summary, args })];
  }

  /** Chunks for tools that begin to run at the host. @param {View} view @returns {Chunk[]} */
  #starts({ running = [], call }) {
    if (call === undefined || running.length === 0 || this.#tools.call === call) return [];
    this.#tools = { call, told: running.length, returned: 0 };
    return running.map(({ name, args }, index) => this.#tool('tool_call', index, { name, status: 'start', summary: '', args }));
  }

  /** @param {'tool_call' | 'tool_result'} kind @param {number} index in the run @param {{ name: string, status: 'start' | 'done' | 'failed' | 'blocked', summary: string, args: Json }} tool */
  #tool(kind, index, { name, status, summary, args }) {
    const ext = {
      ...this.#ext(kind, 'card', `${this.#stage}.status`),
      tool: { name, status, summary, arguments_preview: pairs(args) },
      meta: { tool_call_id: `call_${this.#tools.call}_${index}` },
    };
    return this.#chunk({ reasoning_content: readable(name, status, summary) }, ext);
  }

  /** @param {Extract<Block, { kind: 'card' }>} block @param {View} view @returns {Chunk[]} */
  #card({ card, ending }, view) {
    if (ending) return [this.#status(ENDED[ending], card.title)];
    const confirm = { interaction_id: String(view.call), title: card.title, summary: card.text ?? '' };
    const [first, ...rest] = this.#typed([card.title, card.text].filter(Boolean).join('\n'), 'content', () => this.#ext('confirm_request', 'card', 'confirm.status'));
    return first ? [this.#withExtra({ ...first, ext: { ...first.ext, confirm } }), ...rest] : [];
  }

  /** @param {Extract<Block, { kind: 'note' }>} block @returns {Chunk[]} */
  #note({ code, data }) {
    const { text, code: inner, stage } = /** @type {{ text?: unknown, code?: unknown, stage?: unknown }} */ (data ?? {});
    const words = typeof text === 'string' ? text : '';
    if (code === 'think') return this.#thought(words);
    if (code === 'answer') return this.#said(words);
    if (code === 'tool_result') return []; // the tool's own block reports it
    if (code === 'schedule_completed') return [this.#chunk({}, { ...this.#ext('schedule_completed', 'card', 'deliver.status'), meta: { outcome: data ?? null } })];
    const known = ['status', 'notice', 'error'].includes(code) && typeof inner === 'string';
    return [this.#status(known ? inner : code, words, typeof stage === 'string' ? stage : undefined)];
  }

  /** The agent asks the user, who answers in words. @param {Extract<Block, { kind: 'assistant' }>} block */
  #interrupt({ seq, text }) {
    const interrupt = { interaction_id: String(seq), type: 'ask_user', summary: brief(text) };
    const [first, ...rest] = this.#typed(text, 'content', () => this.#ext('interrupt', 'card', 'interrupt.speak'));
    return first ? [this.#withExtra({ ...first, ext: { ...first.ext, interrupt } }), ...rest] : [];
  }

  /** @param {string} code @param {string} summary @param {string} [stage] */
  #status(code, summary, stage = this.#stage) {
    const ext = { ...this.#ext('status', 'card', `${stage}.status`), stage, status: { code, summary } };
    return this.#chunk({ reasoning_content: summary || code }, ext);
  }

  #finish() {
    this.#running = false;
    return this.#chunk({}, { kind: 'finish', stage: this.#stage, display_mode: 'replace' }, 'stop');
  }

  /**
   * Splits a text into chunks; the first one has the role.
   * @param {string} text @param {'content' | 'reasoning_content'} field @param {() => Ext} ext
   */
  #typed(text, field, ext) {
    const { delay_ms } = this.#options;
    return split(text).map((piece, index) => this.#chunk(
      { ...(index === 0 && { role: /** @type {const} */ ('assistant') }), [field]: piece },
      index > 0 && delay_ms > 0 ? { ...ext(), meta: { delay_ms } } : ext(),
    ));
  }

  #thoughtExt() {
    return this.#ext('reasoning_text', 'append', `${this.#stage}.reasoning.${this.#thoughts}`);
  }

  /** @param {Ext['kind']} kind @param {Ext['display_mode']} display_mode @param {string} block_id @returns {Ext} */
  #ext(kind, display_mode, block_id) {
    return { kind, block_id, stage: this.#stage, display_mode };
  }

  /** @param {Delta} delta @param {Ext} ext @param {'stop' | null} [finish_reason] @returns {Chunk} */
  #chunk(delta, ext, finish_reason = null) {
    const { id, model } = this.#options;
    const speaks = finish_reason !== null || Object.keys(delta).length > 0;
    this.#running = finish_reason === null;
    return this.#withExtra({
      id, object: 'chat.completion.chunk', created: this.#created, model, ...(speaks && { choices: [{ index: 0, delta, finish_reason }] }), ext,
    });
  }

  /** Copies `ext` to `extra` as well, if the option asks for it. @param {Chunk} chunk @returns {Chunk} */
  #withExtra(chunk) {
    return this.#options.extra ? { ...chunk, extra: chunk.ext } : chunk;
  }
}

/** @param {Block} block */
const asksUser = block => block.kind === 'note' && block.code === 'status' && /** @type {any} */ (block.data)?.code === 'ask_user';

/** Index of the first block numbered `seq` or higher. @param {Block[]} blocks @param {number} seq */
function from(blocks, seq) {
  let [start, end] = [0, blocks.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (blocks[middle].seq < seq) start = middle + 1;
    else end = middle;
  }
  return start;
}

/** Name of an agent's stage. @param {Json} stage */
function stageName(stage) {
  if (typeof stage === 'string') return stage;
  return (stage && typeof stage === 'object' && Object.keys(stage)[0]) || 'agent';
}
