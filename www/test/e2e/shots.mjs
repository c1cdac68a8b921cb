/**
 * Takes pictures of the page for review: `node test/e2e/shots.mjs` writes all of them to `test/shots`, `node test/e2e/shots.mjs content`
 * those of one part.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DESKTOP, LANGS, PHONE, clear, onPage } from './stage.mjs';
import { at, begin, counts, drawn, say, toCard } from './user.mjs';

const folder = fileURLToPath(new URL('../shots/', import.meta.url));

/** Visits the screens; `shoot(name)` takes the picture. */
async function tour(page, lines, isPhone, shoot) {
  await at(page, 'start').waitFor();
  await shoot('1-start');
  await begin(page, lines);
  await say(page, lines.answers[0]);
  await shoot('2-interview');
  await toCard(page, { ...lines, answers: lines.answers.slice(1) });
  await shoot('3-card');
  if (isPhone) {
    await at(page, 'tab-work').click();
    await shoot('3-draft');
    await at(page, 'tab-chat').click();
  }
  await at(page, 'card-accept').click();
  await at(page, 'applied').waitFor();
  await page.locator('[data-testid="task-2"][aria-current="step"]').waitFor({ state: 'attached' });
  await at(page, 'block-said').nth(lines.answers.length + 2).waitFor();
  await shoot('4-applied');
  if (isPhone) {
    await at(page, 'tab-tasks').click();
    await shoot('4-tasks');
  }
  await at(page, 'settings').click();
  await shoot('5-settings');
}

/** The playground: a repaired reply, one that breaks its contract, one during streaming. */
async function tourPlayground(page, isPhone, shoot) {
  const area = async name => { if (isPhone) await at(page, `tab-${name}`).click(); };
  await at(page, 'repair').first().focus();
  await shoot('6-playground');
  await at(page, 'sample-problems').click();
  await area('result');
  await shoot('6-problems');
  await area('reply');
  await at(page, 'sample-python').click();
  await at(page, 'stream').click();
  await page.locator('.row-touched').nth(1).waitFor();
  await at(page, 'stream').click();
  await shoot('6-stream');
}

/** The calendar: a proposal, a write, all weeks. */
async function tourSchedule(page, lang, isPhone, shoot) {
  const area = async name => { if (isPhone) await at(page, `tab-${name}`).click(); };
  await at(page, 'start-schedule').click();
  await say(page, lang === 'zh' ? '把两项高数复习排到周三下午' : 'Put two Calculus revision tasks on Wednesday afternoon');
  await at(page, 'card').waitFor();
  await shoot('7-approval');
  await area('work');
  await shoot('7-proposal');
  await area('chat');
  await at(page, 'card-accept').click();
  await at(page, 'answered').waitFor();
  await at(page, 'card').waitFor();
  await area('work');
  await at(page, 'last-change').scrollIntoViewIfNeeded();
  await shoot('7-written');
  await at(page, 'mode-month').click();
  await shoot('7-month');
}

/** The stepper: its form, a write to approve, the finished plan, the files, the decisions. */
async function tourStepper(page, isPhone, shoot) {
  const area = async name => { if (isPhone) await at(page, `tab-${name}`).click(); };
  await at(page, 'start-stepper').click();
  await at(page, 'limits-open').click();
  await shoot('9-form');
  await at(page, 'begin').click();
  await at(page, 'agree-plan').waitFor();
  await shoot('9-plan');
  await at(page, 'card-accept').click();
  await at(page, 'file-diff').waitFor();
  await shoot('9-approval');
  await area('work');
  await shoot('9-plan');
  await area('chat');
  for (let writes = 0; writes < 3; writes += 1) {
    await at(page, 'card-accept').click();
    await counts(page, 'answered', writes + 1);
    if (writes < 2) await at(page, 'card').waitFor();
  }
  await page.locator('[data-testid="run"][data-status="completed"]').waitFor({ state: 'attached' });
  await shoot('9-log');
  await area('work');
  await shoot('9-done');
  await at(page, 'panel-files').click();
  await at(page, 'file').filter({ hasText: 'README.md' }).click();
  await at(page, 'viewer').waitFor();
  await shoot('9-files');
  await at(page, 'show-text').click();
  await shoot('9-file');
  await at(page, 'panel-history').click();
  await at(page, 'decision').nth(7).click();
  await shoot('9-decisions');
}

/** The content page: a checkpoint, the text, three designs, readers, the project. */
async function tourContent(page, lang, isPhone, shoot) {
  const area = async name => { if (isPhone) await at(page, `tab-${name}`).click(); };
  const lines = lang === 'zh' ? ['我想写一篇介绍AI对练工具的文章', '互联网公司的一线经理，没有时间练习', '预约一次试用'] : ['I want to write an article about role-play training', 'team leads in software companies, who have no time to practise', 'book a free trial'];
  await at(page, 'content-sample').click();
  for (const line of lines) await say(page, line);
  for (const phase of ['research', 'design_inner', 'design_outer']) {
    await at(page, 'card-accept').click();
    await page.locator(`[data-testid="phase-${phase}"][data-status="completed"][aria-current]`).waitFor({ state: 'attached' });
    await at(page, 'card').waitFor();
  }
  await shoot('8-checkpoint');
  await area('work');
  await shoot('8-text');
  if (isPhone) {
    await area('tasks');
    await shoot('8-phases');
    await area('work');
  }
  await at(page, 'pane-designs').click();
  await at(page, 'propose').click();
  await at(page, 'design').nth(2).waitFor();
  await shoot('8-designs');
  await at(page, 'pane-simulation').click();
  await at(page, 'simulate-kind').selectOption('dialogue');
  await at(page, 'simulate').click();
  await at(page, 'simulation').waitFor();
  await at(page, 'simulation').scrollIntoViewIfNeeded();
  await shoot('8-readers');
  await at(page, 'pane-evaluation').click();
  await at(page, 'evaluate').click();
  await at(page, 'overall').waitFor();
  await at(page, 'overall').scrollIntoViewIfNeeded();
  await shoot('8-evaluation');
  await at(page, 'pane-project').click();
  await shoot('8-project');
}

const TOURS = {
  guide: { take: (page, { lines, isPhone, shoot }) => tour(page, lines, isPhone, shoot) },
  playground: { query: '?view=playground', take: (page, { isPhone, shoot }) => tourPlayground(page, isPhone, shoot) },
  schedule: { take: (page, { lang, isPhone, shoot }) => tourSchedule(page, lang, isPhone, shoot) },
  stepper: { take: (page, { isPhone, shoot }) => tourStepper(page, isPhone, shoot) },
  content: { take: (page, { lang, isPhone, shoot }) => tourContent(page, lang, isPhone, shoot) },
};

/** The named parts, or all. */
const wanted = process.argv.slice(2);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const lang of LANGS) {
  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await onPage(lang, { context: { viewport, colorScheme, reducedMotion: 'reduce', deviceScaleFactor: size === 'phone' ? 2 : 1 } }, async ({ lines, open }) => {
        const shooter = page => async name => {
          await drawn(page);
          await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}-${lang}.png` });
        };
        for (const [name, { query, take }] of Object.entries(TOURS)) {
          if (wanted.length && !wanted.includes(name)) continue;
          const page = await open(query);
          await take(page, { lang, lines, isPhone: size === 'phone', shoot: shooter(page) });
        }
      });
    }
  }
}
await clear();
console.log(`the pictures are in ${folder}`);
