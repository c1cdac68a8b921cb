/** The page's words for what is refused: made of codes and data, in both languages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { checkEdit, checkSetting } from 'stepgate/calendar';
import { guide } from 'stepgate/guide';
import { CLOCK } from '../demo/schedule/clock.js';
import { semester } from '../demo/schedule/semester.js';

globalThis.navigator ??= /** @type {any} */ ({ language: 'en' }); // Node 20 has none
const { lang } = await import('../demo/words/i18n.js');
const { mistakeWords } = await import('../demo/words/places.js');
const { refusalWords } = await import('../demo/schedule/hand/refusals.js');

/** Words in both languages. @param {() => string} words */
const inBoth = words => ['en', 'zh'].map(one => { lang.value = /** @type {'en' | 'zh'} */ (one); return words(); });

/** The mistake for which the guide refuses a resume. @param {any} resume */
const refused = async resume => {
  const mistake = await openSession({ agent: guide, id: 'resume', input: { resume }, model: async () => ({ text: '' }), store: memoryStore() }).catch(error => error);
  assert.equal(mistake.name, 'StepgateError');
  return mistake;
};

describe('a mistake in a resume', () => {
  const inOwnForm = section => ({ basics: { name: 'Ada' }, sections: [{ id: 'a', title: 'About me', ...section }] });
  const mistakes = {
    'a number in place of a text': [inOwnForm({ type: 'text', content: 1 }), '“resume”, “sections”, entry 1, “content” is 1, and must be a text.', '“resume”“sections”第1项“content”现在是1，应当是文字。'],
    'a text in place of a list': [{ basics: {}, work: 'none' }, '“resume”, “work” is “none”, and must be a list.', '“resume”“work”现在是“none”，应当是列表。'],
    'a text in place of an object': [{ basics: {}, work: ['none'] }, '“resume”, “work”, entry 1 is “none”, and must be an object.', '“resume”“work”第1项现在是“none”，应当是对象。'],
    'a long list in place of a text': [{ basics: { name: ['Ada'.repeat(20)] } }, '“resume”, “basics”, “name” is a list, and must be a text.', '“resume”“basics”“name”现在是列表，应当是文字。'],
    'a member that is not there': [{ basics: { name: 'Ada' }, sections: [{ id: 'a', type: 'text' }] }, '“resume”, “sections”, entry 1, “title” is missing.', '缺少“resume”“sections”第1项“title”。'],
    'a blank title': [inOwnForm({ title: ' ', type: 'text' }), '“resume”, “sections”, entry 1, “title” is empty.', '“resume”“sections”第1项“title”是空的。'],
    'an unknown kind of section': [inOwnForm({ type: 'table' }), '“resume”, “sections”, entry 1, “type” cannot be “table”.', '“resume”“sections”第1项“type”不能是“table”。'],
  };
  for (const [name, [resume, ...words]] of Object.entries(mistakes)) {
    it(`is told with its place, what stands there and what may, in the page's language: ${name}`, async () => {
      const mistake = await refused(resume);
      assert.deepEqual(inBoth(() => mistakeWords(mistake, { input: { resume } })), words);
    });
  }

  it('is told with its place alone where what was given is not known', async () => {
    const mistake = await refused({ basics: {}, work: 'none' });
    assert.deepEqual(inBoth(() => mistakeWords(mistake)), ['“resume”, “work” has a value that does not fit.', '“resume”“work”的值不符合要求。']);
  });
});

describe('a refused change', () => {
  const setting = { termStart: '2026-09-07', clock: CLOCK, weeks: 16 };
  const edit = change => () => checkEdit(semester('en', '2026-09-07'), change, setting);
  const times = [{ day_of_week: 1, section_from: 1, section_to: 2, weeks: [] }];
  const refusals = {
    'Priority: “7” is not possible. Allowed: a whole number from 1 to 3.': [edit({ save_item: { class_id: 1, content: 'Chess', priority: 7 } }), /^优先级：不能是“7”。可以是：1 到 3 的整数。$/],
    'Until: “2026-09-30” is not possible. Allowed: a date from 2026-10-01 on.': [edit({ save_class: { name: 'Chess', start_date: '2026-10-01', end_date: '2026-09-30' } }), /2026-10-01 或之后的日期/],
    'First day of the term: “2026-09-08” is not possible. Allowed: a Monday.': [() => checkSetting({ ...setting, termStart: '2026-09-08' }), /可以是：周一。$/],
    'Weeks (time 1): nothing is given. Allowed: weeks, such as 1-8, 10.': [edit({ save_event: { name: 'Chess', times } }), /可以是：周次/],
    'This entry is no longer in the calendar.': [edit({ delete_item: { id: 9_999 } }), /^日历中已经没有这一项。$/],
  };
  for (const [en, [refused, zh]] of Object.entries(refusals)) {
    it(`is told: ${en}`, () => {
      let error;
      try { refused(); } catch (thrown) { error = thrown; }
      const words = inBoth(() => refusalWords(error));
      assert.equal(words[0], en);
      assert.match(words[1], zh);
    });
  }
});
