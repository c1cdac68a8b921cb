/** Actions and words of a writer on the content page, with the expected results. */
import assert from 'node:assert/strict';
import { at, say, until } from './user.mjs';

/** Words of writers by language. */
export const SAYS = {
  en: {
    idea: 'I want to write an article about role-play training', readers: 'team leads in software companies, who have no time to practise', action: 'book a free trial',
    go: 'continue', shorter: 'make it shorter', own: 'Three scenes from one day, and nothing else.', question: 'why in this order?', look: 'role-play training',
  },
  zh: {
    idea: '我想写一篇介绍AI对练工具的文章', readers: '互联网公司的一线经理，没有时间练习', action: '预约一次试用',
    go: '继续', shorter: '写短一点', own: '一天里的三个场景，别的不写。', question: '为什么这样安排？', look: 'AI对练',
  },
};

/** Begins with the sample project. */
export async function begins(open, query) {
  const page = await open(query);
  await at(page, 'content-sample').click();
  await at(page, 'phases').waitFor({ state: 'attached' });
  return page;
}

/** Answers everything from the first question to the first checkpoint. */
export async function tellIntent(page, lines) {
  for (const answer of [lines.idea, lines.readers, lines.action]) await say(page, answer);
  await at(page, 'card').waitFor({ state: 'attached' });
}

export const phaseIs = (page, phase, status) => until(async () => assert.equal(await at(page, `phase-${phase}`).getAttribute('data-status'), status, phase));

export const atCheckpoint = (page, phase) => until(async () => {
  assert.equal(await page.locator('.phase[aria-current]').getAttribute('data-testid'), `phase-${phase}`);
  await at(page, 'card').waitFor({ state: 'attached', timeout: 100 });
});

/** Keeps the changed text that is shown. */
export async function keep(page) {
  await at(page, 'revision').waitFor();
  await at(page, 'revision-keep').click();
  await at(page, 'revision').waitFor({ state: 'detached' });
}

export const approve = page => at(page, 'card-accept').click();

/** Shows the field of a phase. */
export const show = (page, phase) => at(page, `phase-${phase}`).getByTestId('field').first().click();

export const textOf = page => at(page, 'field-content').innerText();

/** Unfolds everything in the pane. */
export const unfold = page => page.locator('.pane details').evaluateAll(folds => folds.forEach(fold => { fold.open = true; }));

/** Passes all checkpoints to the end. */
export async function toEnd(page) {
  const here = () => page.locator('.phase[aria-current]').getAttribute('data-testid', { timeout: 100 });
  const isDone = async () => await at(page, 'all-done').count() > 0;
  for (let before = ''; !await isDone();) {
    await until(async () => assert.ok(await isDone() || (await here() !== before && await at(page, 'card').count() === 1)));
    if (await isDone()) return;
    before = await here();
    await approve(page);
  }
}
