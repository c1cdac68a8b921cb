// @ts-check
/** @import { Session, SessionOptions } from '../index.js' */
/** @import { Core } from './session.js' */
import { Driver, driverOf, openAlone } from './driver.js';
import { checkOptions, wrong } from '../options.js';

/** A session that this page has open, or is opening. @typedef {{ agent: string, driver: Driver, begun: Promise<void> }} Shared */

/** By the names of store and session. @type {Map<string, Shared>} */
const sessions = new Map();

/**
 * Opens a session, or joins the page's own that has the same store and id: its model, tools and input are those of the first call.
 * A session that is being closed is waited for.
 * @param {Core} core @param {SessionOptions & { agent: string }} options @returns {Promise<Session>}
 */
export async function openShared(core, options) {
  checkOptions(options);
  const { store, id } = options;
  if (typeof store?.name !== 'string') return openAlone(core, options);
  const key = JSON.stringify([store.name, id]);
  for (let there = sessions.get(key); there?.driver.ended; there = sessions.get(key)) await left(key, there);
  const shared = sessions.get(key) ?? begin(key, core, options);
  if (shared.agent !== options.agent) wrong('agent', `"${shared.agent}", which this session was begun with`);
  return joined(shared, options);
}

/** @param {string} key @param {Core} core @param {SessionOptions & { agent: string }} options */
function begin(key, core, options) {
  const driver = driverOf(core, options);
  const shared = { agent: options.agent, driver, begun: driver.begin() };
  sessions.set(key, shared);
  shared.begun.catch(() => forget(key, shared));
  return shared;
}

/** @param {Shared} shared @param {SessionOptions} options */
async function joined({ driver, begun }, options) {
  const session = driver.join(options);
  await begun;
  return session;
}

/** Forgets a session once it has ended. @param {string} key @param {Shared} shared */
async function left(key, shared) {
  await shared.driver.ended;
  forget(key, shared);
}

/** @param {string} key @param {Shared} shared */
function forget(key, shared) {
  if (sessions.get(key) === shared) sessions.delete(key);
}
