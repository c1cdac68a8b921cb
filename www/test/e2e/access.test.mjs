import { AXE, passes } from './axe.mjs';
import { DESKTOP, PHONE, scene } from './stage.mjs';
import { at, begin, counts, say, toCard } from './user.mjs';

async function dialogPasses(page, name) {
  await at(page, `dialog-${name}`).waitFor();
  await passes(page, name);
  await page.keyboard.press('Escape');
  await counts(page, `dialog-${name}`, 0);
}

async function startScreens(page) {
  await page.locator('#proof').scrollIntoViewIfNeeded(); // a phone has it below the first view
  await at(page, 'proof-card').waitFor();
  await at(page, 'code-did').focus();
  await passes(page, 'start page with the proof at its card');
  await at(page, 'proof-accept').click();
  await at(page, 'proof-receipt').waitFor();
  await at(page, 'paste-open').click();
  await at(page, 'paste').fill('{"no": "resume"}');
  await at(page, 'paste-use').click();
  await at(page, 'start-problem').waitFor();
  await passes(page, 'start');
  await at(page, 'paste').fill('Ada Byron');
  await at(page, 'paste-use').click();
  await at(page, 'text-open').click();
  await passes(page, 'resume as text');
  await at(page, 'form-back').click();
  await at(page, 'sample').click();
  await at(page, 'plan-open').click();
  await passes(page, 'job wish');
  await page.reload();
}

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  scene(`axe finds nothing: ${name}`, async ({ context, lines, open }) => {
    await context.addInitScript({ path: AXE });
    const page = await open();
    const area = async one => { if (name === 'phone') await at(page, `tab-${one}`).click(); };
    await startScreens(page);
    await begin(page, lines);
    await passes(page, 'first question');
    await toCard(page, lines);
    await passes(page, 'card');
    await area('work');
    await at(page, 'draft-edit').click();
    await passes(page, 'draft by hand');
    await area('tasks');
    await at(page, 'session-menu').click();
    await at(page, 'session-rename').click();
    await dialogPasses(page, 'rename');
    await at(page, 'session-menu').click();
    await passes(page, 'sessions');
    await at(page, 'session-delete').click();
    await dialogPasses(page, 'delete');
    await at(page, 'settings').click();
    await at(page, 'settings-provider').selectOption('openai');
    await passes(page, 'settings of a server');
    await at(page, 'settings-provider').selectOption('offline');
    await dialogPasses(page, 'settings');
    await area('chat');
    await at(page, 'card-accept').click();
    await at(page, 'applied').waitFor();
    await passes(page, 'applied');
  }, { context: { viewport } });
}

scene('axe finds nothing: approval, watching tab', async ({ context, lines, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await open('?agent=ledger&model-delay=0');
  await say(page, lines.deposit);
  await at(page, 'card').waitFor();
  await at(page, 'card-edit-args').click();
  await passes(page, 'approval');
  const watching = await open(`?agent=ledger&model-delay=0${new URL(page.url()).hash}`);
  await watching.locator('[data-banner="watches"]').waitFor();
  await passes(watching, 'watching');
}, { build: 'test' });

scene('the page can be worked by keyboard alone', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  for (const text of [...lines.answers, lines.agrees]) {
    await at(page, 'input').focus();
    const turns = await at(page, 'block-user').count();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await counts(page, 'block-user', turns + 1);
    await page.locator('[data-testid="stop"]:disabled').waitFor();
  }
  await page.locator('[data-testid="card"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await at(page, 'applied').waitFor();
});
