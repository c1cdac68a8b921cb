/** Checks that a page has room: nothing scrolls sideways, and menus stay on the screen. */
import assert from 'node:assert/strict';
import { at, drawn } from './user.mjs';

const WIDTHS = [320, 360, 390, 720, 768, 1024, 1280, 1440];

/** Width from which the areas are side by side. */
const WIDE = 960;

/** A long word without a place to break. */
export const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);

/** Elements that overflow the page, a column, or the screen. */
const sticksOut = () => {
  const room = document.documentElement.clientWidth;
  const wide = [document.documentElement, ...document.querySelectorAll('.work, .rail, .log, .start, .start-areas, .proof-log, .code-text, .play-columns, dialog[open]')];
  const scrolling = wide.filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0);
  const off = [...document.querySelectorAll('details.menu[open] > .menu-items')].filter(menu => {
    const { left, right, width } = menu.getBoundingClientRect();
    return width > 0 && (left < 0 || right > room);
  });
  const about = element => `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`;
  return [...scrolling.map(about), ...off.map(menu => `menu ${menu.innerText.slice(0, 20)} ${JSON.stringify(menu.getBoundingClientRect())} of ${room}`)];
};

/**
 * Checks a screen in each width; where one area is shown at a time, checks each area.
 * @param {import('playwright-core').Page} page @param {string} screen
 */
export async function hasRoom(page, screen, widths = WIDTHS) {
  const found = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const areas = width < WIDE ? await page.locator('.tabs button').evaluateAll(tabs => tabs.map(tab => tab.dataset.testid)) : [];
    for (const area of areas.length ? areas : ['']) {
      if (area) await at(page, area).click();
      await drawn(page);
      found.push(...(await page.evaluate(sticksOut)).map(what => `${width} px ${area}: ${what}`));
    }
  }
  assert.deepEqual(found, [], screen);
}

/**
 * Checks a screen with an open menu. Each width opens it anew, where it is visible.
 * @param {import('playwright-core').Page} page @param {string} menu @param {string} screen @param {string} [area]
 */
export async function menuHasRoom(page, menu, screen, area = 'tab-work') {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    if (width < WIDE && await at(page, area).count()) await at(page, area).click();
    await at(page, menu).first().click();
    await drawn(page);
    assert.equal(await page.locator('details.menu[open]').count(), 1, `${screen}: the menu is open at ${width} px`);
    assert.deepEqual(await page.evaluate(sticksOut), [], `${screen}, ${width} px, menu ${menu}`);
    await page.keyboard.press('Escape');
  }
}
