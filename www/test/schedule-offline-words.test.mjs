import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choose } from '../demo/offline/schedule/places.js';
import { subjectOf, tasksNamed, namedIn } from '../demo/offline/schedule/names.js';
import { requestOf, withLater } from '../demo/offline/schedule/request.js';
import { isRough, partsOf } from '../demo/offline/schedule/route.js';

const am = [1, 2, 3, 4], pm = [5, 6, 7, 8], night = [9, 10, 11, 12];
const times = (days, sections = []) => ({ days, sections });

/** Texts with the members of their request that differ from the defaults. */
const REQUESTS = [
  ['把高数复习排到周三下午', { kind: 'put', at: [times([3], pm)] }],
  ['spread the English tasks over two weeks, not on Sunday', { kind: 'put', weeks: { length: 2 }, never: [times([7])], spread: true }],
  ['把高数复习的前三个任务排到周一和周三上午，不要第3周', { kind: 'put', which: { first: 3 }, at: [times([1, 3], am)], notWeeks: { from: 3, to: 3 } }],
  ['英语词汇分散到第3到5周，每天最多一个，周日不要排', { kind: 'put', weeks: { from: 3, to: 5 }, aDay: 1, never: [times([7])], spread: true }],
  ['Put the first three calculus tasks on Monday mornings and Friday evenings', { kind: 'put', which: { first: 3 }, at: [times([1], am), times([5], night)] }],
  ['move the literature tasks to weekday evenings in weeks 4 to 6, at most one a day', { kind: 'move', at: [times([1, 2, 3, 4, 5], night)], weeks: { from: 4, to: 6 }, aDay: 1 }],
  ['周末别排，晚上也不要', { kind: 'put', never: [times([6, 7]), times([], night)] }],
  ['mornings on Monday and Tuesday', { at: [times([1, 2], am)] }],
  ['周五到周日都可以', { at: [times([5, 6, 7])] }],
  ['Monday to Wednesday, but never in the evening', { at: [times([1, 2, 3])], never: [times([], night)] }],
  ['高数不要排在周日晚上', { kind: 'put', never: [times([7], night)] }],
  ['从第5周起两周内', { weeks: { from: 5, to: 6 } }],
  ['the second task of calculus', { which: { nth: 2 } }],
  ['put it in periods 3 to 4', { kind: 'put', at: [times([], [3, 4])] }],
  ['put it in sections 3 to 4', { kind: 'put', at: [times([], [3, 4])] }],
  ['周三下午第5-6节', { at: [times([3], [5, 6])] }],
  ['move everything out of sections 3 to 4', { kind: 'move', never: [times([], [3, 4])] }],
  ['把周日的任务挪走', { kind: 'move', never: [times([7])] }],
  ['把高数复习从周三挪到周五', { kind: 'move', source: [times([3])], at: [times([5])] }],
  ['move calculus from Monday mornings to Friday', { kind: 'move', source: [times([1], am)], at: [times([5])] }],
  ['尽快把文献阅读排好', { kind: 'put', soon: true }],
  ['取消英语词汇的前两个任务', { kind: 'unplace', which: { first: 2 } }],
  ['交换“求导法则”和“综述一”', { kind: 'swap' }],
  ['帮我整体优化一下', { kind: 'improve' }],
  ['周三下午有空吗？', { kind: 'look', at: [times([3], pm)] }],
  ['你好', {}],
];

describe('the offline model reads requests', () => {
  for (const [text, meaning] of REQUESTS) {
    it(text, () => {
      const usual = { text, kind: undefined, source: [], at: [], never: [], weeks: {}, notWeeks: undefined, which: {}, aDay: undefined, spread: false, soon: false };
      assert.deepEqual(requestOf(text), { ...usual, ...meaning });
    });
  }

  it('what is said later goes before, and "also" adds to it', () => {
    const first = requestOf('把高数复习排到周三下午');
    assert.deepEqual(withLater(first, requestOf('换到周五')).at, [times([5])]);
    assert.deepEqual(withLater(first, requestOf('周五也可以')).at, [times([3], pm), times([5])]);
    assert.deepEqual(withLater(first, requestOf('不要第 2 周')).at, first.at);
  });

  it('a request about everything has no subject, and one of several parts comes apart', () => {
    for (const text of ['帮我安排下周的复习', '安排这学期', 'Arrange my revision for the semester', 'please plan everything for me', '把所有任务安排到整个学期', 'Arrange all of my classes over the semester', 'put all my tasks somewhere except on Sunday']) assert.ok(isRough(text), text);
    for (const text of ['把高数复习排到周三下午', 'put calculus on Monday', '你好']) assert.ok(!isRough(text), text);
    assert.deepEqual(partsOf('把高数排到周三下午，把英语排到周末上午'), ['把高数排到周三下午', '把英语排到周末上午']);
    assert.deepEqual(partsOf('Put calculus on Monday and move English to Friday'), ['Put calculus on Monday', 'move English to Friday']);
    assert.equal(partsOf('把高数排到周三下午，不要第3周').length, 1);
  });

  it('names are found by what they share, but not by what any name has', () => {
    const zh = ['高数复习', '英语词汇', '文献阅读'], en = ['Calculus revision', 'English vocabulary', 'Literature reading'];
    for (const [text, names, found] of [
      ['把高数排到周三', zh, ['高数复习']], ['英语和文献都排到周末', zh, ['英语词汇', '文献阅读']], ['把复习排到周三', zh, []],
      ['put calculus on Monday', en, ['Calculus revision']], ['my reading tasks', en, ['Literature reading']], ['arrange my revision', en, []],
    ]) assert.deepEqual(namedIn(text, names), found, text);
    assert.equal(subjectOf('帮我安排下周的复习'), '');
    assert.deepEqual(['每天最多两个任务', '取消所有任务', 'take everything off'].map(subjectOf), ['', '', '']);
    assert.notEqual(subjectOf('把物理排到周三'), '');
    const tasks = ['Words of unit 1', 'Words of unit 12', 'Survey one'].map(name => ({ name }));
    assert.deepEqual(tasksNamed('swap words of unit 12 and survey one', tasks).map(({ name }) => name), ['Words of unit 12', 'Survey one']);
  });
});

describe('the offline model chooses places', () => {
  const place = (day, start) => ({ day, week: 1, weekday: day, start, end: start + 1 });
  const free = [1, 2, 3, 4].flatMap(day => [5, 6, 7].map(start => place(day, start)));
  const days = places => places?.map(({ day }) => day);

  for (const [name, count, options, wanted] of [
    ['the first days, one each', 2, {}, [1, 2]],
    ['all days evenly', 2, { spread: true }, [2, 4]],
    ['more than days', 6, {}, [1, 2, 2, 3, 4, 4]],
    ['as soon as can be', 3, { soon: true }, [1, 1, 2]],
    ['one a day', 5, { aDay: 1 }, undefined],
    ['more than there is room for', 9, {}, undefined],
    ['what stands counts', 4, { standing: [place(1, 5)] }, [2, 3, 4]],
    ['only after a place', 2, { from: place(2, 7) }, [3, 4]],
  ]) it(name, () => assert.deepEqual(days(choose(free, count, options)), wanted));

  it('places do not overlap', () => {
    assert.deepEqual(choose(free, 8, {})?.map(({ day, start }) => [day, start]), [1, 2, 3, 4].flatMap(day => [[day, 5], [day, 7]]));
  });
});
