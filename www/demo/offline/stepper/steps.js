import { pathsIn } from './paths.js';
import { WORDS } from './words.js';

/** @typedef {'code' | 'load' | 'find' | 'clean' | 'report' | 'convert' | 'summarise' | 'write' | 'remove' | 'ask'} Kind */

/** A step of the plan in words: its verb tells the kind. @param {'zh' | 'en'} lang @param {Kind} kind @param {string} path @param {string} [target] file that it writes */
export function step(lang, kind, path, target) {
  const { verb, about, result } = WORDS[lang];
  return { name: `${verb[kind]} ${path}`, description: about[kind](path), expected_output: target ?? result[kind](path) };
}

/** Kind and file of a step: its name is a verb and a path. A step with an unknown verb does what the task asks for first. */
export function doingOf(body, request) {
  const [name, ...rest] = body.split('\n');
  const expected = rest.join('\n').replace(/^[\s\S]*(?:预期产出：|Expected output: )/, '');
  const [verb, ...words] = name.replace(/ \(\d+\)$/, '').split(' ');
  const kind = Object.values(WORDS).flatMap(({ verb: verbs }) => Object.keys(verbs).filter(key => verbs[key] === verb))[0];
  if (kind) return { kind: /** @type {Kind} */ (kind), path: words.join(' '), expected };
  const [first] = stepsFor('en', request);
  return { ...doingOf(first.name, request), expected: pathsIn(first.expected_output)[0] ?? '' };
}

/** The steps of a request. @param {'zh' | 'en'} lang @param {import('./request.js').Request} request */
export function stepsFor(lang, { kind, sources, topic, target }) {
  const named = sources.join(', ') || topic || WORDS[lang].it;
  const loads = sources.length ? sources.map(path => step(lang, 'load', path)) : [step(lang, 'find', named)];
  switch (kind) {
    case 'code': return sources.length ? [step(lang, 'code', sources[0])] : loads;
    case 'clean': case 'convert': case 'summarise': return [...loads, step(lang, kind, named, target)];
    case 'remove': return sources.map(path => step(lang, 'remove', path));
    case 'write': return [step(lang, 'write', target, target)];
    default: return [step(lang, 'ask', WORDS[lang].task)];
  }
}
