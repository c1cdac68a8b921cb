import { LIMITS, memoryWorkspace, openWorkspace } from 'stepgate/workspace';
import { nameOf } from './files.js';

/** A session in a zip stands beside its files, under a name none of them has. */
const SESSION = /^session(-\d+)?\.stepgate\.json$/;

/** Room for a session beside as many files as there can be. */
const box = files => memoryWorkspace(files, { maxBytes: 2 * LIMITS.total });

/** @param {string[]} paths */
function freeName(paths) {
  let number = 1;
  const name = () => (number === 1 ? 'session.stepgate.json' : `session-${number}.stepgate.json`);
  while (paths.includes(name())) number += 1;
  return name();
}

/** The session that was packed last: one of the same name that was a file is older. @param {string[]} paths */
const sessionIn = paths => paths.filter(path => SESSION.test(path)).sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
const numberOf = path => Number(SESSION.exec(path)[1]?.slice(1) ?? 1);

/** A session with its files, as a zip. @param {string} id @param {any} session as it is exported */
export async function packed(id, session) {
  const workspace = openWorkspace(nameOf(id));
  try {
    const paths = (await workspace.files()).map(({ path }) => path);
    const files = Object.fromEntries(await Promise.all(paths.map(async path => [path, await workspace.readBytes(path)])));
    return await box({ ...files, [freeName(paths)]: new TextEncoder().encode(JSON.stringify(session)) }).exportZip();
  } finally {
    workspace.close();
  }
}

/**
 * What `packed` put together: the session, and a way to put its files where those of a session are.
 * @param {Blob} zip
 */
export async function unpacked(zip) {
  const files = box();
  checkWhole((await files.importZip(zip, { noise: true })).skipped);
  const name = sessionIn((await files.files()).map(({ path }) => path));
  if (name === undefined) throw Object.assign(new Error('session.stepgate.json'), { code: 'missing' });
  const session = JSON.parse(new TextDecoder().decode(await files.readBytes(name)));
  await files.remove(name);
  return { session, unpackFor: id => putInto(id, files) };
}

/** A session goes on with all of its files or not at all. @param {{ path: string, reason: string }[]} skipped */
function checkWhole(skipped) {
  if (skipped.length) throw Object.assign(new Error(skipped[0].path), { code: skipped[0].reason });
}

/** @param {string} id @param {import('../../src/workspace/index.d.ts').Workspace} files */
async function putInto(id, files) {
  const workspace = openWorkspace(nameOf(id));
  try {
    checkWhole((await workspace.importZip(await files.exportZip(), { noise: true })).skipped);
  } finally {
    workspace.close();
  }
}
