import { core } from './load.js';
import { openShared } from './shared.js';
import { agentOf } from './wasm-agent.js';

export { AgentError, ModelError, StoreError } from './errors.js';
export { indexedDbStore } from './indexeddb.js';
export { init } from './load.js';
export { LoadError } from './loading.js';
export { memoryStore } from './memory.js';
export { openAiCompatible } from './model.js';
export { applyPatches } from './json/patches.js';
export { defineAgent, tool } from './own/define.js';
export { toolAgent } from './own/tool-agent.js';
export { wasmAgent } from './wasm-agent.js';

export const agents = () => core().agents();

export async function open(options) {
  const { name, core: own, tools } = await agentOf(options?.agent);
  return openShared(own, { ...options, agent: name, ...(tools && { tools: { ...tools, ...options.tools } }) });
}
