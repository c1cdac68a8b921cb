// The 68 streams of AG-UI's conformance corpus (`spec/1.1/conformance/streams` of its repository), by their names. They are about clients, so each is held against what this producer sends:
// the shape is there and arrives whole, or the producer never sends it, or our stream, broken in that way, is refused by the client, and unbroken is not.
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { AbstractAgent, EventType, PROTOCOL_VERSION } from '@ag-ui/client';
import { from, tap } from 'rxjs';
import { StepgateAgent } from '../src/ag-ui/index.js';
import { call, opened, TO_ANN } from './ag-ui-session.js';

/** Plays events into the protocol's own client: what it has at the end, what it handed on, and why it refused. */
async function played(events, initialMessages = []) {
  class Replay extends AbstractAgent {
    run() { return from(structuredClone(events)); }
  }
  const client = new Replay({ initialMessages });
  const delivered = [];
  let fault;
  await client.runAgent({}, { onEvent({ event }) { delivered.push(event); }, onRunFailed({ error }) { fault = error.message; return { stopPropagation: true }; } });
  return { client, delivered, fault };
}

/** Streams of every kind of run. */
async function streams(t) {
  const sent = {};
  const { made, session, say, answer } = await opened(t, { lines: [
    { ...call('look', { q: 'bill' }, 'I look.'), thought: 'Look it up.' }, { say: 'For Ann.' }, call('pay', TO_ANN, 'I pay.'), 'fail', { say: 'Paid.' }, call('nothing', {}, 'Wrong.'), { say: 'Right.' }, 'hang', 'fail',
  ] });
  const run = made.run.bind(made);
  let kind;
  made.run = input => {
    sent[kind] = [];
    return run(input).pipe(tap(event => { sent[kind].push(structuredClone(event)); }));
  };
  const at = async (name, act) => { kind = name; await act(); };
  await at('talk', () => say('Whose bill?'));
  await at('asks', () => say('Pay it'));
  await at('failsAtCard', () => say('Why?', { resume: made.pendingInterrupts.map(({ id: interruptId }) => ({ interruptId, status: 'cancelled' })) }));
  await at('edited', () => answer({ approved: true, editedArgs: { to: 'Ann', euros: 3 } }));
  await at('refused', () => say('Again'));
  await at('stopped', async () => {
    const begun = new Promise(resolve => { session.subscribe(() => {}, resolve); });
    const running = say('Long');
    await begun;
    made.abortRun();
    await running;
  });
  await at('failed', () => say('Once more'));
  const other = new StepgateAgent({ session });
  other.setMessages([]);
  sent.connected = [];
  other.subscribe({ onEvent({ event }) { sent.connected.push(event); } });
  await other.connectAgent();
  return { sent, made };
}

const made = await streams({ mock, after });
const typesIn = sent => new Set(Object.values(sent).flat().map(({ type }) => type));
const place = (events, type) => events.findIndex(event => event.type === type);

/** The producer never sends these. */
const never = (...types) => ({ sent }) => {
  for (const type of types) assert.ok(Object.values(EventType).includes(type), type);
  assert.deepEqual(types.filter(type => typesIn(sent).has(type)), []);
};
/** The stream, broken in this way, is refused with these words. */
const refused = (kind, breaks, words) => async ({ sent }) => {
  assert.equal((await played(sent[kind])).fault, undefined);
  const events = structuredClone(sent[kind]);
  breaks(events);
  assert.notDeepEqual(events, sent[kind]);
  assert.match((await played(events)).fault ?? 'taken', words);
};
const without = type => events => events.splice(place(events, type), 1);
const changed = (type, change) => events => Object.assign(events[place(events, type)], change);
/** All events arrive as they were sent: nothing in them is unknown to the client. */
const whole = async ({ sent }) => {
  for (const events of Object.values(sent)) assert.deepEqual((await played(events)).delivered, events);
};
/** The client has these messages after the streams, beside the user's, which it had itself. */
const endsWith = (kinds, ...lines) => async ({ sent }) => {
  const { client, fault } = await played(kinds.flatMap(kind => sent[kind]), [{ id: 'client-1', role: 'user', content: 'Whose bill?' }]);
  assert.equal(fault, undefined);
  assert.deepEqual(client.messages.filter(({ role }) => role !== 'user').slice(-lines.length).map(({ role, content, toolCalls }) => [role, content ?? toolCalls[0].function.arguments]), lines);
};
const outcome = (kind, type) => ({ sent }) => assert.equal(sent[kind].at(-1).outcome.type, type);
const NO_SUBAGENTS = never('SUBAGENT_STARTED', 'SUBAGENT_FINISHED', 'SUBAGENT_ERROR');
const NO_CHUNKS = never('TEXT_MESSAGE_CHUNK', 'TOOL_CALL_CHUNK', 'REASONING_MESSAGE_CHUNK');
const NO_ACTIVITIES = never('ACTIVITY_SNAPSHOT', 'ACTIVITY_DELTA');
/** The agent is no older peer: the client keeps what it has of today's form. */
const asToday = ({ made }) => assert.equal(made.maxProtocolVersion, new (class extends AbstractAgent {})().maxProtocolVersion);
const declares = ({ sent }) => assert.deepEqual(Object.values(sent).map(([{ type, protocolVersion }]) => [type, protocolVersion]), Object.keys(sent).map(() => ['RUN_STARTED', PROTOCOL_VERSION]));
const patches = sent => Object.values(sent).flat().flatMap(({ type, delta }) => (type === 'STATE_DELTA' ? delta : []));
const plainPatches = ({ sent }) => {
  assert.ok(patches(sent).length > 5);
  assert.deepEqual(patches(sent).filter(({ op, path, value, ...more }) => !['add', 'replace', 'remove'].includes(op) || typeof path !== 'string' || Object.keys(more).length), []);
};
const stateArrives = async ({ sent, made }) => {
  for (const events of Object.values(sent)) {
    const { client } = await played(events);
    assert.deepEqual([typeof client.state, client.state.agent], ['object', 'desk']);
  }
  assert.equal((await played(sent.connected)).client.state.input, made.session.view.input);
};
const results = ({ sent }) => assert.ok(Object.values(sent).flat().filter(({ type }) => type === 'TOOL_CALL_RESULT').every(({ content }) => typeof content === 'string'));
const metadataArrives = async ({ sent }) => assert.deepEqual((await played(sent.asks)).client.pendingInterrupts[0].metadata.stepgate.card.calls[0].args, TO_ANN);
const errorThenRun = ({ sent }) => assert.deepEqual(sent.failsAtCard.map(({ type }) => type).filter(type => type.startsWith('RUN')), ['RUN_STARTED', 'RUN_ERROR', 'RUN_STARTED', 'RUN_FINISHED']);
const nothingBehind = ({ sent }) => assert.deepEqual(Object.entries(sent).filter(([, events]) => !['RUN_FINISHED', 'RUN_ERROR'].includes(events.at(-1).type)), []);
const reconciles = async ({ sent }) => {
  const { client } = await played(sent.connected, [{ id: 'old', role: 'assistant', content: 'From elsewhere' }]);
  assert.deepEqual(client.messages.map(({ id }) => id), sent.connected.find(({ type }) => type === 'MESSAGES_SNAPSHOT').messages.map(({ id }) => id));
};

const CORPUS = {
  'activity-delta-missing-target-tolerated': NO_ACTIVITIES,
  'activity-replace-false-preserves': NO_ACTIVITIES,
  'activity-snapshot-then-delta': NO_ACTIVITIES,
  'chunk-conflicting-role-fatal': NO_CHUNKS,
  'chunk-conflicting-tool-name-fatal': NO_CHUNKS,
  'chunk-expansion-assembles': NO_CHUNKS,
  'chunk-repeat-identical-accepted': NO_CHUNKS,
  'conformant-run-is-quiet': whole, // that nothing is warned of is checked by `opened`
  'content-without-start-fatal': refused('talk', without('TEXT_MESSAGE_START'), /No active text message/),
  'current-peer-declares-protocol-version': asToday,
  'custom-closes-chunk-stream-fatal': never('CUSTOM'),
  'encrypted-value-unknown-entity-tolerated': never('REASONING_ENCRYPTED_VALUE'),
  'era-0-0-39-flattens-content': asToday,
  'era-0-0-45-thinking-translated': ({ sent }) => assert.deepEqual([...typesIn(sent)].filter(type => type.startsWith('THINKING')), []),
  'era-0-0-47-upgrades-binary-content': asToday,
  'era-0-0-57-subagent-dropped-with-warning': asToday,
  'era-current-peer-keeps-modern-content': asToday,
  'era-pinned-peer-omits-protocol-version': asToday,
  'event-after-run-finished-fatal': refused('talk', events => events.push(events[1]), /already finished/),
  'first-chunk-missing-id-fatal': NO_CHUNKS,
  'first-event-not-run-started-fatal': refused('talk', without('RUN_STARTED'), /First event must be 'RUN_STARTED'/),
  'first-tool-chunk-missing-name-fatal': NO_CHUNKS,
  'late-run-error-after-finished-run-continues': nothingBehind,
  'malformed-known-field-fatal': refused('talk', changed('TEXT_MESSAGE_CONTENT', { delta: 5 }), /delta/),
  'messages-snapshot-reconciles-by-id': reconciles,
  'metadata-merges-last-write-wins': metadataArrives,
  'nested-run-started-fatal': refused('talk', events => events.splice(2, 0, events[0]), /a run is still active/),
  'open-message-at-run-finished-fatal': refused('talk', without('TEXT_MESSAGE_END'), /text messages are still active/),
  'open-metadata-preserved': metadataArrives,
  'open-object-patch-op-extras': plainPatches,
  'producer-declares-newer-version-warns': declares,
  'producer-declares-same-version-quiet': declares,
  'producer-declares-uninterpretable-version-warns': declares,
  'raw-and-custom-pass-through': never('RAW', 'CUSTOM'),
  'raw-does-not-close-chunk-stream': never('RAW'),
  'reasoning-discipline-verified': refused('talk', without('REASONING_MESSAGE_START'), /reasoning message/),
  'reasoning-message-wrong-role-fatal': refused('talk', changed('REASONING_MESSAGE_START', { role: 'assistant' }), /role/),
  'reasoning-span-and-message': endsWith(['talk'], ['reasoning', 'Look it up.'], ['assistant', 'I look.'], ['assistant', '{"q":"bill"}'], ['tool', '{"found":"bill"}'], ['assistant', 'For Ann.']),
  'reopen-closed-message-appends': async ({ sent }) => {
    const events = structuredClone(sent.talk);
    const at = events.findLastIndex(({ type }) => type === 'TEXT_MESSAGE_CONTENT');
    const { messageId } = events[at];
    events.splice(at, 0, { type: 'TEXT_MESSAGE_END', messageId }, { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
    assert.equal((await played(events)).client.messages.at(-1).content, 'For Ann.');
  },
  'run-error-first-run-continues': errorThenRun,
  'run-error-then-new-run-continues': async context => {
    errorThenRun(context);
    assert.equal((await played(context.sent.failsAtCard)).client.pendingInterrupts.length, 1);
  },
  'run-finished-cancelled-outcome-accepted': outcome('stopped', 'cancelled'),
  'run-finished-interrupt-outcome-accepted': outcome('asks', 'interrupt'),
  'run-finished-with-active-subagent-fatal': NO_SUBAGENTS,
  'state-delta-applies': stateArrives,
  'state-delta-unappliable-warns-and-keeps': ({ sent }) => assert.deepEqual(Object.values(sent).filter(events => place(events, 'STATE_DELTA') >= 0 && place(events, 'STATE_DELTA') < place(events, 'STATE_SNAPSHOT')), []),
  'state-delta-unknown-op-dropped': plainPatches,
  'state-falsy-snapshot-applies': stateArrives,
  'state-null-snapshot-applies': stateArrives,
  'state-snapshot-replaces': stateArrives,
  'step-finished-without-start-fatal': never('STEP_STARTED', 'STEP_FINISHED'),
  'subagent-attribution-mismatch-fatal': ({ sent }) => assert.ok(!JSON.stringify(sent).includes('subagentRunId')),
  'subagent-finished-unstarted-fatal': NO_SUBAGENTS,
  'subagent-started-missing-name-fatal': NO_SUBAGENTS,
  'subagent-terminal-closes-open-chunk-stream': NO_SUBAGENTS,
  'subagent-unannounced-attribution-accepted': NO_SUBAGENTS,
  'tool-call-metadata-lands-on-the-call': metadataArrives,
  'tool-call-triad-assembles': endsWith(['talk', 'asks'], ['assistant', 'I pay.'], ['assistant', JSON.stringify(TO_ANN)]),
  'tool-result-file-source-passes-through': results,
  'tool-result-parts-mint-tool-message': results,
  'triad-assembles-message': endsWith(['talk'], ['assistant', 'For Ann.']),
  'two-sequential-runs-accumulate': endsWith(['talk', 'asks', 'failsAtCard', 'edited'], ['assistant', 'I pay.'], ['assistant', '{"to":"Ann","euros":3}'], ['tool', 'Paid 1'], ['assistant', 'Paid.']),
  'unknown-enum-value-role-fatal': refused('talk', changed('TEXT_MESSAGE_START', { role: 'robot' }), /role/),
  'unknown-event-dropped': whole,
  'unknown-outcome-array-fatal': refused('talk', events => Object.assign(events.at(-1), { outcome: [] }), /outcome/),
  'unknown-outcome-stripped': whole,
  'unknown-part-in-message-list': whole,
  'unknown-property-stripped': whole,
};

test('all 68 streams of the corpus are here', () => assert.equal(Object.keys(CORPUS).length, 68));

test('the streams are of every kind: talk, cards, edits, failures, a stop, a connection', () => {
  const { sent } = made;
  assert.deepEqual([...typesIn(sent)].sort(), [
    'MESSAGES_SNAPSHOT', 'REASONING_END', 'REASONING_MESSAGE_CONTENT', 'REASONING_MESSAGE_END', 'REASONING_MESSAGE_START', 'REASONING_START', 'RUN_ERROR', 'RUN_FINISHED', 'RUN_STARTED', 'STATE_DELTA', 'STATE_SNAPSHOT',
    'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'TEXT_MESSAGE_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_RESULT', 'TOOL_CALL_START',
  ]);
});

for (const [name, check] of Object.entries(CORPUS)) test(name, () => check(made));
