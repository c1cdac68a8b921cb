/** Actions of a user on the stepper's page, with the expected results. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { at, counts, until } from './user.mjs';

export const SAYS = {
  en: {
    spec: 'spec/bookshelf.md', misspelled: 'Generate the code described in spec/bookshelve.md', meeting: 'Summarise the meeting and write it to summary.md', summary: 'summary.md',
    april: 'The one of April', notMarch: /^(?![\s\S]*March)[\s\S]*Next quarter/, reason: 'Call it config.json', again: 'Write hello.txt with the text "Hello"', hello: 'hello.txt', sums: 'Summarise notes.md in summary.md', clean: 'Clean data.csv', no: 'Not this one, please', hint: 'notes/meeting-april.md', removes: 'Delete spec/ideas.md',
  },
  zh: {
    spec: '规格/书架.md', misspelled: '根据 规格/书架子.md 生成代码', meeting: '总结会议记录，写入 摘要.md', summary: '摘要.md',
    april: '四月那次', notMarch: /^(?![\s\S]*三月)[\s\S]*下个季度/, reason: '请改名为 config.json', again: '写一个 你好.txt，内容是“你好”', hello: '你好.txt', sums: '总结 notes.md，写入 摘要.md', clean: '清洗 data.csv', no: '这个不需要', hint: '记录/会议记录-四月.md', removes: '删除 规格/想法.md',
  },
};

export const MADE = ['README.md', 'bookshelf.py', 'settings.json'];

/**
 * Goes from the start page into a task.
 * @param {(query?: string) => Promise<import('playwright-core').Page>} open
 * @param {{ sample?: string, task?: string, auto?: boolean, limits?: Record<string, number>, inline?: boolean, plan?: boolean, query?: string }} [given]  `plan`: whether the plan is shown before it starts
 */
export async function begins(open, { sample = 'code', task, auto = false, limits = {}, inline = false, plan = false, query } = {}) {
  const page = await open(query);
  await at(page, 'start-stepper').click();
  await at(page, `sample-${sample}`).click();
  if (task) await at(page, 'task-text').fill(task);
  if (!plan) await at(page, 'begin-plan').uncheck();
  if (auto) await at(page, 'begin-auto').check();
  if (inline || Object.keys(limits).length) await at(page, 'limits-open').click();
  if (inline) await at(page, 'thinking').selectOption('inline');
  for (const [name, value] of Object.entries(limits)) await at(page, `limit-${name}`).fill(String(value));
  await at(page, 'begin').click();
  await at(page, 'run').waitFor({ state: 'attached' });
  return page;
}

export const asks = page => at(page, 'card').waitFor();
export const ended = (page, status) => until(async () => assert.equal(await at(page, 'run').getAttribute('data-status'), status));

/** States of a task that still goes on: it may ask yet. */
const GOES_ON = ['planning', 'executing'];

/** Accepts one card after the other until the task has ended. */
export async function acceptAll(page) {
  for (let asked = 0; asked < 20; asked += 1) {
    let asks = false;
    await until(async () => {
      asks = await at(page, 'card').count() > 0;
      assert.ok(asks || !GOES_ON.includes(await at(page, 'run').getAttribute('data-status')));
    });
    if (!asks) return asked;
    const answered = await at(page, 'answered').count();
    await at(page, 'card-accept').click();
    await counts(page, 'answered', answered + 1);
  }
  throw new Error('it goes on asking');
}

/** The steps of the plan, each with its name, status and origin. */
export const plan = page => at(page, 'step').evaluateAll(steps => steps.map(step => [step.dataset.status, step.dataset.origin].join(' ')));

/** The actions, each with its error. */
export const actions = page => at(page, 'action').evaluateAll(all => all.map(({ dataset: { tool, error } }) => (error ? `${tool} ${error}` : tool)));

/** The files of the workspace, taken from the exported zip. */
export async function filesOf(page) {
  await at(page, 'panel-files').click();
  await at(page, 'files-menu').click();
  const [file] = await Promise.all([page.waitForEvent('download'), at(page, 'export-zip').click()]);
  const entries = Object.entries(unzipSync(await readFile(await file.path())));
  return Object.fromEntries(entries.map(([path, bytes]) => [path, strFromU8(bytes)]).sort());
}

/** Imports a zip into the page. */
export async function importZip(page, texts) {
  await at(page, 'panel-files').click();
  await at(page, 'files-menu').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'import-zip').click()]);
  const zip = zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)])));
  await chooser.setFiles({ name: 'files.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await at(page, 'files-imported').waitFor();
}
