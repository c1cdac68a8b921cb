import assert from 'node:assert/strict';
import { scene } from './stage.mjs';
import { at, begin, chosen, counts, downloaded, reads, rests, resumeOf, say, taskIs, toCard, until } from './user.mjs';

/** The user's words that must end up in the resume. */
const OWN_WORDS = /OAuth 2\.0[\s\S]*35 ?%/;

const exportedResume = async page => JSON.parse(await downloaded(page, async () => {
  await at(page, 'export').click();
  await at(page, 'export-json').click();
}));

scene('from a resume to the applied document, thanks, back to the task, and undone', async ({ lang, lines, open }) => {
  const page = await open();
  const resume = resumeOf(lang);
  await begin(page, { resume, wish: lines.wish });
  await taskIs(page, 1, 'in_progress');
  await reads(page, 'usage', lang === 'zh' ? /演示脚本，未接模型/ : /Demo script, not a model/);
  assert.doesNotMatch(await at(page, 'resume').innerText(), OWN_WORDS);

  await toCard(page, lines);
  assert.match(await at(page, 'draft').innerText(), OWN_WORDS);
  await at(page, 'card-accept').click();
  await at(page, 'applied').waitFor();
  await reads(page, 'resume', OWN_WORDS);
  await taskIs(page, 1, 'completed');
  await at(page, 'all-done').waitFor();

  await say(page, lines.thanks);
  await taskIs(page, 1, 'completed');
  await counts(page, 'card', 0);

  const [{ highlights, ...rest }] = (await exportedResume(page)).work;
  assert.match(highlights.join('\n'), OWN_WORDS);
  assert.deepEqual(await exportedResume(page), { ...resume, work: [{ ...rest, highlights }] });
  assert.deepEqual({ ...rest, highlights: resume.work[0].highlights }, resume.work[0]);

  await at(page, 'backtrack').click();
  await taskIs(page, 1, 'in_progress');
  await reads(page, 'draft', OWN_WORDS);
  await at(page, 'resume-undo').click();
  await until(async () => assert.doesNotMatch(await at(page, 'resume').innerText(), OWN_WORDS));
  assert.deepEqual(await exportedResume(page), resume);
});

scene('the sample resume: confirmed in words, revised by hand, skipped to the end', async ({ lang, lines, open }) => {
  const page = await open();
  await begin(page, {});
  await toCard(page, lines);
  await say(page, lines.confirms);
  await taskIs(page, 1, 'completed');
  await taskIs(page, 2, 'in_progress');
  await reads(page, 'resume', OWN_WORDS);

  await at(page, 'backtrack').click();
  await taskIs(page, 1, 'in_progress');
  await at(page, 'draft-edit').click();
  await at(page, 'draft-text').fill(lines.byHand);
  await at(page, 'draft-save').click();
  await reads(page, 'draft', new RegExp(lines.byHand));
  await at(page, 'card-accept').click();
  await reads(page, 'resume', new RegExp(lines.byHand));

  const tasks = await page.locator('.task').count();
  for (let id = 2; id <= tasks; id += 1) {
    await page.locator(`[data-testid="task-${id}"][aria-current="step"]`).waitFor();
    await at(page, 'skip').click();
    await taskIs(page, id, 'skipped');
  }
  await reads(page, 'all-done', /./);
  // skipped tasks are not done
  const settled = lang === 'zh' ? `完成 1，跳过 ${tasks - 1}` : `1 done, ${tasks - 1} skipped`;
  assert.equal(await at(page, 'progress').innerText(), settled);
  await until(async () => assert.ok((await page.locator('.session[aria-current] .session-about').innerText()).includes(settled)));
});

scene('a resume from a file: declined with a reason, then applied', async ({ lang, lines, open }) => {
  const page = await open();
  await chosen(page, 'import-file', JSON.stringify(resumeOf(lang)));
  await at(page, 'wish').fill(lines.wish);
  await at(page, 'begin').click();
  await at(page, 'block-said').first().waitFor();
  await rests(page);
  await toCard(page, lines);
  const before = await at(page, 'resume').innerText();
  await at(page, 'card-reason-open').click();
  await at(page, 'card-reason').fill(lines.reason);
  await at(page, 'card-decline').click();
  await counts(page, 'card-reason-open', 0);
  await rests(page);
  assert.equal(await at(page, 'resume').innerText(), before);
  await at(page, 'card-accept').click();
  await reads(page, 'resume', OWN_WORDS);
});
