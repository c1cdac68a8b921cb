import { batch } from '@preact/signals-core';
import { openWorkspace, workspaceTools } from 'stepgate/workspace';
import { lang } from '../../words/i18n.js';
import { onLoss } from '../../session/loss.js';
import * as state from '../state.js';

/** Workspace of the open session. @type {import('../../../src/workspace/index.d.ts').Workspace | null} */
let workspace = null;
let unsubscribe = () => {};

/** The file that the user asked for last. @type {{ path: string } | null} */
let asked = null;

/** Name of a session's workspace: each session has files of its own. @param {string} id id of the session */
export const nameOf = id => `stepgate-demo:${id}`;

/** Opens the files of a session and follows their changes. @param {string} id */
export async function openFiles(id) {
  closeFiles();
  workspace = openWorkspace(nameOf(id), { onLoss });
  unsubscribe = workspace.subscribe(() => refresh());
  await refresh();
}

export function closeFiles() {
  unsubscribe();
  unsubscribe = () => {};
  workspace?.close();
  workspace = null;
  asked = null;
  state.clearStepper();
}

/** Deletes the files of a deleted session. @param {string} id */
export async function deleteFiles(id) {
  const theirs = openWorkspace(nameOf(id), { onLoss() {} });
  await theirs.clear();
  theirs.close();
}

/** Shortest duration of a tool in milliseconds. Tests set it with `?tool-delay=` to look at the page meanwhile. */
const TOOL_DELAY = Number(new URLSearchParams(location.search).get('tool-delay') ?? 0);

/** Description of a tool that only this page has, beside those of every stepper. */
export const OWN_TOOLS = [{
  name: 'remove_file', writes: true, about: 'Delete a file of the workspace',
  args: { type: 'object', properties: { path: { type: 'string', description: 'relative path of the file' } }, required: ['path'], additionalProperties: false },
}];

const deleted = path => `${lang.value === 'zh' ? '已删除文件：' : 'File deleted: '}${path}`;

/** Tool that deletes a file. Its status looks into the workspace, because nothing else knows whether a call in doubt was done. */
const removing = files => ({
  execute: async ({ path }) => {
    await files.read(path).catch(error => { if (error.code === 'not_found') throw error; });
    await files.remove(path);
    return deleted(path);
  },
  status: async ({ path }) => {
    const there = (await files.files()).some(file => file.path === path);
    return there ? { done: false } : { done: true, result: deleted(path) };
  },
});

/** Longest duration of a tool. The session sets it, and it may change during a run. */
const toolTime = () => state.data.value?.limits.tool_ms ?? TOOL_TIME;
const TOOL_TIME = 60_000;

/** Host tools of the stepper. */
export function fileTools() {
  const tools = { ...workspaceTools(workspace, { lang: lang.value, timeoutMs: toolTime }), remove_file: removing(workspace) };
  return TOOL_DELAY ? Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, slowed(tool)])) : tools;
}

/** Wraps a tool so that it pauses before and after it runs. */
const slowed = tool => ({
  ...tool,
  execute: async (...given) => {
    await pause();
    const result = await tool.execute(...given);
    await pause();
    return result;
  },
});

const pause = () => new Promise(done => setTimeout(done, TOOL_DELAY));

/** Writes files into the workspace. @param {Record<string, string>} texts by path */
export async function fill(texts) {
  for (const [path, text] of Object.entries(texts)) await workspace.write(path, text);
}

/** Reads the lists of files and changes again. */
async function refresh() {
  const from = workspace;
  if (!from) return;
  const [files, changes, undone] = [await from.files(), await from.changes(), await from.undone()];
  if (from !== workspace) return;
  batch(() => {
    state.files.value = files;
    state.changes.value = changes;
    state.undone.value = undone;
  });
  if (asked && files.some(({ path }) => path === asked.path)) return look(asked.path);
  asked = null;
  state.looked.value = null;
}

/** The agent's last write of a file, while it can still be shown and undone. @param {string} path */
const writeOf = path => state.changes.value.findLast(({ paths, key }) => key !== undefined && paths.includes(path));

/** Shows a file with the effect of its last change. @param {string} path */
export async function look(path) {
  const from = workspace;
  const mine = asked = { path };
  const change = writeOf(path);
  const compared = change && (await from.compare(change.id))?.find(one => one.path === path);
  const text = await from.read(path).catch(() => null);
  if (mine === asked) state.looked.value = { path, text, change, compared };
}

/** Undoes a change. @param {number} id */
export const undo = id => workspace.undo(id);

/** Redoes an undone change. @param {number} id */
export const redo = id => workspace.redo(id);

/** Undoes the last import. */
export async function undoImport() {
  const change = state.changes.value.findLast(({ kind }) => kind === 'imported');
  if (change) await workspace.undo(change.id);
  state.imported.value = null;
}

/** Loads the text that a write would replace, for the write's card. @param {number} call call of the card @param {string} path */
export async function readBefore(call, path) {
  const text = await workspace?.read(path).catch(() => null) ?? null;
  state.before.value = { call, text };
}

/** Imports the files of a folder or a zip. @param {FileList | File[]} chosen */
export async function importChosen(chosen) {
  const [only] = chosen.length === 1 ? chosen : [];
  state.imported.value = only && /\.zip$/i.test(only.name) ? await workspace.importZip(only) : await workspace.importFiles(chosen);
}

/** Packs all files into a zip. */
export const zipped = () => workspace.exportZip();
