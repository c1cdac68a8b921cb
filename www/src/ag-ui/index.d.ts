import type { AbstractAgent, AgentCapabilities, AgentConfig, BaseEvent, ContentPart, RunAgentInput } from '@ag-ui/client';
import type { Observable } from 'rxjs';
import type { Press, Receipt, Session, View } from '../index.js';

/**
 * An open session as an agent of the AG-UI protocol, for CopilotKit and every other client of it. Needs the packages `@ag-ui/client` and `rxjs`.
 *
 * A run says the user's new words, or gives the answers of `resume`, and ends when the session waits for the user. An open card ends it with an interrupt for each call that
 * the card asks about, with the exact arguments; nothing is approved unless an answer says `approved: true`. The session is the conversation: what the client has otherwise is
 * corrected by a snapshot of the messages. Made over a session that was opened again, the agent has the past messages and the open interrupts.
 *
 * ```js
 * import { openSession } from 'stepgate'
 * import { StepgateAgent } from 'stepgate/ag-ui'
 *
 * const session = await openSession({ agent: planner, id: 'plan-1', model, store })
 * const agent = new StepgateAgent({ session })
 * agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: 'A room for Friday' })
 * await agent.runAgent()
 * ```
 */
export class StepgateAgent extends AbstractAgent {
  /** Throws a `TypeError` for an option that is wrong. */
  constructor(options: StepgateAgentOptions);
  /** The session, for what the protocol has no words for: `edit`, `read`, `takeOver`, `close`. */
  session: Session<any>;
  /** The event of the press by which the next run answers, for a write with a check of presence: set it before `runAgent`. The run takes it, and no later one. */
  press: Press | undefined;
  /** The events of one run. Clients call `runAgent`. */
  run(input: RunAgentInput): Observable<BaseEvent>;
  /** The messages and the state as they are, the open interrupts, and what goes on in the session until it waits for the user. Clients call `connectAgent`. */
  protected connect(input: RunAgentInput): Observable<BaseEvent>;
  /** Stops the turn of the session; the run ends as cancelled, or with the interrupt of a card that is still open. */
  abortRun(): void;
  /** Another agent over the same session. */
  clone(): StepgateAgent;
  /** Capabilities for the protocol: tools of the client are not called, and cards are interrupts. */
  getCapabilities(): Promise<AgentCapabilities>;
}

/** The options of `StepgateAgent`. */
export interface StepgateAgentOptions extends Pick<AgentConfig, 'agentId' | 'description' | 'debug'> {
  /** An open session; whoever opened it closes it. */
  session: Session<any>;
}

/**
 * The state that the client sees: parts of the session's view, and the writes of this turn. It is for reading; what a client sets in it does not change the session.
 * `input` also has words of a run that were not said.
 */
export type StepgateState = Pick<View<any>, 'agent' | 'waiting' | 'stage' | 'data' | 'card' | 'queued' | 'wishes' | 'grants' | 'progress' | 'error' | 'input' | 'inputParts' | 'output'> & {
  /** Writes of this turn, by the records, as in `view.turn`. */
  writes: Receipt[];
  /** Images and files of a run that were not said, as the client sent them. Absent without any. */
  unsaid?: ContentPart[];
};
