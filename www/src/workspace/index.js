export { WorkspaceError } from './error.js';
export { LIMITS } from './limits.js';
export { memoryWorkspace, openWorkspace } from './open.js';
export { workspaceTools } from './tools.js';
