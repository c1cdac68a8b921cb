/** Reads the text of a resume by its headings: a simple reading of contact, entries with dates, and bullets. */
import { isHan } from '../prompt.js';
import { readQuotes } from './read.js';

const HEADING_ZH = /^.{0,4}(?:经历|背景|技能|特长|证书|奖项|总结|评价)$/;
const HEADING_EN = /^(?:\w{1,12} )?(?:experience|employment|projects?|education|skills|awards|languages|interests|summary|profile)$/i;
const PAGE = /^(?:page \d+.*|第 ?\d+ ?页.*)$/i;
const BULLET = /^[•·*–-]\s*/;
const DATE = String.raw`\d{4}(?:[./年-]\d{1,2}月?)?`;
const PERIOD = new RegExp(String.raw`(${DATE})\s*(?:[-–—~]|至|to)\s*(${DATE}|至今|present|now)`, 'i');
const BETWEEN = /\s*[|·,，、;；]\s*|\s{2,}|\t/;
const CONTACT = { email: /[\w.+-]+@[\w.-]+\w/, phone: /\+?\d[\d -]{6,}\d/ };

/** @param {{ role: string, content: string }[]} messages @returns {object} a reply under the contract `resume` */
export function sections(messages) {
  const head = [], sections = [], pages = [];
  for (const line of readQuotes(messages).quotes[0].split('\n').map(line => line.trim()).filter(Boolean)) {
    if (PAGE.test(line)) pages.push(line);
    else if (HEADING_ZH.test(line) || HEADING_EN.test(line)) sections.push({ title: line, lines: [] });
    else (sections.at(-1)?.lines ?? head).push(line);
  }
  const { basics, rest } = contactIn(head);
  if (sections.length === 0) return { basics, sections: [{ type: 'text', title: null, content: rest.join('\n') || '–' }], left_out: pages };
  return { basics, sections: sections.map(sectionOf), left_out: [...rest, ...pages] };
}

/** The first line is the name, the next one without contact details the position. */
function contactIn([name = null, ...lines]) {
  const found = Object.entries(CONTACT).map(([kind, words]) => [kind, words.exec(lines.join('\n'))?.[0] ?? null]);
  const parts = lines.flatMap(line => line.split(BETWEEN)).filter(part => !found.some(([, value]) => value && part.includes(value)));
  const [label = null, ...rest] = parts;
  return { basics: { name, label, ...Object.fromEntries(found), links: [] }, rest };
}

function sectionOf({ title, lines }) {
  if (!lines.some(line => BULLET.test(line) || PERIOD.test(line))) return { type: 'generic', title, items: lines.map(itemOf) };
  const items = [];
  for (const line of lines) {
    const text = line.replace(BULLET, ''), entry = items.at(-1);
    if (!entry || PERIOD.test(line)) items.push(entryOf(line));
    else if (text !== line || entry.highlights.length === 0) entry.highlights.push(text);
    else entry.highlights.push(joined(entry.highlights.pop(), text));
  }
  return { type: 'experience', title, items };
}

function itemOf(line) {
  const [, title, description = null] = /^([^:：]{1,24})[:：]\s*(.+)$/.exec(line) ?? [line, line];
  return { title, description };
}

/** A heading of an entry: its parts and its dates. */
function entryOf(line) {
  const [found, from = null, to = null] = PERIOD.exec(line) ?? [];
  const parts = line.replace(found ?? '', '\t').split(BETWEEN).filter(part => /[\p{L}\d]/u.test(part));
  const [title, organization = null, location = null, ...more] = parts;
  return { title, organization, location, date_start: from, date_end: to, highlights: more };
}

/** Two parts of a sentence that a line break divided. */
const joined = (one, other) => (isHan(one.slice(-1)) && isHan(other[0]) ? one + other : `${one} ${other}`);
