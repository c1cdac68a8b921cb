export { connectMcp } from './connect.js';
export { McpError } from './error.js';
export { mcpTools } from './tools.js';
