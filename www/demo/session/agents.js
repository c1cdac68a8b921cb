import { effect } from '@preact/signals-core';
import { agents, init } from 'stepgate';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

/** The agents of the page. Each has a WebAssembly file of its own, which is loaded when the agent is needed. */
const AGENTS = {
  guide: async () => (await import('stepgate/guide')).guide,
  content: async () => (await import('stepgate/content')).content,
  stepper: async () => (await import('stepgate/stepper')).stepper,
  schedule: async () => (await import('stepgate/schedule')).schedule,
  desk: async () => (await import('../desk/desk.js')).desk,
};

/** The file of an agent that this page defines: the engine alone. */
const FILES = { desk: 'engine' };

const beside = file => new URL(file, document.baseURI);

/** The agent called `name`, loaded, for `openSession({ agent })`. The ledger is only in the build for tests, in one file with the others. @param {string} name */
export async function agentCalled(name) {
  if (Object.hasOwn(AGENTS, name)) {
    const agent = await AGENTS[name]();
    await agent.load(beside(`stepgate_${FILES[name] ?? name}_bg.wasm`));
    return agent;
  }
  await init(beside('stepgate_bg.wasm')).catch(() => {});
  if (await hasLedger()) return name;
  throw Object.assign(new Error('no ledger'), { text: t('ledger.missing') });
}

const hasLedger = async () => {
  try {
    return agents().some(({ name }) => name === 'ledger');
  } catch {
    return false;
  }
};

/** Loads what will be needed soon: the agent whose form is open; when the page is idle, that of the newest session. Failures show when it is opened. */
export function loadAhead() {
  const ahead = name => { if (Object.hasOwn(AGENTS, name)) agentCalled(name).catch(() => {}); };
  effect(() => { if (state.form.value) ahead(state.form.value); });
  const idle = globalThis.requestIdleCallback ?? (then => setTimeout(then, 1000));
  idle(() => { if (state.sessions.value.length) ahead(state.sessions.value[0].agent); });
}
