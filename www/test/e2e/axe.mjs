/** Checks the page with axe. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

/** The script that `passes` needs: an init script of the page's context. */
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Checks a screen by all rules of axe including best practices, in the light and the dark theme.
 * @param {import('playwright-core').Page} page @param {string} screen
 */
export async function passes(page, screen) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await page.evaluate(async () => (await globalThis.axe.run({ resultTypes: ['violations'] })).violations);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`);
    assert.deepEqual(found, [], `${screen}, ${colorScheme}`);
  }
}
