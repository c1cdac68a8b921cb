/** The documentation under `/docs`: found and read in both languages, at every width and in both themes, beside a demo that works offline. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { scene } from './stage.mjs';
import { until } from './user.mjs';

const WORDS = {
  en: { at: 'docs/', tutorial: 'Tutorial: your own agent in an afternoon', search: 'Search', word: 'idempotent', found: /Approvals/ },
  zh: { at: 'docs/zh/', tutorial: '教程：一个下午做出自己的 agent', search: '搜索', word: '下午', found: /教程/ },
};

scene('the documentation is readable at every width and passes axe', async ({ lang, context, open }) => {
  await context.addInitScript({ path: AXE });
  for (const path of ['', 'tutorial.html', 'howto/approvals.html', 'errors.html']) {
    const page = await open(WORDS[lang].at + path);
    await page.locator('.VPDoc h1').waitFor();
    await passes(page, path);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${path} at ${width}`);
    }
    await page.close();
  }
});

scene('the search finds a page by a word in it', async ({ lang, open }) => {
  const page = await open(WORDS[lang].at);
  await page.getByRole('button', { name: WORDS[lang].search, exact: true }).click();
  await page.locator('.VPLocalSearchBox input').fill(WORDS[lang].word);
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  assert.match((await page.locator('.VPLocalSearchBox .result').allInnerTexts()).join('\n'), WORDS[lang].found);
});

/** Words of searchers, and the page that comes first. */
const SEARCHED = { en: [['anthropic', /Anthropic, Gemini and other providers/], ['CORS', /Your own model|What can go wrong|Tools of an MCP server/], ['persistence', /Persistence/]], zh: [['anthropic', /Anthropic、Gemini/], ['CORS', /自己的模型|出错|MCP/]] };

scene('the search puts the pages before the reference', async ({ lang, open }) => {
  const page = await open(WORDS[lang].at);
  for (const [word, found] of SEARCHED[lang]) {
    await page.getByRole('button', { name: WORDS[lang].search, exact: true }).click();
    await page.locator('.VPLocalSearchBox input').fill(word);
    await until(async () => {
      const [first] = await page.locator('.VPLocalSearchBox .result').allInnerTexts();
      assert.match((first ?? '').replaceAll('\u200a', ''), found, `${word}: ${first}`); // the Chinese index has spaces between words
      assert.doesNotMatch(await page.locator('.VPLocalSearchBox .result').first().getAttribute('href') ?? '', /reference/);
    });
    await page.keyboard.press('Escape');
  }
});

scene('the offline demo leaves the documentation alone', async ({ lang, open }) => {
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.goto(new URL(`${WORDS[lang].at}tutorial.html`, page.url()).href);
  assert.equal((await page.locator('h1').innerText()).replaceAll('\u200b', '').trim(), WORDS[lang].tutorial);
  await page.getByRole('link', { name: { en: '中文', zh: 'English' }[lang], exact: true }).first().click();
  await page.waitForURL(/tutorial\.html$/);
  await page.locator('h1', { hasText: WORDS[{ en: 'zh', zh: 'en' }[lang]].tutorial }).waitFor();
}, { offline: true });
