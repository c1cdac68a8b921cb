// @ts-check
/** @import { McpClientLike, McpToolDefinition, McpToolsOptions } from './index.js' */
/** @import { OwnTool, ToolContext } from '../index.js' */
import { faultIn, must } from '../checks/assert-option.js';
import { tool } from '../own/define.js';
import { McpError, mcpErrorOf } from './error.js';
import { resourceTools } from './resources.js';
import { errorWordsOf, resultOf } from './result.js';

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  'access?': 'function', 'take?': 'function', 'prefix?': [value => typeof value === 'string' && /^[\w-]{0,32}$/.test(value), 'at most 32 letters, digits, _ and -'],
  'resources?': 'boolean', 'onChange?': 'function', 'onProgress?': 'function', 'timeoutMs?': [value => value > 0 && Number.isFinite(value), 'a number of milliseconds above 0'],
};

const CHANGED = 'notifications/tools/list_changed';
const ACCESS = ['read', 'write'];

/** @param {McpClientLike} client @param {McpToolsOptions} [options] */
export async function mcpTools(client, options = {}) {
  must(['listTools', 'callTool'].every(name => typeof client?.[/** @type {'listTools'} */ (name)] === 'function'), 'mcpTools(client)', 'a connected client of @modelcontextprotocol/client, such as await connectMcp(address)');
  const fault = faultIn(options, FORM, true);
  must(!fault, `mcpTools(client, { ${fault?.[0]} })`, fault?.[1] ?? '');
  const server = serverOf(client, options);
  await server.list();
  client.setNotificationHandler?.(CHANGED, async () => {
    const { changed } = await server.list();
    if (changed) options.onChange?.(server.tools());
  });
  return server.tools();
}

/** The tools of a server as they were listed last. @param {McpClientLike} client @param {McpToolsOptions} options */
function serverOf(client, options) {
  /** Definitions as JSON, by their names. @type {Map<string, string>} */
  let listed = new Map();
  return {
    /** Lists the tools anew. */
    async list() {
      const { tools } = await asked(() => client.listTools(undefined, { cacheMode: 'refresh' }));
      const before = JSON.stringify([...listed]);
      listed = new Map(tools.map(definition => [definition.name, JSON.stringify(definition)]));
      return { changed: JSON.stringify([...listed]) !== before };
    },
    /** @returns {Record<string, OwnTool>} */
    tools() {
      const definitions = [...listed.values()].map(text => JSON.parse(text)).filter(definition => options.take?.(definition) ?? true);
      const isSame = (/** @type {McpToolDefinition} */ definition) => listed.get(definition.name) === JSON.stringify(definition);
      const made = definitions.map(definition => [nameOf(definition.name, options.prefix), madeTool(client, definition, options, () => isSame(definition))]);
      const twice = made.find(([name], at) => made.findIndex(([other]) => other === name) < at);
      if (twice) throw new McpError('bad_tool', { detail: `two tools would be called ${twice[0]}; take one of them by the option take, or give a prefix` });
      return { ...Object.fromEntries(made), ...(options.resources ? resourceTools(client, options, asked) : {}) };
    },
  };
}

/** A name that models and servers take: letters, digits, `_` and `-`. @param {string} name @param {string} [prefix] */
const nameOf = (name, prefix = '') => `${prefix}${name}`.replaceAll(/[^\w-]/g, '_').slice(0, 64);

/** @param {McpClientLike} client @param {McpToolDefinition} definition @param {McpToolsOptions} options @param {() => boolean} isSame whether the server has not changed it since */
function madeTool(client, definition, options, isSame) {
  const { name, title = definition.annotations?.title, description, inputSchema, annotations = {} } = definition;
  const access = accessOf(definition, options);
  const mayRepeat = access === 'read' || annotations.idempotentHint === true;
  try {
    return tool({
      description: description || title || name,
      inputSchema,
      access,
      ...(access !== 'read' && title ? { preview: () => ({ title }) } : {}),
      ...(access !== 'read' && mayRepeat ? { idempotent: true } : {}),
      execute: async (/** @type {any} */ args, /** @type {ToolContext} */ context) => {
        if (!isSame()) throw new McpError('tool_changed', { detail: name });
        if ('transport' in client && client.transport === undefined) throw new McpError('closed', { notDone: true });
        return called(client, definition, args, context, options, mayRepeat);
      },
    });
  } catch (cause) {
    throw new McpError('bad_tool', { cause, detail: `${name}: ${/** @type {Error} */ (cause).message}; the option take can leave it out` });
  }
}

/** Access of a tool: that of the page's rule, else `read` for a tool that the server says only reads. @param {McpToolDefinition} definition @param {McpToolsOptions} options */
function accessOf(definition, { access }) {
  const given = access?.(definition);
  must(given === undefined || ACCESS.includes(/** @type {any} */ (given)) || typeof given === 'function', `mcpTools(client, { access }): of ${definition.name}`, '"read", "write", a function (args, { memory, input }) that gives a verdict, or undefined for what the server says');
  return given ?? (definition.annotations?.readOnlyHint === true ? 'read' : 'write');
}

/**
 * @param {McpClientLike} client @param {McpToolDefinition} definition @param {any} args @param {ToolContext} context @param {McpToolsOptions} options
 * @param {boolean} mayRepeat whether a second call does no harm
 */
async function called(client, { name }, args, { signal, call }, { onProgress, timeoutMs = 60_000 }, mayRepeat) {
  const onprogress = onProgress && ((/** @type {any} */ progress) => onProgress({ ...progress, tool: name, call }));
  const how = { signal, timeout: timeoutMs, resetTimeoutOnProgress: true, ...(onprogress && { onprogress }) };
  const result = await asked(() => client.callTool({ name, arguments: args }, how));
  if (result.isError) throw new McpError('tool_error', { detail: errorWordsOf(result), notDone: mayRepeat });
  return resultOf(result);
}

/** @template T @param {() => Promise<T>} ask */
async function asked(ask) {
  try {
    return await ask();
  } catch (error) {
    throw mcpErrorOf(error);
  }
}
