/** A browser that gets killed during its work. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { CHROMIUM, LANGS, LOCALES, SCENE, addressOf, open, watch } from './stage.mjs';
import { LINES } from './user.mjs';

/**
 * A scene in a Chromium whose process `restart(page)` kills and starts again on the same profile. `restart` gives the page at the same
 * address.
 * @param {string} name @param {(scene: any) => Promise<void>} act @param {{ build?: 'demo' | 'test', langs?: readonly ('zh' | 'en')[] }} [options]
 */
export function mortalScene(name, act, { build = 'demo', langs = LANGS } = {}) {
  for (const lang of langs) {
    test(`${name} (${lang})`, SCENE, async () => {
      const profile = await mkdtemp(join(tmpdir(), 'stepgate-'));
      const url = await addressOf(build);
      let running = await startChromium(profile, lang);
      const troubles = [];
      const restart = async page => {
        const query = page.url().slice(url.length);
        await running.kill();
        running = await startChromium(profile, lang);
        await watch(running.context, troubles);
        return open(running.context, url, query);
      };
      try {
        await watch(running.context, troubles);
        await act({ lang, lines: LINES[lang], open: query => open(running.context, url, query), restart });
      } finally {
        await running.kill();
        await rm(profile, { recursive: true, force: true, maxRetries: 20 });
      }
      assert.deepEqual(troubles, []);
    });
  }
}

/** @param {string} profile @param {'zh' | 'en'} lang */
async function startChromium(profile, lang) {
  const { executablePath, args } = CHROMIUM;
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, `--accept-lang=${LOCALES[lang]}`, '--window-size=1280,900'];
  const process = spawn(executablePath, [...args, ...own, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(process, 'exit');
  const address = await debuggingAddress(process);
  const connected = await chromium.connectOverCDP(address);
  return {
    context: connected.contexts()[0],
    async kill() {
      process.kill('SIGKILL');
      await ended;
    },
  };
}

async function debuggingAddress({ stderr }) {
  for await (const line of createInterface(stderr)) {
    const found = /DevTools listening on (ws:\S+)/.exec(line);
    if (found) {
      stderr.resume(); // reads on, so that its further output does not pile up
      return found[1];
    }
  }
  throw new Error('Chromium ended before it listened');
}

/**
 * Stops the script of a page for good right before or after its nth write to a database from now.
 * @param {import('playwright-core').Page} page @param {{ database: string, nth: number, when: 'before' | 'after' }} moment
 * @returns {Promise<{ reached: Promise<unknown> }>}
 */
export async function haltAt(page, moment) {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Debugger.enable');
  const reached = once(inspector, 'Debugger.paused');
  await page.evaluate(({ database, nth, when }) => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
      const isMoment = this.name === database && mode === 'readwrite' && --nth === 0;
      if (isMoment && when === 'before') debugger;
      const made = transaction.call(this, stores, mode, ...rest);
      if (isMoment) made.addEventListener('complete', () => { debugger; });
      return made;
    };
  }, moment);
  return { reached };
}
