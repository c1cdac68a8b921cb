/** The wishes and decisions of the user, and whether the sessions and the bank agree about it. */

/**
 * An answer to a card: the places of the calls that it accepts, other amounts for some of them, and what a failure does to those behind it.
 * @typedef {{ accepts: number[], amounts: (number | null)[], afterFailure: 'stop' | 'go_on', always?: 'session' }} Decision
 *
 * Wishes that stand on one card, and the answers to it: one at least was saved, or none was given and all are allowed.
 * @typedef {{ id: string, wishes: number[], decisions: Decision[], isSaved?: boolean }} Card
 */

/** An answer at random, often for all calls or for some of them. @param {number} count of the calls @returns {Decision} */
export function decideAtRandom(count) {
  const share = [0, 0.6, 1, 1][Math.floor(Math.random() * 4)];
  const accepts = Array.from({ length: count }, (_, at) => at).filter(() => Math.random() < share);
  const amounts = Array.from({ length: count }, (_, at) => (accepts.includes(at) && Math.random() < 0.3 ? 1 + Math.floor(Math.random() * 9) / 10 : null));
  return { accepts, amounts, afterFailure: Math.random() < 0.5 ? 'stop' : 'go_on' };
}

/** @param {number} count of the calls @returns {Decision} */
const all = count => ({ accepts: Array.from({ length: count }, (_, at) => at), amounts: Array.from({ length: count }, () => null), afterFailure: 'stop' });

/**
 * The books of one bank.
 * @param {ReturnType<typeof import('./bank.js').bankOf>} bank @param {(trouble: string) => void} report
 */
export function booksOf(bank, report) {
  /** The card of each wish that a session has saved: first as it was said, later as it was asked about. @type {Map<number, Card>} */
  const said = new Map();
  /** @type {Map<number, Card>} */
  const asked = new Map();
  /** The outcome of each wish as the session has it: `ok`, or the code of an error. @type {Map<number, string>} */
  const outcomes = new Map();
  let wishes = 0;
  /** Number of wishes when the browser last lost data. */
  let uncounted = 0;

  const timesOf = wish => bank.made.get(wish) ?? 0;
  const cardOf = wish => asked.get(wish) ?? said.get(wish);
  /** The cards of all wishes that were saved. */
  const cards = () => [...new Set([...said.keys()].map(cardOf))];

  /** Notes the messages that a session has saved. @param {string} id @param {number[][]} messages */
  function note(id, messages) {
    for (const message of messages) {
      const card = { id, wishes: message, decisions: [] };
      for (const wish of message) if (wish > uncounted) said.set(wish, card);
    }
  }

  /** Why the outcome of a wish is wrong, if this is the answer that was saved. @param {Card} card @param {Decision} decision */
  function troubleOf(wish, { wishes }, { accepts, amounts, afterFailure }) {
    const [at, outcome, times] = [wishes.indexOf(wish), outcomes.get(wish), timesOf(wish)];
    if (!outcome) return `has no outcome, and was made ${times} times`;
    if (times !== (outcome === 'ok' ? 1 : 0)) return `was made ${times} times, and its outcome is ${outcome}`;
    switch (outcome) {
      case 'ok': {
        if (!accepts.includes(at)) return 'was made, and was declined';
        return (amounts[at] ?? wish) === bank.amounts.get(wish) ? undefined : `was made with the amount ${bank.amounts.get(wish)}`;
      }
      case 'rejected': return accepts.includes(at) ? 'was accepted, and not made' : undefined;
      case 'replaced': return wishes.every(other => outcomes.get(other) === 'replaced') ? undefined : 'was replaced without its card';
      case 'not_run': return afterFailure === 'stop' && wishes.slice(0, at).some(other => bank.failed.has(other)) ? undefined : 'was not run, though nothing before it failed';
      default: return bank.failed.has(wish) ? undefined : `ended with ${outcome}, though the bank took it`;
    }
  }

  /** An answer to a card, beside those that were given before. @param {{ id: string, wishes: number[] }} about */
  function decide({ id, wishes }, decision = decideAtRandom(wishes.length)) {
    const card = { id, wishes, decisions: [...asked.get(wishes[0])?.decisions ?? [], decision] };
    for (const wish of wishes) asked.set(wish, card);
    return decision;
  }

  /** Answers to a card with what is wrong if each was the one that was saved; the one that fits best comes first. @param {Card} card */
  function judged(card) {
    const decisions = card.decisions.length ? card.decisions : [all(card.wishes.length)];
    const counted = card.wishes.filter(wish => said.has(wish));
    const judge = decision => ({ decision, troubles: counted.flatMap(wish => troubleOf(wish, card, decision)?.replace(/^/, `${card.id}: ${wish} `) ?? []) });
    return decisions.map(judge).sort((a, b) => a.troubles.length - b.troubles.length)[0];
  }

  return {
    hear: {
      wish: () => (wishes += 1),
      said: ({ id, wishes: message }) => note(id, [message]),
      /** The same answer each time that the same card is asked about, so that a killed page cannot change it. No write begins before its answer is saved. */
      decide({ id, wishes }) {
        const known = asked.get(wishes[0]);
        if (known?.isSaved || wishes.some(wish => wish > uncounted && bank.seen.has(wish))) report(`${id}: asked again about ${wishes}, after the answer was saved`);
        return known?.decisions[0] ?? decide({ id, wishes }, id === 'granted' ? { ...all(wishes.length), always: 'session' } : undefined);
      },
      answered({ wishes }) {
        const card = asked.get(wishes[0]);
        if (card) card.isSaved = true;
      },
    },
    /** An answer that differs each time, as two tabs may answer one card. */
    decideAnew: about => decide(about),
    /** A session rests: it has all that it was told, and says what became of it. @param {{ id: string, messages: number[][], outcomes: [number, string][] }} kept */
    rests({ id, messages, outcomes: ended }) {
      const has = new Set(messages.flat());
      const gone = [...said].filter(([wish, of]) => of.id === id && !has.has(wish)).map(([wish]) => wish);
      if (gone.length) report(`session ${id} has lost ${gone.join(', ')}`);
      gone.forEach(wish => said.delete(wish));
      note(id, messages);
      for (const [wish, outcome] of ended) outcomes.set(wish, outcome);
    },
    /** The browser has lost data: nothing more is expected of what was before. */
    forget() {
      uncounted = wishes;
      said.clear();
      asked.clear();
    },
    /** Number of sessions whose last message has transfers that have reached the bank, and others that have still to. */
    halfWay() {
      const last = new Map(cards().map(card => [card.id, card]));
      return [...last.values()].filter(({ wishes, decisions: [{ accepts } = all(wishes.length)] }) => {
        const due = wishes.filter((_, at) => accepts.includes(at));
        return due.some(wish => bank.seen.has(wish)) && !due.every(wish => bank.seen.has(wish)) && !due.some(wish => bank.failed.has(wish));
      }).length;
    },
    /** Adds up what became of all wishes, and reports those of which it is wrong. */
    close() {
      const sum = { cards: 0, writes: said.size, once: 0, declined: 0, declinedMade: 0, failed: 0, notRun: 0, replaced: 0, twice: 0, doubts: bank.doubts };
      const counts = { ok: 'once', not_run: 'notRun', replaced: 'replaced', rejected: 'declined' };
      for (const card of cards()) {
        const { decision, troubles } = judged(card);
        troubles.forEach(report);
        sum.cards += 1;
        for (const wish of card.wishes.filter(wish => said.has(wish))) {
          sum[counts[outcomes.get(wish) ?? ''] ?? 'failed'] += 1;
          if (!decision.accepts.includes(card.wishes.indexOf(wish)) && timesOf(wish)) sum.declinedMade += 1;
        }
      }
      for (const [wish, times] of bank.made) {
        if (wish <= uncounted || times === 1) continue;
        sum.twice += 1;
        if (!said.has(wish)) report(`${wish}, which no session has, was made ${times} times`);
      }
      return sum;
    },
  };
}
