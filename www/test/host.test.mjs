// A host in another form, following docs/host.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, StepgateError } from 'stepgate';
import { guide } from 'stepgate/guide';
import { core } from 'stepgate/host';
import { offlineModel } from '../demo/offline/model.js';

const input = {
  resume: { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', type: 'text', title: 'About', content: 'Old' }] },
  plan: { tasks: [{ id: 1, section: 's', original_text: 'Old', diagnosis: 'old', goal: 'new' }] },
};

/** The loop of a host: it saves, shows and carries out each event, until the session waits for the user. */
async function hear(session, event, { saved, model }) {
  const revision = () => saved.at(-1)?.revision ?? 0;
  if (!session.handle({ at_ms: 1, ...event })) return;
  saved.push(session.changes(revision()));
  const effect = session.effect();
  if (!effect) return;
  const { text, finishReason } = await model(effect);
  await hear(session, { type: 'replied', call: effect.call, text, finishReason }, { saved, model });
}

test('a host of another kind plays a session, and resumes it from what was saved', async () => {
  assert.throws(() => core(guide), { name: 'SessionError', code: 'not_loaded', message: 'Load the agent first: await its load().' });
  await guide.load();
  const { Session, agents, renew } = core(guide);
  assert.deepEqual(agents().map(({ name }) => name), ['guide']);
  const session = new Session('guide', { open: { input, seed: 1, at_ms: 0, lang: 'en' } });
  const host = { saved: [session.changes(0)], model: offlineModel({ seed: 1 }) };
  await hear(session, { type: 'edited', change: { open: true } }, host);
  await hear(session, { type: 'said', text: 'I wrote a compiler in a year' }, host);
  assert.equal(session.view().waiting, 'user');
  assert.throws(() => session.handle({ type: 'said', at_ms: 1, text: '' }), { name: 'Refusal', code: 'empty_input' });
  assert.throws(() => session.handle({ type: 'shouted', at_ms: 1 }), { name: 'StepgateError', code: 'malformed' });
  assert.throws(() => session.handle({ type: 'said', at_ms: 1, text: '' }), Refusal);
  assert.throws(() => session.handle({ type: 'shouted', at_ms: 1 }), error => error instanceof StepgateError && !(error instanceof Refusal));

  const { format, agent, version, revision, head } = host.saved.at(-1);
  const snapshot = {
    format, agent, version, revision, head, entries: host.saved.flatMap(({ entries }) => entries), parts: Object.assign({}, ...host.saved.map(({ parts }) => parts)),
  };
  const [view, whole] = [session.view(), session.snapshot()];
  renew();
  const resumed = new (core(guide).Session)('guide', { resume: snapshot });
  assert.deepEqual([resumed.view(), resumed.snapshot()], [view, whole]);
});

test('what is no agent has no WebAssembly', () => {
  for (const agent of [undefined, 'guide', {}]) assert.throws(() => core(agent), { name: 'TypeError', message: /core\(agent\): must be an agent, such as `guide`/ });
});
