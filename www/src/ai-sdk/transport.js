// @ts-check
/** @import { Answer, FilePart, Session, StreamPiece, View } from '../index.js' */
/** @import { ChatPart, StepgateTransport } from './index.js' */
import { must, assertKnown } from '../checks/assert-option.js';
import { bytesOfBase64 } from '../checks/base64.js';
import { isObject } from '../checks/kinds.js';
import { inLang } from '../checks/text.js';
import { chunksBetween } from './chunks.js';
import { FILE_PART, keepId, partsOf, readView, wordsCalled } from './messages.js';
import { refuse, sentence } from './words.js';

/** A message of a chat, as far as it is read here. @typedef {{ id: string, role: string, parts: any[] }} Sent */

/** The move that a chat wants of the session: `act` does it. `words`: the id of the message with words that are said. @typedef {{ act: () => Promise<View>, words?: string }} Wanted */

/** @param {Session<any> | PromiseLike<Session<any>>} session @returns {StepgateTransport} */
export function stepgateTransport(session) {
  must(isSession(session) || typeof Object(session).then === 'function', 'stepgateTransport(session)', 'a session, or the promise of one: what openSession gives');
  return {
    resumeStreamIsReplay: true,
    async sendMessages({ trigger, messageId, messages, abortSignal, body }) {
      const open = await opened(session);
      const wanted = wantedOf(open, { trigger, messageId, messages, body });
      abortSignal?.throwIfAborted();
      return turn(open, wanted, continued(messages, messageId), abortSignal);
    },
    async reconnectToStream() {
      const open = await opened(session);
      return open.view.busy || open.view.card ? replay(open) : null;
    },
  };
}

/** @param {number} card @param {Answer} answer */
export function answerTo(card, answer) {
  must(Number.isSafeInteger(card), 'answerTo(card, answer): card', 'the number of the card: `id` of its data');
  must(isObject(answer), 'answerTo(card, answer): answer', 'an object, such as { button: 0 }');
  return { body: { stepgate: { card, answer } } };
}

/** @param {any} session */
const isSession = session => ['say', 'answer', 'subscribe', 'stop'].every(name => typeof session?.[name] === 'function');

/** @param {Session | PromiseLike<Session>} given @returns {Promise<Session>} */
async function opened(given) {
  const session = await given;
  must(isSession(session), 'stepgateTransport(session)', 'a session, or the promise of one: what openSession gives');
  return session;
}

// ---- what a chat sends ----

/** The message that a chat goes on with. @param {Sent[]} messages @param {string} [id] */
const continued = (messages, id) => messages.find(message => message.id === id) ?? messages[messages.length - 1];

/** @param {Session} session @param {{ trigger: string, messageId?: string, messages: Sent[], body?: any }} sent @returns {Wanted} */
function wantedOf(session, { trigger, messageId, messages, body }) {
  const { lang } = session.view;
  if (body?.stepgate !== undefined) return answerIn(session, body.stepgate);
  const last = messages[messages.length - 1];
  if (trigger === 'regenerate-message') return sayingAgain(session, last);
  const named = continued(messages, messageId);
  if (named?.role === 'assistant') return { act: decisionOn(session, messages) };
  if (!named) refuse('empty_input', lang);
  if (messageId !== undefined) return sayingInstead(session, named);
  return saying(session, saidIn(named, lang), named);
}

/** Words and the files beside them. @typedef {{ text: string, parts: (File | FilePart)[] }} Said */

/** @param {Session} session @param {Said} said @param {Sent} [message] @returns {Wanted} */
const saying = (session, said, message) => ({ act: () => saidBesideCards(session, said), words: message?.id ?? '' });

/** Another answer to words: on a branch of its own, or, where their turn was taken back, as words that are said. @param {Session} session @param {Sent | undefined} message @returns {Wanted} */
function sayingAgain(session, message) {
  const block = message && wordsCalled(session, message.id);
  if (!block) return saying(session, handedBack(session, message), message);
  if (!canGoBack(session)) refuse('cannot_regenerate', session.view.lang);
  return { act: () => besideCards(session, () => session.again({ before: block.seq })), words: message.id };
}

/** Other words in the place of earlier ones, on a branch of its own. @param {Session} session @param {Sent} message @returns {Wanted} */
function sayingInstead(session, message) {
  const { lang } = session.view;
  const block = wordsCalled(session, message.id);
  if (!block || !canGoBack(session)) refuse('cannot_edit', lang);
  const said = saidIn(message, lang);
  const hasSameFiles = JSON.stringify(said.parts.map(nameOf)) === JSON.stringify((block.parts ?? []).map(nameOf));
  const act = hasSameFiles && said.text ? () => besideCards(session, () => session.again({ before: block.seq, text: said.text })) : () => saidWithOtherFiles(session, block.seq, said);
  return { act, words: message.id };
}

/** The name of a file's bytes, where the session has them. @param {File | FilePart} part */
const nameOf = part => ('sha256' in part ? part.sha256 : null);

/** Sessions of a worker or of a server cannot go back. @param {Session} session */
const canGoBack = session => typeof session.again === 'function' && typeof session.rewind === 'function';

/** Goes back and says words with files of their own; to where it was, if the session refuses them. @param {Session} session @param {number} before @param {Said} said */
async function saidWithOtherFiles(session, before, said) {
  const known = branchesOf(session);
  await session.rewind({ before });
  const left = branchesOf(session).find(id => !known.includes(id));
  return saidBesideCards(session, said).catch(async error => {
    if (left !== undefined) await session.rewind({ branch: left });
    throw error;
  });
}

/** @param {Session} session */
const branchesOf = ({ view }) => (view.branches ?? []).map(({ id }) => id);

/** Says words that approve nothing, whatever they are. @param {Session} session @param {Said} said */
const saidBesideCards = (session, { text, parts }) => besideCards(session, () => session.say(text, { card: 0 }, parts.length ? { parts } : {}));

/** Says words that would answer a card, which the chat may not show: they are refused. @param {Session} session @param {() => Promise<View>} say */
async function besideCards(session, say) {
  try {
    return await say();
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'card_changed') throw error;
    return refuse('answer_first', session.view.lang);
  }
}

/** @param {Session} session @param {any} given @returns {Wanted} */
function answerIn(session, given) {
  must(isObject(given), 'body.stepgate', 'what answerTo(card, answer) gives');
  assertKnown(given, ['card', 'answer'], 'body.stepgate: ');
  if (session.view.card?.id !== given.card) refuse('card_changed', session.view.lang);
  return { act: () => session.answer(given.card, given.answer) };
}

/** The words of a turn that was taken back, which are said again with their files. @param {Session} session @param {Sent | undefined} message @returns {Said} */
function handedBack({ view }, message) {
  const text = message?.role === 'user' ? saidIn(message, view.lang).text : undefined;
  const { input = '', inputParts: parts = [] } = view;
  if (text === undefined || text !== input || !(input || parts.length)) refuse('cannot_regenerate', view.lang);
  return { text, parts };
}

/** @param {Sent} message @param {string} lang @returns {Said} */
function saidIn({ parts }, lang) {
  if (parts.some(({ type }) => !['text', 'file', FILE_PART].includes(type))) refuse('no_files_here', lang);
  const text = parts.filter(({ type }) => type === 'text').map(part => part.text).join('\n');
  const files = parts.filter(({ type }) => type !== 'text').map(part => (part.type === FILE_PART ? part.data : fileOf(part, lang)));
  if (!text.trim() && files.length === 0) refuse('empty_input', lang);
  return { text, parts: files };
}

/** A file of a chat, which has its bytes in its address. @param {{ url: string, mediaType: string, filename?: string }} part @param {string} lang */
function fileOf({ url, mediaType, filename = '' }, lang) {
  const [head, content = ''] = String(url).split(',', 2);
  const bytes = /^data:[^,]*;base64$/i.test(head) ? bytesOfBase64(content) : undefined;
  return bytes ? new File([bytes], filename, { type: mediaType }) : refuse('no_files_here', lang);
}

/** The answer that the chat's parts give to the open card. @param {Session} session @param {Sent[]} messages @returns {() => Promise<View>} */
function decisionOn(session, messages) {
  const { view } = session;
  const given = new Map(messages.flatMap(({ parts }) => parts).filter(({ state }) => state === 'approval-responded').map(({ approval }) => [approval.id, approval]));
  const asked = readView(view).exchanges.flatMap(exchange => partsOf(exchange, view)).flatMap(part => ('approval' in part && part.state === 'approval-requested' ? [part.approval.id] : []));
  const decided = asked.flatMap(id => given.get(id) ?? []);
  if (!view.card || decided.length === 0) refuse(given.size > 0 ? 'card_changed' : 'empty_input', view.lang);
  if (decided.length < asked.length) refuse('undecided', view.lang);
  const answer = answerOf(decided);
  const { id } = view.card;
  return () => session.answer(id, answer);
}

/** @param {{ approved: boolean, reason?: string }[]} decided @returns {Answer} */
function answerOf(decided) {
  const accept = decided.flatMap(({ approved }, at) => (approved ? [at] : []));
  if (accept.length === decided.length) return { accept: true };
  const reasons = decided.flatMap(({ approved, reason }) => (approved || !reason ? [] : [reason]));
  const reason = reasons.length > 0 ? { reason: [...new Set(reasons)].join('\n') } : {};
  return /** @type {Answer} */ ({ accept: accept.length > 0 ? accept : false, ...reason });
}

// ---- what a chat is told ----

/**
 * The stream of a turn. Rejects where the session refuses what the chat wants.
 * @param {Session} session @param {Wanted} wanted @param {Sent | undefined} message that the chat goes on with @param {AbortSignal | undefined} signal
 */
async function turn(session, { act, words }, message, signal) {
  const teller = tellerOf(session, words === undefined ? { message } : { after: session.view.blocks.at(-1)?.seq ?? -1, words });
  const stop = () => { session.stop().catch(() => {}); };
  signal?.addEventListener('abort', stop);
  const done = act().finally(() => signal?.removeEventListener('abort', stop));
  teller.endWith(done);
  try {
    await Promise.race([done, teller.begun]);
  } catch (error) {
    teller.leave();
    throw error;
  }
  return teller.stream;
}

/** The stream of the open turn, from its beginning. @param {Session} session */
function replay(session) {
  const teller = tellerOf(session, {});
  teller.endWith(settled(session));
  return teller.stream;
}

/** Resolves when the session waits for the user. @param {Session} session @returns {Promise<View>} */
function settled(session) {
  /** @type {() => void} */
  let leave;
  const done = new Promise(resolve => {
    leave = session.subscribe(view => { if (!view.busy) resolve(view); });
  });
  return done.finally(() => leave());
}

/**
 * Tells a chat what changes in one reply: the one after words that are to be said (`after` the block with this number), or else the last one, which the chat has if it is
 * the `message` that it goes on with.
 * @param {Session} session @param {{ message?: Sent, after?: number, words?: string }} from
 */
function tellerOf(session, { message, after, words }) {
  /** @type {{ id: string, parts: ChatPart[] } | undefined} */
  let told;
  /** @type {StreamPiece | undefined} */
  let lastPiece;
  let isOver = false;
  /** @type {() => void} */
  let begin;
  /** @type {ReadableStreamDefaultController<any>} */
  let controller;
  const begun = new Promise(resolve => { begin = () => resolve(undefined); });

  const replyNow = () => {
    const { exchanges } = readView(session.view);
    if (told) return exchanges.find(({ id }) => id === told?.id);
    if (after === undefined) return exchanges[exchanges.length - 1];
    return exchanges.find(({ user }) => user && user.seq > Number(after));
  };
  const tell = () => {
    const reply = isOver ? undefined : replyNow();
    if (!reply) return;
    const parts = partsOf(reply, session.view, lastPiece);
    if (!told) {
      told = { id: reply.id, parts: message?.id === reply.id ? parts : [] };
      if (words !== undefined && reply.user) keepId(session, reply.user.seq, words);
      controller.enqueue({ type: 'start', messageId: reply.id });
    }
    const chunks = chunksBetween(told.parts, parts);
    if (!chunks) return session.view.error ? undefined : end({ type: 'error', errorText: sentence('taken_back', session.view.lang) });
    told.parts = parts;
    for (const chunk of chunks) controller.enqueue(chunk);
  };
  /** @param {object} chunk */
  const end = chunk => {
    if (isOver) return;
    isOver = true;
    controller.enqueue(chunk);
    controller.close();
    leave();
  };

  const stream = new ReadableStream({
    start: given => { controller = given; },
    cancel: () => {
      isOver = true;
      leave();
    },
  });
  let isListening = false;
  const changed = () => {
    if (!isListening) return;
    tell();
    if (after === undefined || told) begin(); // a session that goes back may still refuse the words
  };
  const leave = session.subscribe(changed, piece => {
    lastPiece = piece;
    changed();
  });
  isListening = true;
  if (after === undefined) tell();
  return {
    stream, begun, leave,
    /** @param {Promise<View>} done */
    endWith: done => done.then(() => {
      tell();
      const { error, card } = session.view;
      end(error ? { type: 'error', errorText: error.text } : { type: 'finish', finishReason: card ? 'tool-calls' : 'stop' });
    }, error => end({ type: 'error', errorText: textOfError(error, session.view.lang) })),
  };
}

/** @param {any} error @param {string} lang */
const textOfError = (error, lang) => (error?.text ? inLang(error.text, lang) : String(error?.message ?? error));
