// @ts-check
/** @import { Message, RunAgentInput, RunFinishedOutcome } from '@ag-ui/client' */
/** @import { Answer, Press, Session, StreamPiece, View } from '../index.js' */
/** @import { Names } from './messages.js' */
import { told } from '../errors.js';
import { answerOf, interruptsOf } from './interrupts.js';
import { messagesOf } from './messages.js';
import { contentOf, Shown } from './shown.js';
import { stateOf } from './state.js';

/** The version of the protocol that the events follow. */
const PROTOCOL = '1.0';

/** Records that runs of agents over one session share: names of messages, and how often one was stopped. @typedef {{ names: Names, stops: number }} Shared */
/** Why a run failed. @typedef {{ code: string, message: string }} Fault */

/** One run: tells the session what the client brings, and the client what becomes of it. */
export class Run {
  /** Words of the user that no block has yet. @type {{ id: string, text: string, parts: any[] } | undefined} */
  #words;
  /** Text of a reply that comes in. @type {{ call: number, messages: { id: string, role: 'reasoning' | 'assistant', content: string }[] } | undefined} */
  #live;
  /** Ids of the transcript that were there before the reply that comes in. @type {Set<string>} */
  #before = new Set();
  #left = false;

  /** @param {Session<any>} session @param {Shared} shared @param {RunAgentInput} input @param {(event: any) => void} send @param {Press} [press] by which a yes is given */
  constructor(session, shared, input, send, press) {
    this.session = session;
    this.shared = shared;
    this.input = input;
    this.send = (/** @type {any} */ event) => { if (!this.#left) send(event); };
    this.shown = new Shown(structuredClone(input.messages), shared.names, this.send);
    this.press = press;
    /** Messages of the client with images or files, which keep them as long as their words are those of the session. @type {Map<string, Message>} */
    this.own = new Map(input.messages.filter(({ content }) => Array.isArray(content)).map(message => [message.id, message]));
    this.stops = shared.stops;
    this.usage = session.view.usage;
    this.revision = session.view.revision;
  }

  /** Ends the events; the session goes on. */
  leave() {
    this.#left = true;
  }

  /** Answers, says, and tells what comes of it. */
  async play() {
    this.#start();
    const fault = this.#takeWords() ?? await this.#work(() => this.#act());
    this.#finish(fault);
  }

  /** Tells what the session has, and what it is doing until it waits for the user. */
  async look() {
    this.#start();
    this.shown.replace(this.#messages);
    const fault = await this.#work(async () => {});
    this.#finish(fault);
  }

  #start() {
    const { threadId, runId } = this.input;
    this.send({ type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL });
  }

  /** The user's new words: those behind the last message that the session knows. @returns {Fault | undefined} */
  #takeWords() {
    const known = new Set(messagesOf(this.session.view, this.shared.names).map(({ id }) => id));
    const { messages } = this.shown;
    const said = messages.slice(messages.map(({ id, role }) => known.has(id) || role !== 'user').lastIndexOf(true) + 1);
    const last = said.at(-1);
    if (!last) return undefined;
    const parts = said.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type !== 'text');
    this.#words = { id: last.id, text: said.map(contentOf).join('\n\n'), parts };
    const distant = parts.find((/** @type {any} */ { source }) => source?.type !== 'data');
    return distant && { code: 'data_only', message: `A message has a part of the type ${distant.type} without its bytes; only a source of the type data is taken. Nothing was said.` };
  }

  /** Follows the session while something is done, and until it waits for the user. @param {() => Promise<unknown>} act @returns {Promise<Fault | undefined>} */
  async #work(act) {
    this.#showAll();
    let follows = false;
    try {
      const end = this.session.subscribe(view => { if (follows) this.#changed(view); }, piece => this.#grow(piece));
      follows = true;
      try {
        await act();
        await this.#idle();
      } finally {
        end();
      }
    } catch (error) {
      if (isFault(error)) return error.fault;
      const { code, text } = told(error, this.session.view.lang);
      return { code, message: text };
    }
  }

  async #act() {
    const { resume = [] } = this.input;
    const { card } = this.session.view;
    const words = this.#words;
    const isSetAside = words !== undefined && resume.length > 0 && resume.every(({ status }) => status === 'cancelled');
    if (card && !resume.length && words) throw faulty('answer_first', 'A card is open: `resume` must answer or cancel it. Nothing was said.');
    if (resume.length) {
      const read = answerOf(card, resume);
      if ('code' in read) throw faulty(read.code, read.message);
      if (card && read.answer && !isSetAside) await this.session.answer(card.id, withPress(read.answer, this.press));
    }
    if (words) await this.#say(words);
  }

  /** Says words that approve nothing, whatever they are: the client may not have shown the card. @param {{ text: string, parts: any[] }} words */
  async #say({ text, parts }) {
    try {
      await this.session.say(text, { card: 0 }, parts.length ? { parts: parts.map(fileOf) } : {});
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'card_changed') throw error;
      throw faulty('answer_first', 'Words do not approve the card that is open: `resume` must answer it. Nothing was said.');
    }
  }

  /** Resolves when the session waits for the user. @returns {Promise<void>} */
  #idle() {
    if (!this.session.view.busy) return Promise.resolve();
    return new Promise(resolve => {
      const end = this.session.subscribe(view => {
        if (view.busy) return;
        end();
        resolve();
      });
    });
  }

  /** @param {View} view */
  #changed(view) {
    this.#bind(view);
    this.#showAll();
  }

  /** Gives new parts of the transcript the names under which the client has them already. @param {View} view */
  #bind(view) {
    const { names } = this.shared;
    const isOver = this.#live && (view.waiting !== 'model' || view.call !== this.#live.call);
    const fresh = messagesOf(view, names).filter(({ id }) => !this.#before.has(id));
    const said = this.#words && fresh.find(({ role }) => role === 'user');
    if (said && this.#words) {
      names.give(said.id, this.#words.id);
      this.#words = undefined;
    }
    if (this.#live && isOver) {
      for (const { id, role } of this.#live.messages) {
        const same = fresh.find(message => message.role === role && message.content);
        if (same) names.give(same.id, id);
      }
      this.#live = undefined;
    }
  }

  /** @param {StreamPiece} piece */
  #grow({ call, thought, say }) {
    const texts = /** @type {const} */ ([['reasoning', thought], ['assistant', say]]);
    const messages = texts.flatMap(([role, content]) => (content ? [{ id: `${role}-of-${call}`, role, content }] : []));
    this.#live = { call, messages };
    this.shown.show(this.#messages, messages.map(({ id }) => this.shared.names.of(id)));
  }

  #showAll() {
    this.#before = new Set(messagesOf(this.session.view, this.shared.names).map(({ id }) => id));
    this.shown.show(this.#messages, this.#live?.messages.map(({ id }) => this.shared.names.of(id)));
    this.shown.showState(this.#state());
  }

  /** Messages that the client shall have. */
  #messages = () => {
    const { names } = this.shared;
    /** @type {Message[]} */
    const pending = this.#words ? [{ id: names.of(this.#words.id), role: 'user', content: this.#words.text }] : [];
    const live = (this.#live?.messages ?? []).map(message => ({ ...message, id: names.of(message.id) }));
    return [...messagesOf(this.session.view, names), ...pending, ...live].map(message => this.#asSent(message));
  };

  /** A message as the client has it, if that has images or files and the same words. @param {Message} message @returns {Message} */
  #asSent(message) {
    const own = this.own.get(message.id);
    return own?.role === message.role && contentOf(own) === contentOf(message) ? own : message;
  }

  /** The state, with words that were not said. @param {{ text: string, parts: any[] }} [unsaid] */
  #state(unsaid) {
    const state = stateOf(this.session.view);
    return unsaid ? { ...state, input: unsaid.text, ...(unsaid.parts.length && { unsaid: unsaid.parts }) } : state;
  }

  /** @param {Fault | undefined} fault */
  #finish(fault) {
    const { view } = this.session;
    const unsaid = this.#words;
    this.#words = undefined;
    this.#live = undefined;
    const failed = fault ?? (view.error && view.revision > this.revision && { code: view.error.cause ?? view.error.code, message: view.error.text });
    const interrupts = interruptsOf(view, this.shared.names);
    const { threadId, runId } = this.input;
    this.shown.show(this.#messages);
    this.shown.showState(this.#state(unsaid));
    const usage = this.#used();
    if (!failed) return this.#end(runId, interrupts, unsaid, usage);
    this.send({ type: 'RUN_ERROR', ...failed, ...usage });
    const isBehind = interrupts.length > 0 || this.input.resume?.length; // an error leaves a client with the interrupts of before
    if (!isBehind) return;
    this.send({ type: 'RUN_STARTED', threadId, runId: `${runId}-now`, protocolVersion: PROTOCOL });
    this.#end(`${runId}-now`, interrupts, unsaid);
  }

  /**
   * Ends a run that has not failed.
   * @param {string} runId @param {ReturnType<typeof interruptsOf>} interrupts @param {{ text: string, parts: any[] } | undefined} unsaid @param {object} [usage]
   */
  #end(runId, interrupts, unsaid, usage) {
    const { output } = this.session.view;
    const result = !interrupts.length && output !== undefined ? { result: output } : {};
    if (interrupts.length) this.#sendAll(unsaid);
    this.send({ type: 'RUN_FINISHED', threadId: this.input.threadId, runId, outcome: this.#outcome(interrupts), ...result, ...usage });
  }

  /** Messages and state in full, as the protocol wants them before an interrupt. @param {{ text: string, parts: any[] } | undefined} unsaid */
  #sendAll(unsaid) {
    this.shown.replace(this.#messages);
    this.shown.replaceState(this.#state(unsaid));
  }

  /** @param {ReturnType<typeof interruptsOf>} interrupts @returns {RunFinishedOutcome} */
  #outcome(interrupts) {
    if (interrupts.length) return { type: 'interrupt', interrupts };
    return { type: this.shared.stops > this.stops ? 'cancelled' : 'success' };
  }

  /** Tokens of this run, as far as the servers counted them. */
  #used() {
    const { usage } = this.session.view;
    const inputTokens = usage.inputTokens - this.usage.inputTokens;
    const outputTokens = usage.outputTokens - this.usage.outputTokens;
    return inputTokens || outputTokens ? { usage: [{ inputTokens, outputTokens }] } : {};
  }
}

/** @param {Answer} answer @param {Press} [event] @returns {Answer} */
const withPress = (answer, event) => ('accept' in answer && answer.accept !== false && event ? { ...answer, event } : answer);

/** An image or a file of a message. @param {{ source: { value: string, mimeType: string }, metadata?: any }} part */
const fileOf = ({ source, metadata }) => new File([Uint8Array.from(atob(source.value), letter => letter.charCodeAt(0))], String(metadata?.filename ?? ''), { type: source.mimeType });

class FaultyInput extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** @param {string} code @param {string} message */
const faulty = (code, message) => new FaultyInput({ code, message });
/** @param {unknown} error */
const isFault = error => error instanceof FaultyInput;
