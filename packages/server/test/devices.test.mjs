// Two devices on one session over PostgreSQL, with a network that is cut and loses answers at random: no step is lost, none is saved twice, and what a
// device is told about its step is what became of it. `ROUNDS=1000` plays more, `SEED=7` other ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../../www/src/index.js';
import { remoteStore } from '../../../www/src/remote/index.js';
import { databases, headersOf, serve } from './databases.js';

const { PostgreSQL } = databases();
const ROUNDS = Number(process.env.ROUNDS ?? 200);
const seed = Number(process.env.SEED ?? 1);

/** Random numbers from 0 to 1, the same for the same seed. */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A device: its store, and what it was told about each of its steps. */
function deviceOf(base, name, roll) {
  const network = { online: true, faults: true };
  const store = remoteStore(base, {
    cache: memoryStore(), headers: () => headersOf('ann'),
    async fetch(address, init) {
      if (!network.online || (network.faults && roll() < 0.1)) throw new TypeError('no network');
      const response = await fetch(address, init);
      if (!network.faults || roll() > 0.15) return response;
      await response.arrayBuffer();
      throw new TypeError('the answer was lost');
    },
  });
  const told = new Map();
  let here, unsure, number = 0;

  /** Saves a step, and notes what the device was told. */
  const save = async (id, { words, ...step }) => {
    try {
      await store.save(id, step);
      told.set(words, step.started === undefined ? 'saved' : 'runs');
      here = { revision: step.changes.revision, count: step.changes.first + 1 };
      unsure = undefined;
    } catch (error) {
      if (!['lost', 'offline', 'conflict'].includes(error.code)) throw error;
      told.set(words, error.code === 'conflict' && error.answer?.saved ? 'conflict, saved' : error.code);
      unsure = error.code === 'lost' ? { words, ...step } : undefined;
      if (error.code === 'conflict') here = undefined; // shows what was saved, and watches
    }
  };
  return {
    network, store, told,
    begin() { [here, unsure] = [undefined, undefined]; },
    async load(id) {
      const saved = await store.load(id);
      here = saved ? { revision: saved.snapshot.revision, count: saved.snapshot.entries.length } : { revision: null, count: 0 };
      return saved;
    },
    /** One step of the user: what may not have arrived goes before it. */
    async act(id) {
      if (!here) await this.load(id).catch(error => { if (error.code !== 'lost') throw error; });
      if (unsure) await save(id, unsure);
      if (!here || unsure) return;
      const words = `${name} ${number += 1}`;
      const revision = (here.revision ?? 0) + 1;
      await save(id, {
        words, ticket: `${name}-${number}-ticket`, base: here.revision, at_ms: number, trace: [words], ...(roll() < 0.3 && { started: revision }),
        changes: { format: 1, agent: 'x', version: 1, revision, head: words, first: here.count, entries: [words], parts: { memory: words } },
      });
    },
    async settle(id) {
      if (unsure) await save(id, unsure);
      await store.sync();
      return this.load(id);
    },
  };
}

test(`${ROUNDS} rounds of two devices: no step lost, none twice, each told what became of it`, { timeout: 1_400_000 }, async t => {
  const { base, errors } = await serve(t, await PostgreSQL());
  const roll = dice(seed);
  const sums = {};
  let devices = [];
  const close = () => devices.forEach(({ store }) => store.close());
  t.after(close);
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round % 10 === 1) { // the store in memory looks through all of its sessions
      close();
      devices = ['phone', 'laptop'].map(name => deviceOf(base, `${name} ${round}`, roll));
    }
    const id = `session ${round}`;
    const where = `round ${round} of seed ${seed}`;
    for (const device of devices) {
      device.told.clear();
      device.begin();
      device.network.faults = true;
    }
    const known = devices.map(({ store }) => store.state.copies.length);
    await Promise.all(devices.map(async device => {
      for (let left = 2 + Math.floor(roll() * 5); left > 0; left -= 1) {
        device.network.online = roll() > 0.25;
        await device.act(id);
      }
    }));
    devices.forEach(({ network }) => { Object.assign(network, { online: true, faults: false }); });
    const settled = [];
    for (const device of devices) settled.push(await device.settle(id));
    const [server] = [await remoteStore(base, { headers: () => headersOf('ann') }).export(id).catch(error => (error.code === 'not_found' ? { trace: [], snapshot: { entries: [] } } : Promise.reject(error)))];
    assert.deepEqual(server.trace, server.snapshot.entries, `${where}: the trace and the session have the same steps`);
    assert.equal(new Set(server.trace).size, server.trace.length, `${where}: no step twice`);
    for (const [at, device] of devices.entries()) {
      const copies = await Promise.all(device.store.state.copies.slice(known[at]).map(({ copy }) => device.store.load(copy)));
      const aside = new Set(copies.flatMap(({ snapshot }) => snapshot.entries));
      for (const [words, outcome] of device.told) {
        sums[outcome] = (sums[outcome] ?? 0) + 1;
        const [isThere, isAside] = [server.trace.includes(words), aside.has(words)];
        const holds = { saved: isThere || isAside, runs: isThere, 'conflict, saved': isThere, conflict: !isThere, offline: !isThere }[outcome];
        if (outcome === 'saved' && isAside && !isThere) sums['set aside'] = (sums['set aside'] ?? 0) + 1;
        assert.ok(holds, `${where}: ${words} was told ${outcome}; on the server: ${isThere}, set aside: ${isAside}`);
      }
      assert.equal(device.store.state.waiting, 0, `${where}: nothing waits any more`);
    }
    const last = await devices[0].load(id);
    if (last) assert.deepEqual(last.snapshot.entries, server.trace, `${where}: the device has what the server has`);
  }
  t.diagnostic(JSON.stringify(sums));
  for (const outcome of ['saved', 'runs', 'conflict', 'conflict, saved', 'offline', 'set aside']) assert.ok(ROUNDS < 100 || sums[outcome] > 0, `the rounds have met: ${outcome}`);
  assert.deepEqual(errors, []);
});
