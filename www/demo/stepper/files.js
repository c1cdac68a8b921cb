import { batch } from '@preact/signals-core';
import { openWorkspace, workspaceTools } from 'stepgate/workspace';
import { lang } from '../i18n.js';
import * as state from './state.js';

/** The files of the open session. @type {import('../../src/workspace/index.d.ts').Workspace | null} */
let workspace = null;
let unsubscribe = () => {};

/** The file that is to be looked at: the one that was asked for last. @type {{ path: string } | null} */
let asked = null;

/** Each session works on files of its own. @param {string} id of the session */
export const nameOf = id => `stepgate-demo:${id}`;

/** Opens the files of a session, and follows them from now on. @param {string} id */
export async function openFiles(id) {
  closeFiles();
  workspace = openWorkspace(nameOf(id));
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

/** Takes the files of a session that is deleted away. @param {string} id */
export async function deleteFiles(id) {
  const theirs = openWorkspace(nameOf(id));
  await theirs.clear();
  theirs.close();
}

/** How long a tool takes at least, in milliseconds; `?tool-delay=` lets a test look at what happens meanwhile. */
const TOOL_DELAY = Number(new URLSearchParams(location.search).get('tool-delay') ?? 0);

/** A tool of this page's own, beside those every stepper has: what it is told about it. */
export const OWN_TOOLS = [{
  name: 'remove_file', writes: true, about: 'Delete a file of the workspace',
  args: { type: 'object', properties: { path: { type: 'string', description: 'relative path of the file' } }, required: ['path'], additionalProperties: false },
}];

/** Deletes a file; nobody is left to ask whether it was done, so a call in doubt is looked at in the workspace. */
const removing = files => ({
  run: async ({ path }) => {
    await files.read(path).catch(error => { if (error.code === 'not_found') throw error; });
    await files.remove(path);
    return `File deleted: ${path}`;
  },
  status: async ({ path }) => {
    const there = (await files.files()).some(file => file.path === path);
    return there ? { done: false } : { done: true, result: `File deleted: ${path}` };
  },
});

/** How long a tool may take: it is set in the session, and may change while it runs. */
const toolTime = () => state.data.value?.limits.tool_ms ?? TOOL_TIME;
const TOOL_TIME = 60_000;

/** The host tools of the stepper. */
export function fileTools() {
  const tools = { ...workspaceTools(workspace, { lang: lang.value, timeoutMs: toolTime }), remove_file: removing(workspace) };
  return TOOL_DELAY ? Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, slowed(tool)])) : tools;
}

/** A tool that pauses before and after it runs. */
const slowed = tool => ({
  ...tool,
  run: async (...given) => {
    await pause();
    const result = await tool.run(...given);
    await pause();
    return result;
  },
});

const pause = () => new Promise(done => setTimeout(done, TOOL_DELAY));

/** Puts files into the workspace. @param {Record<string, string>} texts by path */
export async function fill(texts) {
  for (const [path, text] of Object.entries(texts)) await workspace.write(path, text);
}

/** Reads anew what the workspace holds. */
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

/** The agent's last write of a file, as long as it can be looked at and taken back. @param {string} path */
const writeOf = path => state.changes.value.findLast(({ paths, key }) => key !== undefined && paths.includes(path));

/** Shows a file, with what its last change did to it. @param {string} path */
export async function look(path) {
  const from = workspace;
  const mine = asked = { path };
  const change = writeOf(path);
  const compared = change && (await from.compare(change.id))?.find(one => one.path === path);
  const text = await from.read(path).catch(() => null);
  if (mine === asked) state.looked.value = { path, text, change, compared };
}

/** Takes a change back. @param {number} id */
export const undo = id => workspace.undo(id);

/** Makes a change again that was taken back. @param {number} id */
export const redo = id => workspace.redo(id);

/** Takes the last import back. */
export async function undoImport() {
  const change = state.changes.value.findLast(({ kind }) => kind === 'imported');
  if (change) await workspace.undo(change.id);
  state.imported.value = null;
}

/** Loads the text a write would replace, for its card. @param {number} call of the card @param {string} path */
export async function readBefore(call, path) {
  const text = await workspace?.read(path).catch(() => null) ?? null;
  state.before.value = { call, text };
}

/** Takes in the files of a folder or a zip. @param {FileList | File[]} chosen */
export async function importChosen(chosen) {
  const [only] = chosen.length === 1 ? chosen : [];
  state.imported.value = only && /\.zip$/i.test(only.name) ? await workspace.importZip(only) : await workspace.importFiles(chosen);
}

/** All files as a zip. */
export const zipped = () => workspace.exportZip();
