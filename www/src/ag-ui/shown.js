// @ts-check
/** @import { Message } from '@ag-ui/client' */
/** @import { StepgateState } from './index.js' */
/** @import { Names } from './messages.js' */
import { patchBetween } from './state.js';

/** Messages and state as the client has them, and the events that bring it to those of the session. */
export class Shown {
  /** Ids of messages whose text still comes in. @type {Map<string, Message['role']>} */
  #open = new Map();
  /** @type {StepgateState | undefined} */
  #state;

  /** @param {Message[]} messages @param {Names} names @param {(event: any) => void} send */
  constructor(messages, names, send) {
    this.messages = messages;
    this.names = names;
    this.send = send;
  }

  /**
   * Shows these messages: by events that add to what is there, or, where something is another or gone, by a snapshot.
   * @param {() => Message[]} wanted @param {string[]} [growing] ids of messages whose text is not whole yet
   */
  show(wanted, growing = []) {
    const events = this.#added(wanted(), growing);
    if (!events) return this.replace(wanted, growing);
    this.messages = wanted();
    events.forEach(this.send);
  }

  /** Sends all messages. @param {() => Message[]} wanted @param {string[]} [growing] */
  replace(wanted, growing = []) {
    this.#open.forEach((role, id) => ends(role, id).forEach(this.send));
    this.#open.clear();
    for (let misplaced; (misplaced = this.#outOfOrder(wanted()));) this.names.renew(misplaced);
    this.messages = wanted();
    this.send({ type: 'MESSAGES_SNAPSHOT', messages: structuredClone(this.messages) });
    for (const { id, role } of this.messages.filter(({ id }) => growing.includes(id))) {
      starts(role, id).forEach(this.send);
      this.#open.set(id, role);
    }
  }

  /** @param {StepgateState} state */
  showState(state) {
    const delta = this.#state && patchBetween(this.#state, state);
    if (!delta) return this.replaceState(state);
    this.#state = state;
    if (delta.length) this.send({ type: 'STATE_DELTA', delta });
  }

  /** Sends the whole state. @param {StepgateState} state */
  replaceState(state) {
    this.#state = state;
    this.send({ type: 'STATE_SNAPSHOT', snapshot: state });
  }

  /**
   * The events that add what is missing; undefined where adding is not enough.
   * @param {Message[]} wanted @param {string[]} growing
   */
  #added(wanted, growing) {
    const events = [];
    const have = [...this.messages];
    const open = new Map(this.#open);
    for (const [at, message] of wanted.entries()) {
      const { id, role } = message;
      if (have[at]?.id !== id) {
        if (placeOf(message, have) !== at) return undefined;
        have.splice(at, 0, message);
        events.push(...begins(message));
        if (isText(message)) open.set(id, role);
      } else if (!isSame(have[at], message)) {
        const more = open.has(id) && moreIn(have[at], message);
        if (!more) return undefined;
        events.push(piece(role, id, more));
      }
      if (open.has(id) && !growing.includes(id)) {
        events.push(...ends(role, id));
        open.delete(id);
      }
    }
    if (have.length !== wanted.length) return undefined;
    this.#open = open;
    return events;
  }

  /**
   * The id of the first message, or of the call of a result, that the client would have in another place after a snapshot: it keeps what it knows where it is, and adds
   * the rest behind.
   * @param {Message[]} wanted
   */
  #outOfOrder(wanted) {
    const ids = wanted.map(({ id }) => id);
    const known = this.messages.filter(({ id }) => ids.includes(id));
    const misplaced = known.find(({ id }, at) => ids[at] !== id);
    return misplaced?.role === 'tool' ? misplaced.toolCallId : misplaced?.id;
  }
}

/** The place where a client puts a new message: a result behind its call and the results there, any other one at the end. @param {Message} message @param {Message[]} have */
function placeOf(message, have) {
  const call = message.role === 'tool' ? have.findIndex(({ id }) => id === message.toolCallId) : -1;
  if (call < 0) return have.length;
  const behind = have.slice(call + 1).findIndex(({ role }) => role !== 'tool');
  return behind < 0 ? have.length : call + 1 + behind;
}

/** @param {any} message */
const isText = ({ role, toolCalls }) => role !== 'tool' && !toolCalls;

/** The text of a message, whose content a client may have in parts. @param {any} message @returns {string} */
export const contentOf = ({ content = '' }) => (typeof content === 'string' ? content : content.flatMap((/** @type {any} */ part) => part.text ?? []).join('\n'));

/** @param {any} one @param {any} other */
const isSame = (one, other) => one === other || one.role === other.role && contentOf(one) === contentOf(other) && one.toolCallId === other.toolCallId && JSON.stringify(callsIn(one)) === JSON.stringify(callsIn(other));

/** @param {any} message */
const callsIn = ({ toolCalls = [] }) => toolCalls.map((/** @type {any} */ call) => [call.id, call.function.name, call.function.arguments]);

/** The text by which a message grew, if it did. @param {Message} before @param {Message} after */
const moreIn = (before, after) => (contentOf(after).startsWith(contentOf(before)) ? contentOf(after).slice(contentOf(before).length) : undefined);

/** Events of a new message, up to its text so far. @param {any} message */
function begins(message) {
  const { id, role, toolCalls: [call] = [undefined], toolCallId, content } = message;
  if (role === 'tool') return [{ type: 'TOOL_CALL_RESULT', messageId: id, toolCallId, content, role }];
  if (!call) return [...starts(role, id), piece(role, id, content)];
  return [
    { type: 'TOOL_CALL_START', toolCallId: call.id, toolCallName: call.function.name },
    { type: 'TOOL_CALL_ARGS', toolCallId: call.id, delta: call.function.arguments },
    { type: 'TOOL_CALL_END', toolCallId: call.id },
  ];
}

/** @param {string} role @param {string} messageId */
const starts = (role, messageId) => (role === 'reasoning'
  ? [{ type: 'REASONING_START', messageId }, { type: 'REASONING_MESSAGE_START', messageId, role }]
  : [{ type: 'TEXT_MESSAGE_START', messageId, role }]);

/** @param {string} role @param {string} messageId @param {string} delta */
const piece = (role, messageId, delta) => ({ type: role === 'reasoning' ? 'REASONING_MESSAGE_CONTENT' : 'TEXT_MESSAGE_CONTENT', messageId, delta });

/** @param {string} role @param {string} messageId */
const ends = (role, messageId) => (role === 'reasoning'
  ? [{ type: 'REASONING_MESSAGE_END', messageId }, { type: 'REASONING_END', messageId }]
  : [{ type: 'TEXT_MESSAGE_END', messageId }]);
