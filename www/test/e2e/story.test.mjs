import assert from 'node:assert/strict';
import { at, begin, counts, downloaded, reads, resumeOf, say, scene, taskIs, toCard, until } from './stage.mjs';

/** Words of the user that must come to stand in the resume. */
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
