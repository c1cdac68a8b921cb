/**
 * What happens to the page. Each kind gets the stage of a trial, after the user has wished and the approval is shown (`early`: before), and gives
 * the user's end. The stage: `user`, `account`, `row` (what is recorded), `delay` and `u` (the random numbers of the seed), `open()` (a further page of the same
 * browser), `reopen()` (the browser is killed and started again).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { putBack, takeCopy } from './copies.js';
import { User } from './user.js';

/** Milliseconds from the press to the event: from 0 to a little before the page can have said the end. */
const momentOf = ({ u, delay }) => Math.round(u * (delay + 100));

/** The user approves; the page is reloaded at a random moment. */
async function reload(stage) {
  const pressed = await approve(stage);
  await pause(momentOf(stage));
  await stage.user.page.reload();
  died(stage, pressed, stage.account.gone[0]);
  return stage.user.goOn();
}

/** The user approves; the browser is killed at a random moment (SIGKILL), and a new one opens the same profile. */
async function kill(stage) {
  const pressed = await approve(stage);
  await pause(momentOf(stage));
  died(stage, pressed, await stage.reopen());
  return stage.user.goOn();
}

/** A second tab is open; the user approves in both, in the second at a random moment. Where that one only watches, they take over. */
async function tabs(stage) {
  const { user, account, row } = stage;
  const second = new User(await stage.open(), account, user.patience);
  const shown = await second.until(({ cards, others }) => cards.length > 0 || others.includes('take-over'), 6000);
  row.second = shown?.cards.length ? 'card' : shown ? 'watches' : 'nothing';
  second.approvedElsewhere();
  const beside = async () => {
    await pause(momentOf(stage));
    if (!await second.click('approve') && await second.click('take-over')) await pause(150);
    return second.goOn();
  };
  await approve(stage);
  await Promise.all([user.goOn(), beside()]);
  user.clicks += second.clicks;
  user.doubts += second.doubts;
  await second.page.close();
  await user.page.reload(); // to see what the conversation says afterwards
  return user.goOn();
}

/** The bank pays, and its answer is lost on a fresh connection. */
async function lost(stage) {
  await approve(stage);
  return stage.user.goOn();
}

/** The same on a connection that was used before: Chromium itself sends the request again. */
async function resent(stage) {
  await stage.user.page.evaluate(async () => (await fetch('/warm')).text());
  return lost(stage);
}

/** The page is reloaded before the approval, at a random moment, also while the model thinks; then the user approves. */
async function early(stage) {
  await pause(Math.round(stage.u * 1200));
  await stage.user.page.reload();
  return stage.user.goOn();
}

/** What the page keeps is put back to an older copy: for an even `n` to one of before the answer, for an odd one to one of during the call. */
async function copy(stage) {
  const { user, row } = stage;
  const keeper = await stage.open('blank.html');
  row.during = row.n % 2 === 1;
  if (!row.during) await keeper.evaluate(takeCopy);
  await approve(stage);
  if (row.during) {
    await pause(Math.round(stage.u * stage.delay));
    await keeper.evaluate(takeCopy);
  }
  row.endBefore = (await user.goOn()).end;
  await user.page.close();
  await pause(200);
  await keeper.evaluate(putBack);
  user.page = await stage.open();
  return user.goOn();
}

/** @type {Record<string, { play(stage: any): Promise<{ end: string }>, loses?: number, isEarly?: boolean }>} `loses`: answers that get lost */
export const KINDS = {
  reload: { play: reload }, kill: { play: kill }, tabs: { play: tabs }, lost: { play: lost, loses: 1 }, resent: { play: resent, loses: 1 }, early: { play: early, isEarly: true }, copy: { play: copy },
};

/** @returns {Promise<number>} when the button was pressed */
async function approve({ user }) {
  const [card] = (await user.see()).cards;
  const pressed = Date.now();
  await user.approve(card);
  return pressed;
}

/** Records the moment of death. A trial counts only if the page had not said the end before it. */
function died({ account, row }, pressed, moment) {
  if (moment === undefined) throw new Error('The page did not tell when it died.');
  row.died = moment - pressed;
  row.phase = account.phaseAt(moment);
  row.counted = !account.said.some(at => at <= moment);
}
