/** The content agent on the page: a project from the first question to the file, and the work on its texts. */
import assert from 'node:assert/strict';
import { scene } from './stage.mjs';
import { ENDLESS, at, counts, downloaded, reads, reopen, rests, say, until } from './user.mjs';
import { SAYS, approve, atCheckpoint, begins, keep, phaseIs, show, tellIntent, textOf, toEnd } from './writer.mjs';

scene('a text is taken back at its receipt, and back again', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  await show(page, 'intent');
  const first = await textOf(page);
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(lines.own);
  await at(page, 'field-save').click();
  await reads(page, 'field-content', new RegExp(lines.own.slice(0, 6)));
  await at(page, 'field-undo').last().click();
  await until(async () => assert.equal(await textOf(page), first));
  await until(async () => assert.match(await at(page, 'content-note').last().innerText(), lang === 'zh' ? /已恢复第 1 版/ : /version 1 restored/));
  await at(page, 'field-redo').click();
  await reads(page, 'field-content', new RegExp(lines.own.slice(0, 6)));
});

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
  await at(page, 'revision').waitFor();
  await reads(page, 'field-status', /v1/);
  await at(page, 'revision-revert').click();
  assert.equal(await textOf(page), long, 'what is reverted stays as it was');
  await say(page, lines.shorter);
  await keep(page);
  await atCheckpoint(page, 'design_inner');
  await reads(page, 'field-status', /v2/);
  assert.ok((await textOf(page)).length < long.length, 'it is shorter');

  // the next phase runs by itself; the one after it asks again
  await reopen(page, ENDLESS);
  await atCheckpoint(page, 'design_inner');
  await approve(page);
  await at(page, 'work-bar').waitFor();
  await phaseIs(page, 'produce_inner', 'in_progress');
  await reopen(page, '?model-delay=0');
  await phaseIs(page, 'produce_inner', 'completed');
  await atCheckpoint(page, 'design_outer');

  // an input of a text is changed by hand: the text is stale, and written anew
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
  await keep(page);
  await rests(page);
  await until(async () => assert.equal(await at(page, 'phase-produce_inner').getByTestId('stale').count(), 0));
  await atCheckpoint(page, 'design_outer');

  await toEnd(page);
  await phaseIs(page, 'evaluate', 'completed');
  for (const pane of ['simulation', 'evaluation']) {
    await at(page, `pane-${pane}`).click();
    await at(page, 'score').first().waitFor();
  }
  await at(page, 'export').click();
  const file = await downloaded(page, () => at(page, 'export-markdown').click());
  assert.match(file, /^# .+\n\n## /);
  assert.ok(file.includes(lines.own) && file.includes(lines.action), file.slice(0, 400));
  await at(page, 'export').click();
  const json = JSON.parse(await downloaded(page, () => at(page, 'export-json').click()));
  assert.ok(json.fields.length >= 8 && json.fields.every(({ content }) => content.trim()));
});

scene('a first answer is sent, and leaves what stands in the input box', async ({ lines, open }) => {
  const page = await begins(open);
  await at(page, 'input').fill(lines.thanks);
  const answer = await at(page, 'first-answer').nth(1).innerText();
  await at(page, 'first-answer').nth(1).click();
  await until(async () => assert.equal(await at(page, 'block-user').first().innerText(), answer));
  await rests(page);
  assert.equal(await at(page, 'input').inputValue(), lines.thanks);
});

scene('a project of one’s own: the form, the first question, talk and a look into the web leave the checkpoint open', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await open();
  await at(page, 'content-own').click();
  await at(page, 'project-name').fill(lines.idea);
  await at(page, 'open-creator').click();
  await at(page, 'creator-name').fill('Ada');
  await at(page, 'creator-traits').fill('Tone: plain');
  await at(page, 'open-channels').click();
  await at(page, 'channel-add').click();
  await page.locator('[name="channel_name"]').fill('Blog');
  await at(page, 'content-begin').click();
  await at(page, 'chat-hint').waitFor();
  await counts(page, 'first-answer', 3);
  await tellIntent(page, lines);
  await at(page, 'pane-project').click();
  await reads(page, 'golden', /[\s\S]+/);
  assert.equal(await at(page, 'project-rename').inputValue(), lines.idea);
  await say(page, lines.question);
  await at(page, 'pane-research').click();
  await at(page, 'search-query').fill(lines.look);
  const said = await at(page, 'block-said').count();
  await at(page, 'search').click();
  await counts(page, 'block-said', said + 1);
  await reads(page, 'log', /library\.example/);
  await atCheckpoint(page, 'intent');
  await at(page, 'pane-text').click();
  await at(page, 'input').fill('@');
  await at(page, 'mention').first().click();
  await until(async () => assert.match(await at(page, 'input').inputValue(), /^@\S.* $/));
  await at(page, 'input').fill('');
  await at(page, 'ask-change').click();
  assert.ok(await at(page, 'input').evaluate(input => input === document.activeElement), 'the words go to the input');
});

scene('a text keeps its history: compared, restored; its name, its recipe and its questions', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  await show(page, 'intent');
  const first = await textOf(page);
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(lines.own);
  await at(page, 'field-save').click();
  await reads(page, 'field-status', /v2/);
  await at(page, 'field-history').click();
  await counts(page, 'version', 1);
  await at(page, 'diff').waitFor();
  await at(page, 'restore').click();
  await reads(page, 'field-status', /v3/);
  assert.equal(await textOf(page), first);

  await at(page, 'add-field').locator('summary').click();
  await at(page, 'add-name').fill('FAQ');
  await at(page, 'add-field').getByTestId('field-questions').fill('Who asks?');
  await at(page, 'add-save').click();
  await at(page, 'phase-produce_inner').getByTestId('field').click();
  await at(page, 'pre-answer').fill('Ada');
  await at(page, 'pre-save').click();
  await at(page, 'field-generate').click();
  await reads(page, 'field-content', /\S/);
  await at(page, 'field-about').click();
  await at(page, 'field-rename').fill('Questions');
  await at(page, 'field-change').click();
  await until(async () => assert.equal(await page.locator('#field-title').innerText(), 'Questions'));

  // a circle is refused with the names of its members, and the change has no effect
  await at(page, 'add-name').fill('Notes');
  await at(page, 'add-field').locator('[name="depends_on"][value="Questions"]').check();
  await at(page, 'add-save').click();
  await counts(page.getByTestId('phase-produce_inner'), 'field', 2);
  await at(page, 'field-about').click();
  await at(page, 'field-rename').fill('Answers');
  await at(page, 'field-form').locator('[name="depends_on"][value="Notes"]').check();
  await at(page, 'field-change').click();
  await reads(page, 'failure', /(Questions|Answers).*Notes/);
  assert.equal(await page.locator('#field-title').innerText(), 'Questions');
  await at(page, 'field-form').locator('[name="depends_on"][value="Notes"]').uncheck();
  await at(page, 'field-change').click();
  await until(async () => assert.equal(await page.locator('#field-title').innerText(), 'Answers'));
  await at(page, 'phase-produce_inner').getByTestId('field').nth(1).click();
  await at(page, 'field-about').click();
  await at(page, 'field-delete').click();
  await counts(page.getByTestId('phase-produce_inner'), 'field', 1);
  await at(page, 'phase-produce_inner').getByTestId('field').click();

  await at(page, 'field-about').click();
  await at(page, 'field-delete').click();
  await until(async () => assert.equal(await at(page, 'phase-produce_inner').getByTestId('field').count(), 0));
});

scene('work that takes long is seen and stopped; what is missing is made at once', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  await at(page, 'templates').locator('summary').click();
  await at(page, 'template-add').click();
  await until(async () => assert.equal(await at(page, 'phase-produce_inner').getByTestId('field').count(), 3));
  await reopen(page, ENDLESS);
  await at(page, 'move-design_outer-up').click();
  await until(async () => assert.deepEqual((await page.locator('.phase').evaluateAll(all => all.map(one => one.dataset.testid))).slice(2, 5), ['phase-design_inner', 'phase-design_outer', 'phase-produce_inner']));
  await counts(page, 'move-research-down', 0);
  await at(page, 'batch').locator('summary').click();
  await at(page, 'batch-start').click();
  await at(page, 'work-bar').waitFor();
  await at(page, 'work-stop').click();
  await rests(page);
  await counts(page, 'work-bar', 0);
  // The body of the article has a question: only a batch that is told to skips it.
  await reopen(page, '?model-delay=0');
  await at(page, 'batch').locator('summary').click();
  await at(page, 'batch-force').check();
  await at(page, 'batch-start').click();
  await until(async () => assert.equal(await at(page, 'phase-produce_inner').locator('.field-completed').count(), 3));
  await atCheckpoint(page, 'intent');
});

scene('designs are proposed, one is chosen, and its fields are made', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  await at(page, 'pane-designs').click();
  await at(page, 'propose').click();
  await counts(page, 'design', 3);
  await at(page, 'design-choose').nth(1).click();
  await page.locator('[data-testid="design"][data-chosen="true"]').waitFor();
  const fields = await at(page, 'phase-produce_inner').getByTestId('field').count();
  assert.ok(fields >= 5);
  await toEnd(page);
  assert.equal(await at(page, 'phase-produce_inner').locator('.field-completed').count(), fields);
  await at(page, 'pane-designs').click();
  const design = (await at(page, 'phase-design_inner').getByTestId('field').first().innerText()).split('\n')[0];
  assert.ok((await at(page, 'design-in-use').innerText()).includes(design), 'the design that the texts are written by is named');

  // the intent has changed: everything after it is written anew
  await show(page, 'intent');
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(lines.own);
  await at(page, 'field-save').click();
  await at(page, 'regenerate-stale').waitFor();
  assert.ok(await at(page, 'stale').count() > fields);
  await at(page, 'regenerate-stale').click();
  await counts(page, 'stale', 0);
  await rests(page);
});

/** Endpoints of the user, as far as the page can tell. */
async function endpoints(context) {
  const answer = (type, body) => route => route.fulfill({ status: 200, contentType: type, headers: { 'access-control-allow-origin': '*' }, body });
  const results = ['a', 'b'].map(name => ({ title: name, url: `https://pages.example/${name}`, content: 'x' }));
  await context.route('https://search.example/**', answer('application/json', JSON.stringify({ results })));
  await context.route('https://reader.example/**', answer('text/markdown', '# Queues\n\nWhat troubles readers:\n- endless queues\n\n读者的痛点：\n- 排队太久'));
}

scene('research goes to the endpoints of the settings, and names what it read; without deep research it says so', async ({ lang, context, open }) => {
  const lines = SAYS[lang];
  await endpoints(context);
  const page = await begins(open);
  await tellIntent(page, lines);
  await say(page, lines.go);
  await atCheckpoint(page, 'research');
  await show(page, 'research');
  await reads(page, 'field-content', /https:\/\/pages\.example\/a/);
  await reads(page, 'field-content', lang === 'zh' ? /排队太久/ : /endless queues/);
  await at(page, 'pane-research').click();
  await at(page, 'deep-research').uncheck();
  await at(page, 'pane-text').click();
  await at(page, 'field-regenerate').click();
  await keep(page);
  await reads(page, 'field-status', /v2/);
  await reads(page, 'field-content', lang === 'zh' ? /通用知识/ : /general knowledge/);
}, { settings: { searchUrl: 'https://search.example/?q={query}', readerUrl: 'https://reader.example/' } });

scene('readers try it, judges score it, and a suggestion is taken', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  for (const phase of ['research', 'design_inner', 'design_outer']) {
    await approve(page);
    await atCheckpoint(page, phase);
  }
  await at(page, 'pane-simulation').click();
  for (const [at_, kind] of ['dialogue', 'decision'].entries()) {
    await at(page, 'simulate-kind').selectOption(kind);
    await at(page, 'simulate').click();
    await counts(page, 'simulation', at_ + 1);
    await counts(page, 'score', 3 * (at_ + 1));
  }
  await at(page, 'pane-evaluation').click();
  await at(page, 'with-simulations').check();
  await at(page, 'evaluate').click();
  await at(page, 'overall').waitFor();
  await counts(page, 'evaluated', 4);
  const field = await at(page, 'suggestion-field').first().locator('option').nth(3).getAttribute('value');
  await at(page, 'suggestion-field').first().selectOption(field);
  await at(page, 'suggestion-accept').first().click();
  await keep(page);
  await at(page, 'pane-evaluation').click();
  await page.locator('[data-testid="suggestion"][data-accepted="true"]').waitFor({ state: 'attached' });
  await rests(page);
  await atCheckpoint(page, 'design_outer');
});

scene('an earlier version of the project comes back with its text', async ({ lang, open }) => {
  const lines = SAYS[lang];
  const page = await begins(open);
  await tellIntent(page, lines);
  await show(page, 'intent');
  const before = await textOf(page);
  await at(page, 'pane-project').click();
  await at(page, 'version-new-note').fill('second');
  await at(page, 'version-new').click();
  await counts(page, 'version-back', 1);
  await show(page, 'intent');
  await at(page, 'field-write').click();
  await at(page, 'field-text').fill(lines.own);
  await at(page, 'field-save').click();
  await reads(page, 'field-content', new RegExp(lines.own.slice(0, 6)));
  await at(page, 'pane-project').click();
  await at(page, 'version-back').first().click();
  await show(page, 'intent');
  await until(async () => assert.equal(await textOf(page), before));
});

scene('the first question stays above its answer, before the second', async ({ lang, open }) => {
  const page = await begins(open);
  await reads(page, 'first-question', /1\/3/);
  await say(page, SAYS[lang].idea);
  await reads(page, 'log', /1\/3[\s\S]*2\/3/);
  await page.reload();
  await reads(page, 'first-question', /1\/3/);
});

scene('a sample of scores says once that it is one, and the end offers its export', async ({ lang, open }) => {
  const page = await begins(open);
  await tellIntent(page, SAYS[lang]);
  await toEnd(page);
  assert.match(await downloaded(page, () => at(page, 'end-markdown').click()), /^# /m);
  await at(page, 'pane-evaluation').click();
  const samples = (await at(page, 'evaluation').innerText()).match(/Sample text|示例文字/g) ?? [];
  assert.ok(samples.length <= 1, samples.join());
});

const SECOND = { en: '@Core content make the second paragraph shorter', zh: '@核心内容 把第二段改短' };

scene('a wish about one paragraph changes that one alone', async ({ lang, open }) => {
  const page = await begins(open);
  await tellIntent(page, SAYS[lang]);
  for (const phase of ['research', 'design_inner']) {
    await approve(page);
    await atCheckpoint(page, phase);
  }
  await approve(page);
  await atCheckpoint(page, 'design_outer');
  await show(page, 'produce_inner');
  const before = await at(page, 'field-content').locator('p').allInnerTexts();
  await say(page, SECOND[lang]);
  await keep(page);
  await until(async () => {
    const after = await at(page, 'field-content').locator('p').allInnerTexts();
    assert.deepEqual(after.map((text, index) => text === before[index]), before.map((_, index) => index !== 1));
  });
});
