// Costs of a workspace's files in Chromium: IndexedDB, the origin's private file system (OPFS), and the workspace itself.
import { inBrowser } from './browser.mjs';

const ms = (value = NaN) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 2 : 0)).padStart(10);
const COLUMNS = ['write', 'rewrite', 'whole', 'read', 'together', 'list', 'undo'];

await inBrowser('workspace.js', undefined, async page => {
  const { loads, stores } = await page.evaluate(() => ({ loads: globalThis.bench.loads, stores: globalThis.bench.stores }));
  for (const [load, { files, bytes }] of Object.entries(loads)) {
    console.log(`\n${files} files of ${bytes / 1000} kB: milliseconds a file (list: of all); writes are on the disk\n`);
    console.log(`${''.padEnd(16)}${COLUMNS.map(name => name.padStart(10)).join('')}`);
    for (const store of stores) {
      const row = await page.evaluate(([name, of]) => globalThis.bench.store(name, of), [store, load]);
      console.log(store.padEnd(16) + COLUMNS.map(name => ms(row[name])).join(''));
    }
    const own = await page.evaluate(of => globalThis.bench.workspace(of), load);
    console.log('the workspace'.padEnd(16) + COLUMNS.map(name => ms(own[name])).join(''));
  }
});
