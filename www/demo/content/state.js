import { computed, signal } from '@preact/signals-core';
import * as session from '../state.js';

/** @typedef {import('../../src/content/index.js').ContentData} ContentData */
/** @typedef {import('../../src/content/index.js').ContentField} ContentField */
/** @typedef {'text' | 'designs' | 'research' | 'simulation' | 'evaluation' | 'project'} Pane */

/** `view.data` of the content agent; null with another agent. */
export const data = computed(() => (session.view.value?.agent === 'content' ? /** @type {ContentData} */ (/** @type {unknown} */ (session.view.value.data)) : null));

/** Pane of the middle column. */
export const pane = signal(/** @type {Pane} */ ('text'));

/** Id of the shown field. */
export const picked = signal('');

/** The shown field; null if there is none yet. */
export const field = computed(() => data.value?.fields.find(({ id }) => id === picked.value) ?? null);

/** Text of the shown field in the session. */
export const text = signal(/** @type {null | { id: string, version: number, content: string }} */ (null));

/** Panel above the text: none, editor, history, recipe, or renaming. */
export const open = signal(/** @type {'' | 'write' | 'history' | 'about' | 'rename'} */ (''));

/** Earlier texts of the shown field, newest first. */
export const history = signal(/** @type {{ version: number, content: string }[]} */ ([]));

/** Version of the earlier text that is compared with the present one. */
export const compared = signal(/** @type {number | null} */ (null));

/** Whether the user may change the project now. */
export const mayEdit = computed(() => session.mayAct.value && !session.acting.value);

/** Fields of a phase in the order of their creation. @param {string} phase */
export const fieldsOf = phase => data.value?.fields.filter(one => one.phase === phase) ?? [];

/** Fields that a field depends on, by id or by name. @param {ContentField} of */
export const neededBy = of => data.value?.fields.filter(({ id, name }) => of.depends_on.includes(id) || of.depends_on.includes(name)) ?? [];

/** Fields that have a text. */
export const written = computed(() => data.value?.fields.filter(({ characters }) => characters > 0) ?? []);
