// @ts-check
/** @import { Interrupt, ResumeEntry } from '@ag-ui/client' */
/** @import { Answer, Card, View } from '../index.js' */
/** @import { Names } from './messages.js' */
import { strangerIn } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { callsMade } from '../session/calls-made.js';
import { wordsOf } from './messages.js';

/** The user's answers, or why they are none. @typedef {{ answer?: Answer } | { code: string, message: string }} Read */

const TEXT = { type: 'string' };
const REASONS = /** @type {const} */ ({ approval: 'tool_call', confirm: 'confirmation', choice: 'input_required', doubt: 'stepgate:doubt' });

/** The open card as the protocol has it: one interrupt for each call that it asks about, else one. @param {View} view @param {Names} names @returns {Interrupt[]} */
export function interruptsOf(view, names) {
  if (!view.card) return [];
  const card = structuredClone(view.card); // a client may do with it what it likes
  const metadata = { stepgate: { card } };
  if (card.kind !== 'approval') return [{ id: `${card.id}`, reason: REASONS[card.kind], message: wordsOf(card), responseSchema: schemaOf(card), metadata }];
  const ids = idsOfCalls(view);
  return (card.calls ?? []).map((call, at) => ({
    id: `${card.id}-${at}`, reason: REASONS.approval, message: call.title, toolCallId: names.of(ids[at]), responseSchema: approvalSchema(call.schema),
    metadata: { stepgate: { card, at } },
  }));
}

/** Ids of the calls of the open card, in its order. @param {View} view */
const idsOfCalls = view => callsMade(view).flatMap(({ id, card }) => (card && card.ending === undefined ? [id] : []));

/** @param {Record<string, object>} properties @param {string[]} required */
const object = (properties, required) => ({ type: 'object', properties, required, additionalProperties: false });

/** @param {any} schema */
const approvalSchema = schema => object({ approved: { type: 'boolean' }, editedArgs: schema, reason: TEXT, always: { enum: ['turn', 'session'] } }, ['approved']);

/** @param {Card} card */
function schemaOf({ kind, buttons, candidates = [] }) {
  const button = { oneOf: buttons.map(({ label }, place) => ({ const: place, title: label })) };
  if (kind === 'doubt') return object({ button, result: {} }, ['button']);
  if (kind === 'choice') return object({ choice: { oneOf: candidates.map(({ id, label }) => ({ const: id, title: label })) }, approved: { const: false }, reason: TEXT }, []);
  return object({ approved: { type: 'boolean' }, button, reason: TEXT }, []);
}

/**
 * The answer to the open card that `resume` has. Nothing that is not spelled out is a yes; what was abandoned is a no, and at a doubt, where a no would say that a
 * thing was not done, no answer.
 * @param {Card | undefined} card @param {ResumeEntry[]} resume @returns {Read}
 */
export function answerOf(card, resume) {
  const ids = card ? (card.kind === 'approval' ? (card.calls ?? []).map((_, at) => `${card.id}-${at}`) : [`${card.id}`]) : [];
  const stranger = resume.find(({ interruptId }) => !ids.includes(interruptId));
  if (!card || stranger) return { code: 'card_changed', message: `resume: ${stranger?.interruptId ?? '(empty)'} is not open${ids.length ? `; open: ${ids.join(', ')}` : ''}. Nothing was answered.` };
  const entries = ids.map(id => resume.filter(({ interruptId }) => interruptId === id));
  const uneven = entries.findIndex(of => of.length !== 1);
  if (uneven >= 0) return bad(`resume must have one answer to each interrupt that is open: ${ids.join(', ')}; for ${ids[uneven]} there are ${entries[uneven].length}`);
  const answers = entries.flat();
  const fault = answers.map(answer => faultOf(card, answer)).find(Boolean);
  if (fault) return bad(fault);
  return card.kind === 'approval' ? approval(answers) : single(card, answers[0]);
}

/** @param {string} message @returns {Read} */
const bad = message => ({ code: 'bad_answer', message: `${message}. Nothing was answered.` });

/** The payload for each kind of card: its members, and in words. @type {Record<Card['kind'], { members: string[], words: string }>} */
const PAYLOADS = {
  approval: { members: ['approved', 'editedArgs', 'reason', 'always'], words: '{ approved, editedArgs?, reason?, always? }' },
  confirm: { members: ['approved', 'reason', 'button'], words: '{ approved, reason? } or { button }' },
  choice: { members: ['choice', 'approved', 'reason'], words: '{ choice } or { approved: false, reason? }' },
  doubt: { members: ['button', 'result'], words: '{ button, result? }' },
};

/** @param {Card} card @param {ResumeEntry} entry */
function faultOf({ kind, buttons }, { interruptId, status, payload }) {
  if (status === 'cancelled') return undefined;
  const place = `resume of ${interruptId}: payload`;
  const { members, words } = PAYLOADS[kind];
  const needs = `${place} must be ${words}`;
  if (!isObject(payload) || strangerIn(payload, members) !== undefined) return needs;
  const { approved, editedArgs, reason, always, button, choice } = /** @type {any} */ (payload);
  const has = [approved, button, choice].filter(one => one !== undefined).length;
  if (has !== 1) return needs;
  if (approved !== undefined && typeof approved !== 'boolean' || kind === 'choice' && approved === true) return needs;
  if (button !== undefined && !buttons[button]) return `${place}.button must be the place of a button, from 0 to ${buttons.length - 1}`;
  if (reason !== undefined && (typeof reason !== 'string' || approved !== false)) return `${place}.reason must be a text, and goes with approved: false`;
  if (!approved && (editedArgs !== undefined || always !== undefined)) return `${place}: editedArgs and always go with approved: true`;
  return undefined;
}

/** @param {ResumeEntry[]} entries @returns {Read} */
function approval(entries) {
  const payloads = entries.map(({ status, payload }) => (status === 'resolved' ? payload : { approved: false }));
  const accepted = payloads.flatMap(({ approved }, at) => (approved ? [at] : []));
  const reasons = [...new Set(payloads.flatMap(({ reason }) => (reason ? [reason] : [])))];
  if (accepted.length === 0) return { answer: { accept: false, ...(reasons.length && { reason: reasons.join('\n') }) } };
  if (reasons.length) return bad('a reason goes only with a no to all calls of the card');
  const grants = new Set(accepted.map(at => JSON.stringify(payloads[at].always)));
  if (grants.size > 1) return bad('always must be the same for all calls that are approved');
  const edited = payloads.map(({ editedArgs = null }) => editedArgs);
  const [{ always }] = accepted.map(at => payloads[at]);
  return {
    answer: {
      accept: accepted.length === entries.length ? true : accepted,
      ...(edited.some(args => args !== null) && { args: entries.length === 1 ? edited[0] : edited }),
      ...(always && { always }),
    },
  };
}

/** @param {Card} card @param {ResumeEntry} entry @returns {Read} */
function single({ kind, buttons }, { status, payload }) {
  if (status === 'cancelled') return kind === 'doubt' ? {} : { answer: { accept: false } };
  const { approved, reason, choice, button, result } = payload;
  if (choice !== undefined) return { answer: { choice } };
  if (approved !== undefined) return { answer: approved ? { accept: true } : { accept: false, ...(reason && { reason }) } };
  if (result === undefined) return { answer: { button } };
  return buttons[button].role === 'accept' ? { answer: { accept: true, result } } : bad('result goes only with the button that says that it was done');
}
