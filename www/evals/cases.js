import { existsSync } from 'node:fs';
import { checkedPeople } from './person.js';

export const AGENTS = ['guide', 'stepper', 'content', 'schedule'];
export const LANGS = /** @type {const} */ (['zh', 'en']);

/** The people of an agent and language; none where there is no file yet. @param {string} agent @param {string} lang */
export async function peopleOf(agent, lang) {
  const name = `people/${agent}.${lang}.js`;
  const file = new URL(name, import.meta.url);
  return existsSync(file) ? checkedPeople((await import(file.href)).default, name) : [];
}

/** @typedef {{ agent: string, lang: 'zh' | 'en', person: import('./person.js').Person }} Case */

/** The cases of some agents and languages, at most `most` of each pair. @param {{ agents: string[], langs: string[], cases: number }} options @returns {Promise<Case[]>} */
export async function casesOf({ agents, langs, cases: most }) {
  const found = [];
  for (const agent of agents) {
    for (const lang of langs) found.push(...(await peopleOf(agent, lang)).slice(0, most).map(person => ({ agent, lang, person })));
  }
  return found;
}
