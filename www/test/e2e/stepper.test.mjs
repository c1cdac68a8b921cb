/** The stepper on the page: changing plans, approvals, reloads, limits, decisions. */
import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import { scene } from './stage.mjs';
import { MADE, SAYS, acceptAll, actions, asks, begins, ended, filesOf, plan } from './stepper.mjs';
import { ENDLESS, at, counts, reads, reopen, rests, send, until } from './user.mjs';

scene('a specification is read, two steps are added, three files are written, each after its approval', async ({ lang, open }) => {
  const page = await begins(open);
  await asks(page);
  assert.deepEqual(await plan(page), ['in_progress planned', 'pending inserted', 'pending inserted']);
  assert.equal(await at(page, 'proposed-file').getAttribute('data-new'), 'true');
  await reads(page, 'file-diff', /\+ class Book:/);
  assert.equal(Object.keys(await filesOf(page)).length, 2); // no write before the approval
  await at(page, 'panel-plan').click();
  assert.equal(await acceptAll(page), 3);
  await ended(page, 'completed');
  assert.deepEqual(await plan(page), ['completed planned', 'completed inserted', 'completed inserted']);
  assert.deepEqual(await actions(page), ['read_file', 'write_file', 'write_file', 'write_file']);
  const files = await filesOf(page);
  assert.deepEqual(Object.keys(files).filter(path => MADE.includes(path)).sort(), MADE);
  assert.match(files['bookshelf.py'], /def find_books/);
  assert.ok(files[SAYS[lang].spec]);
});

scene('the plan is declined with words, made anew, changed by the user, and then carried out', async ({ lang, open }) => {
  const page = await begins(open, { sample: 'data', auto: true, plan: true });
  await counts(page, 'agree-step', 2);
  await at(page, 'card-reason-open').click();
  await at(page, 'card-reason').fill(SAYS[lang].no);
  await at(page, 'card-decline').click();
  await counts(page, 'answered', 1);
  await rests(page); // until then the declined plan may still be shown
  await counts(page, 'agree-step', 2);
  assert.deepEqual(await actions(page), []); // nothing is done before the plan is agreed to
  const name = at(page, 'agree-name').last();
  const renamed = `${await name.inputValue()} (2)`;
  await name.fill(renamed);
  await at(page, 'agree-add').click();
  await counts(page, 'agree-step', 3);
  await at(page, 'agree-remove').last().click();
  await at(page, 'card-accept').click();
  await ended(page, 'completed');
  assert.ok((await at(page, 'step').locator('.step-name').allInnerTexts()).includes(renamed));
});

scene('words that are sent while the model works are shown, and Stop pauses it until it goes on', async ({ lang, open }) => {
  const page = await begins(open, { auto: true, query: '?model-delay=3000' });
  await until(async () => assert.equal(await at(page, 'run').getAttribute('data-status'), 'executing'));
  await send(page, SAYS[lang].no);
  await until(async () => assert.ok((await at(page, 'block-user').last().innerText()).includes(SAYS[lang].no)));
  await at(page, 'stop').click();
  await ended(page, 'paused');
  await reopen(page, '?model-delay=0');
  await at(page, 'resume-run').click();
  await ended(page, 'completed');
});

scene('a later step is changed in place where the data has problems, and taken out where it has none', async ({ lang, open }) => {
  const page = await begins(open, { sample: 'data', auto: true });
  await ended(page, 'completed');
  assert.deepEqual(await plan(page), ['completed planned', 'completed inserted', 'completed modified']);
  await counts(page, 'step-removed', 0);
  const fine = await open();
  await at(fine, 'start-stepper').click();
  const zip = zipSync({ 'data.csv': strToU8('id,name\n1,Ada\n2,Grace\n') });
  const [chooser] = await Promise.all([fine.waitForEvent('filechooser'), at(fine, 'own-zip').click()]);
  await chooser.setFiles({ name: 'own.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await at(fine, 'sample-own').waitFor();
  await at(fine, 'task-text').fill(SAYS[lang].clean);
  await at(fine, 'begin-plan').uncheck();
  await at(fine, 'begin').click();
  await ended(fine, 'completed');
  await counts(fine, 'step-removed', 1);
  assert.deepEqual(Object.keys(await filesOf(fine)), ['data.csv']);
});

scene('a failing read is repaired by a step that lists the files', async ({ lang, open }) => {
  const page = await begins(open, { task: SAYS[lang].misspelled, auto: true });
  await acceptAll(page); // a step in which nothing was done
  await ended(page, 'completed');
  assert.deepEqual((await actions(page)).slice(0, 3), ['read_file not_found', 'list_files', 'read_file']);
  assert.equal((await plan(page))[1], 'completed inserted');
  await at(page, 'adjusted').first().waitFor();
  assert.ok((await filesOf(page))['bookshelf.py']);
});

scene('a reload in the middle of a tool call: every write is done once, and the task goes on', async ({ lang, open }) => {
  const page = await begins(open, { auto: true, query: '?model-delay=0&tool-delay=1000' });
  for (const [tool, delay] of [['read_file', 1000], ['write_file', 0]]) {
    await until(async () => {
      assert.equal(await at(page, 'run').getAttribute('data-state'), 'executing');
      assert.equal((await actions(page)).at(-1), tool);
    });
    await reopen(page, `?model-delay=0&tool-delay=${delay}`);
    await at(page, 'run').waitFor();
  }
  await ended(page, 'completed');
  const all = await actions(page);
  assert.equal(all.filter(tool => tool.startsWith('write_file')).length, 3, all.join());
  await counts(page, 'card', 0);
  const files = await filesOf(page);
  assert.deepEqual(Object.keys(files).filter(path => MADE.includes(path)).sort(), MADE);
  await at(page, 'file').filter({ hasText: 'settings.json' }).click();
  await at(page, 'undo-file').click();
  await until(async () => assert.equal(await at(page, 'file').filter({ hasText: 'settings.json' }).count(), 0));
  assert.ok(SAYS[lang]);
});

scene('a task that is cancelled stops at once; another one begins afresh', async ({ lang, open }) => {
  const page = await begins(open, { query: ENDLESS });
  await at(page, 'cancel-run').click();
  await ended(page, 'cancelled');
  await rests(page);
  await reopen(page, '?model-delay=0');
  await ended(page, 'cancelled');
  await send(page, SAYS[lang].again);
  await asks(page);
  await acceptAll(page);
  await ended(page, 'completed');
  assert.ok((await filesOf(page))[SAYS[lang].hello]);
});

scene('a step that reaches its limit fails, and goes on when it is tried again', async ({ open }) => {
  const page = await begins(open, { auto: true, limits: { max_actions_per_step: 1 } });
  await ended(page, 'failed');
  assert.equal(await at(page, 'run-error').getAttribute('data-code'), 'max_actions');
  assert.equal((await plan(page))[0], 'failed planned');
  await page.reload();
  await ended(page, 'failed');
  await at(page, 'retry-hint').fill('bookshelf.py');
  await at(page, 'retry-step').click();
  await ended(page, 'completed');
  assert.ok((await filesOf(page))['bookshelf.py']);
});

scene('a step that takes too long is given up while the model is still at it', async ({ open }) => {
  const page = await begins(open, { limits: { step_timeout: 1 }, query: '?model-delay=5000' });
  await ended(page, 'failed');
  assert.equal(await at(page, 'run-error').getAttribute('data-code'), 'step_timeout');
  await rests(page);
  await at(page, 'run-limits').click();
  await at(page, 'run-step_timeout').fill('300');
  await at(page, 'run-step_timeout').blur();
  await until(async () => assert.match(await at(page, 'meter-step-time').innerText(), /5:00/));
  await reopen(page, '?model-delay=0');
  await at(page, 'retry-step').click();
  await asks(page);
  await acceptAll(page);
  await ended(page, 'completed');
});

scene('a write is declined with a reason, then under the name it gives approved; typed words decline too', async ({ lang, open }) => {
  const page = await begins(open);
  await asks(page);
  await at(page, 'card-accept').click();
  await until(async () => assert.match(await page.locator('#card-title').innerText(), /settings\.json/));
  await at(page, 'card-reason-open').click();
  await at(page, 'card-reason').fill(SAYS[lang].reason);
  await at(page, 'card-decline').click();
  await until(async () => assert.match(await page.locator('#card-title').innerText(), /config\.json/));
  await at(page, 'card-accept').click();
  await until(async () => assert.match(await page.locator('#card-title').innerText(), /README\.md/));
  const answered = await at(page, 'answered').count();
  await send(page, SAYS[lang].no);
  await counts(page, 'answered', answered + 1);
  await acceptAll(page); // the step is complete without the file
  await ended(page, 'completed');
  const files = await filesOf(page);
  assert.deepEqual(['README.md', 'bookshelf.py', 'config.json', 'settings.json'].filter(path => path in files), ['bookshelf.py', 'config.json']);
  await at(page, 'panel-plan').click();
  await until(async () => assert.equal((await actions(page)).filter(one => one === 'write_file rejected').length, 2));
  const said = await at(page, 'step').locator('[data-testid="said-beside"]').allInnerTexts();
  assert.deepEqual(said.map(words => [SAYS[lang].reason, SAYS[lang].no].findIndex(own => words.includes(own))), [0, 1], String(said));
});

scene('a name that fits two files is asked about', async ({ lang, open }) => {
  const page = await begins(open, { sample: 'notes', task: SAYS[lang].meeting, auto: true });
  await at(page, 'question').waitFor();
  assert.equal(await at(page, 'run').getAttribute('data-state'), 'asking');
  await page.reload();
  await at(page, 'question').waitFor();
  await send(page, SAYS[lang].april);
  await ended(page, 'completed');
  assert.match((await filesOf(page))[SAYS[lang].summary], SAYS[lang].notMarch);
});

scene('a question that is not answered ends the run; a hint lets it go on', async ({ lang, open }) => {
  const page = await begins(open, { sample: 'notes', task: SAYS[lang].meeting, auto: true });
  await at(page, 'no-answer').click();
  await ended(page, 'failed');
  assert.equal(await at(page, 'run-error').getAttribute('data-code'), 'stalled');
  await at(page, 'retry-hint').fill(SAYS[lang].hint);
  await at(page, 'retry-step').click();
  await ended(page, 'completed');
  assert.match((await filesOf(page))[SAYS[lang].summary], SAYS[lang].notMarch);
});

scene('the decisions of a finished run are stepped through, each with the plan as it was then', async ({ open }) => {
  const page = await begins(open, { auto: true });
  await ended(page, 'completed');
  await page.reload();
  await at(page, 'panel-history').click();
  await at(page, 'record').waitFor();
  const all = await at(page, 'decision').count();
  assert.ok(all >= 6, `${all} decisions`);
  await at(page, 'history-range').focus();
  await page.keyboard.press('Home');
  const seen = [];
  for (let number = 1; number <= all; number += 1) {
    await until(async () => assert.match(await at(page, 'record').locator('h3').innerText(), new RegExp(`^\\D*${number}\\D`)));
    const steps = await at(page, 'record-plan').locator('li').evaluateAll(list => list.map(({ dataset }) => dataset.status));
    seen.push([await at(page, 'record').getAttribute('data-purpose'), steps]);
    assert.notEqual(await at(page, 'record-reply').innerText(), '');
    if (number < all) await at(page, 'history-on').click();
  }
  assert.ok(await at(page, 'history-on').isDisabled());
  assert.deepEqual(seen[0], ['plan', ['in_progress']]);
  assert.deepEqual(seen.at(-1), ['decide', ['completed', 'completed', 'completed']]);
  assert.ok(seen.some(([, steps]) => steps.join() === 'in_progress,pending,pending'));
  await at(page, 'history-back').click();
  await until(async () => assert.equal(await at(page, 'record').getAttribute('data-purpose'), 'decide'));
});

scene('broken replies: the task is done all the same', async ({ open }) => {
  const page = await begins(open, { auto: true, inline: true });
  await ended(page, 'completed');
  const files = await filesOf(page);
  assert.deepEqual(Object.keys(files).filter(path => MADE.includes(path)).sort(), MADE);
  await at(page, 'badge').first().waitFor();
}, { settings: { broken: 60 } });

scene('a setting changes what comes, not what is under way: an open question still asks, and thinking changes its way', async ({ open }) => {
  const page = await begins(open);
  await asks(page);
  await at(page, 'auto').click(); // the box is checked only when the session confirms it
  await at(page, 'auto-later').waitFor();
  await counts(page, 'card', 1);
  await at(page, 'run-limits').click();
  await at(page, 'run-thinking').selectOption('inline');
  const thoughts = await at(page, 'thought').count();
  await at(page, 'card-accept').click();
  await ended(page, 'completed');
  await counts(page, 'answered', 1);
  await until(async () => assert.ok(await at(page, 'thought').count() > thoughts, 'it went on thinking, in its decisions'));
  await at(page, 'panel-history').click();
  await until(async () => assert.ok(await at(page, 'decision').count() >= 10));
});

scene('a task of the form that is suggested is taken by its button', async ({ open }) => {
  const page = await open();
  await at(page, 'start-stepper').click();
  const first = await at(page, 'task-text').inputValue();
  const suggested = await at(page, 'suggestion').first().innerText();
  await at(page, 'suggestion').first().click();
  await until(async () => assert.equal(await at(page, 'task-text').inputValue(), suggested));
  assert.ok((await at(page, 'suggestion').allInnerTexts()).includes(first), 'the task before is suggested now');
  await at(page, 'sample-empty').click();
  await until(async () => assert.ok(!(await at(page, 'suggestion').allInnerTexts()).includes(suggested)));
});

const ENDS = { en: { one: 'Plan: 1 step', misspelt: /misspelt/, last: /Everything that the specification asks for is written/ }, zh: { one: '计划：1 步', misspelt: /写错文件名/, last: /规格要求的文件都已写好/ } };

scene('the form shows its Start, and says why a name is misspelt', async ({ lang, open }) => {
  const page = await open();
  await at(page, 'start-stepper').click();
  await at(page, 'begin').waitFor();
  assert.ok(await at(page, 'begin').evaluate(button => button.getBoundingClientRect().bottom <= innerHeight), 'Start is in view');
  assert.match(await page.locator('.suggestions').innerText(), ENDS[lang].misspelt);
  await at(page, 'suggestion').first().click();
  await until(async () => assert.doesNotMatch(await page.locator('.suggestions').innerText(), ENDS[lang].misspelt));
}, { context: { viewport: { width: 1440, height: 900 } } });

scene('a plan of one step says so, and the end sums up the whole task', async ({ lang, open }) => {
  const page = await begins(open, { auto: true, plan: true });
  await reads(page, 'log', new RegExp(`^${ENDS[lang].one}$`, 'm'));
  await at(page, 'card-accept').click();
  await ended(page, 'completed');
  assert.match(await at(page, 'block-said').last().innerText(), ENDS[lang].last);
});
