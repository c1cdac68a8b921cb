/** The content page checked by axe, and with hostile texts. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { HOSTILE, isUnharmed } from './harm.mjs';
import { DESKTOP, PHONE, scene } from './stage.mjs';
import { at, counts, drawn, reads, rests, say, until } from './user.mjs';
import { SAYS, atCheckpoint, begins, tellIntent, unfold } from './writer.mjs';

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  scene(`axe finds nothing: content, ${name}`, async ({ lang, context, open }) => {
    await context.addInitScript({ path: AXE });
    const lines = SAYS[lang];
    const page = await open();
    const area = async one => { if (name === 'phone') await at(page, `tab-${one}`).click(); };
    await at(page, 'content-edit-sample').click();
    for (const part of ['creator', 'personas', 'channels']) await at(page, `open-${part}`).click();
    await passes(page, 'form');
    await at(page, 'content-begin').click();
    await tellIntent(page, lines);
    await passes(page, 'checkpoint');
    await area('tasks');
    for (const part of ['batch', 'add-field', 'templates']) await at(page, part).locator('summary').first().click();
    await passes(page, 'phases');
    await area('work');
    await passes(page, 'text');
    await at(page, 'field-write').click();
    await at(page, 'field-text').fill(lines.own);
    await passes(page, 'by hand');
    await at(page, 'field-save').click();
    await at(page, 'field-history').click();
    await passes(page, 'history');
    await at(page, 'field-about').click();
    await passes(page, 'how it is made');
  }, { context: { viewport } });

  scene(`axe finds nothing: what is done with content, ${name}`, async ({ lang, context, open }) => {
    await context.addInitScript({ path: AXE });
    const lines = SAYS[lang];
    const page = await begins(open);
    await tellIntent(page, lines);
    if (name === 'phone') await at(page, 'tab-work').click();
    for (const pane of ['designs', 'research', 'simulation', 'evaluation', 'project']) {
      await at(page, `pane-${pane}`).click();
      await unfold(page);
      await passes(page, pane);
    }
    await at(page, 'pane-designs').click();
    await at(page, 'propose').click();
    await counts(page, 'design', 3);
    await passes(page, 'three designs');
  }, { context: { viewport } });
}

scene('hostile text in every place of a project: nothing runs, and 320 px are enough', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await open();
  const areas = async () => {
    for (const name of ['work', 'tasks', 'chat']) {
      await at(page, `tab-${name}`).click();
      await isUnharmed(page);
    }
  };
  await at(page, 'content-edit-sample').click();
  for (const part of ['creator', 'personas', 'channels']) await at(page, `open-${part}`).click();
  await at(page, 'project-name').fill(HOSTILE.slice(0, 80));
  for (const id of ['creator-about', 'creator-traits', 'personas']) await at(page, id).fill(`${HOSTILE}: ${HOSTILE}`);
  await page.locator('[name="channel_about"]').first().fill(HOSTILE);
  await at(page, 'content-begin').click();
  for (const answer of [lines.idea, lines.readers, lines.action]) await say(page, `${answer} ${HOSTILE}`);
  await at(page, 'card').waitFor();
  await areas();
  await at(page, 'tab-work').click();
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(`# ${HOSTILE}\n\n${HOSTILE}`);
  await at(page, 'field-save').click();
  await reads(page, 'field-content', /<script>globalThis/);
  for (const pane of ['designs', 'research', 'simulation', 'evaluation', 'project', 'text']) {
    await at(page, `pane-${pane}`).click();
    await unfold(page);
    await isUnharmed(page);
  }
  await at(page, 'tab-tasks').click();
  await at(page, 'add-field').locator('summary').click();
  await at(page, 'add-name').fill(HOSTILE.slice(0, 60));
  await at(page, 'add-field').getByTestId('field-prompt').fill(HOSTILE);
  await at(page, 'add-save').click();
  await until(async () => assert.equal(await at(page, 'phase-produce_inner').getByTestId('field').count(), 1));
  await areas();
  await page.reload();
  await at(page, 'block-user').first().waitFor();
  await areas();
}, { context: { viewport: { width: 320, height: 640 } } });

scene('a project is led by keyboard alone', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  for (const [turn, answer] of [lines.idea, lines.readers, lines.action].entries()) {
    await at(page, 'input').focus();
    await page.keyboard.insertText(answer);
    await page.keyboard.press('Enter');
    await counts(page, 'block-user', turn + 1);
    await rests(page);
  }
  const press = async (target, key = 'Enter') => { await target.focus(); await page.keyboard.press(key); };
  await press(at(page, 'asks-research'), 'Space');
  await drawn(page);
  await until(async () => assert.ok(await at(page, 'card-accept').isEnabled()));
  await press(at(page, 'card-accept'));
  await atCheckpoint(page, 'design_inner');
  await press(at(page, 'phase-intent').getByTestId('field'));
  await press(at(page, 'field-write'));
  await page.locator('#field-text:focus').waitFor();
  await page.keyboard.insertText(lines.own);
  await press(at(page, 'field-save'));
  await reads(page, 'field-status', /v2/);
  await press(at(page, 'ask-change'));
  await page.locator('#input:focus').waitFor();
});
