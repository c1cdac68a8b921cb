export { ResearchError } from './error.js';
export { researchTools } from './tools.js';
