// @ts-check
import { assertKnown } from '../checks/assert-option.js';

/** Answer of `complain` and `refuse`. It ends the function as a step does, and undoes what it changed. */
export class Objection {
  /** @param {object} answer */
  constructor(answer) {
    this.answer = answer;
  }
}

const CALL = ['name', 'args', 'text', 'key'];
const ANSWERS = ['yes', 'no', 'said'];
const CARD = ['title', 'text', 'preview', 'typed', 'accept', 'decline', 'buttons'];

/**
 * Makers of steps. @param {string} stage the present one: where a session goes on if the step names none
 * @param {'zh' | 'en'} lang @param {(call: any) => void} checkCall throws for a tool that is not there
 */
export const stepsAt = (stage, lang, checkCall) => Object.freeze({
  /** Asks the model in that stage. */
  think: (then = stage) => ({ think: then }),
  /** Waits for the user in that stage. */
  listen: (then = stage) => ({ listen: then }),
  /** Runs tools, then asks the model in that stage. @param {import('./index.js').ToolUse | import('./index.js').ToolUse[]} calls */
  run(calls, then = stage) {
    const called = [calls].flat();
    called.forEach(call => {
      assertKnown(call, CALL, 'to.run: ');
      checkCall(call);
    });
    return { run: { calls: called.map(({ name, args, text, key }) => ({ name, args: args ?? {}, ...(text !== undefined && { text }), ...(key !== undefined && { key }) })), then } };
  },
  /** Asks the user on a card. @param {any} card @param {{ yes: any, no: any, said?: any }} answers */
  confirm(card, answers) {
    assertKnown(answers, ANSWERS, 'to.confirm: ');
    const { yes, no, said = heardAs(no) } = answers;
    return { confirm: { card: cardOf(card, lang), yes, no, said } };
  },
  /** Takes the turn back and hands the user's words back. @param {string} code */
  retract: code => ({ retract: code }),
  /** Ends with an output. @param {any} output */
  finish: (output, then = stage) => ({ finish: { outcome: output ?? null, then } }),
  /** Keeps the changes and goes on waiting. */
  stay: () => 'stay',
  /** Takes the engine's own step. */
  usual: () => 'usual',
});

/** A step for words in the place of an answer: they are answered, where the step after a no would only listen. @param {any} no */
const heardAs = no => (no?.listen === undefined ? no : { think: no.listen });

const LABELS = { en: ['Yes', 'No'], zh: ['是', '否'] };

/** @param {any} card @param {'zh' | 'en'} lang */
export function cardOf(card, lang) {
  assertKnown(card, CARD, 'card: ');
  const { title, text, preview, typed = 'declines', accept, decline, buttons } = card;
  const [yes, no] = LABELS[lang];
  const answers = [{ role: 'accept', label: accept ?? yes }, { role: 'decline', label: decline ?? no }];
  return { kind: 'confirm', title, typed, buttons: buttons ?? answers, ...(text !== undefined && { text }), ...(preview !== undefined && { preview }) };
}
