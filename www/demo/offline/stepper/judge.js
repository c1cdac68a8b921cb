import { specOf } from './code.js';
import { doneWith, sourcesIn, wished } from './read.js';
import { targetFor } from './request.js';
import { step, stepsFor } from './steps.js';
import { cleaned, foundIn } from './table.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Situation} Situation */

const decision = (is_complete, reason, add_steps = [], remove_steps = []) => ({ reason, is_complete, add_steps, remove_steps });

/** Judges whether the step is complete, and changes the later steps. @param {Situation} situation */
export function judge(situation) {
  const { doing: { kind, path, expected }, lang } = situation;
  const { why } = WORDS[lang];
  const last = situation.actions.at(-1);
  if (last?.error === 'rejected') return wished(situation, last.path) ? decision(false, last.result) : decision(true, why.declined(last.path));
  if (last?.error === 'not_found' && (kind === 'load' || kind === 'code')) return decision(true, why.missing(last.path), [step(lang, 'find', last.path)]);
  return JUDGES[kind]?.(situation) ?? written(situation) ?? decision(false, why.todo(expected || path));
}

/** Writing step: complete after the write. @param {Situation} situation */
function written(situation) {
  const done = doneWith(situation, 'write_file'), { why } = WORDS[situation.lang];
  const isLast = situation.request.kind === 'code' && situation.later.length === 0;
  return done && decision(true, isLast ? why.finished : why.written(done.path));
}

/** Reading step: complete when the file is read; its contents change the later steps. @param {Situation} situation */
function loaded(situation) {
  const { lang, request, doing } = situation;
  const read = doneWith(situation, 'read_file');
  if (!read) return undefined;
  if (request.kind === 'clean') return seen(situation, read.path);
  return decision(true, WORDS[lang].why.read(read.path), request.kind === 'code' && doing.kind === 'find' ? [step(lang, 'code', read.path), ...others(situation, read.path)] : []);
}

/** A step for each further file of a specification. @param {Situation} situation @param {string} path */
function others({ lang, files, later }, path) {
  const steps = specOf(files[path] ?? '').files.slice(1).map(file => ({ ...step(lang, 'write', file, file), description: WORDS[lang].from(path) }));
  return steps.filter(({ name }) => !later.includes(name));
}

/** Data: problems lead to a report first and to a changed cleaning step; without problems that step goes. @param {Situation} situation @param {string} path */
function seen({ lang, request, later, files }, path) {
  const { why } = WORDS[lang];
  const found = foundIn(cleaned(files[path] ?? ''), WORDS[lang]);
  const cleaning = stepsFor(lang, request).at(-1);
  const planned = later.filter(name => name === cleaning.name);
  if (!found) return decision(true, why.fine, [], planned);
  return decision(true, why.problems(found), [step(lang, 'report', path, targetFor('report', path)), { ...cleaning, description: why.problems(found) }], planned);
}

/** Adds steps when the specification is read, before anything is written. @param {Situation} situation */
function needsMore(situation) {
  const { why, and } = WORDS[situation.lang];
  const [path] = sourcesIn(situation);
  const add = path && !situation.actions.some(({ tool }) => tool === 'write_file') ? others(situation, path) : [];
  return add.length ? decision(false, why.needs(add.map(({ expected_output }) => expected_output).join(and)), add) : undefined;
}

const JUDGES = {
  load: loaded,
  find: loaded,
  code: needsMore,
  /** A file that is not there counts as removed. */
  remove: ({ actions, doing, lang }) => (actions.some(({ tool, error }) => tool === 'remove_file' && (!error || error === 'not_found')) ? decision(true, WORDS[lang].why.removed(doing.path)) : undefined),
  /** The answer becomes the plan. */
  ask: situation => (doneWith(situation, 'ask_user') ? decision(true, WORDS[situation.lang].why.told, situation.request.kind === 'unclear' ? [] : stepsFor(situation.lang, situation.request)) : undefined),
};
