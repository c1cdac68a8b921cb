/** The page under the eyes of axe. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

/** The script a page needs for `passes`: an init script of its context. */
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Every rule axe has, its best practices included; in the light and in the dark. @param {import('playwright-core').Page} page @param {string} screen */
export async function passes(page, screen) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`);
    assert.deepEqual(found, [], `${screen}, ${colorScheme}`);
  }
}
