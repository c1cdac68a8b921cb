// Two places have the rules for paths: the judge of actions and the workspace. Both must agree.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { core } from 'stepgate/host';
import { stepper } from 'stepgate/stepper';
import { memoryWorkspace } from 'stepgate/workspace';

const PIECES = [
  '.', '..', '/', '//', '\\', './', '.\\', '../', ':', 'C:', 'c:', ' ', '\t', '\u00a0', '\u3000', '\ufeff', '\u2028', '\u200b', '\u200e', '\u061c', '\0', '\n', '\x1f', '\x7f', '\u0080', '\u0085', '\u009f',
  '\u2029', '\u202a', '\u202e', '\u202f', '\u2065', '\u2066', '\u2069', '\u206a', 'a', 'b.md', '...', '~', '%2e%2e', '__proto__', 'con', 'é', '文', '😀', 'ſ', 'x'.repeat(98), '数'.repeat(99), '😀'.repeat(100), 'a/'.repeat(60),
];

/** Reproducible random numbers, so that a failure repeats. */
function random(state) {
  return below => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A stepper that waits for its next action. */
function asked() {
  const session = new (core(stepper).Session)('stepper', { open: { input: { config: { think_mode: 'inline', cache: false } }, seed: 1, at_ms: 0, lang: 'en' } });
  session.handle({ type: 'said', at_ms: 0, text: 'go' });
  reply(session, { steps: ['A'] });
  reply(session, { is_complete: false });
  return session.snapshot();
}

const reply = (session, value) => session.handle({ type: 'replied', at_ms: 0, call: session.view().call, text: JSON.stringify(value) });

/** The path in the stepper's request to the host; `undefined` if the action is refused. */
function steppers(snapshot, tool, params) {
  const session = new (core(stepper).Session)('stepper', { resume: snapshot });
  reply(session, { tool_name: tool, params });
  const [call] = session.effect()?.tools ?? [];
  session.free();
  return call?.args.path ?? call?.args.dir;
}

/** The workspace's normal form of a path. */
async function spelled(path) {
  const workspace = memoryWorkspace();
  try {
    return (await workspace.write(path, '')).path;
  } catch ({ code }) {
    assert.match(code, /^invalid_(path|params)$/);
    return undefined;
  }
}

describe('a path', () => {
  before(() => stepper.load());

  it('is allowed by the stepper where the workspace allows it, and means the same file', async () => {
    const snapshot = asked();
    const below = random(20_261_123);
    const seen = { allowed: 0, refused: 0 };
    for (let round = 0; round < 3_000; round += 1) {
      const path = Array.from({ length: 1 + below(5) }, () => PIECES[below(PIECES.length)]).join('').normalize('NFC');
      const [handed, own] = [steppers(snapshot, 'read_file', { path }), await spelled(path)];
      assert.equal(handed === undefined, own === undefined, `${JSON.stringify(path)}: ${JSON.stringify([handed, own])}`);
      if (own !== undefined) assert.deepEqual([await spelled(handed), await spelled(own)], [own, own], JSON.stringify(path));
      seen[own === undefined ? 'refused' : 'allowed'] += 1;
    }
    assert.ok(seen.allowed > 300 && seen.refused > 300, JSON.stringify(seen));
  });

  it('of a folder, too, the whole workspace among them', async () => {
    const snapshot = asked();
    const workspace = memoryWorkspace();
    const below = random(7);
    for (const dir of ['', '.', './', '.\\', '././.', '\\', '/', ...Array.from({ length: 500 }, () => PIECES[below(PIECES.length)] + PIECES[below(PIECES.length)])]) {
      const own = await workspace.list(dir).then(() => true, () => false);
      assert.equal(steppers(snapshot, 'list_files', { dir }) !== undefined, own, JSON.stringify(dir));
    }
  });
});
