import { pick } from './random.js';
import { write } from './write.js';

const PYTHON = { quotes: "''", literals: { null: 'None', true: 'True', false: 'False' } };

/** Words of models around their JSON. */
const WORDS = {
  zh: { before: '好的，这是我的回复：', after: '希望对你有帮助！', thinking: '先看看用户说了什么 {…}，再决定下一步。' },
  en: { before: 'Sure, here is my reply:', after: 'Let me know if this helps!', thinking: 'First see what the user said {…}, then decide.' },
};

/**
 * Ways in which models break JSON. `fits` says whether a value can be broken this way, `spoil` gives the broken text.
 * @type {{ name: string, fits?: (value: any, contract: any) => boolean, spoil: (value: any, chance: () => number, contract: any) => string }[]}
 */
export const FLAWS = [
  // text around the JSON
  { name: 'code fence', spoil: value => `\`\`\`json\n${write(value)}\n\`\`\`` },
  { name: 'prose around', spoil: value => `${wordsFor(value).before}\n\n${write(value)}\n\n${wordsFor(value).after}` },
  { name: 'think block', spoil: value => `<think>\n${wordsFor(value).thinking}\n</think>\n${write(value)}` },
  { name: 'two objects', spoil: value => `${write(value)}\n${write(value)}` },
  { name: 'plain text', fits: value => Boolean(wordsOf(value)), spoil: value => wordsOf(value) },
  { name: 'encoded twice', spoil: value => JSON.stringify(JSON.stringify(value)) },

  // style
  { name: 'trailing comma', spoil: value => write(value, { last: ',' }) },
  { name: 'missing commas', spoil: value => write(value, { comma: '' }) },
  { name: 'single quotes', spoil: value => write(value, { quotes: "''" }) },
  { name: 'smart quotes', fits: value => !/[“”]/.test(JSON.stringify(value)), spoil: value => write(value, { quotes: '“”' }) },
  { name: 'bare keys', spoil: value => write(value, { bareKeys: true }) },
  { name: 'full-width punctuation', spoil: value => write(value, { colon: '：', comma: '，', braces: '｛｝' }) },
  { name: 'python literals', fits: value => /[[:,](null|true|false)/.test(JSON.stringify(value)), spoil: value => write(value, PYTHON) },
  { name: 'comments', spoil: value => write(value, { comma: isHan(value) ? ', // 下一项' : ', // next' }) },
  { name: 'raw line breaks', fits: value => JSON.stringify(value).includes('\\n'), spoil: value => write(value).replaceAll('\\n', '\n') },

  // cut off
  { name: 'missing closing brace', spoil: value => write(value).slice(0, -2) },
  { name: 'cut off', spoil: (value, chance) => cut(write(value), 0.3 + 0.5 * chance()) },

  // contents
  { name: 'wrong case', fits: value => hasNames(value), spoil: value => JSON.stringify(value, lowerNames, 2) },
  { name: 'missing field', fits: (_, contract) => neededIn(contract).length > 0, spoil: withoutField },
  { name: 'lines as a list', fits: value => value.draft_content?.includes('\n'), spoil: linesAsList },
  { name: 'arguments as text', fits: value => Boolean(value.call), spoil: argumentsAsText },
];

/** A reply, broken in one of the ways that fit it. @param {object} value @param {object} contract @param {() => number} chance */
export function spoil(value, contract, chance) {
  const fitting = FLAWS.filter(({ fits }) => !fits || fits(value, contract));
  return pick(chance, fitting).spoil(value, chance, contract);
}

const isHan = value => /\p{Script=Han}/u.test(JSON.stringify(value));
const wordsFor = value => WORDS[isHan(value) ? 'zh' : 'en'];
const wordsOf = value => value.reply_to_user ?? value.say ?? value.content ?? value.reply ?? value.question;

/** Whether a part looks like the name of an enum. */
const isName = part => typeof part === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(part);
function hasNames(value) {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasNames) : isName(value);
}

const lowerNames = (_, part) => (isName(part) ? part.toLowerCase() : part);

/** Fields that a reply needs. Nullable fields may be missing: without one, the reply would not be broken but say something else. */
const neededIn = ({ schema: { required = [], properties = {} } }) => required.filter(name => !mayBeNull(properties[name] ?? {}));
const mayBeNull = ({ type, anyOf = [] }) => [type].flat().includes('null') || anyOf.some(mayBeNull);

function withoutField(value, chance, contract) {
  return write({ ...value, [pick(chance, neededIn(contract))]: undefined });
}

function linesAsList(value) {
  return write({ ...value, draft_content: value.draft_content.split('\n') });
}

function argumentsAsText(value) {
  return write({ ...value, call: { ...value.call, args: JSON.stringify(value.call.args) } });
}

/** The beginning of a text, without splitting a character. */
function cut(text, share) {
  const characters = [...text];
  return characters.slice(0, Math.floor(characters.length * share)).join('');
}
