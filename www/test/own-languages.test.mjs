// Languages of a session beyond Chinese and English: which texts are taken, and what is no language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, inLang, memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { workspaceTools, memoryWorkspace } from 'stepgate/workspace';
import { researchTools } from 'stepgate/research';
import { init as initJson, readReply } from 'stepgate/json';

/** A model that says one line after the other, and keeps what it was asked. */
function script(...lines) {
  const asked = [];
  const model = async request => {
    asked.push(request);
    assert.ok(lines.length, 'the model was asked once more');
    return { text: JSON.stringify(lines.shift()) };
  };
  return Object.assign(model, { asked });
}
const options = more => ({ id: 'a', store: memoryStore(), lock: false, ...more });
const systemOf = ({ asked }) => asked[0].messages[0].content;
const said = view => view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);

/** A hotel in French, and in the Chinese of Taiwan. */
const hotel = () => toolAgent({
  name: 'hotel',
  instructions: { en: 'You keep the rooms.', fr: 'Tu tiens les chambres.', 'zh-TW': '你管理客房。' },
  tools: {
    book: tool({
      description: { en: 'Books a room', fr: 'Réserve une chambre', 'zh-TW': '預訂客房' },
      access: 'write',
      inputSchema: { type: 'object', properties: { room: { type: 'integer' } }, required: ['room'] },
      preview: ({ args: { room } }) => ({ title: { en: `Book room ${room}?`, fr: `Réserver la chambre ${room} ?` } }),
      execute: ({ room }) => ({ booked: room }),
    }),
  },
});
const BOOKS = { say: '…', tool: { name: 'book', args: { room: 7 } } };

/** What a model and a user get to read in a language. */
async function read(lang) {
  const model = script(BOOKS);
  const session = await openSession(options({ agent: hotel(), lang, model }));
  const { card, lang: tag } = await session.say('7');
  await session.close();
  const system = systemOf(model);
  const own = system.match(/Tu tiens les chambres\.|你管理客房。|You keep the rooms\./)[0];
  const described = system.match(/Réserve une chambre|預訂客房|Books a room/)[0];
  return { tag, own, described, title: card.title, about: card.calls[0].about, buttons: card.buttons.map(({ label }) => label), frame: system.match(/Tools:|工具：/)[0] };
}

const ENGLISH = { frame: 'Tools:', buttons: ['Approve', 'Decline'] };

test('toolAgent: the page\'s texts are French, the engine\'s own English', async () => {
  const french = { own: 'Tu tiens les chambres.', described: 'Réserve une chambre', title: 'Réserver la chambre 7 ?', about: 'Réserve une chambre', ...ENGLISH };
  assert.deepEqual(await read('fr'), { tag: 'fr', ...french });
  assert.deepEqual(await read('fr-ca'), { tag: 'fr-CA', ...french });
});

test('toolAgent: a text is chosen by tag, then by language, then in English', async () => {
  const english = { own: 'You keep the rooms.', described: 'Books a room', title: 'Book room 7?', about: 'Books a room', ...ENGLISH };
  assert.deepEqual(await read('EN'), { tag: 'en', ...english });
  assert.deepEqual(await read('en-GB'), { tag: 'en-GB', ...english });
  assert.deepEqual(await read('de'), { tag: 'de', ...english });
  const taiwan = await read('zh-TW');
  assert.deepEqual([taiwan.tag, taiwan.own, taiwan.described, taiwan.title, taiwan.about, taiwan.frame], ['zh-TW', '你管理客房。', '預訂客房', 'Book room 7?', '預訂客房', '工具：']);
  const chinese = await read('zh');
  assert.deepEqual([chinese.own, chinese.frame], ['You keep the rooms.', '工具：'], 'there is no text for zh');
});

test('what is no language is refused, with what is allowed', async () => {
  for (const lang of ['', 'zh_CN', 'english please', 7, null, ['en']]) {
    await assert.rejects(openSession(options({ agent: hotel(), lang, model: script() })), { code: 'bad_option', message: /lang: must be a BCP 47 language tag, such as "en" or "zh-TW"/ }, String(lang));
  }
  const session = await openSession(options({ agent: hotel(), lang: 'fr', model: script() }));
  for (const lang of ['', 'zh_CN', 7]) await assert.rejects(session.edit({ lang }), { name: 'Refusal', code: 'unknown_edit', message: /BCP 47/ }, String(lang));
  assert.equal(session.view.lang, 'fr');
  assert.equal((await session.edit({ lang: 'ZH-hant-tw' })).lang, 'zh-Hant-TW');
});

/** An agent with a text in each place that takes one. */
const clerk = () => defineAgent({
  name: 'clerk',
  memory: (input, { refuse }) => (input === 'bad' ? refuse('', { en: 'must be good', fr: 'doit être bon' }) : {}),
  tools: { file: tool({ description: 'Files a note', access: 'write', execute: () => null }) },
  stages: {
    talk: {
      prompt: () => ({ system: { en: 'You are a clerk.', fr: 'Tu es employé.' } }),
      reply: { type: 'object', properties: { act: { type: 'string' } }, required: ['act'] },
      decide({ reply, say, cue, fail, complain, to }) {
        if (reply.act === 'complain') return complain({ en: 'Not that.', fr: 'Pas cela.' });
        if (reply.act === 'file') return to.run({ name: 'file', text: { en: 'A note', fr: 'Une note' } });
        if (reply.act === 'ask') {
          const card = {
            title: { en: 'Shall I?', fr: 'Je le fais ?' }, text: { en: 'Now', fr: 'Maintenant' },
            buttons: [{ role: 'accept', label: { en: 'Go', fr: 'Vas-y' } }, { role: 'decline', label: { en: 'Stay', fr: 'Reste' } }],
          };
          return to.confirm(card, { yes: to.listen(), no: to.listen() });
        }
        say({ en: 'Done.', fr: 'Fait.' });
        cue({ en: 'Go on.', fr: 'Continue.' });
        fail('late', { en: 'Too late.', fr: 'Trop tard.' });
        return to.listen();
      },
    },
  },
  on: { edited: ({ change, refuse }) => (change.no ? refuse('no', { en: 'Not now.', fr: 'Pas maintenant.' }) : undefined) },
  read: ({ lang, refuse }) => refuse('no', inLang({ en: 'Nothing.', fr: 'Rien.' }, lang)),
});

test('defineAgent: each text that a function gives is taken in the session\'s language', async () => {
  const model = script({ act: 'complain' }, { act: 'done' }, { act: 'ask' });
  const session = await openSession(options({ agent: clerk(), lang: 'fr-BE', model }));
  const view = await session.say('1');
  assert.equal(systemOf(model), 'Tu es employé.');
  assert.match(model.asked[1].messages.at(-1).content, /Pas cela\./);
  assert.deepEqual([said(view), view.error], [['Fait.'], { code: 'late', text: 'Trop tard.' }]);
  const { card } = await session.say('2');
  assert.match(model.asked[2].messages.map(({ content }) => content).join('\n'), /Continue\./);
  assert.deepEqual([card.title, card.text, card.buttons.map(({ label }) => label)], ['Je le fais ?', 'Maintenant', ['Vas-y', 'Reste']]);
  await assert.rejects(session.edit({ no: true }), { code: 'no', message: 'Pas maintenant.' });
  assert.throws(() => session.read({}), { code: 'no', message: 'Rien.' });
  await assert.rejects(openSession(options({ agent: clerk(), id: 'b', lang: 'fr', input: 'bad', model })), { message: /doit être bon/ });

  const files = await openSession(options({ agent: clerk(), id: 'c', lang: 'fr', model: script({ act: 'file' }) }));
  assert.equal((await files.say('3')).card.text, 'Une note');
});

test('the language is saved with the session', async () => {
  const store = memoryStore();
  const first = await openSession(options({ agent: hotel(), lang: 'fr', store, model: script(BOOKS) }));
  await first.say('7');
  await first.close();
  const again = await openSession(options({ agent: hotel(), lang: 'en', store, model: script() }));
  assert.deepEqual([again.view.lang, again.view.card.calls[0].about], ['fr', 'Réserve une chambre']);
});

test('a text that is none fails where it stands', async () => {
  const described = description => () => tool({ description, execute: () => null });
  assert.throws(described({ fr: 'Salue' }), /tool: description\.en: must be a text/);
  assert.throws(described({ en: 'Greets', fr_FR: 'Salue' }), /tool: description\.fr_FR: must be left out: a name here is a BCP 47 language tag/);
  assert.throws(described({ en: 'Greets', EN: 'Greets' }), /description\.en: must be left out: it is the same language as EN/);
  assert.throws(described({ en: 'Greets', fr: 7 }), /tool: description\.fr: must be a text/);
  assert.throws(described(7), /tool: description: must be a text, or texts by language, with en among them/);
  assert.throws(() => toolAgent({ name: 'x', instructions: { fr: 'Salut' } }), /toolAgent\("x"\): instructions\.en: must be a text/);
  const says = given => defineAgent({ name: 'says', stages: { talk: { prompt: () => 'Talk.', reply: { type: 'object' }, decide({ say, to }) { say(given); return to.listen(); } } } });
  for (const [given, fault] of [[7, /say\(text\): must be a text, or texts by language.*not a number/], [{ en: 'Hi', fr: null }, /say\(text\)\.fr: must be a text/], [Promise.resolve('Hi'), /not a promise/]]) {
    const session = await openSession(options({ agent: says(given), lang: 'fr', model: script({}) }));
    assert.match((await session.say('Hi')).error.text, fault);
  }
});

test('inLang chooses anything by tag, and says what it cannot choose from', () => {
  const values = { en: 1, 'zh-hant': 2, zh: 3 };
  assert.deepEqual(['zh-Hant-TW', 'zh-TW', 'ZH', 'fr'].map(lang => inLang(values, lang)), [2, 3, 3, 1]);
  assert.equal(inLang('one text', 'fr'), 'one text');
  assert.throws(() => inLang({ fr: 1 }, 'fr'), /inLang\(values, lang\): values: must be a text, or an object by BCP 47 tags with en among them/);
  assert.throws(() => inLang(values, 'zh_CN'), /inLang\(values, lang\): lang: must be a BCP 47 language tag/);
});

test('tools and the reader of replies take every language, and answer in their own', async () => {
  const workspace = memoryWorkspace();
  const context = { idempotencyKey: 'k', signal: new AbortController().signal };
  const { write_file: write } = workspaceTools(workspace, { lang: 'fr' });
  assert.equal(await write.execute({ path: 'a', content: '' }, context), 'File written: a');
  assert.throws(() => workspaceTools(workspace, { lang: 'zh_CN' }), /lang: must be a BCP 47 language tag/);
  await assert.rejects(researchTools({ lang: 'zh-TW' }).web_search.execute({ query: 'x' }, context), /[一-鿿]/);
  assert.throws(() => researchTools({ lang: 7 }), /researchTools\(\{ lang \}\): must be a BCP 47 language tag/);
  await initJson();
  const complaint = lang => readReply('{"n": "x"}', { type: 'object', properties: { n: { type: 'integer' } } }, { lang }).complaint;
  assert.equal(complaint('fr'), complaint('en'));
  assert.match(complaint('zh-TW'), /[一-鿿]/);
  assert.throws(() => complaint('zh_CN'), { code: 'option', place: 'lang' });
});
