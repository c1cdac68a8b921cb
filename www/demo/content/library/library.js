/** A few built-in pages to search and read offline, as host tools of the content agent. */
import { pages as en } from './en.js';
import { pages as zh } from './zh.js';

/** @typedef {{ url: string, title: string, snippet: string, text: string }} Page */

const isHan = text => /\p{Script=Han}/u.test(text);

/** Search terms of a text: words of at least three letters, and pairs of Han characters. @param {string} text */
function terms(text) {
  const words = text.toLowerCase().match(/[a-z]{3,}/g)?.map(word => word.replace(/(?:ing|ers|er|es|s)$/, '')) ?? [];
  const runs = text.match(/\p{Script=Han}+/gu) ?? [];
  return new Set([...words, ...runs.flatMap(run => [...run].slice(1).map((one, at) => [...run][at] + one))]);
}

/** Words that any query may have. */
const COMMON = terms('pain points market competitors how the for and with about 痛点 市场 竞品 没有 时间');

/** Number of query terms in a page; those in its title count three times. @param {Set<string>} wanted @param {Page} page */
function score(wanted, page) {
  const [head, all] = [terms(page.title), terms(page.text)];
  return [...wanted].reduce((sum, term) => sum + (head.has(term) ? 3 : 0) + (all.has(term) ? 1 : 0), 0);
}

function search({ query, limit = 5 }) {
  const wanted = new Set([...terms(query)].filter(term => !COMMON.has(term)));
  const ranked = (isHan(query) ? zh : en).map(page => ({ page, points: score(wanted, page) })).filter(({ points }) => points > 1);
  return ranked.sort((a, b) => b.points - a.points).slice(0, limit).map(({ page: { title, url, snippet } }) => ({ title, url, snippet }));
}

const find = url => [...zh, ...en].find(page => page.url === url);

/** Whether an address is that of a built-in page. @param {string} url */
export const isOwnPage = url => find(url) !== undefined;

function read({ url }) {
  const page = find(url);
  if (!page) throw Object.assign(new Error(url), { code: 'not_found' });
  return { url, text: `# ${page.title}\n\n${page.text}` };
}

/** Host tools over the library. */
export const libraryTools = { web_search: search, read_page: read };
