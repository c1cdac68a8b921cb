import { core } from './core.js';
import { openAgent } from './driver.js';

export { init } from './core.js';
export { AgentError, ModelError, StoreError } from './errors.js';
export { indexedDbStore } from './indexeddb.js';
export { memoryStore } from './memory.js';
export { openAiCompatible } from './model.js';

export const agents = () => core().agents();

export const open = async options => openAgent(core(), options);
