import { effect } from '@preact/signals-core';
import * as state from './state.js';

const PLACE = 'stepgate-demo:unsent';

/** What this tab keeps of each session until it is sent; nothing where storage is closed to the page. @returns {Record<string, { input?: string, draft?: { task: number, text: string } }>} */
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
    // A private window may refuse: the text then lasts as long as the page.
  }
}

let all = kept();

/** Brings back what was written in a session and not sent. @param {string} id */
export function bringBack(id) {
  const { input = '', draft = null } = all[id] ?? {};
  state.input.value = input;
  state.handDraft.value = draft;
}

/** @param {string} id of a session that is gone */
export function forgetUnsent(id) {
  const { [id]: _, ...rest } = all;
  all = rest;
  keep(all);
}

/** Keeps the text in the input box and in the open editor with the session they belong to. */
export function followUnsent() {
  effect(() => {
    const [id, input, draft] = [state.sessionId.value, state.input.value, state.handDraft.value];
    if (!id) return;
    const { [id]: _, ...rest } = all;
    all = input || draft ? { ...rest, [id]: { ...(input && { input }), ...(draft && { draft }) } } : rest;
    keep(all);
  });
}
