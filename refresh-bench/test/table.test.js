import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIBRARIES } from '../harness/cells.js';
import { wilson } from '../harness/interval.js';
import { linesOf } from '../harness/lines.js';
import { OUTCOMES, outcomeOf, triesAgain } from '../harness/outcome.js';
import { lossOf, tables, tally } from '../harness/table.js';
import { WORDS } from '../harness/words.js';

const row = (outcome, more = {}) => ({ n: 0, counted: true, outcome, total: outcome === 'twice' ? 2 : 1, ...more });
const result = (library, kind, rows) => ({
  cell: { browser: 'chrome', library, profile: 'docs', bank: 'plain', kind }, versions: { [library]: '1.0.0', browser: 'Chrome/1' }, commit: 'abc', machine: 'a machine', date: '2026-11-30', load: [1, 2], rows,
});
const lines = Object.fromEntries(Object.keys(LIBRARIES).map(library => [library, { docs: 20, best: 3 }]));

test('the interval is Wilson’s', () => {
  const rounded = (hits, of) => wilson(hits, of).map(share => Number(share.toFixed(4)));
  assert.deepEqual(rounded(0, 50), [0, 0.0713]);
  assert.deepEqual(rounded(50, 50), [0.9287, 1]);
  assert.deepEqual(rounded(10, 50), [0.1124, 0.3304]);
  assert.deepEqual(rounded(0, 0), [0, 1]);
});

test('an outcome says what was paid and what the user was told', () => {
  const of = more => outcomeOf({ made: 1, end: 'DONE', asks: 0, doubts: 0, ...more });
  assert.equal(of({}), 'once');
  assert.equal(of({ made: 2 }), 'twice');
  assert.equal(of({ asks: 1 }), 'asked again');
  assert.equal(of({ doubts: 1, asks: 1 }), 'doubt');
  assert.equal(of({ end: 'FAILED' }), 'failed (paid)');
  assert.equal(of({ end: 'stuck', made: 0 }), 'stuck (not paid)');
  assert.equal(of({ made: 0 }), 'done (not paid)');
  assert.deepEqual([triesAgain({ end: 'DONE', made: 1 }), triesAgain({ end: 'FAILED', made: 1 }), triesAgain({ end: 'UNKNOWN', made: 1 }), triesAgain({ end: 'UNKNOWN', made: 0 })], [false, true, false, true]);
});

test('a trial that does not count, and one without a result, are in no share', () => {
  const { all, twice, trouble, dead } = tally(result('aisdk', 'reload', [row('once'), row('twice'), row('stuck (paid)', { again: { end: 'stuck' } }), row('twice', { counted: false }), { n: 4, counted: false, trouble: 'x' }]));
  assert.deepEqual({ all, twice, trouble, dead }, { all: 3, twice: 1, trouble: 1, dead: 1 });
});

test('a payment of the second attempt counts as paid twice', () => {
  assert.equal(tally(result('aisdk', 'lost', [row('failed (paid)', { total: 2, again: { end: 'DONE' } })])).twice, 1);
});

test('Stepgate loses where it pays twice, or asks more than a library that does not', () => {
  const against = (own, other) => lossOf({ stepgate: result('stepgate', 'lost', [row(own)]), aisdk: result('aisdk', 'lost', [row(other)]) });
  assert.equal(against('twice', 'twice'), 'paysTwice');
  assert.equal(against('doubt', 'once'), 'asksMore');
  assert.equal(against('doubt', 'twice'), 'none');
  assert.equal(against('once', 'once'), 'none');
});

test('the rows that Stepgate loses come first, each cell with its counts and its interval', () => {
  const results = [
    result('stepgate', 'reload', [row('once'), row('doubt')]), result('aisdk', 'reload', [row('twice'), row('stuck (paid)')]),
    result('stepgate', 'resent', [row('twice')]), result('aisdk', 'resent', [row('twice')]),
  ];
  const text = tables(results, { lang: 'en', lines, careful: 25 });
  const rows = text.split('\n').filter(line => line.startsWith('| `'));
  assert.match(rows[0], /^\| `resent` \| pays twice \| \*\*paid twice 1 of 1 \(21–100 %\)\*\*<br>1 twice at once \|/);
  assert.match(rows[1], /^\| `reload` \| none \| paid twice 0 of 2 \(0–66 %\)<br>1 once; 1 once, “was it done\?” \| \*\*paid twice 1 of 2/);
  assert.match(rows[1], /not run/);
});

test('both languages have a word for every outcome and every loss', () => {
  for (const words of Object.values(WORDS)) {
    for (const outcome of OUTCOMES) assert.ok(words.outcomes[outcome], outcome);
    for (const loss of ['paysTwice', 'asksMore', 'none']) assert.ok(words[loss], loss);
  }
});

test('lines are counted between the marks, without blank lines, comments and the choice of the profile', () => {
  assert.deepEqual(linesOf('a\n// #adapter\nb\n\n// no\n/** no */\n  if (!best) return; // +best\nc // +best\n// #end\nd\n// #adapter\ne\n// #end'), { docs: 2, best: 1 });
});
