// @ts-check
/** @import { OwnTool } from '../index.js' */
/** @import { ModelContextLike, RegisterOptions, WebMcpGate } from './index.js' */
import { faultIn, must } from '../checks/assert-option.js';
import { inLang } from '../checks/text.js';
import { openSession } from '../index.js';
import { mustBeTools } from '../own/define.js';
import { pageLang } from '../page/page-lang.js';
import { outside } from './agent.js';
import { callsIn } from './calls.js';
import { WebMcpError } from './error.js';

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  'id?': 'name', 'lang?': 'lang', 'store?': 'object', 'input?': 'any', 'presence?': 'function', 'onChange?': 'function', 'untrusted?': 'texts', 'exposedTo?': 'texts',
  'waitMs?': [value => value > 0 && Number.isFinite(value), 'a number of milliseconds above 0'],
  'context?': [value => typeof value?.registerTool === 'function', 'an object with registerTool, such as document.modelContext'],
};

/** @param {Record<string, OwnTool>} tools @param {RegisterOptions} [options] @returns {Promise<WebMcpGate>} */
export async function registerTools(tools, options = {}) {
  const place = 'registerTools(tools)';
  must(Object(tools) === tools && Object.keys(tools).length > 0, place, 'an object of tools by name, made by tool(…)');
  mustBeTools(tools, place);
  const fault = faultIn(options, FORM, true);
  must(!fault, `registerTools(tools, { ${fault?.[0]} })`, fault?.[1] ?? '');
  const { id = 'webmcp', lang = pageLang(), store, input, presence, onChange, untrusted = [], exposedTo, waitMs = 120_000, context = browserContext() } = options;
  const stranger = untrusted.find(name => !Object.hasOwn(tools, name));
  must(stranger === undefined, 'registerTools(tools, { untrusted })', `names of the tools, not ${JSON.stringify(stranger)}`);
  if (!context) return { isAvailable: false, session: undefined, close: async () => {} };
  const given = Object.entries({ store, input, presence, onChange }).filter(([, value]) => value !== undefined);
  const session = await openSession(/** @type {any} */ ({ agent: outside(tools), id, lang, model: noModel, ...Object.fromEntries(given) }));
  const calls = callsIn(session, waitMs);
  const registered = new AbortController();
  const close = async () => {
    registered.abort();
    for (const name of Object.keys(tools)) context.unregisterTool?.(name);
    calls.end();
    await session.close();
  };
  try {
    await withdrawOld(session);
    for (const [name, tool] of Object.entries(tools)) {
      const definition = definitionOf(name, tool, lang, untrusted.includes(name));
      const execute = (/** @type {unknown} */ args, /** @type {any} */ client) => calls.make(name, args, client?.signal);
      await context.registerTool({ ...definition, execute }, { signal: registered.signal, ...(exposedTo && { exposedTo: [...exposedTo] }) });
    }
  } catch (cause) {
    await close();
    throw new WebMcpError('not_registered', { detail: String(/** @type {any} */ (cause)?.message ?? cause), cause });
  }
  return { isAvailable: true, session, close };
}

/** The place where the browser takes tools, if it does. Drafts of before had it at `navigator`. @returns {ModelContextLike | undefined} */
function browserContext() {
  const found = /** @type {any} */ (globalThis.document)?.modelContext ?? /** @type {any} */ (globalThis.navigator)?.modelContext;
  return typeof found?.registerTool === 'function' ? found : undefined;
}

/** A tool as the browser is told of it. @param {string} name @param {any} tool @param {string} lang @param {boolean} isUntrusted */
function definitionOf(name, { description, shape, access = 'read' }, lang, isUntrusted) {
  const reads = access === 'read';
  return { name, description: inLang(description, lang), inputSchema: shape.json, annotations: { readOnlyHint: reads, consequentialHint: !reads, untrustedContentHint: isUntrusted } };
}

/** Takes back a call whose page is gone: nobody waits for it any more. One in doubt stays. @param {import('../index.js').Session<any>} session */
async function withdrawOld(session) {
  if (session.role === 'drives' && session.view.card?.kind === 'approval') await session.edit({ withdraw: null });
}

/** Other agents bring their own model. @returns {never} */
const noModel = () => { throw new Error('this session has no model'); };
