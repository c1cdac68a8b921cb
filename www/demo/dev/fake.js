/**
 * Stand-in for the package `stepgate` while designing the page: hand-made views, one scene for each state (`?scene=drafting`).
 * Not part of the page; `node demo/dev/build.mjs` builds with it.
 */
import { contentScenes } from './content.js';
import { scenes } from './scenes.js';
import { stepperScenes } from './stepper.js';

const scene = () => new URLSearchParams(location.search).get('scene') ?? 'discovery';

export const init = async () => {
  if (scene() === 'failed') throw new Error('no wasm here');
};

export const agents = () => [{ name: 'guide', version: 1, tools: [] }, { name: 'ledger', version: 1, tools: [] }];
export const openAiCompatible = () => async () => { throw Object.assign(new Error('fake'), { code: 'cors_or_network', text: { en: 'The model server could not be reached.', zh: '无法连接模型服务。' } }); };

/** Sessions in memory. */
export function memoryStore() {
  const rows = new Map([['guide-earlier', { id: 'guide-earlier', agent: 'guide', name: 'Maya Lindqvist · Web developer', createdMs: 0, updatedMs: Date.now() - 2e8, progress: { done: 2, total: 5 } }]]);
  return {
    rows,
    list: async () => [...rows.values()].sort((a, b) => b.updatedMs - a.updatedMs),
    rename: async (id, name) => { rows.get(id).name = name; },
    delete: async id => { rows.delete(id); },
    export: async id => ({ stepgate: 1, id }),
    import: async session => { rows.set(session.id, { ...session, agent: 'guide', updatedMs: Date.now() }); return session.id; },
  };
}
export const indexedDbStore = memoryStore;

const pause = ms => new Promise(done => setTimeout(done, ms));

class FakeAgent {
  constructor({ id, onChange, onStream, store, lang, agent }) {
    Object.assign(this, { id, onChange, onStream, role: 'drives', warning: undefined });
    this.scene = agent === 'stepper' ? stepperScenes(lang)[scene()] ?? stepperScenes(lang).stepper : agent === 'content' ? contentScenes(lang)[scene()] ?? contentScenes(lang).content : scenes(lang)[agent === 'ledger' ? 'approval' : scene()];
    if (scene() === 'watches') this.role = 'watches';
    this.view = this.scene.view;
    store.rows.set(id, { id, agent, name: '', createdMs: Date.now(), updatedMs: Date.now() });
  }

  show(change) {
    this.view = { ...this.view, revision: this.view.revision + 1, ...change };
    this.onChange(this.view, this);
    return this.view;
  }

  add(...blocks) {
    const seq = this.view.blocks.at(-1)?.seq ?? 0;
    return [...this.view.blocks, ...blocks.map((block, index) => ({ seq: seq + index + 1, revision: this.view.revision + 1, thread: 1, atMs: Date.now(), ...block }))];
  }

  async say(text) {
    const { reply } = this.scene;
    this.show({ blocks: this.add({ kind: 'user', text }), waiting: 'model', error: undefined, input: undefined });
    const stopped = new Promise(stop => { this.halt = stop; });
    let words = '';
    for (const word of reply.match(/\s*\S{1,6}/g)) {
      if (await Promise.race([pause(40), stopped.then(() => 'stopped')]) === 'stopped') return this.show({ waiting: 'user', error: { code: 'stopped', text: '' }, input: text });
      words += word;
      this.onStream({ call: 9, text: word, reasoning: '', patches: [], say: words, thought: '', draft: '' });
    }
    return this.show({ blocks: this.add({ kind: 'assistant', text: reply }), waiting: 'user' });
  }

  async answer(_call, { accept = true }) {
    return this.show({ card: undefined, waiting: 'user', blocks: this.add(...(accept ? this.scene.accepted ?? [] : [])) });
  }

  async edit(change) {
    if ('open' in change || 'lang' in change) return this.view;
    return this.show({ card: undefined, data: { ...this.view.data, draft: change.draft ?? this.view.data.draft } });
  }

  read(query) {
    if (this.scene.read) return this.scene.read(query);
    return 'resume' in query ? this.scene.resume : { basics: {} };
  }

  async stop() { this.halt?.(); }
  async takeOver() { this.role = 'drives'; return this.show({}); }
  async close() {}
}

export async function open(options) {
  const agent = new FakeAgent(options);
  options.onChange(agent.view, agent);
  if (scene() === 'streaming') agent.say('I built the login module with OAuth 2.0');
  return agent;
}
