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

describe('a mistake', () => {
  it('is told with its place in words', async () => {
    const model = async () => ({ text: '' });
    const resume = { basics: { name: 'Ada' }, sections: [{ type: 'text', title: 'About me', content: 1 }] };
    const mistake = await openSession({ agent: guide, id: 'resume', input: { resume }, model, store: memoryStore() }).catch(error => error);
    assert.equal(mistake.name, 'StepgateError');
    const [en, zh] = inBoth(() => mistakeWords(mistake));
    assert.match(en, /^“.*entry 1, “content”: \S/);
    assert.match(zh, /第1项“content”：\S/);
    for (const words of [en, zh]) assert.ok(!words.includes(mistake.place), words);
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
