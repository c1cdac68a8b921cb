// @ts-check
/** @import { Answer, ExportedSession, FilePart, Happened, Json, Notice, Session, SessionOptions, View } from '../index.js' */
import { assertKnown, assertOption, must } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { abortable } from '../page/abortable.js';
import { disposable } from '../page/disposable.js';
import { againOptions, rewindTo } from './back.js';
import { cardBinder, giveUpWords, saidEvent, sayOptions } from './said.js';

/**
 * The things of the page beside an event: `press` led to it, `files` are beside words.
 * @typedef {{ press?: unknown, files?: (Blob | FilePart)[] }} Beside
 *
 * What a caller's `Session` does with the driver. `tell`, `open` and `takeOver` reject once the caller has closed.
 * @typedef {object} Driving
 * @property {() => View} view that pages know
 * @property {() => 'drives' | 'watches'} role
 * @property {() => Notice | undefined} warning
 * @property {() => void} mustBeOpen throws once the caller has closed
 * @property {(happened: Happened, beside?: Beside) => Promise<View>} tell an event, and waits until the session waits for the user
 * @property {(back: import('./back.js').Back, again?: { text?: string }) => Promise<View>} goBack goes back; with `again` the words there are said again, or others
 * @property {(part: FilePart) => Promise<Blob>} blob
 * @property {(change: any) => boolean} isOpening whether an edit is the one that opens the agent
 * @property {(change: Json) => Promise<View>} open the agent by that edit
 * @property {(query: any) => any} read
 * @property {(onChange: SessionOptions['onChange'], onStream: SessionOptions['onStream']) => () => void} listen
 * @property {() => Promise<View>} takeOver
 * @property {() => Promise<ExportedSession>} exported
 * @property {() => Promise<void>} leave
 */

/** The `Session` of one caller. @param {string} id @param {Driving} driving @returns {Session} */
export function callerOf(id, driving) {
  const bound = cardBinder();
  const { tell } = driving;
  /** @type {Session} */
  const session = {
    id,
    get view() { return driving.view(); },
    get role() { return driving.role(); },
    get warning() { return driving.warning(); },
    say: async (text, extra, options) => {
      const { when, signal, parts } = sayOptions(options);
      return abortable(signal, () => tell({ ...saidEvent(when), ...bound(text, extra, driving.view()) }, { files: parts }), () => giveUpWords(text, session));
    },
    answer: async (call, answer) => tell(answerEvent(call, answer), { press: answer.event }),
    edit: async change => {
      driving.mustBeOpen();
      return driving.isOpening(change) ? driving.open(change) : tell({ type: 'edited', change });
    },
    stop: () => tell({ type: 'stopped' }),
    rewind: async to => driving.goBack(rewindTo(to)),
    again: async options => {
      const { back, text, signal } = againOptions(options, driving.view());
      return abortable(signal, () => driving.goBack(back, { text }), () => { session.stop().catch(() => {}); });
    },
    read: query => driving.read(query),
    subscribe: (onChange, onStream) => {
      assertOption(onChange, 'subscribe(onChange)', 'function');
      if (onStream !== undefined) assertOption(onStream, 'subscribe(onChange, onStream)', 'function');
      driving.mustBeOpen();
      return driving.listen(onChange, onStream);
    },
    takeOver: async () => {
      driving.mustBeOpen();
      return driving.takeOver();
    },
    blob: async part => driving.blob(part),
    export: async () => driving.exported(),
    close: () => driving.leave(),
    ...disposable(() => driving.leave()),
  };
  return Object.freeze(session);
}

const ANSWER = ['accept', 'args', 'always', 'afterFailure', 'reason', 'result', 'event'];

/** @param {unknown} place */
const isPlace = place => Number.isSafeInteger(place) && Number(place) >= 0;

/** @param {number} call @param {Answer} answer @returns {Happened} */
function answerEvent(call, answer) {
  must(Number.isSafeInteger(call), 'answer(id, answer): id', 'the number of the card: `view.card.id`');
  must(isObject(answer), 'answer(id, answer): answer', 'an object, such as { accept: true } or { accept: false, reason }');
  const presses = 'button' in answer;
  const chooses = 'choice' in answer;
  assertKnown(answer, presses ? ['button', 'event'] : chooses ? ['choice', 'event'] : ANSWER, 'answer(id, answer): ');
  if (presses) return { type: 'pressed', call, button: /** @type {any} */ (answer).button };
  if (chooses) {
    must(typeof answer.choice === 'string', 'answer(id, answer): choice', 'the id of a candidate: one of `view.card.candidates`');
    return { type: 'chosen', call, choice: answer.choice };
  }
  const { accept, event, ...more } = answer;
  if (Array.isArray(accept)) must(accept.every(isPlace), 'answer(id, answer): accept', 'a list of the numbers of the calls, such as [1]');
  const places = Array.isArray(accept) ? { accept: true, calls: accept } : { accept };
  return /** @type {Happened} */ ({ type: 'answered', call, ...places, ...more });
}
