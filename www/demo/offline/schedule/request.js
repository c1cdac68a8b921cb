import { A_DAY, ALSO, CHOICES, CLAUSE, DAYS, KINDS, LENGTHS, NOT, numberOf, PART_NAMES, PARTS, SECTIONS, SOON, SOURCE, SPREAD, WEEKS } from './grammar.js';

/**
 * @typedef {{ days: number[], sections: number[] }} Times weekdays (1 is Monday) and sections of a day; empty: all of them
 * @typedef {{ from?: number, to?: number, length?: number }} Weeks
 *
 * A user's request.
 * @typedef {object} Request
 * @property {string} text original words
 * @property {'create' | 'put' | 'move' | 'swap' | 'unplace' | 'improve' | 'look' | undefined} kind
 * @property {Times[]} source only tasks at these times; empty: tasks anywhere
 * @property {Times[]} at wanted times; empty: any time
 * @property {Times[]} never times to avoid
 * @property {Weeks} weeks of the term; `length`: number of weeks from the first one
 * @property {Weeks | undefined} notWeeks weeks to avoid
 * @property {{ first?: number, nth?: number }} which selection of tasks; empty: all
 * @property {number | undefined} aDay most tasks a day
 * @property {boolean} spread evenly over all available time
 * @property {boolean} soon as early as possible
 */

/** Parses a request. @param {string} text @returns {Request} */
export function requestOf(text) {
  const kind = kindOf(text);
  const rest = { text };
  const source = kind === 'move' ? sourceOf(rest) : [];
  const notWeeks = weeksDenied(rest);
  const weeks = weeksOf(rest);
  const aDay = numberIn(rest, A_DAY);
  const which = taken(rest, CHOICES) ?? {};
  return { text, kind, source, ...timesOf(rest.text), weeks, notWeeks, which, aDay, spread: SPREAD.test(text), soon: SOON.test(text) };
}

/** Combines a request with a later one, which has priority. @param {Request} request @param {Request} later @returns {Request} */
export function withLater(request, later) {
  const at = ALSO.test(later.text) ? [...request.at, ...later.at] : later.at;
  return {
    ...request,
    text: `${request.text}\n${later.text}`,
    at: later.at.length ? at : request.at,
    never: [...request.never, ...later.never],
    weeks: Object.keys(later.weeks).length ? later.weeks : request.weeks,
    notWeeks: later.notWeeks ?? request.notWeeks,
    which: Object.keys(later.which).length ? later.which : request.which,
    aDay: later.aDay ?? request.aDay,
    spread: request.spread || later.spread,
    soon: request.soon || later.soon,
  };
}

/** Whether a request says anything about times. @param {Request} request */
export const hasWishes = ({ at, never, weeks, notWeeks, aDay, spread, soon }) =>
  at.length > 0 || never.length > 0 || notWeeks !== undefined || Object.keys(weeks).length > 0 || aDay !== undefined || spread || soon;

const kindOf = text => /** @type {Request['kind']} */ (KINDS.find(([, verb]) => verb.test(text))?.[0]);

/**
 * Finds the first row whose pattern matches and removes the matched words from the text.
 * @template T @param {{ text: string }} rest @param {[RegExp, (...numbers: number[]) => T][]} rows
 */
function taken(rest, rows) {
  for (const [words, meaning] of rows) {
    const found = words.exec(rest.text);
    if (!found) continue;
    rest.text = `${rest.text.slice(0, found.index)} ${rest.text.slice(found.index + found[0].length)}`;
    return meaning(...found.slice(1).map(numberOf));
  }
  return undefined;
}

const numberIn = (rest, patterns) => taken(rest, patterns.map(words => [words, number => number]));

/** Times of the tasks to be moved. Removes their words from the text. */
function sourceOf(rest) {
  const found = SOURCE.exec(rest.text);
  const source = found ? groupsOf(found[1] ?? found[2]) : [];
  if (source.length) rest.text = rest.text.replace(found[0], ' ');
  return source;
}

/** Weeks in a clause with "not". */
function weeksDenied(rest) {
  for (const clause of rest.text.split(CLAUSE)) {
    const part = { text: clause };
    const weeks = NOT.test(clause) ? taken(part, WEEKS) : undefined;
    if (!weeks) continue;
    rest.text = rest.text.replace(clause, part.text);
    return weeks;
  }
  return undefined;
}

function weeksOf(rest) {
  const length = numberIn(rest, LENGTHS.slice(0, 1));
  const named = taken(rest, WEEKS);
  const long = length ?? numberIn(rest, LENGTHS.slice(1));
  if (named?.from && !named.to && long) return { from: named.from, to: named.from + long - 1 };
  return named ?? (long ? { length: long } : {});
}

/** Wanted times of a text, and times to avoid. */
function timesOf(text) {
  const at = [], never = [];
  for (const clause of text.split(CLAUSE)) {
    const [wanted, unwanted] = partsOfClause(clause);
    at.push(...groupsOf(wanted));
    never.push(...groupsOf(unwanted));
  }
  return { at, never };
}

/** The parts of a clause before and after its "not". If nothing follows, "not" applies to the words before it. */
function partsOfClause(clause) {
  const not = NOT.exec(clause);
  if (!not) return [clause, ''];
  const before = clause.slice(0, not.index), after = clause.slice(not.index + not[0].length);
  return groupsOf(after).length ? [before, after] : ['', before];
}

/** Groups of days with their parts of the day: "Wednesday afternoon and Friday" makes two groups. */
function groupsOf(text) {
  const groups = [];
  for (const mention of mentionsIn(text)) {
    const last = groups.at(-1);
    const kind = mention.days ? 'days' : 'sections';
    const closed = last && kind === 'days' && last.first === 'days' && last.sections.length;
    if (!last || closed) groups.push({ first: kind, days: [], sections: [], [kind]: mention[kind] });
    else last[kind] = mention.exact ? mention.sections : [...last[kind], ...mention[kind]];
  }
  return groups.map(({ days, sections }) => ({ days: sorted(days), sections: sorted(sections) }));
}

/** Days, parts of the day and sections in a text, in order. Numbered sections come last, because they are more exact. */
function mentionsIn(text) {
  const found = [];
  let rest = text;
  const take = (words, mention) => {
    rest = rest.replace(words, (match, ...groups) => {
      const index = groups.findIndex(group => typeof group === 'number');
      found.push({ index: groups[index], ...mention(groups.slice(0, index)) });
      return ' '.repeat(match.length);
    });
  };
  for (const words of SECTIONS) take(words, ([from, to]) => ({ index: Infinity, exact: true, sections: range(numberOf(from), numberOf(to)) }));
  for (const [words, meaning] of DAYS) take(words, names => ({ days: meaning(...names) }));
  for (const [words, meaning] of PART_NAMES) take(words, () => ({ sections: meaning().flatMap(part => range(...PARTS[part])) }));
  return found.sort((a, b) => (a.index === b.index ? 0 : a.index - b.index));
}

export const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
const sorted = numbers => [...new Set(numbers)].sort((a, b) => a - b);

/** Whether a place is within these times. @param {Times} times @param {import('./places.js').Place} place */
export const isAt = ({ days, sections }, { weekday, start, end }) =>
  (days.length === 0 || days.includes(weekday)) && (sections.length === 0 || range(start, end).every(section => sections.includes(section)));

const touches = ({ days, sections }, { weekday, start, end }) =>
  (days.length === 0 || days.includes(weekday)) && (sections.length === 0 || range(start, end).some(section => sections.includes(section)));

/** Whether a place suits a request, apart from its weeks. @param {Request} request @param {import('./places.js').Place} place */
export const suits = ({ at, never }, place) => (at.length === 0 || at.some(times => isAt(times, place))) && !never.some(times => touches(times, place));
