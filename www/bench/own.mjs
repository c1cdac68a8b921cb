// Cost of a step of an agent written in JavaScript, beside the same agent in Rust, XState 5 and the loop of the AI SDK. In Node.
process.env.NODE_ENV = 'production';
const { generateText } = await import('ai');
const { MockLanguageModelV3 } = await import('ai/test');
const { assign, createActor, createMachine } = await import('xstate');
const { agentOf } = await import('../src/load/wasm-agent.js');
const { ledger } = await import('../test/js-ledger.js');
const { core: rust } = await import('../test/real.js');
const { core: own } = await agentOf(ledger);

const MESSAGE = 'x'.repeat(200);
const MEMORY = 'm'.repeat(1000);
const ANSWER = 'y'.repeat(190);
const REPLY = JSON.stringify({ say: ANSWER });
/** Rounds are short, so that one of them is undisturbed. */
const ROUNDS = 100;
const STEPS = 10;
/** Steps until everything is compiled. */
const WARM_UP = 3_000;

/** A session with `messages` messages; half of its steps are the user's, half the model's. Each gives the bytes to save. */
function sessionOf(core, messages) {
  const session = new core.Session('ledger', { open: { input: { memo: MEMORY }, seed: 1, at_ms: 0, lang: 'en' } });
  let revision = 0;
  let call;
  const step = () => {
    session.handle(call === undefined ? { type: 'said', at_ms: 1, text: MESSAGE } : { type: 'replied', at_ms: 1, call, text: REPLY });
    call = session.effect()?.call;
    const changes = session.changes(revision);
    session.view(revision);
    const trace = session.takeTrace();
    ({ revision } = changes);
    return { changes, trace };
  };
  for (let n = 0; n < messages; n += 1) step();
  return { step, free: () => session.free() };
}

/** XState with the conversation in its context, saved as its documentation says. */
function machineOf(messages) {
  const add = assign({ messages: ({ context, event }) => [...context.messages, { role: event.role, content: event.text }] });
  const machine = createMachine({
    initial: 'user',
    context: { memo: MEMORY, messages: Array.from({ length: messages }, () => ({ role: 'user', content: MESSAGE })) },
    states: { user: { on: { said: { target: 'model', actions: add } } }, model: { on: { replied: { target: 'user', actions: add } } } },
  });
  const actor = createActor(machine).start();
  return {
    step() {
      actor.send(actor.getSnapshot().value === 'user' ? { type: 'said', role: 'user', text: MESSAGE } : { type: 'replied', role: 'assistant', text: ANSWER });
      return JSON.stringify(actor.getPersistedSnapshot());
    },
    free: () => actor.stop(),
  };
}

/** The AI SDK's `generateText` with a model that answers at once: two of our steps, the user's and the model's. It saves nothing. */
function loopOf(messages) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const model = new MockLanguageModelV3({ doGenerate: { content: [{ type: 'text', text: ANSWER }], finishReason: { unified: 'stop' }, usage, warnings: [] } });
  const said = Array.from({ length: messages }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: MESSAGE }));
  return {
    async step() {
      said.push({ role: 'user', content: MESSAGE });
      const { response } = await generateText({ model, system: MEMORY, messages: said });
      said.push(...response.messages);
      model.doGenerateCalls.length = 0;
    },
    free() {},
  };
}

/** Milliseconds of a step, the best of several rounds. */
async function best(make, messages, rounds = ROUNDS) {
  let least = Infinity;
  const made = make(messages);
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let n = 0; n < STEPS; n += 1) await made.step();
    least = Math.min(least, (performance.now() - start) / STEPS);
  }
  made.free();
  return least;
}

for (const core of [own, rust]) sessionOf(core, WARM_UP).free();
await best(machineOf, 10);
await best(loopOf, 10);

const ms = value => `${value.toFixed(4)} ms`.padEnd(10);
const times = (value, base) => `(${(value / base).toFixed(1)} times)`.padEnd(15);
console.log('a step with 1 kB of memory and messages of 200 bytes; times: as long as that of the ledger in JavaScript\n');
console.log('messages   JavaScript   Rust                       XState 5                   AI SDK (no save)');
const rows = [];
for (const messages of [10, 1_000, 10_000]) {
  const few = messages > 10 ? 5 : ROUNDS;
  const js = await best(count => sessionOf(own, count), messages);
  const inRust = await best(count => sessionOf(rust, count), messages);
  const machine = await best(machineOf, messages, few);
  const loop = (await best(loopOf, messages, few)) / 2;
  rows.push(js);
  console.log(`${String(messages).padStart(8)}   ${ms(js)}   ${ms(inRust)} ${times(inRust, js)} ${ms(machine)} ${times(machine, js)} ${ms(loop)} ${times(loop, js)}`);
}

let bytes = 0;
const { step, free } = sessionOf(own, 0);
for (let n = 0; n < 1_000; n += 1) {
  const { changes: { head, entries, parts }, trace } = step();
  bytes += Buffer.byteLength([head, ...entries, ...Object.values(parts), ...trace].join(''));
}
free();

/** Prints a number with its goal. */
function judge(what, value, limit, unit) {
  console.log(`${value <= limit ? 'ok  ' : 'MISS'}  ${what}: ${value.toFixed(unit === 'ms' ? 4 : 2)} ${unit} (goal: at most ${limit} ${unit})`);
  if (value > limit) process.exitCode = 1;
}
console.log('');
judge('a step in JavaScript at its slowest', Math.max(...rows), 0.08, 'ms');
judge('saved in 1,000 steps', bytes / 1e6, 0.6, 'MB');
