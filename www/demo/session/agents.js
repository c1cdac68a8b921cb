import { effect } from '@preact/signals-core';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

/** The agents of the page. Each has a WebAssembly file of its own, which is loaded when the agent is needed. */
const AGENTS = {
  guide: async () => (await import('stepgate/guide')).guide,
  content: async () => (await import('stepgate/content')).content,
  stepper: async () => (await import('stepgate/stepper')).stepper,
  schedule: async () => (await import('stepgate/schedule')).schedule,
  desk: async () => (await import('../desk/desk.js')).desk,
  ledger: async () => (await import('./ledger-agent.js')).ledger,
};

/** The WebAssembly files that are not called as their agent: the engine, which runs what this page defines, and that of the build for tests. */
const FILES = { desk: 'stepgate_engine_bg.wasm', ledger: 'stepgate_bg.wasm' };

const beside = file => new URL(file, document.baseURI);

/** The agent called `name`, loaded, for `openSession({ agent })`. @param {string} name */
export async function agentCalled(name) {
  const agent = Object.hasOwn(AGENTS, name) && await AGENTS[name]();
  if (!agent) throw Object.assign(new Error(`no ${name}`), { text: t('ledger.missing') });
  await agent.load(beside(FILES[name] ?? `stepgate_${name}_bg.wasm`));
  return agent;
}

/** Loads what will be needed soon: the agent whose form is open; when the page is idle, that of the newest session. Failures show when it is opened. */
export function loadAhead() {
  const ahead = name => { if (Object.hasOwn(AGENTS, name)) agentCalled(name).catch(() => {}); };
  effect(() => { if (state.form.value) ahead(state.form.value); });
  const idle = globalThis.requestIdleCallback ?? (then => setTimeout(then, 1000));
  idle(() => { if (state.sessions.value.length) ahead(state.sessions.value[0].agent); });
}
