/**
 * A scripted person: plain data, so that one is written in a few minutes. A file in `people` holds those of one agent and language.
 *
 * @typedef {object} Person
 * @property {string} id  name of the person in the table and of the transcript's file: lower-case words joined by hyphens
 * @property {string} persona  who this is, in a sentence or two; a model that plays the person reads it
 * @property {Habit[]} habits  ways of talking; a model that plays the person keeps to them, the script shows them by `facts` and `asides`
 * @property {string} goal  what the person wants to have in the end
 * @property {any} [input]  input of the session, as `openSession` takes it
 * @property {Record<string, string>} [files]  files of the workspace by path (stepper)
 * @property {{ now?: string, planned?: boolean }} [calendar]  the present of the calendar, and whether its tasks have places (schedule)
 * @property {string} [opening]  first words; without them the agent speaks first
 * @property {string[]} [then]  further requests, each said when the work before it is done
 * @property {Fact[]} facts  everything the person knows beyond the input
 * @property {Aside[]} [asides]  questions back, changes of mind, small talk
 * @property {Refusal[]} [refusals]  cards that are declined, each once; every other card is accepted
 * @property {Expectation} expect  what must hold in the end
 * @property {any} [ideal]  what a good model would do; read by the scripted model only, in the form of its agent in `scripted`
 *
 * @typedef {'terse' | 'talkative' | 'changes_mind' | 'asks_back' | 'mixed_language' | 'refuses' | 'impatient' | 'greets' | 'pastes_much' | 'clock_times'} Habit
 *
 * @typedef {object} Fact
 * @property {string} say  the words that tell it
 * @property {string[]} [keep]  texts of it that must be in the document
 * @property {string[]} [about]  words in a question that this fact answers
 * @property {string} [place]  part of the work it belongs to (guide: words of the section or entry; content: the phase); told only there
 *
 * @typedef {object} Aside
 * @property {number} after  turns before it is said
 * @property {string} say @property {string} [place]  as of a fact
 * @property {string[]} [keep]  texts of it that must be in the document
 *
 * @typedef {object} Refusal
 * @property {string} card  a text that stands on the card: title, words or arguments
 * @property {string} reason  words that go with the refusal
 *
 * @typedef {object} Expectation
 * @property {string[]} [keep]  further texts that must be in the document
 * @property {string[]} [absent]  texts that must not be in it, such as what was taken back
 * @property {import('./agents/schedule-rules.js').Rules} [plan]  rules of the calendar (schedule)
 * @property {number} [turns]  most turns of the person (default 40)
 * @property {number} [calls]  most calls of the model (default 120)
 */

export const HABITS = ['terse', 'talkative', 'changes_mind', 'asks_back', 'mixed_language', 'refuses', 'impatient', 'greets', 'pastes_much', 'clock_times'];
export const BOUNDS = { turns: 40, calls: 120 };

const isText = value => typeof value === 'string' && value.trim() !== '';
const isTexts = value => Array.isArray(value) && value.every(isText);
const isCount = value => Number.isSafeInteger(value) && value >= 0;
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = form => value => (Array.isArray(value) ? value.map((one, index) => faultIn(one, form, `[${index}]`)).find(Boolean) : 'must be a list');
const text = value => !isText(value) && 'must be a text';
const texts = value => !isTexts(value) && 'must be a list of texts';
const count = value => !isCount(value) && 'must be a whole number from 0';
const flag = value => typeof value !== 'boolean' && 'must be true or false';
const any = () => undefined;

const FORM = {
  id: value => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && 'must be lower-case words joined by hyphens',
  persona: text,
  habits: value => !(Array.isArray(value) && value.every(one => HABITS.includes(one))) && `must be a list of ${HABITS.join(', ')}`,
  goal: text,
  'input?': any,
  'files?': value => !(isObject(value) && Object.values(value).every(one => typeof one === 'string')) && 'must be an object of texts',
  'calendar?': value => faultIn(value, { 'now?': text, 'planned?': flag }, ''),
  'opening?': text,
  'then?': texts,
  facts: listOf({ say: text, 'keep?': texts, 'about?': texts, 'place?': text }),
  'asides?': listOf({ after: count, say: text, 'place?': text, 'keep?': texts }),
  'refusals?': listOf({ card: text, reason: text }),
  expect: value => faultIn(value, { 'keep?': texts, 'absent?': texts, 'plan?': any, 'turns?': count, 'calls?': count }, ''),
  'ideal?': any,
};

/** The first fault of a value, with its place. @param {any} value @param {Record<string, (value: any) => any>} form @param {string} place @returns {string | undefined} */
function faultIn(value, form, place) {
  if (!isObject(value)) return `${place} must be an object, and is ${shown(value)}`;
  const names = Object.keys(form).map(name => name.replace('?', ''));
  const strange = Object.keys(value).find(name => !names.includes(name));
  if (strange) return `${place}.${strange} is not a member; allowed are ${names.join(', ')}`;
  for (const [key, check] of Object.entries(form)) {
    const name = key.replace('?', '');
    if (key.endsWith('?') && value[name] === undefined) continue;
    const fault = check(value[name]);
    if (fault) return fault.startsWith('must') ? `${place}.${name} ${fault}, and is ${shown(value[name])}` : `${place}.${name}${fault}`;
  }
  return undefined;
}

const shown = value => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80));

/** People as they stand in a file, checked. @param {unknown} people @param {string} file @returns {Person[]} */
export function checkedPeople(people, file) {
  if (!Array.isArray(people) || people.length === 0) throw new TypeError(`${file} must export a list of people as its default`);
  people.forEach((person, index) => {
    const fault = faultIn(person, FORM, `[${index}]`);
    if (fault) throw new TypeError(`${file}: ${fault}`);
  });
  const twice = people.find(({ id }, index) => people.findIndex(other => other.id === id) !== index);
  if (twice) throw new TypeError(`${file}: the id ${JSON.stringify(twice.id)} stands twice`);
  return people;
}
