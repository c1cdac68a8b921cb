import assert from 'node:assert/strict';
import { HOSTILE, isUnharmed } from './harm.mjs';
import { scene } from './stage.mjs';
import { at, begin, counts, reads, rests, resumeOf, say, send, until } from './user.mjs';

/** A value with each text replaced by `change`. */
const mapTexts = (value, change) => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(one => mapTexts(one, change));
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)])) : value;
};

async function everyAreaIsUnharmed(page) {
  for (const name of ['work', 'tasks', 'chat']) {
    await at(page, `tab-${name}`).click();
    await isUnharmed(page);
  }
}

scene('hostile text everywhere: nothing runs, and 320 px are enough', async ({ lang, lines, open }) => {
  const page = await open();
  const resume = resumeOf(lang);
  const hostile = { ...mapTexts(resume, text => `${text} ${HOSTILE}`), $schema: resume.$schema, basics: { ...mapTexts(resume.basics, text => `${text} ${HOSTILE}`), url: 'javascript:globalThis.harmed=1' } };
  hostile.work[0].startDate = resume.work[0].startDate;
  await begin(page, { resume: hostile, wish: `${lines.wish} ${HOSTILE.slice(0, 120)}` });
  await everyAreaIsUnharmed(page);
  for (const answer of lines.answers) await say(page, `${answer} ${HOSTILE}`);
  await reads(page, 'log', /<script>globalThis/);
  await everyAreaIsUnharmed(page);
  await at(page, 'tab-tasks').click();
  await at(page, 'session-menu').click();
  await at(page, 'session-rename').click();
  const name = HOSTILE.slice(0, 78);
  await at(page, 'rename-input').fill(name);
  await at(page, 'rename-save').click();
  await until(async () => assert.equal(await page.locator('.session-name').innerText(), name));
  await isUnharmed(page);
  await page.reload();
  await at(page, 'block-user').first().waitFor();
  await everyAreaIsUnharmed(page);
}, { context: { viewport: { width: 320, height: 640 } } });

/** Pastes a text as the resume. */
async function paste(page, text) {
  await page.reload();
  await at(page, 'paste-open').click();
  await at(page, 'paste').fill(text);
  await at(page, 'paste-use').click();
}

scene('what is no resume is refused in words, and leaves nothing behind', async ({ open }) => {
  const page = await open();
  for (const text of ['', ' \n', '{', '[]', '{"no": "resume"}']) {
    await paste(page, text);
    await at(page, 'start-problem').waitFor();
    await counts(page, 'session-menu', 0);
  }
  await paste(page, HOSTILE);
  await at(page, 'text-open').click();
  await isUnharmed(page);
  for (const [text, place] of [['{"sections": 7}', /“resume”.*“basics”/], ['{"basics": {}, "work": [{"name": []}]}', /“resume”.*“work”.*1.*“name”/]]) {
    await paste(page, text);
    await at(page, 'wish').fill('x');
    await at(page, 'begin').click();
    await reads(page, 'banner', place);
    await counts(page, 'session-menu', 0);
  }
});

scene('every reply is broken: the session gets on or hands the text back, and badges open', async ({ lines, open }) => {
  const page = await open();
  await at(page, 'sample').click();
  await at(page, 'begin').click();
  await plan(page, lines.wish);
  for (const answer of lines.answers) {
    while (!await turn(page, answer));
  }
  await at(page, 'badge').first().waitFor();
  for (const badge of await at(page, 'badge').all()) {
    await badge.click();
    await at(page, 'raw').waitFor();
    assert.notEqual(await at(page, 'raw').innerText(), '');
    await at(page, 'dialog-close').click();
    await counts(page, 'dialog-details', 0);
  }
}, { settings: { broken: 100 } });

/** Waits for the plan. If no reply could be used, the page asks for the wish again. */
async function plan(page, wish) {
  await until(async () => {
    if (await at(page, 'no-plan').isVisible()) {
      await at(page, 'plan-again').fill(wish);
      await page.locator('[data-testid="no-plan"] button').click();
    }
    assert.equal(await at(page, 'task-1').count(), 1);
  });
  await rests(page);
}

/**
 * One turn. Either its reply is used, or the text is back in the box with the reason.
 * @returns {Promise<boolean>} whether the reply is used
 */
async function turn(page, text) {
  const turns = await at(page, 'block-user').count();
  await send(page, text);
  return until(async () => {
    assert.ok(await at(page, 'stop').isDisabled());
    const done = await at(page, 'block-user').count() === turns + 1;
    const isBack = await at(page, 'input').inputValue() === text && await at(page, 'turn-error').isVisible();
    assert.ok(done || isBack);
    return done;
  });
}
