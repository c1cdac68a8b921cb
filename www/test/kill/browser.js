/** A Chromium that opens one page and gets killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CHROMIUM } from '../e2e/stage.mjs';

/** Options that switch off what the page does not need: Chromium starts in half the time. */
const BARE = ['--disable-extensions', '--disable-component-extensions-with-background-pages', '--disable-default-apps', '--mute-audio',
  '--disable-features=Translate,MediaRouter,OptimizationHints,OptimizationGuideModelDownloading,WebUIOmniboxPopup,WebUIToolbar'];

/**
 * Starts Chromium on `profile` with the page `url`. `kill(true)` takes its whole process group at once; `kill(false)` takes the
 * browser process, as a task manager does, and leaves the others to end by themselves.
 * @param {string} profile @param {string} url
 */
export function startChromium(profile, url) {
  const { executablePath, args } = CHROMIUM;
  const own = ['--headless', `--user-data-dir=${profile}`, ...BARE, url];
  const running = spawn(executablePath, [...args, ...own], { stdio: 'ignore', detached: true });
  const ended = once(running, 'exit');
  return {
    /** @param {boolean} whole */
    async kill(whole) {
      signal(whole ? -running.pid : running.pid);
      await ended;
    },
    /** Asks the browser to end, so that it writes all it has. */
    async close() {
      signal(running.pid, 'SIGTERM');
      await ended;
    },
    /** Ends the processes that a kill of the browser process alone has left. */
    clear: () => signal(-running.pid),
  };
}

/** @param {number} pid @param {NodeJS.Signals} [name] */
function signal(pid, name = 'SIGKILL') {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ESRCH') throw error; // already ended
  }
}
