import { write } from '../offline/write.js';

/** Ways to damage a reply, which can be combined. */
export const DAMAGE = ['comma', 'quotes', 'types', 'brace', 'prose', 'cut'];

const PROSE = {
  en: { before: 'Sure! Here is my answer:', after: 'Let me know if this helps!' },
  zh: { before: '好的，我的回答如下：', after: '希望对你有帮助！' },
};

/**
 * A reply as a model that errs this way writes it.
 * @param {any} reply @param {string[]} kinds of `DAMAGE` @param {'zh' | 'en'} lang
 */
export function damaged(reply, kinds, lang) {
  const has = kind => kinds.includes(kind);
  const whole = write(has('types') ? withWrongTypes(reply) : reply, { last: has('comma') ? ',' : '', quotes: has('quotes') ? "''" : '""' });
  if (has('cut')) return whole.slice(0, whole.length * 0.6);
  const text = has('brace') ? whole.replace(/,?\n}$/, '') : whole;
  const { before, after } = PROSE[lang];
  if (!has('prose')) return text;
  return has('brace') ? `${before}\n\n${text}` : `${before}\n\n${text}\n\n${after}`;
}

/** Numbers as text; the arguments of a write as text. */
function withWrongTypes(reply) {
  if (Array.isArray(reply.tool) || !reply.tool) return reply;
  const { name, args } = reply.tool;
  if (name === 'book') return { ...reply, tool: { name, args: JSON.stringify(args) } };
  return { ...reply, tool: { name, args: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, String(value)])) } };
}
