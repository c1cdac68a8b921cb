import { effect } from '@preact/signals-core';
import * as state from '../state.js';

const PLACE = 'stepgate-demo:unsent';

/**
 * Unsent texts of this tab by session; empty if the storage is blocked.
 * @returns {Record<string, { input?: string, draft?: { task: number, text: string } }>}
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

/** Restores a session's unsent text. @param {string} id */
export function bringBack(id) {
  const { input = '', draft = null } = all[id] ?? {};
  state.input.value = input;
  state.handDraft.value = draft;
}

/** @param {string} id id of a deleted session */
export function forgetUnsent(id) {
  const { [id]: _, ...rest } = all;
  all = rest;
  keep(all);
}

/** Keeps the texts of the input box and of the open editor, by session. */
export function followUnsent() {
  effect(() => {
    const [id, input, draft] = [state.sessionId.value, state.input.value, state.handDraft.value];
    if (!id) return;
    const { [id]: _, ...rest } = all;
    all = input || draft ? { ...rest, [id]: { ...(input && { input }), ...(draft && { draft }) } } : rest;
    keep(all);
  });
}
