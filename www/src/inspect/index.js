// @ts-check
import { assertKnown, assertOption, must } from '../checks/assert-option.js';
import { StepgateInspector } from './element.js';

export { StepgateInspector };

if (globalThis.customElements && !customElements.get('stepgate-inspector')) customElements.define('stepgate-inspector', StepgateInspector);

/** @type {typeof import('./index.js').inspect} */
export function inspect(source, options = {}) {
  must(source, 'inspect(source): source', 'a session of this page, `{ store, id }`, or an exported session (an object, its text, or a File)');
  assertKnown(options, ['agent', 'lang', 'theme', 'seq'], 'inspect(source, options): ');
  if (options.lang !== undefined) assertOption(options.lang, 'inspect(source, options): lang', 'lang');
  must(options.theme === undefined || options.theme === 'light' || options.theme === 'dark', 'inspect(source, options): theme', '"light" or "dark"');
  must(options.seq === undefined || (Number.isSafeInteger(options.seq) && options.seq >= 0), 'inspect(source, options): seq', 'the `seq` of a block: a whole number from 0');
  must(globalThis.customElements, 'inspect(source)', 'called in a page: there is no document here');
  const inspector = /** @type {StepgateInspector} */ (document.createElement('stepgate-inspector'));
  if (options.lang) inspector.lang = options.lang;
  if (options.theme) inspector.setAttribute('theme', options.theme);
  if (options.agent) inspector.agent = options.agent;
  if (options.seq !== undefined) inspector.seq = options.seq;
  inspector.source = source;
  return inspector;
}
