import { doneWith, last } from './known.js';
import { pathsIn } from './paths.js';
import { reportOn, requestOf } from './request.js';
import { stepsFor, worded } from './steps.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Situation} Situation */

const words = ({ lang }) => WORDS[lang];

/**
 * Judges whether the step is complete, and changes the later steps.
 * @param {Situation} situation
 */
export function judge(situation) {
  const { doing, step } = situation;
  return missing(situation) ?? declined(situation) ?? JUDGES[doing.kind]?.(situation) ?? written(situation) ?? no(situation, words(situation).why.todo(step.expected));
}

const no = (_, reason, change = {}) => decision(false, reason, change);
const yes = (_, reason, change = {}) => decision(true, reason, change);
const decision = (is_complete, reason, { add = [], remove = [] }) => ({ reason, is_complete, add_steps: add, remove_steps: remove });

/** Missing file: ends the step and inserts one that searches for the file. @param {Situation} situation */
function missing(situation) {
  const { doing, lang } = situation;
  const tried = last(situation);
  if (tried?.error !== 'not_found' || !['load', 'code'].includes(doing.kind)) return undefined;
  const path = tried.params.path ?? doing.path;
  const steps = [{ kind: 'find', path }, ...(doing.kind === 'code' ? [{ kind: 'main', path }] : [])];
  return yes(situation, words(situation).why.missing(path), { add: steps.map(step => worded(lang, step)) });
}

/** Declined action: drops it, unless the user said how it should be done. @param {Situation} situation */
function declined(situation) {
  const tried = last(situation);
  if (tried?.error !== 'rejected') return undefined;
  const otherName = pathsIn(tried.result).some(path => path !== tried.params.path);
  return otherName ? no(situation, tried.result) : yes(situation, words(situation).why.declined(tried.params.path ?? situation.step.expected));
}

/** Writing step: complete after the write. @param {Situation} situation */
function written(situation) {
  const [done] = doneWith(situation, 'write_file');
  return done && yes(situation, words(situation).why.written(done.params.path ?? situation.step.expected));
}

const JUDGES = {
  code: needsMore,
  main: needsMore,
  load: loaded,
  find: loaded,
  list: situation => doneWith(situation, 'list_files').length > 0 ? yes(situation, words(situation).why.listed) : undefined,
  ask: told,
  remove: removed,
};

/** Removing step: complete when the file is removed or was missing. @param {Situation} situation */
function removed(situation) {
  const tried = last(situation);
  if (tried?.tool !== 'remove_file' || (tried.error && tried.error !== 'not_found')) return undefined;
  return yes(situation, words(situation).why.removed(situation.doing.path));
}

/** Adds a step for each further file of a specification, once. @param {Situation} situation */
function needsMore(situation) {
  const note = doneWith(situation, 'think').at(-1);
  if (!note || doneWith(situation, 'write_file').length) return undefined;
  const [main, ...others] = pathsIn(noteOf(note));
  const planned = situation.later.map(({ name }) => name);
  const add = others.map(path => worded(situation.lang, { kind: 'write', path, from: situation.doing.path || main })).filter(({ name }) => !planned.includes(name));
  if (!add.length) return undefined;
  return no(situation, words(situation).why.needs(others.join(words(situation).and)), { add });
}

const noteOf = ({ description, result }) => (result.length > description.length ? result : description);

/** Loading step: complete when the file is read; its contents change the later steps. @param {Situation} situation */
function loaded(situation) {
  const read = doneWith(situation, 'read_file').at(-1);
  if (!read) return undefined;
  const reason = words(situation).why.read(read.params.path ?? situation.doing.path);
  const { kind } = situation.request;
  if (kind === 'clean') return seen(situation);
  const rest = stepsFor(situation.request).filter(step => step.kind === (kind === 'code' ? 'main' : kind)).map(step => worded(situation.lang, step));
  const planned = situation.later.map(({ name }) => name);
  const isLast = situation.later.length === 0;
  return yes(situation, reason, { add: isLast ? rest.filter(({ name }) => !planned.includes(name)) : [] });
}

/**
 * Step that examined data: problems lead to a report first and name what the cleaning step cleans; without problems, that step goes.
 * @param {Situation} situation
 */
function seen(situation) {
  const note = doneWith(situation, 'think').at(-1);
  if (!note) return undefined;
  const { lang, request, later } = situation;
  const { step, why, cleanWith, keys } = words(situation);
  const text = noteOf(note);
  const [path] = pathsIn(text);
  const cleaning = step.clean(path, request.target)[0];
  const isPlanned = later.some(({ name }) => name === cleaning);
  if (text === keys.fine(path, /\d+/.exec(text.slice(path.length))?.[0])) return yes(situation, why.fine, { remove: isPlanned ? [cleaning] : [] });
  const found = text.slice(text.indexOf(path) + path.length).replace(/^[:：]\s*/, '');
  const target = request.target || `${path.replace(/\.[^.]*$/, '')}.clean.csv`;
  const changed = { name: cleaning, description: cleanWith(path, target, found), expected_output: target };
  return yes(situation, why.problems(found), { add: [worded(lang, { kind: 'report', path, more: reportOn(path) }), changed], remove: isPlanned ? [cleaning] : [] });
}

/** Answered question: the answer becomes the plan. @param {Situation} situation */
function told(situation) {
  const [answer] = doneWith(situation, 'ask_user');
  if (!answer) return undefined;
  const request = requestOf(answer.result);
  const add = request.kind === 'unclear' ? [] : stepsFor(request).map(step => worded(situation.lang, step));
  return yes(situation, words(situation).why.told, { add });
}
