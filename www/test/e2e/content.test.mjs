/** The content agent on the page: a project from the first question to the file, and what can be done with its texts. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { HOSTILE, isUnharmed } from './harm.mjs';
import { DESKTOP, PHONE, scene } from './stage.mjs';
import { at, counts, downloaded, reads, reopen, rests, say, until } from './user.mjs';

const SAYS = {
  en: {
    idea: 'I want to write an article about role-play training', readers: 'team leads in software companies, who have no time to practise', action: 'book a free trial',
    go: 'continue', shorter: 'make it shorter', own: 'Three scenes from one day, and nothing else.', all: 'go ahead', question: 'why in this order?', look: 'role-play training',
  },
  zh: {
    idea: '我想写一篇介绍AI对练工具的文章', readers: '互联网公司的一线经理，没有时间练习', action: '预约一次试用',
    go: '继续', shorter: '写短一点', own: '一天里的三个场景，别的不写。', all: '直接生成吧', question: '为什么这样安排？', look: 'AI对练',
  },
};

/** The sample project. */
async function begins(open, query) {
  const page = await open(query);
  await at(page, 'content-sample').click();
  await at(page, 'phases').waitFor({ state: 'attached' });
  return page;
}

/** From the first question to the first checkpoint. */
async function tellIntent(page, lines) {
  for (const answer of [lines.idea, lines.readers, lines.action]) await say(page, answer);
  await at(page, 'card').waitFor({ state: 'attached' });
}

const phaseIs = (page, phase, status) => until(async () => assert.equal(await at(page, `phase-${phase}`).getAttribute('data-status'), status, phase));

const atCheckpoint = (page, phase) => until(async () => {
  assert.equal(await page.locator('.phase[aria-current]').getAttribute('data-testid'), `phase-${phase}`);
  await at(page, 'card').waitFor({ state: 'attached', timeout: 100 });
});

const approve = page => page.locator('[data-testid="card-accept"]').click();

/** Shows the field of a phase. */
const show = (page, phase) => at(page, `phase-${phase}`).getByTestId('field').first().click();

const textOf = page => at(page, 'field-content').innerText();

/** Passes checkpoint after checkpoint, to the end. */
async function toEnd(page) {
  for (let turns = 0; turns < 8 && await at(page, 'all-done').count() === 0; turns += 1) {
    await approve(page);
    await rests(page);
  }
  await at(page, 'all-done').waitFor({ state: 'attached' });
}

scene('a project from the first question to the file: a change at a checkpoint, a reload in a chain, a stale text made anew', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  await approve(page);
  await atCheckpoint(page, 'research');
  await say(page, lines.go);
  await atCheckpoint(page, 'design_inner');
  await show(page, 'design_inner');
  const long = await textOf(page);
  await say(page, lines.shorter);
  await atCheckpoint(page, 'design_inner');
  await reads(page, 'field-status', /v2/);
  assert.ok((await textOf(page)).length < long.length, 'it is shorter');

  // the next phase runs by itself, and the one after it asks again
  await reopen(page, '?model-delay=1500');
  await atCheckpoint(page, 'design_inner');
  await approve(page);
  await at(page, 'work-bar').waitFor();
  await phaseIs(page, 'produce_inner', 'in_progress');
  await reopen(page, '?model-delay=0');
  await phaseIs(page, 'produce_inner', 'completed');
  await atCheckpoint(page, 'design_outer');

  // what a text was made from is changed by hand: it is stale, and made anew
  await show(page, 'design_inner');
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(lines.own);
  await at(page, 'field-save').click();
  await reads(page, 'field-content', new RegExp(lines.own.slice(0, 6)));
  await show(page, 'research');
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(`${lines.own}\n\n${lines.own}`);
  await at(page, 'field-save').click();
  await until(async () => assert.ok(await at(page, 'phase-produce_inner').getByTestId('stale').count() === 1));
  await show(page, 'produce_inner');
  await at(page, 'stale-line').waitFor();
  await at(page, 'field-regenerate').click();
  await rests(page);
  await until(async () => assert.equal(await at(page, 'phase-produce_inner').getByTestId('stale').count(), 0));
  await atCheckpoint(page, 'design_outer');

  await toEnd(page);
  await phaseIs(page, 'evaluate', 'completed');
  await at(page, 'export').click();
  const file = await downloaded(page, () => at(page, 'export-markdown').click());
  assert.match(file, /^# .+\n\n## /);
  assert.ok(file.includes(lines.own) && file.includes(lines.action), file.slice(0, 400));
  await at(page, 'export').click();
  const json = JSON.parse(await downloaded(page, () => at(page, 'export-json').click()));
  assert.ok(json.fields.length >= 8 && json.fields.every(({ content }) => content.trim()));
});
