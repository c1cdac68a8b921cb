// @ts-check
/** @import { McpClientLike, McpToolsOptions } from './index.js' */
import { tool } from '../own/define.js';
import { resourceOf } from './result.js';

/**
 * Tools that read the resources of a server.
 * @param {McpClientLike} client @param {McpToolsOptions} options @param {<T>(ask: () => Promise<T>) => Promise<T>} asked
 */
export function resourceTools(client, { prefix = '', timeoutMs = 60_000 }, asked) {
  return {
    [`${prefix}list_resources`]: tool({
      description: { en: 'Lists the resources of the tool server: address, name and kind', zh: '列出工具服务器的资源：地址、名称和类型' },
      async execute(_, { signal }) {
        const { resources } = await asked(() => client.listResources(undefined, { signal, timeout: timeoutMs }));
        return resources.map((/** @type {any} */ { uri, name, description, mimeType }) => ({ uri, name, ...(description && { description }), ...(mimeType && { mimeType }) }));
      },
    }),
    [`${prefix}read_resource`]: tool({
      description: { en: 'Reads a resource of the tool server', zh: '读取工具服务器的一个资源' },
      inputSchema: { type: 'object', properties: { uri: { type: 'string', minLength: 1 } }, required: ['uri'], additionalProperties: false },
      async execute({ uri }, { signal }) {
        const { contents } = await asked(() => client.readResource({ uri }, { signal, timeout: timeoutMs }));
        return contents.map(resourceOf);
      },
    }),
  };
}
