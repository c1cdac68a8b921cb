/** No page scrolls sideways from 320 to 1440 px, with real contents: a running session, long names, an open card, an open menu. */
import { scene } from './stage.mjs';
import { begins as beginsStepper, acceptAll, asks as asksStepper, importZip, SAYS as TASKS } from './stepper.mjs';
import { begin, at, rests, say, send, toCard } from './user.mjs';
import { hasRoom, LONG, menuHasRoom } from './width.mjs';
import { begins as beginsContent, SAYS as IDEAS, tellIntent, approve, unfold } from './writer.mjs';

const WEDNESDAY = { en: 'Put two Calculus revision tasks on Wednesday afternoon', zh: '把两项高数复习排到周三下午' };

scene('the start page and the settings have room', async ({ open }) => {
  const page = await open();
  await at(page, 'proof-card').waitFor();
  await hasRoom(page, 'start');
  await at(page, 'settings').click();
  await hasRoom(page, 'settings', [320, 390, 768, 1440]);
});

scene('the guide has room, with a card, a long word and a menu', async ({ lines, open }) => {
  const page = await open();
  await begin(page, { wish: lines.wish });
  await say(page, `${lines.answers[0]} ${LONG}`);
  await toCard(page, { ...lines, answers: lines.answers.slice(1) });
  await hasRoom(page, 'guide');
  await menuHasRoom(page, 'export', 'guide');
  await menuHasRoom(page, 'session-menu', 'guide', 'tab-tasks');
});

scene('the calendar has room, with a card, its menu, in weeks and in months', async ({ lang, open }) => {
  const page = await open();
  await at(page, 'start-schedule').click();
  await at(page, 'week').waitFor({ state: 'attached' });
  await menuHasRoom(page, 'calendar-files', 'calendar');
  await page.setViewportSize({ width: 1280, height: 800 });
  await say(page, WEDNESDAY[lang]);
  await at(page, 'card').waitFor();
  await page.locator('.turn-classes').evaluate(fold => { fold.open = true; });
  await hasRoom(page, 'calendar');
  await page.setViewportSize({ width: 1280, height: 800 });
  await at(page, 'card-edit-args').click();
  await hasRoom(page, 'calendar, edited by hand', [320, 390, 1024]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await at(page, 'card-edit-args').click(); // words wait while the card is edited
  await send(page, LONG);
  await rests(page);
  await at(page, 'mode-month').click();
  await hasRoom(page, 'months');
});

scene('the content page has room: every pane, a card, the menu', async ({ lang, open }) => {
  const page = await beginsContent(open);
  await tellIntent(page, IDEAS[lang]);
  await hasRoom(page, 'content');
  await menuHasRoom(page, 'export', 'content');
  await page.setViewportSize({ width: 1280, height: 800 });
  await approve(page);
  await at(page, 'phase-research').and(page.locator('[data-status="completed"]')).waitFor({ state: 'attached' });
  await rests(page);
  for (const pane of ['designs', 'research', 'simulation', 'evaluation', 'project', 'text']) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await at(page, `pane-${pane}`).click();
    await unfold(page);
    await hasRoom(page, `content, ${pane}`, [320, 390, 768, 1024, 1440]);
  }
});

scene('the stepper has room: the form, a card, long file names, the decisions', async ({ lang, open }) => {
  const form = await open();
  await at(form, 'start-stepper').click();
  await at(form, 'limits-open').click();
  await hasRoom(form, 'stepper form');
  await form.close();
  const page = await beginsStepper(open, { sample: 'empty', task: TASKS[lang].again });
  await asksStepper(page);
  await hasRoom(page, 'stepper');
  await page.setViewportSize({ width: 1280, height: 800 });
  await acceptAll(page);
  await rests(page);
  await importZip(page, { [`${LONG.slice(0, 90)}/${LONG.slice(0, 90)}.md`]: `# ${LONG}\n\n${LONG} `.repeat(3), 'a.py': `x = "${LONG}${LONG}"` });
  await at(page, 'file').first().click();
  await at(page, 'viewer').waitFor();
  await hasRoom(page, 'stepper files');
  await menuHasRoom(page, 'files-menu', 'stepper');
  await page.setViewportSize({ width: 1280, height: 800 });
  await at(page, 'panel-history').click();
  await hasRoom(page, 'stepper decisions');
});

scene('the playground has room', async ({ open }) => {
  const page = await open('?view=playground');
  await at(page, 'reply').waitFor();
  await at(page, 'sample-problems').click();
  await hasRoom(page, 'playground');
  await page.setViewportSize({ width: 1280, height: 800 });
  await at(page, 'reply').fill(`{"vendor": "${LONG}${LONG}", ${LONG}: [1, 2,]}`);
  await hasRoom(page, 'playground, long words', [320, 390, 1024]);
});
