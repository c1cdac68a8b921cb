// @ts-check
/** @import { Moved } from './database.js' */
import { createHash } from 'node:crypto';
import { cursorOf, idOf, nameOf, shaOf, startOf, stepOf } from './forms.js';
import { malformed, Refused } from './refused.js';

/** Rows of one part of the list. */
const ROWS = 500;

/** Carries out a request of a user. @typedef {(user: string, query: URLSearchParams, body: any) => Promise<{ status: number, body?: unknown }>} Run */
/** @typedef {{ name: string, body?: 'json' | 'bytes', query?: string[], run: Run }} Route */

/**
 * The work of each request (docs/protocol.md).
 * @param {Pick<import('./settings.js').Settings, 'database' | 'limits'>} settings @param {(moved: Moved) => void} tell
 */
export function routes({ database, limits }, tell) {
  const { connections, inFlight, ...told } = limits;
  /** @type {Record<string, Route>} */
  const table = {
    'GET /': { name: 'server', run: async () => ({ status: 200, body: { protocol: 1, limits: told } }) },
    'GET /sessions': {
      name: 'list', query: ['after'],
      async run(user, query) {
        const rows = await database.list(user, cursorOf(query), ROWS + 1);
        const last = rows.length > ROWS ? rows[ROWS - 1] : undefined;
        return { status: 200, body: { sessions: rows.slice(0, ROWS), ...(last && { next: `${last.updatedMs}:${last.id}` }) } };
      },
    },
    'GET /session': {
      name: 'read', query: ['id', 'since', 'trace'],
      async run(user, query) {
        const found = await database.read(user, idOf(query), query.get('since') ?? undefined, query.get('trace') === 'true');
        if (found === 'deleted') throw new Refused('deleted', 'the session was deleted');
        if (!found) throw new Refused('not_found', 'there is no such session');
        return { status: 200, body: found };
      },
    },
    'POST /session/step': {
      name: 'step', body: 'json', query: ['id'],
      async run(user, query, body) {
        const [id, step] = [idOf(query), stepOf(body)];
        const { ticket, changes: { revision } } = step;
        if (await database.step(user, id, step, limits)) tell({ user, id, revision, ticket });
        return { status: 200, body: { revision } };
      },
    },
    'POST /session/start': {
      name: 'start', body: 'json', query: ['id'],
      async run(user, query, body) {
        const [id, start] = [idOf(query), startOf(body)];
        await database.start(user, id, start);
        return { status: 200, body: { revision: start.revision } };
      },
    },
    'POST /session/name': {
      name: 'rename', body: 'json', query: ['id'],
      async run(user, query, body) {
        if (!await database.rename(user, idOf(query), nameOf(body))) throw new Refused('not_found', 'there is no such session');
        return { status: 204 };
      },
    },
    'DELETE /session': {
      name: 'delete', query: ['id'],
      async run(user, query) {
        const id = idOf(query);
        if (await database.remove(user, id)) tell({ user, id });
        return { status: 204 };
      },
    },
    'PUT /blob': {
      name: 'put_blob', body: 'bytes', query: ['sha256'],
      async run(user, query, bytes) {
        const sha256 = shaOf(query);
        if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Refused('wrong_blob', 'the bytes have another SHA-256', { place: 'sha256' });
        await database.putBlob(user, sha256, bytes, limits);
        return { status: 204 };
      },
    },
    'GET /blob': {
      name: 'get_blob', query: ['id', 'sha256'],
      async run(user, query) {
        const bytes = await database.getBlob(user, idOf(query), shaOf(query));
        if (!bytes) throw new Refused('not_found', 'this session has no such blob');
        return { status: 200, body: bytes };
      },
    },
  };
  const known = new Map(Object.entries(table));

  /** @param {string} method @param {string} path @returns {Route} */
  return (method, path) => {
    const found = known.get(`${method} ${path}`);
    if (!found) throw new Refused('not_allowed', `there is no ${method.slice(0, 20)} ${path.slice(0, 60)}; there is ${[...known.keys()].join(', ')}, GET /events`);
    const { query: names = [], run } = found;
    return {
      ...found,
      async run(user, query, body) {
        for (const name of query.keys()) if (!names.includes(name) || query.getAll(name).length > 1) malformed(name.slice(0, 60), names.includes(name) ? 'given once' : `left out; there is ${names.join(', ') || 'nothing'}`);
        return run(user, query, body);
      },
    };
  };
}
