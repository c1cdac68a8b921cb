import { openShared } from './session/shared.js';
import { assertTaken } from './load/page-tools.js';
import { agentOf, toolNamesOf } from './load/wasm-agent.js';
import { abortable, signalIn } from './page/abortable.js';
import { pageTools, wrong } from './options.js';

export { SessionError, ModelError, NotDone, Refusal, StepgateError, StoreError } from './errors.js';
export { indexedDbStore } from './store/indexeddb.js';
export { LoadError } from './load/loading.js';
export { memoryStore } from './store/memory.js';
export { openAiCompatible } from './model/client.js';
export { firstOf } from './model/first-of.js';
export { withLimits } from './model/with-limits.js';
export { applyPatches } from './json/patches.js';
export { defineAgent, tool } from './own/define.js';
export { toolAgent, toolStage } from './own/tool-stage.js';
export { FILE_LIMITS } from './files/limits.js';
export { withParts } from './files/with-parts.js';
export { inLang } from './checks/text.js';
export { wasmAgent } from './load/wasm-agent.js';

export async function openSession(options) {
  /** @type {Promise<{ close(): Promise<void> }> | undefined} */
  let opening;
  return abortable(signalIn(options, wrong), () => (opening = opened(options)), () => opening?.then(session => session.close(), () => {}));
}

async function opened(options) {
  const { name, core: own, tools } = await agentOf(options?.agent);
  assertTaken(name, toolNamesOf(options.agent), options);
  return openShared(own, { ...options, agent: name, ...(tools && { tools: pageTools(tools, options.tools) }) });
}
