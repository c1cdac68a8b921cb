/** Shows a conversation, and tells the harness (`window.state`) and the bank what the user sees. */
import { account } from './trial.js';

const root = document.getElementById('root');
const CLOSING = /^(DONE|FAILED|NOT PAID|UNKNOWN)/;
let told = '';

/**
 * @typedef {{ id: string, kind: 'approval' | 'doubt', text: string, buttons: Record<string, () => unknown> }} Card
 * @param {{ lines: { role: 'user' | 'assistant', text: string }[], cards?: Card[], busy: boolean, note?: string, others?: Record<string, () => unknown> }} view
 * @param {(text: string) => unknown} say
 */
export function paint({ lines, cards = [], busy, note = '', others = {} }, say) {
  root.replaceChildren(
    ...lines.map(({ role, text }) => element('p', { className: role, textContent: text })),
    ...cards.map(card => element('section', { className: card.kind }, [element('b', { textContent: card.text }), ...buttons(card.buttons)])),
    ...buttons(others),
    element('small', { textContent: note }),
  );
  window.say = say;
  window.state = { lines, cards: cards.map(({ id, kind, buttons }) => ({ id, kind, buttons: Object.keys(buttons) })), busy, note, others: Object.keys(others) };
  tellBank(lines.at(-1));
}

const element = (tag, members, children = []) => {
  const made = Object.assign(document.createElement(tag), members);
  made.append(...children);
  return made;
};
const buttons = acts => Object.entries(acts).map(([act, onclick]) => element('button', { id: act, textContent: act, onclick }));

/** Tells the bank when the user has read how it ended: from then on a death of the page breaks nothing off. */
function tellBank(last) {
  if (last?.role !== 'assistant' || last.text === told || !CLOSING.test(last.text)) return;
  told = last.text;
  beacon('said', last.text);
}

/** @param {'said' | 'gone'} what @param {string} text */
export const beacon = (what, text) => navigator.sendBeacon(`/${what}?account=${account}&at=${Date.now()}`, text);
