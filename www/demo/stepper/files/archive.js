import { LIMITS, memoryWorkspace, openWorkspace } from 'stepgate/workspace';
import { nameOf } from './files.js';

/** Name of the session's file in a zip. Its number avoids the names of the workspace's files. */
const SESSION = /^session(-\d+)?\.stepgate\.json$/;

/** Workspace with room for a session beside the largest set of files. */
const box = files => memoryWorkspace(files, { maxBytes: 2 * LIMITS.total });

/** @param {string[]} paths */
function freeName(paths) {
  let number = 1;
  const name = () => (number === 1 ? 'session.stepgate.json' : `session-${number}.stepgate.json`);
  while (paths.includes(name())) number += 1;
  return name();
}

/** The session's file: the newest of that name, because an older one may be a file of the workspace. @param {string[]} paths */
const sessionIn = paths => paths.filter(path => SESSION.test(path)).sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
const numberOf = path => Number(SESSION.exec(path)[1]?.slice(1) ?? 1);

/** Packs a session and its files into a zip. @param {string} id @param {any} session the exported session */
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
 * Unpacks a zip made by `packed`. Gives the session and a function that writes its files into the workspace of a session.
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

/** Throws unless all files were imported: a session needs all of its files. @param {{ path: string, reason: string }[]} skipped */
function checkWhole(skipped) {
  if (skipped.length) throw Object.assign(new Error(skipped[0].path), { code: skipped[0].reason });
}

/** @param {string} id @param {import('../../../src/workspace/index.d.ts').Workspace} files */
async function putInto(id, files) {
  const workspace = openWorkspace(nameOf(id));
  try {
    checkWhole((await workspace.importZip(await files.exportZip(), { noise: true })).skipped);
  } finally {
    workspace.close();
  }
}
