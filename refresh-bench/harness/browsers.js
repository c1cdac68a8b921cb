/** Browsers: where they are, and how one is started that can be killed as a system would. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer from 'puppeteer-core';

const PROGRAMS = {
  chrome: { variable: 'CHROME', names: ['chromium', 'chromium-browser', 'google-chrome', 'chrome'] },
  firefox: { variable: 'FIREFOX', names: ['firefox', 'firefox-esr'] },
};
const ARGUMENTS = {
  chrome: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage'],
  firefox: [],
};

/** The names of browsers that a cell may have. */
export const BROWSERS = Object.keys(PROGRAMS);

/** The program of a browser, by its variable or on the PATH. @param {'chrome' | 'firefox'} name @returns {string | undefined} */
export function programOf(name) {
  const { variable, names } = PROGRAMS[name];
  if (process.env[variable]) return process.env[variable];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap(program => folders.map(folder => join(folder, program))).find(existsSync);
}

/** Starts a browser. @param {'chrome' | 'firefox'} name @param {string} [userDataDir] a profile that outlives it */
export async function start(name, userDataDir) {
  const executablePath = programOf(name);
  if (!executablePath) throw new Error(`No ${name} was found. Put ${PROGRAMS[name].names.join(' or ')} on the PATH, or name the program in ${PROGRAMS[name].variable}.`);
  return puppeteer.launch({ browser: name, executablePath, headless: true, userDataDir, args: ARGUMENTS[name], protocolTimeout: 60_000, timeout: 60_000 });
}

/** Kills a browser with all its processes. @param {import('puppeteer-core').Browser} browser @returns {Promise<number>} when it was dead */
export async function kill(browser) {
  const child = browser.process();
  const dead = new Promise(done => child.once('exit', done));
  if (child.exitCode === null && child.signalCode === null) {
    process.kill(-child.pid, 'SIGKILL'); // puppeteer starts it with a process group of its own
    await dead;
  }
  return Date.now();
}
