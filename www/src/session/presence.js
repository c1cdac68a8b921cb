// @ts-check
/** @import { Card, CardCall, Effect, Event, Lang, PresenceCall, SessionOptions, Tool, View } from '../index.js' */
/** @import { Moved } from './session.js' */
import { Refusal } from '../errors.js';
import { inLang } from '../checks/text.js';
import { words } from '../messages.js';

/** A check of presence. @typedef {NonNullable<Tool['presence']>} Check */

/** A yes that was not checked yet: the calls that it would run. */
export class Unchecked extends Error {
  /** @param {PresenceCall[]} calls @param {Card | undefined} card on which they stand */
  constructor(calls, card) {
    super('presence was not checked');
    this.calls = calls;
    this.card = card;
  }
}

/** Doubts whose yes runs the write. */
const RUNNING = ['do_it_again', 'run_it_here'];

/** Events by which a user can lead to a write. Model and tools send the others. */
const OF_THE_USER = ['said', 'queued', 'answered', 'pressed', 'chosen', 'edited'];

/** Those of them that come from a press. */
const PRESSED = ['answered', 'pressed', 'chosen'];

/** Events of a page that a script cannot make as trusted ones. Others, such as `submit` and `change`, are called trusted also where a script began them. */
const PRESSES = ['click', 'dblclick', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'keydown', 'keyup'];

/**
 * The checks of a session: that of its page for all writes, else those of its tools. Undefined if there is none.
 * @param {Record<string, Tool>} tools @param {SessionOptions['presence']} own
 */
export function presenceOf(tools, own) {
  if (!own && !Object.values(tools).some(({ presence }) => presence)) return undefined;
  const checkOf = (/** @type {{ name: string }} */ { name }) => own ?? (Object.hasOwn(tools, name) ? tools[name].presence : undefined);
  const isChecked = (/** @type {{ name: string }} */ call) => checkOf(call) !== undefined;
  return {
    isChecked,
    /** Calls with a check that a yes to the card would run, as the event has them. @param {Event} event @param {Card | undefined} card @returns {PresenceCall[]} */
    asked(event, card) {
      if (!card || !runsCalls(card) || !isYes(event, card)) return [];
      return answeredCalls(event, card).filter(isChecked).map(plain);
    },
    /** Calls with a check that a step runs or has approved. @param {Card | undefined} card that was open before @param {Moved} moved @returns {PresenceCall[]} */
    reached(card, { effect, view }) {
      const isApproved = card && runsCalls(card) && view.blocks.some(block => block.kind === 'card' && block.ending === 'accepted');
      const approved = isApproved ? /** @type {CardCall[]} */ (card.calls).filter(isChecked) : [];
      return (approved.length ? approved : running(effect, view).filter(isChecked)).map(plain);
    },
    /**
     * Throws unless every check says that the user is there. Each check is asked once, about all of its calls.
     * @param {PresenceCall[]} calls @param {import('../index.js').PresenceContext} context
     */
    async mustBeThere(calls, context) {
      for (const check of new Set(calls.map(checkOf))) {
        const own = calls.filter(call => checkOf(call) === check);
        const isThere = await Promise.resolve().then(() => check?.(structuredClone(own), context)).catch(cause => { throw refusedFor('not_present', context.lang, cause); });
        if (typeof isThere !== 'boolean') throw new TypeError(`presence(calls, context): must give true or false, not ${isThere === null ? 'null' : typeof isThere}`);
        if (!isThere) throw refusedFor('not_present', context.lang);
      }
    },
  };
}

/** @param {Event} event */
export const isOfTheUser = event => OF_THE_USER.includes(event.type);

/** Whether a press of a person, as the browser says, sends the event. @param {{ type: string }} event @param {any} press */
export const isPressed = (event, press) => PRESSED.includes(event.type) && press?.isTrusted === true && PRESSES.includes(press.type);

/** Whether two lists have the same calls, in whatever order their members are. @param {PresenceCall[]} one @param {PresenceCall[]} other */
export const areSame = (one, other) => textOf(one) === textOf(other);

/** @param {string} code @param {Lang} lang @param {unknown} [cause] */
export const refusedFor = (code, lang, cause) => Object.assign(new Refusal(code, inLang(words(code), lang)), cause !== undefined && { cause });

/** @param {Card} card */
const runsCalls = ({ kind, code, calls }) => calls !== undefined && (kind === 'approval' || (kind === 'doubt' && RUNNING.includes(String(code))));

/** Whether an event says yes to the card. @param {Event} event @param {Card} card */
function isYes(event, { id, buttons }) {
  if (!('call' in event) || event.call !== id) return false;
  if (event.type === 'pressed') return ['accept', 'again'].includes(String(buttons[event.button]?.role));
  return event.type === 'answered' && event.accept === true;
}

/** Calls of the card that a yes is for, with the arguments that the user has edited. @param {any} event @param {Card} card */
function answeredCalls({ calls: places, args }, { calls = [] }) {
  const edited = calls.length === 1 ? [args] : Array.isArray(args) ? args : [];
  return calls.map((call, place) => ({ ...call, args: edited[place] ?? call.args })).filter((_, place) => places === undefined || places.includes(place));
}

/** Writes that a step runs, but for those that the rule of their tool lets run. @param {Effect | undefined} effect @param {View} view */
function running(effect, view) {
  if (effect?.type !== 'call_tool') return [];
  return effect.tools.filter(({ access }, place) => access === 'write' && view.running?.[place]?.verdict !== 'run');
}

/** @param {{ name: string, args: any }} call @returns {PresenceCall} */
const plain = ({ name, args }) => ({ name, args });

/** JSON with sorted members. @param {unknown} value */
const textOf = value => JSON.stringify(value, (_, part) => (part !== null && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));
