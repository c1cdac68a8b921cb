import { pathsIn } from './paths.js';
import { requestOf } from './request.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Situation} Situation */
/** @typedef {'remove' | 'code' | 'main' | 'find' | 'load' | 'clean' | 'report' | 'convert' | 'summarise' | 'list' | 'write' | 'ask'} Kind */

/** Kinds in the order of recognition: kinds with a fixed name come before those that name a file. */
const ORDER = /** @type {Kind[]} */ (['main', 'clean', 'report', 'summarise', 'list', 'ask', 'remove', 'code', 'find', 'load', 'convert', 'write']);

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Pattern of each kind's name in each language. A repeated name has a number at its end. */
const FORMS = ORDER.map(kind => {
  const names = Object.values(WORDS).map(({ step }) => escaped(step[kind]('\u0001', '\u0001')[0]).replace('\u0001', '(.+?)'));
  return { kind, form: new RegExp(`^(?:${names.join('|')})(?: \\(\\d+\\))?$`) };
});

/**
 * Kind and file of a step. A step with an unknown name does what the task asks for first.
 * @param {Situation} situation @returns {{ kind: Kind, path: string }}
 */
export function doingOf({ step, request }) {
  for (const { kind, form } of FORMS) {
    const found = form.exec(step.name);
    const path = found?.slice(1).find(Boolean) ?? '';
    if (found && (kind !== 'write' || pathsIn(path).length)) return { kind, path };
  }
  const [first] = stepsFor(request);
  return { kind: first.kind, path: first.path };
}

/** A step of the plan in words. @param {'zh' | 'en'} lang @param {{ kind: Kind, path: string, more?: string, name?: string }} step */
export function worded(lang, { kind, path, more = '', from = '' }) {
  const [name, description, expected_output] = WORDS[lang].step[from ? 'file' : kind](path, more, from);
  return { name, description, expected_output };
}

/**
 * Steps for a request.
 * @param {import('./request.js').Request} request @returns {{ kind: Kind, path: string, more?: string }[]}
 */
export function stepsFor({ kind, sources, target, content }) {
  const [source = ''] = sources;
  const load = path => (pathsIn(path).length ? { kind: /** @type {Kind} */ ('load'), path } : { kind: /** @type {Kind} */ ('find'), path });
  switch (kind) {
    case 'code': return pathsIn(source).length ? [{ kind: 'code', path: source }] : [load(source || 'spec'), { kind: 'main', path: source }];
    case 'clean':
    case 'convert':
    case 'summarise': return [...(sources.length ? sources : ['?']).map(load), { kind, path: sources.join(', '), more: target }];
    case 'remove': return sources.map(path => ({ kind, path }));
    case 'list': return [{ kind, path: '' }];
    case 'write': return [{ kind, path: target, more: content }];
    default: return [{ kind: 'ask', path: '' }];
  }
}

/** The plan for a task. @param {{ task: string, lang: 'zh' | 'en' }} given */
export function planFor({ task, lang }) {
  const request = requestOf(task);
  return { goal: WORDS[lang].goal[request.kind], steps: stepsFor(request).map(step => worded(lang, step)) };
}
