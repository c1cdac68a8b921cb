import { pick } from '../../demo/offline/random.js';

const PROSE = {
  zh: ['好的，这是我的回答：', '希望对你有帮助！'],
  en: ['Sure, here is my answer:', 'I hope this helps!'],
};

/** Mistakes of real models: `fits` says whether a value can have it. */
const MISTAKES = [
  { name: 'fence', make: value => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`` },
  { name: 'prose', make: (value, { lang }) => PROSE[lang].join(`\n\n${JSON.stringify(value)}\n\n`) },
  { name: 'wrong enum', fits: (_, { schema }) => choices(schema).length > 0, make: (value, { schema, chance }) => JSON.stringify({ ...value, [pick(chance, choices(schema))]: 'SOMETHING_ELSE' }) },
  { name: 'missing member', fits: (_, { schema }) => needed(schema).length > 0, make: (value, { schema, chance }) => JSON.stringify({ ...value, [pick(chance, needed(schema))]: undefined }) },
];

const mayBeNull = ({ type, anyOf = [] }) => [type].flat().includes('null') || anyOf.some(mayBeNull);
const choices = ({ properties = {} }) => Object.keys(properties).filter(name => properties[name].enum);
const needed = ({ properties = {}, required = [] }) => required.filter(name => !mayBeNull(properties[name]));

/** A reply with one of the mistakes that fit it. @param {any} value @param {{ schema: any, lang: 'zh' | 'en', chance: () => number }} about */
export function mistaken(value, about) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fitting = MISTAKES.filter(({ fits = () => true }) => fits(value, about));
  return pick(about.chance, fitting).make(value, about);
}
