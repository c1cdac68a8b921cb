// @ts-check
/** @import { McpClientLike, McpToolsOptions } from './index.js' */
import { tool } from '../own/define.js';
import { readOf } from './result.js';

/**
 * Tools that read the resources of a server.
 * @param {McpClientLike} client @param {McpToolsOptions} options @param {<T>(ask: () => Promise<T>) => Promise<T>} asked
 */
export function resourceTools(client, { prefix = '', timeoutMs = 60_000 }, asked) {
  return {
    [`${prefix}list_resources`]: tool({
      description: {
        en: 'Lists the resources of the tool server: address, name and kind. A template stands for many addresses: fill in what is in braces',
        zh: '列出工具服务器的资源：地址、名称和类型。template 代表许多地址，把花括号里的内容换成具体的值',
      },
      async execute(_, { signal }) {
        const how = { signal, timeout: timeoutMs };
        const [{ resources }, { resourceTemplates }] = await Promise.all([asked(() => client.listResources(undefined, how)), templatesOf(client, how, asked)]);
        return [...resources, ...resourceTemplates].map(lineOf);
      },
    }),
    [`${prefix}read_resource`]: tool({
      description: { en: 'Reads a resource of the tool server', zh: '读取工具服务器的一个资源' },
      inputSchema: { type: 'object', properties: { uri: { type: 'string', minLength: 1 } }, required: ['uri'], additionalProperties: false },
      async execute({ uri }, { signal }) {
        const { contents } = await asked(() => client.readResource({ uri }, { signal, timeout: timeoutMs }));
        return readOf(contents);
      },
    }),
  };
}

/**
 * The forms of addresses of a server; none where it has no such list.
 * @param {McpClientLike} client @param {object} how @param {<T>(ask: () => Promise<T>) => Promise<T>} asked @returns {Promise<{ resourceTemplates: any[] }>}
 */
async function templatesOf(client, how, asked) {
  if (!client.listResourceTemplates) return { resourceTemplates: [] };
  try {
    return await asked(() => /** @type {any} */ (client).listResourceTemplates(undefined, how));
  } catch (error) {
    if (/** @type {any} */ (error).cause?.code === NO_SUCH_METHOD) return { resourceTemplates: [] };
    throw error;
  }
}

/** Code of JSON-RPC for a method that the server does not have. */
const NO_SUCH_METHOD = -32601;

/** A resource, or a form of addresses, for the model. @param {any} resource */
const lineOf = ({ uri, uriTemplate, name, description, mimeType }) => ({ ...(uri === undefined ? { template: uriTemplate } : { uri }), name, ...(description && { description }), ...(mimeType && { mimeType }) });
