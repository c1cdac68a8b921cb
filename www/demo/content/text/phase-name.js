import { t } from '../../words/i18n.js';

/** Name of a phase. @param {string} phase */
export const phaseName = phase => t(`content.phase.${phase}`);
