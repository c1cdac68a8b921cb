/** Texts that try to be more than text, and a check that they failed. */
import assert from 'node:assert/strict';

/** Texts that would have an effect if the page took them for more than text. */
export const HOSTILE = [
  '<img src=x onerror="globalThis.harmed=1">',
  '<script>globalThis.harmed=1</script>',
  '[click](javascript:globalThis.harmed=1) ![x](javascript:globalThis.harmed=1)',
  '"><svg onload=globalThis.harmed=1>',
  '\u202Eesrever\u202C \u2066isolated\u2069 \u200F',
  `${'verylongword'.repeat(30)}`,
  '`${globalThis.harmed=1}` {{constructor.constructor("globalThis.harmed=1")()}} $& %s \u0000',
].join(' ');

/**
 * Checks that no script ran, no element was created, and the page does not scroll sideways.
 * @param {import('playwright-core').Page} page
 */
export async function isUnharmed(page) {
  const { harmed, links, elements, width, room } = await page.evaluate(() => ({
    harmed: 'harmed' in globalThis,
    links: [...document.querySelectorAll('a[href]')].map(link => link.protocol),
    elements: document.querySelectorAll('#app :is(img, script, iframe, object, [onerror], [onload])').length,
    width: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  assert.ok(!harmed, 'text was run');
  assert.equal(elements, 0, 'text became elements');
  assert.deepEqual(links.filter(protocol => !['http:', 'https:', 'mailto:'].includes(protocol)), []);
  assert.ok(width <= room, `the page scrolls sideways: ${width} > ${room}`);
}
