/** Actions and words of a user on the page, with the expected results. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from '../until.js';

export { PATIENCE, until } from '../until.js';

/** Words of users by language. */
export const LINES = {
  en: {
    wish: 'Front-end developer',
    answers: [
      'I built the login module with OAuth 2.0 and JWT on my own',
      'The hardest problem was session expiry, I solved it with refresh tokens',
      'Login errors fell by 35 %, 2000 users',
    ],
    agrees: 'Yes, I can answer these',
    confirms: 'Confirm',
    reason: 'Too long',
    byHand: 'Sign-in for 2000 users',
    thanks: 'Thank you very much!',
    deposit: 'deposit 5 to main',
  },
  zh: {
    wish: '前端开发工程师',
    answers: ['登录模块是我自己从头做的，用的是 OAuth 2.0 和 JWT', '最难的是登录态过期，我用刷新令牌解决的', '登录错误减少了 35%，服务 2000 名用户'],
    agrees: '可以，都能回答',
    confirms: '确认',
    reason: '太长了',
    byHand: '两千名用户的登录',
    thanks: '谢谢！',
    deposit: '存 5 到 main',
  },
};

/** A JSON Resume with one weak part, and with fields that no agent knows. @param {'zh' | 'en'} lang */
export const resumeOf = lang => ({
  $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
  basics: { name: lang === 'zh' ? '陈思远' : 'Ada Byron', email: 'ada@example.com', 'x-pronouns': 'they', location: { city: 'Bath', region: 'Somerset' } },
  work: [{
    name: 'Norrsken',
    position: lang === 'zh' ? '前端开发工程师' : 'Front-end developer',
    startDate: '2024-08',
    highlights: lang === 'zh' ? ['负责登录模块', '修复问题并优化性能'] : ['Responsible for the login module', 'Fixed bugs and improved performance'],
    'x-badge': { number: 42, tags: ['a', null] },
  }],
  awards: [{ title: 'First prize', date: '2022-05-01', awarder: 'School' }],
  meta: { version: 'v1.0.0', 'x-theme': 'even' },
});

/** Reloads the session of a page with another query. @param {import('playwright-core').Page} page @param {string} query */
export async function reopen(page, query) {
  const { origin, pathname, hash } = new URL(page.url());
  await page.goto(origin + pathname + query + hash);
}

/** Waits until changes are drawn, which happens once a frame. @param {import('playwright-core').Page} page */
export const drawn = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The element with a test id. @param {import('playwright-core').Page} page @param {string} id */
export const at = (page, id) => page.getByTestId(id);

/** Waits until the text of an element matches. @param {import('playwright-core').Page} page @param {string} id @param {RegExp} pattern */
export const reads = (page, id, pattern) => until(async () => assert.match(await at(page, id).innerText(), pattern));

/** Waits until there are this many elements. @param {import('playwright-core').Page} page @param {string} id @param {number} count */
export const counts = (page, id, count) => until(async () => assert.equal(await at(page, id).count(), count, id));

/** Waits until a task has a status. @param {import('playwright-core').Page} page @param {number} id @param {string} status */
export const taskIs = (page, id, status) => until(async () => assert.equal(await at(page, `task-${id}`).getAttribute('data-status'), status));

/**
 * Types and sends a message, then waits until the agent waits for the user again.
 * @param {import('playwright-core').Page} page @param {string} text
 */
export async function say(page, text) {
  const before = await at(page, 'block-user').count();
  await send(page, text);
  await counts(page, 'block-user', before + 1);
  await rests(page);
}

/** Types and sends a message. @param {import('playwright-core').Page} page @param {string} text */
export async function send(page, text) {
  await at(page, 'input').fill(text);
  await at(page, 'send').click();
}

/** Query for a model that takes so long that it never answers. */
export const ENDLESS = '?model-delay=60000';

/** Waits until neither the model nor a tool is at work. @param {import('playwright-core').Page} page */
export const rests = page => until(async () => assert.ok(await at(page, 'stop').isDisabled(), 'still at work'));

/**
 * Goes from the start page to the first question, with a given resume or the sample, and the job wish.
 * @param {import('playwright-core').Page} page @param {{ resume?: object, wish?: string }} given
 */
export async function begin(page, { resume, wish }) {
  if (resume) {
    await at(page, 'paste-open').click();
    await at(page, 'paste').fill(JSON.stringify(resume));
    await at(page, 'paste-use').click();
  } else {
    await at(page, 'sample').click();
  }
  if (wish) await at(page, 'wish').fill(wish);
  await at(page, 'begin').click();
  await at(page, 'task-1').waitFor({ state: 'attached' }); // a phone has the tasks in another area
  await at(page, 'block-said').first().waitFor();
  await rests(page);
}

/**
 * Goes from the first question to the card that asks whether to apply the draft.
 * @param {import('playwright-core').Page} page @param {typeof LINES['en']} lines
 */
export async function toCard(page, { answers, agrees }) {
  for (const answer of answers) await say(page, answer);
  await at(page, 'draft').waitFor({ state: 'attached' });
  await say(page, agrees);
  await at(page, 'card-reason-open').waitFor(); // the card has arrived, not only the draft
}

/** Text of the file that a button downloads. @param {import('playwright-core').Page} page @param {() => Promise<void>} press */
export async function downloaded(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}

/** Chooses a file for a button that asks for one. @param {import('playwright-core').Page} page @param {string} id @param {{ name: string, mimeType: string, buffer: Buffer }} file */
export async function chosenFile(page, id, file) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, id).click()]);
  await chooser.setFiles(file);
}

/** Chooses a JSON text as a file. @param {import('playwright-core').Page} page @param {string} id @param {string} text */
export const chosen = (page, id, text) => chosenFile(page, id, { name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(text) });
