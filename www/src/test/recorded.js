// @ts-check
import { agentOf } from '../load/wasm-agent.js';
import { differsAfter } from '../trace/checked.js';
import { firstDifference } from '../trace/difference.js';
import { replayed } from '../trace/replayed.js';

/** @type {typeof import('./index.js').recorded} */
export async function recorded(agent, file) {
  const { name, core: own } = await agentOf(agent);
  const { snapshot, session } = replayed(own, name, 'recorded', file, played => {
    const difference = differsAfter(played);
    if (difference) throw new Error(`${played.told}: ${difference}`);
  });
  const end = new own.Session(name, { resume: snapshot });
  const difference = firstDifference(end.view(), session.view(), 'view');
  for (const one of [end, session]) one.free();
  if (difference) throw new Error(`at the end: ${difference}`);
}
