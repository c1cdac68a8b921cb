import { lang } from '../words/i18n.js';
import { failure } from '../state.js';

/** Tells the user what the browser has lost of a calendar or of files. @param {import('../../src/index.d.ts').StoreError} loss */
export const onLoss = ({ text }) => { failure.value = text[lang.value]; };
