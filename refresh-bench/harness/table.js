/** The tables, from the results. */
import { LIBRARIES } from './cells.js';
import { wilson } from './interval.js';
import { KINDS } from './kinds.js';
import { OUTCOMES } from './outcome.js';
import { WORDS } from './words.js';

/** @typedef {import('./results.js').Result} Result @typedef {'en' | 'zh'} Lang */

/**
 * All tables as Markdown.
 * @param {Result[]} results @param {{ lang: Lang, lines: Record<string, { docs: number, best: number }>, careful: number }} options
 */
export function tables(results, { lang, lines, careful }) {
  const words = WORDS[lang];
  const parts = [
    measured(results, words),
    ...setupsOf(results).flatMap(setup => [`### ${words.setup(setup.profile, setup.bank, setup.browserVersion)}`, outcomes(setup.results, words)]),
    `### ${words.deaths}`, deaths(results, words),
    libraries(results, { words, lines, careful }),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What the counted trials of a cell say. @param {Result | undefined} result */
export function tally(result) {
  const rows = (result?.rows ?? []).filter(({ counted }) => counted);
  const counts = OUTCOMES.map(name => ({ name, number: rows.filter(({ outcome }) => outcome === name).length })).filter(({ number }) => number > 0);
  return {
    counts, all: rows.length,
    twice: rows.filter(({ total }) => total > 1).length,
    dead: rows.filter(({ again }) => again && (again.end === 'stuck' || again.end === 'lost')).length,
    once: rows.filter(({ outcome, total }) => outcome === 'once' && total === 1).length,
    trouble: (result?.rows ?? []).filter(({ trouble }) => trouble).length,
  };
}

/** What Stepgate loses in a row of the table: it pays twice, or a library that never does so asks less often. @param {Record<string, Result>} byLibrary */
export function lossOf(byLibrary) {
  const { stepgate, ...others } = byLibrary;
  const own = tally(stepgate);
  if (own.twice > 0) return 'paysTwice';
  const peers = Object.values(others).map(tally).filter(({ all, twice }) => all > 0 && twice === 0);
  return peers.some(({ once, all }) => once / all > own.once / own.all) ? 'asksMore' : 'none';
}

/** The table of a set-up: a row for each event, those that Stepgate loses first. */
function outcomes(results, words) {
  const rows = Object.keys(KINDS).map(kind => {
    const byLibrary = Object.fromEntries(results.filter(({ cell }) => cell.kind === kind).map(result => [result.cell.library, result]));
    return { kind, byLibrary, loss: byLibrary.stepgate ? lossOf(byLibrary) : 'none' };
  }).filter(({ byLibrary }) => Object.keys(byLibrary).length > 0);
  const order = ['paysTwice', 'asksMore', 'none'];
  rows.sort((one, other) => order.indexOf(one.loss) - order.indexOf(other.loss));
  const cells = rows.map(({ kind, byLibrary, loss }) => [`\`${kind}\``, words[loss], ...Object.keys(LIBRARIES).map(library => cellText(byLibrary[library], words))]);
  const missing = Object.keys(KINDS).filter(kind => rows.every(row => row.kind !== kind)).map(kind => `\`${kind}\``);
  return markdown([words.event, words.loss, ...Object.values(LIBRARIES)], cells) + (missing.length ? `\n\n${words.missing} ${missing.join(words.list)}` : '');
}

function cellText(result, words) {
  if (!result) return words.notRun;
  const { counts, all, twice, dead, trouble } = tally(result);
  const [low, high] = wilson(twice, all).map(share => Math.round(share * 100));
  const head = `${words.twice} ${words.of(twice, all)} (${low}–${high} %)`;
  const rest = counts.map(({ name, number }) => `${number} ${words.outcomes[name]}`);
  if (dead) rest.push(`${dead} ${words.dead}`);
  if (trouble) rest.push(words.trouble(trouble));
  return `${twice ? `**${head}**` : head}<br>${rest.join(words.separator)}`;
}

/** When pages died, by library, over all set-ups. */
function deaths(results, words) {
  const cells = [];
  for (const kind of Object.keys(KINDS)) {
    for (const [library, name] of Object.entries(LIBRARIES)) {
      const rows = results.filter(({ cell }) => cell.kind === kind && cell.library === library).flatMap(({ rows }) => rows).filter(({ counted, died }) => counted && died !== undefined);
      if (!rows.length) continue;
      const times = rows.map(({ died }) => died).sort((one, other) => one - other);
      const phases = Object.keys(words.phases).map(phase => String(rows.filter(row => row.phase === phase).length));
      cells.push([`\`${kind}\``, name, [0.1, 0.5, 0.9].map(share => times[Math.floor(share * (times.length - 1))]).join(' · '), ...phases]);
    }
  }
  return markdown([words.event, words.library, words.died, ...Object.values(words.phases)], cells);
}

/** What each library needed, and which versions were measured. */
function libraries(results, { words, lines, careful }) {
  const cells = Object.entries(LIBRARIES).map(([library, name]) => {
    const { docs, best } = lines[library];
    const versions = new Set(results.filter(({ cell }) => cell.library === library).map(({ versions }) => versionText(versions)));
    return [name, `${docs} + ${best}`, library === 'stepgate' ? '0' : String(careful), [...versions].join('; ')];
  });
  return markdown([words.library, `${words.adapter} (\`docs\` + \`best\`)`, `${words.careful} (\`best\`)`, words.versions], cells);
}

const versionText = ({ browser, ...packages }) => Object.entries(packages).map(([name, version]) => `\`${name}\` ${version}`).join(', ');

function measured(results, words) {
  const loads = results.flatMap(({ load }) => load).sort((one, other) => one - other);
  const trials = results.reduce((sum, { rows }) => sum + rows.length, 0);
  const machines = [...new Set(results.map(({ machine }) => machine))].join('; ');
  const dates = [...new Set(results.map(({ date }) => date))].sort().join(', ');
  return words.machine(machines, Math.round(loads[0]), Math.round(loads.at(-1)), dates, trials);
}

/** The set-ups that were run, in the order of the cells. @param {Result[]} results */
function setupsOf(results) {
  const groups = new Map();
  for (const result of results) {
    const { profile, bank } = result.cell;
    const key = JSON.stringify([result.versions.browser, profile === 'docs' ? 0 : 1, bank]);
    const group = groups.get(key) ?? { profile, bank, browserVersion: result.versions.browser, results: [] };
    group.results.push(result);
    groups.set(key, group);
  }
  return [...groups.keys()].sort().map(key => groups.get(key));
}

const markdown = (head, rows) => [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');
