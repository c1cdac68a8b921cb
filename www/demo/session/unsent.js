import { effect } from '@preact/signals-core';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

const PLACE = 'stepgate-demo:unsent';

/**
 * Unsent texts of this tab by session, and the names of files beside them; empty if the storage is blocked.
 * @returns {Record<string, { input?: string, files?: string[], draft?: { task: number, text: string } }>}
 */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function keep(all) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // A private window may refuse: then the text lasts as long as the page.
  }
}

let all = kept();

/** Unsent files by session, as long as the page lives. @type {Map<string, typeof state.files.value>} */
const unsentFiles = new Map();

/** Restores a session's unsent text and files. A reload has lost the files, which the page says by their names. @param {string} id */
export function bringBack(id) {
  const { input = '', files: names = [], draft = null } = all[id] ?? {};
  const files = unsentFiles.get(id) ?? [];
  const isReloaded = !unsentFiles.has(id);
  state.input.value = input;
  state.files.value = files;
  state.leftOut.value = isReloaded && names.length ? [t('attach.again', { names: names.join(', ') })] : [];
  state.handDraft.value = draft;
}

/** @param {string} id id of a deleted session */
export function forgetUnsent(id) {
  const { [id]: _, ...rest } = all;
  all = rest;
  unsentFiles.delete(id);
  keep(all);
}

/** Keeps the texts of the input box and of the open editor, and the files beside them, by session. */
export function followUnsent() {
  effect(() => {
    const [id, input, files, draft] = [state.sessionId.value, state.input.value, state.files.value, state.handDraft.value];
    if (!id) return;
    const { [id]: _, ...rest } = all;
    // Files of the session come back with the words that it hands back.
    const names = files.filter(file => file instanceof File).map(({ name }) => name || t('attach.unnamed'));
    all = input || names.length || draft ? { ...rest, [id]: { ...(input && { input }), ...(names.length && { files: names }), ...(draft && { draft }) } } : rest;
    unsentFiles.set(id, files);
    keep(all);
  });
}
