/** A model file in the demo: its engine runs in a frame, and says why a file is none. */
import assert from 'node:assert/strict';
import { scene } from './stage.mjs';
import { at, until } from './user.mjs';

const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

scene('a file that is no model is said to be none, and another may be chosen', async ({ lang, open }) => {
  const page = await open();
  await at(page, 'settings').click();
  await at(page, 'settings-provider').selectOption('file');
  // Both in one wait: the first file's `failed` stands until the second one begins to load.
  const failed = why => until(async () => {
    assert.equal(await at(page, 'settings-engine').getAttribute('data-state'), 'failed');
    assert.match(await at(page, 'settings-engine').innerText(), why);
  });
  await at(page, 'settings-file').setInputFiles(file('letters.gguf', 'Dear all,'));
  await failed(lang === 'zh' ? /它不是 GGUF 文件/ : /it is not a GGUF file/);
  await at(page, 'settings-file').setInputFiles(file('broken.gguf', `GGUF${'\0'.repeat(64)}`));
  await failed(lang === 'zh' ? /^无法使用这个文件：(?!它不是).+/ : /^The file cannot be used: (?!it is not).+/);
  assert.equal(await at(page, 'settings-test').count(), 0, 'there is nothing to try');
});
