export { WebMcpError } from './error.js';
export { registerTools } from './register.js';
