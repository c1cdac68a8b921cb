#!/usr/bin/env node
// @ts-check
// `npx @stepgate/server`: starts at once, with SQLite, a token of its own and this machine only.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bearer, sessionServer } from './index.js';

const USAGE = `stepgate-server: keeps sessions for the devices of their users

  --port N         port to listen on (8790; PORT)
  --host NAME      address to listen on (127.0.0.1, this machine only; HOST)
  --data FOLDER    folder of the database and the token (stepgate-data; STEPGATE_DATA)
  --origin URL     origin whose pages may call, several times (pages of this machine; STEPGATE_ORIGINS, with commas)
  --postgres URL   PostgreSQL in the place of SQLite (DATABASE_URL)

Environment:
  STEPGATE_TOKENS  users and their tokens: ann=…,bob=… (one user, me, with a token that is made)
  METRICS_TOKEN    token for /metrics (the user's own, where there is one user)

For a login of your own, start the server in a program: docs/howto/server.md.`;

const OPTIONS = /** @type {const} */ ({ port: { type: 'string' }, host: { type: 'string' }, data: { type: 'string' }, origin: { type: 'string', multiple: true }, postgres: { type: 'string' }, help: { type: 'boolean', short: 'h' } });

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(2);
}

function given() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return stop(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

/** Tokens by user: those of the environment, or one that is kept in the folder. @param {string} folder @returns {Record<string, string>} */
function tokens(folder) {
  const { STEPGATE_TOKENS: listed } = process.env;
  if (listed) {
    return Object.fromEntries(listed.split(',').map(pair => {
      const at = pair.indexOf('=');
      if (at < 1) stop('STEPGATE_TOKENS: must be users with their tokens, such as ann=…,bob=…');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }));
  }
  const file = join(folder, 'token');
  try {
    return { me: readFileSync(file, 'utf8').trim() };
  } catch {
    const token = randomBytes(24).toString('base64url');
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    return { me: token };
  }
}

const { port = process.env.PORT ?? '8790', host = process.env.HOST ?? '127.0.0.1', data = process.env.STEPGATE_DATA ?? 'stepgate-data', origin, postgres = process.env.DATABASE_URL, help } = given();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) stop(`--port: must be a number from 0 to 65535, not ${port}`);

try {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const users = tokens(data);
  const [single, ...others] = Object.values(users);
  const server = sessionServer({
    database: postgres ? (await import('./postgres.js')).postgresDatabase({ connectionString: postgres }) : await (await import('./sqlite.js')).sqliteDatabase(join(data, 'sessions.db')),
    user: bearer(users),
    origins: origin ?? process.env.STEPGATE_ORIGINS?.split(',') ?? ['loopback'],
    metricsToken: process.env.METRICS_TOKEN ?? (others.length ? undefined : single),
  });
  const base = await server.listen(Number(port), host);
  console.log(`Sessions are at ${base}`);
  console.log(process.env.STEPGATE_TOKENS ? `Users: ${Object.keys(users).join(', ')}` : `Token: ${single}`);
  console.log(`Kept in ${postgres ? 'PostgreSQL' : join(data, 'sessions.db')}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => { server.close().then(() => process.exit(0), () => process.exit(1)); });
} catch (error) {
  stop(`stepgate-server: ${/** @type {Error} */ (error).message}`);
}
