// @ts-check
/** @import { Database, Moved, Quota, Saved, Step } from './database.js' */
import { bytesIn, bytesOf, given, judgeStart, judgeStep, missingBlob, overQuota } from './database.js';

/**
 * @typedef {Saved & { step: Step, head: string, entries: { text: string, seq: number }[], parts: Map<string, { text: string, seq: number }>, writes: string[], trace: string[],
 *   blobs: Set<string>, copied?: true, name?: string, createdMs: number, updatedMs: number, progress?: Step['progress'], preview?: string, bytes: number }} Session
 * @typedef {{ sessions: Map<string, Session>, deleted: Set<string>, blobs: Map<string, { bytes: Uint8Array, at: number }>, bytes: number }} User
 */

/** Sessions in the memory of this process, for tests: they end with it. @returns {Database} */
export function memoryDatabase() {
  /** @type {Map<string, User>} */
  const users = new Map();
  /** @param {string} name @returns {User} */
  const userOf = name => {
    const there = users.get(name) ?? { sessions: new Map(), deleted: new Set(), blobs: new Map(), bytes: 0 };
    users.set(name, there);
    return there;
  };
  return {
    name: 'memory',
    async open() {},
    async step(name, id, step, quota) {
      const user = userOf(name);
      const old = user.sessions.get(id);
      if (!judgeStep(old, step, () => old?.writes.includes(step.ticket) ?? false)) return false;
      const missing = step.blobs?.find(sha256 => !user.blobs.has(sha256));
      if (missing) throw missingBlob(missing);
      const made = after(old, step);
      charge(user, made.bytes - (old?.bytes ?? 0), old ? 0 : 1, quota);
      user.sessions.set(id, made);
      user.deleted.delete(id);
      return true;
    },
    async start(name, id, start) {
      const saved = userOf(name).sessions.get(id);
      if (!judgeStart(saved, start, () => saved?.writes.includes(start.ticket) ?? false)) return false;
      Object.assign(/** @type {Session} */ (saved), { started: start.call, ticket: start.ticket, writes: [...saved?.writes ?? [], start.ticket] });
      return true;
    },
    async read(name, id, since, trace = false) {
      const user = userOf(name);
      const saved = user.sessions.get(id);
      if (!saved) return user.deleted.has(id) ? 'deleted' : undefined;
      const { format, agent, version } = saved.step.changes;
      const known = since === undefined ? -1 : saved.writes.lastIndexOf(since);
      const [whole, entries] = [known < 0, saved.entries.filter(({ seq }) => seq > known)];
      return {
        ...given({ revision: saved.revision, ticket: saved.ticket, started: saved.started, copied: saved.copied, format, agent, version, head: saved.head }),
        first: saved.entries.length - entries.length, entries: entries.map(({ text }) => text),
        parts: Object.fromEntries([...saved.parts].filter(([, { seq }]) => seq > known).map(([part, { text }]) => [part, text])), whole,
        ...(trace && given({ trace: saved.trace, blobs: [...saved.blobs], name: saved.name, createdMs: saved.createdMs, updatedMs: saved.updatedMs })),
      };
    },
    async list(name, after, most) {
      const rows = [...userOf(name).sessions].map(([id, { step, name: given_, createdMs, updatedMs, progress, preview }]) => given({ id, agent: step.changes.agent, name: given_, createdMs, updatedMs, progress, preview }));
      const sorted = rows.sort((a, b) => b.updatedMs - a.updatedMs || (a.id < b.id ? -1 : 1));
      return sorted.filter(({ id, updatedMs }) => !after || updatedMs < after[0] || (updatedMs === after[0] && id > after[1])).slice(0, most);
    },
    async rename(name, id, given_) {
      const saved = userOf(name).sessions.get(id);
      if (saved) saved.name = given_;
      return saved !== undefined;
    },
    async remove(name, id) {
      const user = userOf(name);
      const saved = user.sessions.get(id);
      if (!saved) return false;
      user.sessions.delete(id);
      user.deleted.add(id);
      user.bytes -= saved.bytes;
      for (const sha256 of saved.blobs) if (![...user.sessions.values()].some(({ blobs }) => blobs.has(sha256))) dropBlob(user, sha256);
      return true;
    },
    async putBlob(name, sha256, bytes, quota) {
      const user = userOf(name);
      if (!user.blobs.has(sha256)) charge(user, bytes.length, 0, quota);
      user.blobs.set(sha256, { bytes, at: Date.now() });
    },
    async getBlob(name, id, sha256) {
      const user = userOf(name);
      return user.sessions.get(id)?.blobs.has(sha256) ? user.blobs.get(sha256)?.bytes : undefined;
    },
    async sweep(olderThanMs) {
      for (const user of users.values()) {
        const used = new Set([...user.sessions.values()].flatMap(({ blobs }) => [...blobs]));
        for (const [sha256, { at }] of user.blobs) if (!used.has(sha256) && at < olderThanMs) dropBlob(user, sha256);
      }
    },
    tell() {},
    hear() {},
    async check() {},
    async close() {},
  };
}

/** @param {User} user @param {number} bytes @param {number} sessions @param {Quota} quota */
function charge(user, bytes, sessions, quota) {
  if (bytes > 0 && user.bytes + bytes > quota.userBytes) throw overQuota('bytes', quota);
  if (sessions && user.sessions.size + sessions > quota.sessions) throw overQuota('sessions', quota);
  user.bytes += bytes;
}

/** @param {User} user @param {string} sha256 */
function dropBlob(user, sha256) {
  user.bytes -= user.blobs.get(sha256)?.bytes.length ?? 0;
  user.blobs.delete(sha256);
}

/** The session after a step. @param {Session | undefined} old @param {Step} step @returns {Session} */
function after(old, step) {
  const { ticket, at_ms, changes, trace, started = null, blobs = [], progress = old?.progress, copied, name = old?.name, createdMs = old?.createdMs ?? at_ms } = step;
  const seq = old?.writes.length ?? 0;
  const entries = [...(old?.entries ?? []).slice(0, changes.first), ...changes.entries.map(text => ({ text, seq }))];
  const parts = new Map([...old?.parts ?? [], ...Object.entries(changes.parts).map(([part, text]) => /** @type {const} */ ([part, { text, seq }]))]);
  const lines = [...old?.trace ?? [], ...trace];
  return {
    step, revision: changes.revision, ticket, started, count: entries.length, head: changes.head, entries, parts, writes: [...old?.writes ?? [], ticket], trace: lines,
    blobs: new Set([...old?.blobs ?? [], ...blobs]), copied, name, createdMs, updatedMs: at_ms, progress, preview: old?.preview ?? step.preview,
    bytes: bytesOf(changes.head) + bytesIn(entries.map(({ text }) => text)) + bytesIn([...parts.values()].map(({ text }) => text)) + bytesIn(lines),
  };
}
