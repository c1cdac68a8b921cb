import { nearest, pathsIn } from './paths.js';
import { isReport } from './request.js';
import { cleaned } from './table.js';
import { placeOf, specOf } from './spec.js';

/** @typedef {import('./read.js').Situation} Situation */

export const succeeded = ({ error }) => !error;
export const last = ({ actions }) => actions.at(-1);

/** Successful actions of this step with a tool. @param {Situation} situation @param {string} tool */
export const doneWith = ({ actions }, tool) => actions.filter(action => action.tool === tool && succeeded(action));

/** Source files of the task: not those that it writes itself. @param {Situation} situation */
const sourcesIn = ({ files, request }) => Object.keys(files).filter(path => path !== request.target && !isReport(path));

/** The source file that a name means, among those that were read. @param {Situation} situation @param {string} [wanted] */
export function sourceOf(situation, wanted = situation.request.sources[0] ?? '') {
  const known = sourcesIn(situation);
  return known.find(path => path === wanted) ?? nearest(wanted, known)[0] ?? known.at(-1);
}

/** Texts of all source files in the order of reading. @param {Situation} situation */
export function sourceTexts(situation) {
  return Object.fromEntries(sourcesIn(situation).toReversed().map(path => [path, situation.files[path]]));
}

/** The specification, and the place of its files. @param {Situation} situation */
export function specIn(situation) {
  const path = sourceOf(situation);
  if (path === undefined) return undefined;
  const spec = specOf(situation.files[path]);
  return { path, spec: { ...spec, files: spec.files.map(file => ({ ...file, path: placeOf(path, file.path) })) } };
}

/** The cleaned table of the task. @param {Situation} situation */
export function tableIn(situation) {
  const path = sourceOf(situation);
  return path === undefined ? undefined : { path, table: cleaned(situation.files[path]) };
}

/** Problems of a table in words; empty if there are none. @param {ReturnType<typeof cleaned>} table @param {any} words */
export function foundIn(table, { found, and }) {
  return Object.entries(found).filter(([name]) => table[name] > 0).map(([name, say]) => say(table[name])).join(and);
}

/**
 * Another file name from the user: in a hint, in an answer, or in the reason of a refusal.
 * @param {Situation} situation @param {string} path
 */
export function renamed(situation, path) {
  const told = situation.actions.filter(({ tool, error }) => error === 'rejected' || (tool === 'ask_user' && !error));
  const said = [...told.map(({ result }) => result), ...situation.hints];
  return pathsIn(said.join('\n')).findLast(other => other !== path);
}
