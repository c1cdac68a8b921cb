/** Sessions that pay for one wish of their user after the other, until the page is killed. */
import { startControl } from './control.js';
import { watchDiscarded } from './discarded.js';
import { goBack } from './back.js';
import { comeToRest, kept } from './rest.js';
import { tell } from './tell.js';

/** Reports of databases that the browser has thrown away. @type {Promise<unknown>[]} */
const discarded = [];
watchDiscarded(what => discarded.push(tell('discarded', what)));

/**
 * A user with a session of their own.
 * @typedef {object} Life
 * @property {string} id of the session
 * @property {() => Promise<import('../../src/index.js').Session<any>>} open
 * @property {(session: any) => Promise<void>} answerCard
 * @property {(call: any) => number} wishOf the wish that a call is for
 * @property {() => number} [count] of the wishes in one message
 */

/** Share of the turns in which the user goes back. */
const BACK = 0.4;

/** Goes on with these sessions, each as it was when the page died. In the browser's last start they only come to rest. @param {Life[]} lives */
export async function goOn(lives) {
  const { last } = await tell('hello');
  await startControl(tell);
  await Promise.all(lives.map(life => live(life, last).catch(({ name, code, message }) => tell('failed', { id: life.id, error: `${name} ${code ?? ''}: ${message}` }))));
}

/** @param {Life} life @param {boolean} last */
async function live({ id, open, answerCard, wishOf, count = () => 1 }, last) {
  const session = await open();
  const wishes = () => Promise.all(Array.from({ length: count() }, () => tell('wish')));
  const said = (/** @type {number[]} */ wanted) => tell('said', { id, wishes: wanted, warning: session.warning?.code });
  await Promise.all(discarded);
  if (session.warning) await tell('warned', { id, code: session.warning.code });
  await comeToRest(session, answerCard);
  await tell('rests', { id, ...await kept(session, wishOf) });
  while (!last) {
    if (Math.random() < BACK) {
      await goBack(session, wishOf, { wishes, said });
      await tell('back');
    } else {
      const wanted = await wishes();
      await session.say(`pay ${wanted.join(' ')}`);
      await said(wanted);
    }
    await comeToRest(session, answerCard);
  }
}
