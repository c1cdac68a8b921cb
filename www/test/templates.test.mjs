// The requests of every agent, by the guards of public chat templates: none is refused.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Template } from '@huggingface/jinja';
import { defineAgent, memoryStore, tool, toolAgent } from 'stepgate';
import { story } from 'stepgate/test';
import { replay } from '../evals/recording.js';
import { call, openLedger, say, tools, transfer } from './real.js';

const GUARDS = new URL('templates/', import.meta.url);
const RECORDED = new URL('../../tests/recorded/', import.meta.url);
const filesIn = (folder, end) => readdirSync(folder).filter(name => name.endsWith(end)).map(name => [name.slice(0, -end.length), readFileSync(new URL(name, folder), 'utf8')]);
const guards = filesIn(GUARDS, '.jinja').map(([name, text]) => [name, new Template(text)]);

/** What the templates say about a request: their names and sentences. */
function refusals(messages) {
  return guards.flatMap(([name, template]) => {
    try {
      template.render({ messages });
      return [];
    } catch (error) {
      return [`${name}: ${error.message}`];
    }
  });
}

const accepted = requests => requests.forEach(({ messages }, at) => assert.deepEqual(refusals(messages), [], `request ${at + 1}: ${messages.map(({ role }) => role).join()}`));

describe('the guards', () => {
  const messagesOf = roles => roles.split(' ').map(role => ({ role, content: role }));
  const cases = {
    'system user': [], 'system user assistant user': [],
    'system assistant': ['command-r', 'gemma-3', 'llama-2', 'mistral', 'qwen-3.5'], 'system': ['llama-2', 'mistral', 'qwen-3.5'],
    'system user system': ['llama-2', 'mistral', 'qwen-3.5'], 'system user user': ['command-r', 'gemma-3', 'llama-2', 'mistral'],
    'system user assistant': ['mistral'],
  };
  for (const [roles, names] of Object.entries(cases)) it(`${names.length} of 5 refuse: ${roles}`, () => assert.deepEqual(refusals(messagesOf(roles)).map(text => text.split(':')[0]), names));
});

describe('no request is refused', () => {
  let count = 0;
  for (const [name, text] of filesIn(RECORDED, '.json')) {
    it(name, async () => {
      const requests = [];
      await replay(JSON.parse(text), request => requests.push(structuredClone(request)));
      accepted(requests);
      count += requests.length;
    });
  }
  it('of the recorded sessions, which are many', () => assert.ok(count > 300, `${count} requests`));

  it('of the ledger', async () => {
    const requests = [];
    const lines = [call('balance', { account: 'a' }), transfer, '', 'no JSON', say('paid')];
    const agent = await openLedger({ model: async request => { requests.push(request); return { text: lines.shift() ?? say('paid') }; }, tools, store: memoryStore() });
    await agent.say('pay b');
    await agent.say('rather not');
    await agent.close();
    assert.ok(requests.length > 3);
    accepted(requests);
  });

  const text = { type: 'string' };
  const object = properties => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

  it('of toolAgent: calls side by side, words beside a card, a blank reply, a failed turn', async () => {
    const s = await story(toolAgent({
      name: 'travel', instructions: 'Help.',
      tools: { look: tool({ description: 'Looks', inputSchema: object({ at: text }), execute: ({ at }) => at }), book: tool({ description: 'Books', inputSchema: object({ at: text }), access: 'write', execute: () => 'booked' }) },
    }));
    const requests = [];
    const steps = [
      () => s.say('Lisbon'), () => s.reply({ say: '', tool: ['a', 'b'].map(at => ({ name: 'look', args: { at } })) }), () => s.reply(''), () => s.reply({ say: 'So?', tool: { name: 'book', args: { at: 'a' } } }),
      () => s.say('is it dear?'), () => s.fail('unauthorized', 'No key.'), () => s.say('again'), () => s.reply({ say: 'Good.', tool: null, about_card: 'keep' }), () => s.say('thanks'),
    ];
    for (const step of steps) {
      await step();
      if (s.request) requests.push(s.request);
    }
    assert.ok(requests.length > 5);
    accepted(requests);
  });

  it('of defineAgent: a stage that asks another one, a cue, a tail of any roles, no window', async () => {
    const reply = object({ text });
    const stage = (prompt, decide) => ({ prompt: () => prompt, reply, decide });
    const tail = [{ role: 'assistant', content: 'a' }, { role: 'system', content: 's' }, { role: 'assistant', content: '' }];
    const s = await story(defineAgent({
      name: 'odd', start: ({ say: greet, to }) => { greet('Hello!'); return to.listen('first'); },
      stages: {
        first: stage({ system: 'One.', window: { replies: 1_000 } }, ({ to }) => to.think('second')),
        second: stage({ system: 'Two.', window: { replies: 1_000 }, tail }, ({ cue, to }) => { cue('On.'); return to.think('third'); }),
        third: stage({ system: 'Three.', window: 0 }, ({ to }) => to.listen('first')),
      },
    }));
    const requests = [];
    for (const step of [() => s.say('go'), () => s.reply({ text: '1' }), () => s.reply({ text: '2' }), () => s.reply({ text: '3' }), () => s.say('more')]) {
      await step();
      if (s.request) requests.push(s.request);
    }
    assert.equal(requests.length, 4);
    accepted(requests);
    assert.deepEqual(requests[2].messages, [{ role: 'system', content: 'Three.' }, { role: 'user', content: 'Reply as the system message asks.' }]);
  });
});
