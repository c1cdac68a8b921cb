/** Each adapter in a real browser: a trial of each kind with a keyed bank, where careful code pays once, and two with what the documentation says. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildPage } from '../build.js';
import { start } from '../harness/browsers.js';
import { LIBRARIES } from '../harness/cells.js';
import { KINDS } from '../harness/kinds.js';
import { OUTCOMES } from '../harness/outcome.js';
import { startServer } from '../harness/server.js';
import { play } from '../harness/trial.js';

let folder;
let world;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refresh-bench-page-'));
  await buildPage(folder);
  world = { server: await startServer(pathToFileURL(`${folder}/`)), browser: await start('chrome') };
});
after(async () => {
  await world?.browser.close();
  world?.server.close();
  await rm(folder, { recursive: true, force: true });
});

const played = (library, profile, bank, kind) => play({ browser: 'chrome', library, profile, bank, kind }, 0, world);

describe('the adapters', { concurrency: 3 }, () => {
  for (const library of Object.keys(LIBRARIES)) {
    for (const kind of Object.keys(KINDS)) {
      test(`${library}, best, keyed, ${kind}: paid once`, async () => {
        const row = await played(library, 'best', 'keyed', kind);
        assert.equal(row.total, 1, JSON.stringify(row));
      });
    }
    for (const kind of ['reload', 'lost']) {
      test(`${library}, docs, plain, ${kind}`, async () => {
        const row = await played(library, 'docs', 'plain', kind);
        assert.ok(OUTCOMES.includes(row.outcome), JSON.stringify(row));
        if (library === 'stepgate') assert.equal(row.total, 1, JSON.stringify(row));
      });
    }
  }
  for (const kind of ['kill', 'lost']) {
    test(`stepgate, docs, status, ${kind}: paid once, and nothing asked`, async () => {
      const { total, doubts } = await played('stepgate', 'docs', 'status', kind);
      assert.deepEqual({ total, doubts }, { total: 1, doubts: 0 });
    });
  }
});
