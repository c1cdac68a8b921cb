/** The page of `damage.js`: fills the databases of its origin, or reports what is left of them. */
import { calendarStore } from '../../src/calendar/index.js';
import { openWorkspace } from '../../src/workspace/index.js';
import { openPayer, tell } from './pay.js';

const SESSIONS = ['a', 'b', 'c'];
const TURNS = 4;

const calendarOf = events => ({ events: Array.from({ length: events }, (_, at) => ({ id: at + 1, name: 'lecture '.repeat(20) })), event_sections: [], task_classes: [], task_items: [] });
const pad = 'words that fill some blocks of the file '.repeat(8);

async function fill(round) {
  for (const id of SESSIONS) {
    const agent = await openPayer(id, 'nothing');
    for (let turn = 0; turn < TURNS; turn += 1) await agent.say(`hello ${turn} ${pad}`);
    await agent.close();
  }
  const [calendar, files] = [calendarStore('damage'), openWorkspace('damage')];
  for (let n = 1; n <= TURNS; n += 1) {
    await calendar.replace(calendarOf(round * TURNS + n));
    await files.write(`${round}-${n}.txt`, pad.repeat(20));
  }
}

const told = (error, loss) => (error ? `${error.name} ${error.code}` : loss);

async function lookAtSession(id) {
  try {
    const agent = await openPayer(id, 'nothing', { lock: false });
    return { there: agent.view.blocks.map(({ text }) => text).join('\n'), told: agent.warning?.code };
  } catch (error) {
    return { told: told(error) };
  }
}

async function look(open, read) {
  let loss;
  try {
    return { there: await read(open({ onLoss: ({ code }) => { loss = code; } })), told: loss };
  } catch (error) {
    return { told: told(error, loss) };
  }
}

/** What there is, and what was told, by database. */
async function lookAtAll() {
  const found = {};
  for (const id of SESSIONS) found[id] = await lookAtSession(id);
  found.calendar = await look(options => calendarStore('damage', options), async calendar => JSON.stringify(await calendar.load()));
  found.workspace = await look(options => openWorkspace('damage', options), async files => JSON.stringify((await files.files()).map(({ path, size }) => [path, size])));
  return found;
}

async function act() {
  const { fills, round } = await tell('hello');
  if (fills) await fill(round);
  const { next } = await tell('found', { host: location.hostname, found: await lookAtAll() });
  if (next) location.href = next;
}

await act().catch(error => tell('failed', { host: location.hostname, error: `${error?.name}: ${error?.message}` }));
