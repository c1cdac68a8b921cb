// @ts-check
/** @import { Finding } from './questions.js' */
/** @import { Patient } from './server.js' */
import { profileOf } from '../model/profiles.js';
import { QUESTIONS } from './questions.js';
import { serverOf } from './server.js';
import { FINDINGS, sentence, SUMMARY, TITLES } from './words.js';

/** Without these two there is no sense in asking on. */
const NEEDED = ['reachable', 'answer'];

/**
 * Asks a server the questions, one after the other, and hands on each finding. Gives all of them by the question's name.
 * @param {Patient & { long?: boolean, origin?: string }} patient @param {(name: string, finding: Finding) => void} [onFinding]
 */
export async function examine({ long = false, origin = 'https://example.com', ...patient }, onFinding = () => {}) {
  const server = serverOf(patient);
  /** @type {Record<string, Finding>} */
  const findings = {};
  for (const { name, ask } of QUESTIONS) {
    findings[name] = await ask(server, { long, origin });
    onFinding(name, findings[name]);
    if (NEEDED.includes(name) && findings[name].works === false) break;
  }
  return findings;
}

/** Whether Stepgate can use the server: it answers, and takes a conversation. @param {Record<string, Finding>} findings */
export const isUsable = ({ answer, roles }) => answer?.works === true && roles?.works === true;

/** @param {boolean | undefined} works */
const markOf = works => (works === undefined ? '·' : works ? '✓' : '✗');

/** A finding in one line. @param {string} name @param {Finding} finding @param {'en' | 'zh'} lang */
export const lineOf = (name, { works, says, with: fill }, lang) => `${markOf(works)} ${TITLES[name][lang]} ${sentence(FINDINGS[says], lang, fill)}`;

/** @param {Record<string, Finding>} findings @param {string} baseUrl @param {'en' | 'zh'} lang */
export function summaryOf(findings, baseUrl, lang) {
  const { name } = profileOf(baseUrl);
  const works = isUsable(findings);
  const verdict = sentence(SUMMARY[works ? (findings.cors.works ? 'good' : 'noPage') : findings.roles ? 'noTalk' : 'bad'], lang);
  return [verdict, ...(name === 'unknown' ? [] : [sentence(SUMMARY.profile, lang, { name })]), ...(works ? [sentence(SUMMARY.learns, lang)] : [])].join(lang === 'zh' ? '' : ' ');
}
