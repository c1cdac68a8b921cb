/**
 * Stand-in for the WebAssembly with the rules of a session: one wait at a time; late events change nothing; the effect is a function of
 * the state. Its model says { say } or { tools: [{ name, args }] }; `transfer` and `deposit` are writes and need approval.
 */
const WRITES = new Set(['transfer', 'deposit']);

export const fakeCore = () => {
  const core = {
    generation: 0,
    renewed: 0,
    agents: () => [{
      name: 'ledger',
      version: 1,
      tools: ['balance', 'deposit', 'transfer'].map(name =>
        ({ name, about: '', access: WRITES.has(name) ? 'write' : 'read', host: true, args: {} })),
    }, { name: 'opener', version: 1, tools: [], opening: { open: true } }],
    renew() { core.generation += 1; },
  };
  core.Session = class extends FakeSession {
    constructor(agent, start) {
      super(agent, start, core);
    }
  };
  return core;
};

class Refusal extends Error {
  constructor(code) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
  }
}

class FakeSession {
  #core; #generation; #agent; #state; #entries; #trace = [];

  constructor(agent, start, core) {
    this.#core = core;
    this.#generation = core.generation;
    this.#agent = agent;
    const saved = start.resume ?? start.copy?.snapshot;
    if (saved) {
      if (saved.format > 1) throw Object.assign(new Error('newer'), { name: 'StepgateError', code: 'version', place: 'format' });
      this.#state = JSON.parse(saved.head);
      this.#entries = saved.entries.map(entry => JSON.parse(entry));
      if (start.copy) this.#goOnAsCopy();
    } else {
      this.#state = { revision: 1, calls: 0, waiting: { at: 'user' }, lang: start.open.lang ?? 'en', error: null };
      this.#entries = [];
    }
  }

  handle(event) {
    this.#alive();
    const state = this.#state;
    if (event.type === 'ticked' && !this.#isOver()) return false;
    if (event.call !== undefined && event.call !== state.waiting.call) {
      this.#trace.push(JSON.stringify({ late: event.type }));
      return false;
    }
    if (event.text === 'trap always' || (event.text === 'trap once' && this.#core.generation === 0)) throw new WebAssembly.RuntimeError('unreachable');
    if (event.change?.open && !this.#mustOpen()) return false;
    this[`on_${event.type}`](event);
    state.revision += 1;
    this.#trace.push(JSON.stringify({ event: event.type, call: event.call }));
    return true;
  }

  on_said({ text }) {
    if (this.#state.waiting.at === 'model' || this.#state.waiting.at === 'tool') throw new Refusal('busy');
    if (!text.trim()) throw new Refusal('empty_input');
    this.#state.error = null;
    this.#entry({ kind: 'user', text });
    this.#wait('model');
  }

  on_edited({ change }) {
    if (change.open) {
      this.#state.opened = true;
      return this.#wait('model');
    }
    if (change.unknown) throw new Refusal('unknown_edit');
    this.#entry({ kind: 'note', code: 'edited', data: change });
  }

  on_replied({ text }) {
    const { say, tools } = JSON.parse(text);
    if (say !== undefined) {
      this.#entry({ kind: 'assistant', text: say });
      this.#wait('user', false);
    } else if (tools.some(({ name }) => WRITES.has(name))) {
      this.#wait('approval', true, { tools });
    } else {
      this.#wait('tool', true, { tools });
    }
  }

  on_answered({ accept, args, reason }) {
    const { at, tools, key } = this.#state.waiting;
    this.#entry({ kind: 'note', code: accept ? 'accepted' : 'declined', data: reason ?? null });
    if (at === 'doubt') accept ? this.#wait('model') : this.#wait('tool', true, { tools, key });
    else accept ? this.#wait('tool', true, { tools: args ? [{ ...tools[0], args }] : tools }) : this.#wait('model');
  }

  on_returned({ results }) {
    this.#state.waiting.tools.forEach(({ name, args }, index) => this.#entry({ kind: 'tool', name, args, result: results[index] }));
    this.#wait('model');
  }

  on_failed({ code, text }) {
    this.#state.error = { code, text };
    this.#wait('user', false);
  }

  on_ticked() {
    this.on_failed({ code: 'timeout', text: '' });
  }

  on_doubted() {
    const { tools, call } = this.#state.waiting;
    this.#wait('doubt', true, { tools, key: `key-${call}` });
  }

  on_stopped() {
    this.#state.error = { code: 'stopped', text: '' };
    this.#wait('user', false);
  }

  effect() {
    this.#alive();
    const { at, call, tools, key } = this.#state.waiting;
    if (at === 'model') {
      const messages = this.#entries.map(entry => ({ role: 'user', content: JSON.stringify(entry) }));
      return { type: 'call_model', call, messages, corrections: 0, contract: { name: 'decision', schema: {} }, sampling: {}, live: { say: '/say' } };
    }
    if (at !== 'tool') return undefined;
    return {
      type: 'call_tool',
      call,
      tools: tools.map(({ name, args }, index) =>
        ({ name, args, key: key ?? `key-${call}${index || ''}`, access: WRITES.has(name) ? 'write' : 'read' })),
    };
  }

  view(since = 0) {
    this.#alive();
    const { revision, waiting: { at, call, tools }, lang, error } = this.#state;
    const card = at === 'approval' || at === 'doubt' ? { card: { id: call, kind: at, title: '', yes: [], buttons: [], calls: [tools[0]] } } : {};
    return {
      revision, agent: this.#agent, lang, waiting: at === 'doubt' ? 'card' : at, call, stage: null,
      blocks: this.#entries.filter(entry => entry.revision > since), retracted: [], ...card, ...(this.#mustOpen() && { opening: { open: true } }), ...(error ? { error } : {}),
      usage: { inputTokens: 0, outputTokens: 0, calls: 0, corrections: 0 }, budget: { steps: 0, maxSteps: 8 }, data: null,
    };
  }

  changes(since) {
    this.#alive();
    const fresh = this.#entries.filter(entry => entry.revision > since);
    return {
      format: 1, agent: this.#agent, version: 1, revision: this.#state.revision, head: JSON.stringify(this.#state),
      first: this.#entries.length - fresh.length, entries: fresh.map(entry => JSON.stringify(entry)), parts: since ? {} : { memory: '{}' },
    };
  }

  snapshot() {
    const { first, ...rest } = this.changes(0);
    return rest;
  }

  read(query) {
    this.#alive();
    if (query.trap) throw new WebAssembly.RuntimeError('unreachable');
    if (query.unknown) throw new Refusal('unknown_query');
    return this.#entries.length;
  }

  stream() {}

  push(chunk) {
    return [{ path: '/say', append: chunk }];
  }

  takeTrace() {
    return this.#trace.splice(0);
  }

  free() {
    this.#alive();
  }

  /** Whether the agent must speak first; it does so once. */
  #mustOpen() {
    return this.#agent === 'opener' && !this.#state.opened && this.#state.waiting.at === 'user';
  }

  #goOnAsCopy() {
    if (this.#state.waiting.at === 'tool') this.on_doubted();
    this.#state.revision += 1;
  }

  /** Whether this wait has had three ticks. */
  #isOver() {
    const { waiting } = this.#state;
    this.ticks = this.tickedCall === waiting.call ? this.ticks + 1 : 1;
    this.tickedCall = waiting.call;
    return waiting.call !== undefined && this.ticks === 3;
  }

  #wait(at, called = true, more = {}) {
    if (called) this.#state.calls += 1;
    this.#state.waiting = { at, ...(called ? { call: this.#state.calls } : {}), ...more };
  }

  #entry(entry) {
    this.#entries.push({ seq: this.#entries.length, revision: this.#state.revision + 1, thread: 0, at_ms: 0, ...entry });
  }

  #alive() {
    if (this.#generation !== this.#core.generation) throw new Error('Invalid stale object from previous Wasm instance');
  }
}
