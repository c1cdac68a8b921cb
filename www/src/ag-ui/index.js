// @ts-check
/** @import { RunAgentInput } from '@ag-ui/client' */
/** @import { Press, Session } from '../index.js' */
/** @import { Shared } from './run.js' */
import { AbstractAgent } from '@ag-ui/client';
import { Observable } from 'rxjs';
import { assertKnown, must } from '../checks/assert-option.js';
import { interruptsOf } from './interrupts.js';
import { messagesOf, Names } from './messages.js';
import { Run } from './run.js';
import { stateOf } from './state.js';

/** Records that agents over the same session share. @type {WeakMap<Session<any>, Shared>} */
const shared = new WeakMap();

/** @param {Session<any>} session @returns {Shared} */
function sharedOf(session) {
  const there = shared.get(session) ?? { names: new Names(), stops: 0 };
  shared.set(session, there);
  return there;
}

export class StepgateAgent extends AbstractAgent {
  /** @param {import('./index.js').StepgateAgentOptions} options */
  constructor(options) {
    assertKnown(options, ['session', 'agentId', 'description', 'debug'], 'new StepgateAgent: ');
    const { session, agentId, description, debug } = options ?? {};
    const isOpen = typeof session?.subscribe === 'function' && typeof session.answer === 'function';
    must(isOpen, 'new StepgateAgent({ session })', 'an open session: await openSession(…)');
    const { view } = session;
    const { names } = sharedOf(session);
    super({ agentId: agentId ?? view.agent, threadId: session.id, initialMessages: messagesOf(view, names), initialState: stateOf(view), ...(description !== undefined && { description }), ...(debug !== undefined && { debug }) });
    this.session = session;
    /** @type {Press | undefined} */
    this.press = undefined;
    this.pendingInterrupts = interruptsOf(view, names);
  }

  /** @param {RunAgentInput} input */
  run(input) {
    const { press } = this;
    this.press = undefined;
    return eventsOf(this.session, input, run => run.play(), press);
  }

  /** @param {RunAgentInput} input */
  connect(input) {
    return eventsOf(this.session, input, run => run.look());
  }

  /** @type {AbstractAgent['connectAgent']} */
  connectAgent(parameters, subscriber) {
    this.pendingInterrupts = []; // connecting tells which are open
    return super.connectAgent(parameters, subscriber);
  }

  abortRun() {
    sharedOf(this.session).stops += 1;
    this.session.stop().catch(() => {}); // a session that is closed or driven elsewhere has nothing to stop here
  }

  clone() {
    return Object.assign(super.clone(), { session: this.session });
  }

  async getCapabilities() {
    return {
      identity: { name: this.session.view.agent, type: 'stepgate' },
      transport: { streaming: true, resumable: true },
      tools: { supported: true, clientProvided: false },
      state: { snapshots: true, deltas: true, persistentState: true },
      reasoning: { supported: true, streaming: true },
      humanInTheLoop: { supported: true, approvals: true, interrupts: true, approveWithEdits: true, feedback: true },
    };
  }
}

/** The events of one run. @param {Session<any>} session @param {RunAgentInput} input @param {(run: Run) => Promise<void>} play @param {Press} [press] @returns {Observable<any>} */
const eventsOf = (session, input, play, press) => new Observable(subscriber => {
  const run = new Run(session, sharedOf(session), input, event => subscriber.next(event), press);
  play(run).then(() => subscriber.complete(), error => subscriber.error(error));
  return () => run.leave();
});
