import { computed, signal } from '@preact/signals-core';
import * as session from '../state.js';

/** @typedef {import('../../../src/wasm/types.d.ts').ContentData} ContentData */
/** @typedef {import('../../../src/wasm/types.d.ts').ContentField} ContentField */
/** @typedef {'text' | 'designs' | 'research' | 'simulation' | 'evaluation' | 'project'} Pane */

/** `view.data` of the content agent, or null with another. */
export const data = computed(() => (session.view.value?.agent === 'content' ? /** @type {ContentData} */ (/** @type {unknown} */ (session.view.value.data)) : null));

/** What the middle column shows. */
export const pane = signal(/** @type {Pane} */ ('text'));

/** Id of the field that is shown. */
export const picked = signal('');

/** The field that is shown; null where there is none yet. */
export const field = computed(() => data.value?.fields.find(({ id }) => id === picked.value) ?? null);

/** The text of the shown field, as the session has it. */
export const text = signal(/** @type {null | { id: string, version: number, content: string }} */ (null));

/** What is open over the text: nothing, the form to write it by hand, its history, how it is made, its new name. */
export const open = signal(/** @type {'' | 'write' | 'history' | 'about' | 'rename'} */ (''));

/** Older texts of the shown field, newest first. */
export const history = signal(/** @type {{ version: number, content: string }[]} */ ([]));

/** The older text that is compared with the present one. */
export const compared = signal(/** @type {number | null} */ (null));

/** Whether the user may change the project now. */
export const mayEdit = computed(() => session.mayAct.value && !session.acting.value);

/** Fields of a phase, in the order in which they were made. @param {string} phase */
export const fieldsOf = phase => data.value?.fields.filter(one => one.phase === phase) ?? [];

/** The fields another is made from; they are named by id or by name. @param {ContentField} of */
export const neededBy = of => data.value?.fields.filter(({ id, name }) => of.depends_on.includes(id) || of.depends_on.includes(name)) ?? [];

/** Fields that have a text. */
export const written = computed(() => data.value?.fields.filter(({ characters }) => characters > 0) ?? []);
