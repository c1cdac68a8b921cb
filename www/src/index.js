import { openAgent } from './driver.js';
import { core } from './load.js';

export { AgentError, ModelError, StoreError } from './errors.js';
export { indexedDbStore } from './indexeddb.js';
export { init } from './load.js';
export { LoadError } from './loading.js';
export { memoryStore } from './memory.js';
export { openAiCompatible } from './model.js';
export { applyPatches } from './json/patches.js';

export const agents = () => core().agents();

export const open = async options => openAgent(core(), options);
