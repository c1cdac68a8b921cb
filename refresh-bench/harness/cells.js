/** The cells of the table: each is one library, profile, bank, kind and browser, with its trials. */
import { BROWSERS } from './browsers.js';
import { KINDS } from './kinds.js';

/** @typedef {import('./trial.js').Cell} Cell */

/** The libraries, by the names of their adapters. Stepgate is first, in every table. */
export const LIBRARIES = { stepgate: 'Stepgate', aisdk: 'AI SDK', tanstack: 'TanStack AI', langgraph: 'LangGraph.js', openai: 'OpenAI Agents' };
export const PROFILES = ['docs', 'best'];
export const BANKS = ['plain', 'keyed', 'status'];
export { BROWSERS };

/** What each part of a cell may be. @type {Record<string, string[]>} */
const CHOICES = { browser: BROWSERS, setup: PROFILES.flatMap(profile => BANKS.map(bank => `${profile}/${bank}`)), kind: Object.keys(KINDS), library: Object.keys(LIBRARIES) };

/**
 * The cells of a choice. Cells of the same kind and set-up are beside each other, so that all libraries run under much the same load.
 * @param {{ browser: string, setup: string, kind: string, library: string }} wanted lists with commas
 * @returns {Cell[]}
 */
export function cellsOf(wanted) {
  const [browsers, setups, kinds, libraries] = Object.keys(CHOICES).map(part => chosen(part, wanted[part]));
  return browsers.flatMap(browser => kinds.flatMap(kind => setups.flatMap(setup => {
    const [profile, bank] = setup.split('/');
    return libraries.map(library => ({ browser, library, profile, bank, kind }));
  })));
}

/** @param {Cell} cell */
export const nameOf = ({ browser, profile, bank, kind, library }) => [browser, profile, bank, kind, library].join('-');

function chosen(part, list) {
  const names = list === 'all' ? CHOICES[part] : list.split(',');
  const unknown = names.find(name => !CHOICES[part].includes(name));
  if (unknown !== undefined) throw new Error(`--${part}: \`${unknown}\` is not known; there are ${CHOICES[part].join(', ')}, or \`all\`.`);
  return names;
}
