/** The page: loads the adapter of one library. */
import { beacon } from './paint.js';
import { library } from './trial.js';

window.errors = [];
addEventListener('error', event => window.errors.push(String(event.error ?? event.message)));
addEventListener('unhandledrejection', event => window.errors.push(String(event.reason)));
// The moment at which the page really dies: a reload under load takes its time.
addEventListener('pagehide', () => beacon('gone', ''));

const adapters = {
  stepgate: () => import('../adapters/stepgate.js'),
  aisdk: () => import('../adapters/aisdk.js'),
  tanstack: () => import('../adapters/tanstack.js'),
  langgraph: () => import('../adapters/langgraph.js'),
  openai: () => import('../adapters/openai.js'),
};
await adapters[library]();
