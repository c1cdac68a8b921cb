// @ts-check
// The tables of both databases. Texts are compared byte by byte.

/**
 * Steps from an empty database to the present tables, for one kind of database; entries are only ever added.
 * @param {{ key: string, text: string, bytes: string, big: string, after: string }} kind words of this kind: of a primary key that counts up, and of types
 */
export const tables = ({ key, text, bytes, big, after }) => [
  `CREATE TABLE stepgate_users (id ${text} PRIMARY KEY, sessions integer NOT NULL DEFAULT 0, bytes ${big} NOT NULL DEFAULT 0)`,
  `CREATE TABLE stepgate_sessions (
    key ${key}, user_id ${text} NOT NULL REFERENCES stepgate_users (id), id ${text} NOT NULL,
    format integer NOT NULL, agent text NOT NULL, version integer NOT NULL, revision ${big} NOT NULL, head text NOT NULL, count integer NOT NULL,
    seq integer NOT NULL, ticket text NOT NULL, started ${big}, copied integer, name text, created_ms ${big} NOT NULL, updated_ms ${big} NOT NULL,
    progress text, preview text, bytes ${big} NOT NULL, UNIQUE (user_id, id)
  )${after}`,
  `CREATE TABLE stepgate_entries (session ${big} NOT NULL REFERENCES stepgate_sessions (key) ON DELETE CASCADE, number integer NOT NULL, seq integer NOT NULL, text text NOT NULL, PRIMARY KEY (session, number))`,
  `CREATE TABLE stepgate_parts (session ${big} NOT NULL REFERENCES stepgate_sessions (key) ON DELETE CASCADE, name ${text} NOT NULL, seq integer NOT NULL, text text NOT NULL, PRIMARY KEY (session, name))${after}`,
  `CREATE TABLE stepgate_writes (session ${big} NOT NULL REFERENCES stepgate_sessions (key) ON DELETE CASCADE, seq integer NOT NULL, ticket text NOT NULL, trace text NOT NULL, PRIMARY KEY (session, seq))`,
  `CREATE TABLE stepgate_blobs (user_id ${text} NOT NULL, sha256 text NOT NULL, bytes ${bytes} NOT NULL, at_ms ${big} NOT NULL, PRIMARY KEY (user_id, sha256))`,
  `CREATE TABLE stepgate_uses (session ${big} NOT NULL REFERENCES stepgate_sessions (key) ON DELETE CASCADE, user_id ${text} NOT NULL, sha256 text NOT NULL,
    PRIMARY KEY (session, sha256), FOREIGN KEY (user_id, sha256) REFERENCES stepgate_blobs (user_id, sha256))`,
  'CREATE INDEX stepgate_uses_of_blob ON stepgate_uses (user_id, sha256)',
  `CREATE TABLE stepgate_deleted (user_id ${text} NOT NULL, id ${text} NOT NULL, PRIMARY KEY (user_id, id))`,
];

/** A session as it is read, of its rows. @param {any} row @param {{ number: number, text: string }[]} entries in order @param {{ name: string, text: string }[]} parts @param {boolean} whole @returns {import('./database.js').Read} */
export const readOf = ({ revision, ticket, started, copied, format, agent, version, head, count }, entries, parts, whole) => ({
  revision: Number(revision), ticket, ...(started !== null && { started: Number(started) }), ...(copied && { copied: true }), format, agent, version, head,
  first: entries[0]?.number ?? count, entries: entries.map(({ text }) => text), parts: Object.fromEntries(parts.map(({ name, text }) => [name, text])), whole,
});

/** Members that come with the trace. @param {any} row @param {{ trace: string }[]} writes @param {{ sha256: string }[]} uses */
export const historyOf = ({ name, created_ms, updated_ms }, writes, uses) => ({
  trace: writes.flatMap(({ trace }) => JSON.parse(trace)), blobs: uses.map(({ sha256 }) => sha256), ...(name !== null && { name }), createdMs: Number(created_ms), updatedMs: Number(updated_ms),
});

/** A row of the list. @param {any} row @returns {import('./database.js').Row} */
export const rowOf = ({ id, agent, name, created_ms, updated_ms, progress, preview }) => ({
  id, agent, createdMs: Number(created_ms), updatedMs: Number(updated_ms), ...(name !== null && { name }), ...(progress !== null && { progress: JSON.parse(progress) }), ...(preview !== null && { preview }),
});
