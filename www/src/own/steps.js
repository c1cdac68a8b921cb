// @ts-check
/** @import { Lang, Text } from '../index.js' */
import { assertKnown, must } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { ownLang } from '../checks/lang.js';
import { choiceOf } from './choices.js';
import { chosen } from './chosen.js';
import { askStep, handoffStep } from './talks.js';

const CALL = ['name', 'args', 'text', 'key'];
const ANSWERS = ['yes', 'no'];
const CARD = ['title', 'text', 'preview', 'accept', 'decline', 'buttons', 'yes'];

/**
 * Makers of steps. @param {string} stage the present one: where a session goes on if the step names none
 * @param {Lang} lang @param {{ call: (call: any) => void, stage: (name: string, maker: string) => void }} check throws for a tool, or a stage, that is not there
 */
export const stepsAt = (stage, lang, check) => Object.freeze({
  /** Asks the model in that stage. */
  think: (then = stage) => ({ think: then }),
  /** Waits for the user in that stage. */
  listen: (then = stage) => ({ listen: then }),
  /** Runs tools, then asks the model in that stage. @param {import('./index.js').ToolUse | import('./index.js').ToolUse[]} calls */
  run(calls, then = stage) {
    const called = [calls].flat();
    called.forEach(call => {
      assertKnown(call, CALL, 'to.run: ');
      check.call(call);
    });
    return { run: { calls: called.map(({ name, args, text, key }) => ({ name, args: args ?? {}, ...(text !== undefined && { text: chosen(text, lang, 'to.run: text') }), ...(key !== undefined && { key }) })), then } };
  },
  /** Asks the user on a card. @param {any} card @param {{ yes: any, no: any }} answers */
  confirm(card, answers) {
    must(isObject(card), 'to.confirm(card, { yes, no }): card', 'an object: { title, text, preview, … }');
    must(isObject(answers), 'to.confirm(card, { yes, no })', 'given { yes, no }: the step for each answer');
    assertKnown(answers, ANSWERS, 'to.confirm: ');
    const { yes, no } = answers;
    return { confirm: { card: cardOf(card, lang), yes, no } };
  },
  /** Lets the user choose on a card, or the model in a call of its own. @param {any} candidates @param {any} options */
  choose: (candidates, options) => ({ choose: { choice: choiceOf(candidates, options, lang), then: options.then ?? { think: stage }, no: options.no ?? { listen: stage } } }),
  /** Hands the conversation over to a stage, which goes on in a thread of its own. @param {string} name @param {string} [about] */
  handoff(name, about) {
    check.stage(name, 'to.handoff');
    return handoffStep(name, about === undefined ? undefined : chosen(about, lang, 'to.handoff: about'));
  },
  /** Runs a stage as a sub-agent; its outcome goes to the stage `then`. @param {string} name @param {any} input */
  ask(name, input, then = stage) {
    check.stage(name, 'to.ask');
    return askStep(name, input, then);
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

const LABELS = { en: ['Yes', 'No'], zh: ['是', '否'] };

/** @param {any} card @param {Lang} lang */
export function cardOf(card, lang) {
  assertKnown(card, CARD, 'card: ');
  const { title, text, preview, accept, decline, buttons, yes: words = [] } = card;
  const inWords = (/** @type {unknown} */ given, /** @type {string} */ member) => chosen(given, lang, `card: ${member}`);
  const [yes, no] = LABELS[ownLang(lang)];
  const labelled = (/** @type {any} */ button, /** @type {number} */ at) => (isObject(button) ? { ...button, label: inWords(button.label, `buttons[${at}].label`) } : button);
  const answers = [{ role: 'accept', label: inWords(accept ?? yes, 'accept') }, { role: 'decline', label: inWords(decline ?? no, 'decline') }];
  return {
    kind: 'confirm', title: inWords(title, 'title'), buttons: Array.isArray(buttons) ? buttons.map(labelled) : buttons ?? answers,
    ...(words !== false && { yes: Array.isArray(words) ? words.map((word, at) => inWords(word, `yes[${at}]`)) : words }),
    ...(text !== undefined && { text: inWords(text, 'text') }), ...(preview !== undefined && { preview }),
  };
}
