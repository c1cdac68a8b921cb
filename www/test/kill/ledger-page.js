/** The page of `ledger.js`: five sessions that approve one transfer after the other, until the page is killed. */
import { startControl } from './control.js';
import { watchDiscarded } from './discarded.js';
import { comeToRest, openPayer, tell } from './pay.js';

/** Recovery of each session's tool after a start without a known end. */
const SESSIONS = ['nothing', 'nothing', 'status', 'status', 'idempotent'];

async function live(kind, n, first) {
  const id = `${kind}-${n}`;
  const agent = await openPayer(id, kind);
  await Promise.all(discarded);
  if (agent.warning) await tell('warned', { id, code: agent.warning.code });
  await comeToRest(agent);
  const wishes = agent.view.blocks.filter(block => block.kind === 'user').map(block => Number(block.text.slice(4)));
  await tell('rests', { id, wishes });
  for (let last = first; !last;) {
    const wish = await tell('wish');
    await agent.say(`pay ${wish}`);
    await tell('said', { id, wish, warning: agent.warning?.code });
    await comeToRest(agent);
  }
}

const failed = (kind, n, error) => tell('failed', { kind, n, error: `${error?.name} ${error?.code ?? ''}: ${error?.message}` });

const discarded = [];
watchDiscarded(what => discarded.push(tell('discarded', what)));

const { last } = await tell('hello');
await startControl(tell);
await Promise.all(SESSIONS.map((kind, n) => live(kind, n, last).catch(error => failed(kind, n, error))));
