import { signal } from '@preact/signals-core';

/** @typedef {'none' | 'decision' | 'tool' | 'invoice' | 'list' | 'own'} ContractName */

/** The reply that is read. */
export const text = signal('');

/** Name of the sample `text` is; null once it is another text. */
export const sample = signal(/** @type {string | null} */ (null));

/** What the reply is held to. */
export const contract = signal(/** @type {ContractName} */ ('decision'));

/** The JSON Schema of the contract `own`, as it was typed. */
export const own = signal('');

/** The policy a reply without a contract is read by. */
export const preset = signal('stepgate');

/** The form in which the contract is shown. */
export const form = signal(/** @type {'schema' | 'strict' | 'gbnf' | 'typescript'} */ ('schema'));

/** Language of the complaint; null: the page's. */
export const complaintLang = signal(/** @type {import('../i18n.js').Lang | null} */ (null));

/** The repair that is explained, by its place in the list. */
export const active = signal(/** @type {number | null} */ (null));

/** What was copied last, for the word on its button. */
export const copied = signal(/** @type {string | null} */ (null));

/** Whether the last file was larger than the page takes. */
export const tooBig = signal(false);

/** The area a phone shows. */
export const area = signal(/** @type {'reply' | 'result' | 'contract'} */ ('reply'));
