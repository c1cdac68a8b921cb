import { fileText } from './code.js';
import { doneWith, foundIn, last, renamed, sourceOf, sourceTexts, specIn, succeeded, tableIn } from './known.js';
import { nearest, pathsIn } from './paths.js';
import { reportOn } from './request.js';
import { summaryOf } from './summary.js';
import { tableAs, textOf } from './table.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Situation} Situation */

/** Most files in a question to the user. */
const MOST_CHOICES = 4;

/** The next action, or null if there is none. @param {Situation} situation @returns {object | null} */
export const act = situation => ACTS[situation.doing.kind](situation);

const action = (tool_name, description, params = {}) => ({ tool_name, description, params });
const words = ({ lang }) => WORDS[lang];

const reading = (situation, path) => action('read_file', words(situation).action.read(path), { path });
const writing = (situation, path, content) => action('write_file', words(situation).action.write(path), { path: renamed(situation, path) ?? path, content });

/** The file to read first: the one that the user named last, else the step's. @param {Situation} situation */
const wanted = situation => renamed(situation, situation.doing.path) ?? situation.doing.path;

/** Reads the step's file, then notes its contents in words: the judge of the step sees no files. */
function load(situation) {
  return doneWith(situation, 'read_file').length ? noting(situation) : readingOrAsking(situation);
}

function code(situation) {
  return doneWith(situation, 'read_file').length ? main(situation) : readingOrAsking(situation);
}

/** Whether the step has already asked the user. Once is enough, even without an answer. @param {Situation} situation */
const hasAsked = ({ actions }) => actions.some(({ tool }) => tool === 'ask_user');

/** Errors that a retry does not fix. */
const UNREADABLE = new Set(['not_text', 'too_large', 'invalid_path', 'invalid_params']);

/** Reads the file. If it cannot be read, asks the user for another one. */
function readingOrAsking(situation) {
  const path = wanted(situation);
  const failed = situation.actions.find(({ tool, error, params }) => tool === 'read_file' && UNREADABLE.has(error) && params.path === path);
  if (!failed) return reading(situation, path);
  if (hasAsked(situation)) return null;
  const { ask, action: names } = words(situation);
  return action('ask_user', names.ask, { question: ask.unreadable(path) });
}

function main(situation) {
  const known = specIn(situation);
  if (!known) return null;
  const noted = noting(situation);
  if (noted) return noted;
  const [file] = known.spec.files;
  return file ? fromSpec(situation, known, file.path) : null;
}

/** One thought a step about what was read: the files of a specification, the problems of a table. */
function noting(situation) {
  if (doneWith(situation, 'think').length) return null;
  const { keys, and } = words(situation);
  if (situation.request.kind === 'code') {
    const files = specIn(situation)?.spec.files ?? [];
    return action('think', keys.spec(files.map(({ path }) => path).join(and)));
  }
  if (situation.request.kind !== 'clean') return null;
  const { path, table } = tableIn(situation) ?? {};
  if (!table) return null;
  const found = foundIn(table, words(situation));
  return action('think', found ? keys.table(path, found) : keys.fine(path, table.all));
}

/** Lists the files and reads the one with the nearest name. Asks the user if none or several are near. */
function find(situation) {
  const listed = doneWith(situation, 'list_files').at(-1);
  if (!listed) return action('list_files', words(situation).action.list, { dir: '', pattern: '*' });
  const next = chosenFiles(situation, listed).find(path => !doneWith(situation, 'read_file').some(({ params, description }) => (params.path ?? description).endsWith(path)));
  if (next) return last(situation).error && triedTwice(situation, next) ? null : reading(situation, next);
  return doneWith(situation, 'read_file').length ? noting(situation) : asking(situation, listed);
}

const triedTwice = ({ actions }, path) => actions.filter(({ error, params }) => error && params.path === path).length > 1;

const filesOf = ({ result }) => result.split('\n').map(line => line.trim()).filter(Boolean);

/** Files that are meant, as far as known. */
function chosenFiles(situation, listed) {
  const paths = filesOf(listed);
  const hinted = renamed(situation, situation.doing.path);
  if (hinted) return nearest(hinted, paths).slice(0, 1);
  const candidates = nearest(wanted(situation), paths);
  const answer = doneWith(situation, 'ask_user').at(-1)?.result;
  if (answer === undefined) return candidates.length === 1 ? candidates : paths.length === 1 ? paths : [];
  if (/\b(?:both|all)\b|都|全部|两个/i.test(answer)) return candidates;
  const [named] = pathsIn(answer);
  const meant = named ? nearest(named, paths)[0] : ordinal(answer, candidates) ?? byWords(answer, candidates.length ? candidates : paths) ?? nearest(answer.trim(), paths)[0];
  return meant ? [meant] : [];
}

/** The only file whose name has the most words in common with an answer. @param {string} answer @param {string[]} paths */
function byWords(answer, paths) {
  const said = answer.toLowerCase();
  const scored = paths.map(path => ({ path, score: path.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 1 && said.includes(word)).length }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const [first, second] = scored.filter(({ score }) => score === best);
  return best > 0 && !second ? first.path : undefined;
}

/** The file that an answer counts: "the first", "第二个". */
function ordinal(answer, candidates) {
  const at = [/first|第一|前者/i, /second|第二|后者/i, /third|第三/i].findIndex(word => word.test(answer));
  return candidates[at];
}

function asking(situation, listed) {
  const { ask, action: names } = words(situation);
  if (hasAsked(situation)) return null;
  const candidates = nearest(wanted(situation), filesOf(listed)).slice(0, MOST_CHOICES);
  const name = situation.doing.path;
  return action('ask_user', names.ask, { question: candidates.length > 1 ? ask.which(name, candidates) : ask.none(name) });
}

function ask(situation) {
  return hasAsked(situation) ? null : action('ask_user', words(situation).action.ask, { question: words(situation).ask.what });
}

const list = situation => action('list_files', words(situation).action.list, { dir: '', pattern: '*' });

function fromSpec(situation, { path: specPath, spec }, path) {
  return writing(situation, path, fileText({ path, spec, specPath, lang: situation.lang }));
}

/** Uses the source's text; if it is no longer available, reads the source again. */
function withSource(situation, use) {
  if (sourceOf(situation) !== undefined) return use();
  const tried = last(situation);
  const [path] = situation.request.sources;
  return path && !(tried && !succeeded(tried)) ? reading(situation, path) : null;
}

function write(situation) {
  const { doing: { path }, request } = situation;
  if (request.kind !== 'code') return writing(situation, path, contentFor(situation));
  return withSource(situation, () => fromSpec(situation, specIn(situation), path));
}

/** Text of an unspecified file: the content in the task, else the task itself. */
function contentFor({ request, task }) {
  return `${(request.content || task).trim()}\n`;
}

const targetOf = situation => pathsIn(situation.step.expected)[0] ?? pathsIn(situation.step.description).at(-1) ?? situation.request.target;

function clean(situation) {
  return withSource(situation, () => {
    const { table } = tableIn(situation);
    return writing(situation, targetOf(situation), textOf([table.head, ...table.rows]));
  });
}

function report(situation) {
  return withSource(situation, () => {
    const { path, table } = tableIn(situation);
    const { report: say, found, and } = words(situation);
    const lines = [`# ${say.title(path)}`, '', `- ${say.rows(table.all)}`, ...foundIn(table, { found, and }).split(and).filter(Boolean).map(line => `- ${line}`), '', say.fixed, ''];
    return writing(situation, pathsIn(situation.step.expected)[0] ?? reportOn(path), lines.join('\n'));
  });
}

function convert(situation) {
  return withSource(situation, () => {
    const { table } = tableIn(situation);
    const path = targetOf(situation);
    return writing(situation, path, tableAs(table, path.split('.').at(-1)));
  });
}

function summarise(situation) {
  return withSource(situation, () => writing(situation, targetOf(situation), summaryOf(sourceTexts(situation), situation.lang)));
}

const ACTS = { remove, code, main, find, load, clean, report, convert, summarise, list, write, ask };

/** Removes a file by the page's own tool. */
function remove(situation) {
  const { path } = situation.doing;
  return action('remove_file', words(situation).action.remove(path), { path });
}
