import { signal } from '@preact/signals-core';

/** @typedef {'none' | 'decision' | 'tool' | 'invoice' | 'list' | 'own'} ContractName */

/** The reply. */
export const text = signal('');

/** Name of the sample in `text`; null after a change. */
export const sample = signal(/** @type {string | null} */ (null));

/** Name of the reply's contract. */
export const contract = signal(/** @type {ContractName} */ ('decision'));

/** JSON Schema of the contract `own`, as typed. */
export const own = signal('');

/** Policy for a reply without a contract. */
export const preset = signal('stepgate');

/** Form in which the contract is shown. */
export const form = signal(/** @type {'schema' | 'strict' | 'gbnf' | 'typescript'} */ ('schema'));

/** Language of the complaint; null: the page's. */
export const complaintLang = signal(/** @type {import('../words/i18n.js').Lang | null} */ (null));

/** Index of the explained repair. */
export const active = signal(/** @type {number | null} */ (null));

/** Button that copied last, for its label. */
export const copied = signal(/** @type {string | null} */ (null));

/** Whether the last file was larger than the limit. */
export const tooBig = signal(false);

/** Area shown on a phone. */
export const area = signal(/** @type {'reply' | 'result' | 'contract'} */ ('reply'));
