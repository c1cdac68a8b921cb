// @ts-check
/** @import { Block, Session, StreamPiece, View } from '../index.js' */
/** @import { CardBlock } from '../session/calls-made.js' */
/** @import { ChatMessage, ChatPart } from './index.js' */
import { callsOf } from './calls.js';

/**
 * Words of the user and all that followed them. `user` is absent for what the agent did before the user spoke.
 * @typedef {{ id: string, user?: Block & { kind: 'user' }, blocks: Block[] }} Exchange
 */

/** The ids that a chat gave to the words of the user, by the `seq` of their blocks. @type {WeakMap<Session, Map<number, string>>} */
const given = new WeakMap();

/** Keeps the id that a chat gave to words of the user, so that `messagesOf` gives the same. @param {Session} session @param {number} seq @param {string} id */
export function keepId(session, seq, id) {
  const ids = given.get(session) ?? new Map();
  given.set(session, ids.set(seq, id));
}

/** The id that words of the user have in a chat. @param {Session} session @param {number} seq */
const idOf = (session, seq) => given.get(session)?.get(seq) ?? `user-${seq}`;

/** The words of the user that have an id in a chat; undefined where the conversation does not have them. @param {Session} session @param {string} id */
export const wordsCalled = (session, id) => readView(session.view).exchanges.find(({ user }) => user && idOf(session, user.seq) === id)?.user;

/** @param {Session} session @returns {ChatMessage[]} */
export function messagesOf(session) {
  const { view } = session;
  return readView(view).exchanges.flatMap(exchange => {
    const { id, user } = exchange;
    const parts = partsOf(exchange, view);
    return [
      ...(user ? [/** @type {ChatMessage} */ ({ id: idOf(session, user.seq), role: 'user', parts: wordsOf(user) })] : []),
      ...(parts.length > 0 ? [/** @type {ChatMessage} */ ({ id, role: 'assistant', parts })] : []),
    ];
  });
}

/** Type of the part that stands for an image or a file of the session, whose bytes `session.blob` gives. */
export const FILE_PART = 'data-stepgate-file';

/** Words of the user, and their files. @param {Block & { kind: 'user' }} block @returns {ChatPart[]} */
const wordsOf = block => [...filesOf(block), ...(block.text || !block.parts ? [/** @type {ChatPart} */ ({ type: 'text', text: block.text, state: 'done' })] : [])];

/** Images and files of a block. @param {Block & { kind: 'user' | 'tool' }} block @returns {ChatPart[]} */
const filesOf = ({ seq, parts = [] }) => parts.map((data, at) => ({ type: FILE_PART, id: `file-${seq}-${at}`, data }));

/** Exchanges and calls of views, each read once. @type {WeakMap<View, { exchanges: Exchange[], calls: ReturnType<typeof callsOf> }>} */
const read = new WeakMap();

/** @param {View} view */
export function readView(view) {
  const known = read.get(view);
  if (known) return known;
  const exchanges = exchangesOf(view);
  const made = { exchanges, calls: callsOf(exchanges, view) };
  read.set(view, made);
  return made;
}

/** @param {View} view */
function exchangesOf(view) {
  /** @type {Exchange[]} */
  const exchanges = [{ id: 'reply-start', blocks: [] }];
  for (const block of view.blocks) {
    if (block.kind === 'user' && block.cue === undefined) exchanges.push({ id: `reply-${block.seq}`, user: block, blocks: [] });
    else exchanges[exchanges.length - 1].blocks.push(block);
  }
  return exchanges;
}

/** Parts of the reply in an exchange. `piece` is the last piece of the reply that is coming in. @param {Exchange} exchange of the view @param {View} view @param {StreamPiece} [piece] */
export function partsOf(exchange, view, piece) {
  const { exchanges, calls } = readView(view);
  const isLast = exchange === exchanges[exchanges.length - 1];
  const list = partList();
  for (const block of exchange.blocks) addBlock(list, block, exchange, calls);
  if (isLast) {
    for (const call of calls.running(exchange)) addCall(list, call, calls);
    for (const card of calls.moved(exchange)) addCard(list, card, calls, exchange);
    addLive(list, view, piece);
  }
  return list.end();
}

/** Blocks with which a reply of the model begins. */
const REPLIES = ['reasoning', 'assistant', 'decision', 'correction'];

/** @param {ReturnType<typeof partList>} list @param {Block} block @param {Exchange} exchange @param {ReturnType<typeof callsOf>} calls */
function addBlock(list, block, exchange, calls) {
  const { seq } = block;
  if (REPLIES.includes(block.kind)) list.reply();
  if (block.kind === 'reasoning') list.words({ type: 'reasoning', text: block.text, state: 'done' });
  if ((block.kind === 'assistant' || block.kind === 'decision') && block.reasoning) list.words({ type: 'reasoning', text: block.reasoning, state: 'done' });
  if (block.kind === 'assistant') list.words({ type: 'text', text: block.text, state: 'done' });
  if (block.kind === 'assistant' || block.kind === 'decision') list.afterWords(replyPart(block));
  if (block.kind === 'correction') {
    list.other({ type: 'data-stepgate-correction', id: `correction-${seq}`, data: { raw: block.raw, complaint: block.complaint, ...(block.code !== undefined && { code: block.code }) } });
  }
  if (block.kind === 'tool') {
    for (const call of calls.at(block, exchange)) addCall(list, call, calls);
    filesOf(block).forEach(list.other);
  }
  if (block.kind === 'card') {
    const { kind, text } = block.card;
    if (kind !== 'approval') list.endStep();
    else if (text) list.words({ type: 'text', text, state: 'done' });
    if (!calls.isElsewhere(block, exchange)) addCard(list, block, calls, exchange);
  }
  if (block.kind === 'note') list.other({ type: 'data-stepgate-note', id: `note-${seq}`, data: { code: block.code, data: block.data } });
  if (block.kind === 'user' && block.cue !== undefined) list.other({ type: 'data-stepgate-cue', id: `cue-${seq}`, data: { text: block.text, cue: block.cue } });
}

/** @param {ReturnType<typeof partList>} list @param {Block & { kind: 'card' }} block @param {ReturnType<typeof callsOf>} calls @param {Exchange} exchange */
function addCard(list, block, calls, exchange) {
  list.other(cardPart(block, calls));
  for (const { part } of calls.of(block, exchange)) list.other(part);
}

/** A call that stands apart from where its card was put; the card goes with the first of its calls. @param {ReturnType<typeof partList>} list @param {{ part: ChatPart, card?: CardBlock }} call @param {ReturnType<typeof callsOf>} calls */
function addCall(list, { part, card }, calls) {
  const add = 'state' in part && part.state === 'output-denied' ? list.later : list.other; // words that ended the card: the reply to them is streamed already
  if (card) add(cardPart(card, calls));
  add(part);
}

/** @param {CardBlock} block @param {ReturnType<typeof callsOf>} calls @returns {ChatPart} */
function cardPart(block, calls) {
  const { seq, card, ending, reason, choice } = block;
  const id = calls.openId(block);
  const data = { ...(id !== undefined && { id }), ...card, ...(ending && { ending }), ...(reason !== undefined && { reason }), ...(choice !== undefined && { choice }) };
  return { type: 'data-stepgate-card', id: `card-${seq}`, data };
}

/** Words and thoughts of a reply that is coming in. @param {ReturnType<typeof partList>} list @param {View} view @param {StreamPiece} [piece] */
function addLive(list, view, piece) {
  if (view.waiting !== 'model' || piece?.call !== view.call) return;
  if (piece?.thought) list.words({ type: 'reasoning', text: piece.thought, state: piece.say ? 'done' : 'streaming' });
  if (piece?.say) list.words({ type: 'text', text: piece.say, state: 'streaming' });
}

/** Details of a reply for a page; undefined for one that came as it should. @param {Block & { kind: 'assistant' | 'decision' }} block @returns {ChatPart | undefined} */
function replyPart(block) {
  const { seq, raw, repairs = [], coercions = [], corrections = 0 } = block;
  const unsaid = block.kind === 'assistant' && block.unsaid || [];
  if (repairs.length + coercions.length + corrections + unsaid.length === 0) return undefined;
  return { type: 'data-stepgate-reply', id: `reply-${seq}`, data: { ...(raw !== undefined && { raw }), repairs, coercions, corrections, unsaid } };
}

/** Parts of a message in steps, as the AI SDK has them: a step begins with a reply of the model, and has the tools that it called. */
function partList() {
  /** @type {ChatPart[]} */
  const parts = [];
  let isEnded = true;
  let isOver = false;
  /** @type {ChatPart | undefined} */
  let waiting;
  /** @type {ChatPart[]} */
  const deferred = [];
  /** @param {ChatPart} part */
  const push = part => {
    if (isEnded) parts.push({ type: 'step-start' });
    isEnded = false;
    parts.push(part);
  };
  const flushWaiting = () => {
    const part = waiting;
    waiting = undefined;
    if (part) push(part);
  };
  const flush = () => {
    flushWaiting();
    deferred.splice(0).forEach(push);
  };
  const reply = () => {
    if (!isOver) return;
    flushWaiting();
    isEnded = true;
    isOver = false;
  };
  return {
    /** The next part is of a reply of the model, which begins a step once the one before is over. */
    reply,
    /** A part that the model wrote. @param {ChatPart} part */
    words(part) {
      reply();
      push(part);
    },
    /** A part that stands behind the words of the same reply. @param {ChatPart | undefined} part */
    afterWords(part) {
      flushWaiting();
      waiting = part;
    },
    /** A part that stands behind the next reply. @param {ChatPart} part */
    later(part) {
      deferred.push(part);
    },
    /** A part that is no words: the next reply begins a step. @param {ChatPart} part */
    other(part) {
      flush();
      push(part);
      isOver = true;
    },
    /** Whatever comes next begins a step. */
    endStep() {
      flush();
      isEnded = true;
    },
    end() {
      flush();
      return parts;
    },
  };
}
