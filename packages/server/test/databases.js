// The databases that each test runs over.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { bearer, memoryDatabase, sessionServer } from '../src/index.js';
import { postgresDatabase } from '../src/postgres.js';
import { sqliteDatabase } from '../src/sqlite.js';
import { startPostgres } from './postgres-server.js';

export const TOKENS = { ann: 'the token of ann alone', bob: 'the token of bob alone' };
export const headersOf = user => ({ authorization: `Bearer ${TOKENS[user] ?? user}` });

/** Ways to make an empty database, by name. */
export function databases() {
  let postgres, folder, count = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stepgate-sqlite-'));
    postgres = await startPostgres(['fsync=off']);
  });
  after(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    memory: async () => memoryDatabase(),
    SQLite: async () => sqliteDatabase(join(folder, `${count += 1}.db`)),
    PostgreSQL: async () => postgresDatabase(await postgres.fresh()),
  };
}

/** Starts a server. @param {import('node:test').TestContext} t @param {object} database @param {object} [options] */
export async function serve(t, database, options = {}) {
  const errors = [];
  const server = sessionServer({ database, user: bearer(TOKENS), log: error => errors.push(error), ...options });
  const base = await server.listen(0);
  t.after(() => server.close());
  return { base, errors, server };
}

/** One request: status, and body as JSON where it is that. @param {string} base @param {string} method @param {string} path @param {{ user?: string, json?: unknown, body?: BodyInit, headers?: object }} [more] */
export async function ask(base, method, path, { user = 'ann', json, body = json === undefined ? undefined : JSON.stringify(json), headers } = {}) {
  const response = await fetch(base + path, { method, body, headers: { ...headersOf(user), ...headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ...(response.headers.get('content-type') === 'application/json' && { json: JSON.parse(text) }) };
}

let tickets = 0;
/** The step that saves `revision`. */
export const stepTo = (revision, more = {}) => ({
  ticket: `ticket ${tickets += 1}`, base: revision === 1 ? null : revision - 1, at_ms: 1_000 + revision,
  changes: { format: 1, agent: 'x', version: 1, revision, head: `{"revision":${revision}}`, first: revision - 1, entries: [`{"entry":${revision}}`], parts: { memory: `{"at":${revision}}` } },
  trace: [`{"event":${revision}}`], ...more,
});
