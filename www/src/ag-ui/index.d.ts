import type { AbstractAgent, AgentCapabilities, AgentConfig, BaseEvent, RunAgentInput } from '@ag-ui/client';
import type { Observable } from 'rxjs';
import type { Card, Grant, Json, Receipt, Session, Wait } from '../index.js';

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
 * const session = await openSession({ agent: desk, id: 'desk-1', model, store })
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
  /** The events of one run. Clients call `runAgent`. */
  run(input: RunAgentInput): Observable<BaseEvent>;
  /** The messages and the state as they are, the open interrupts, and what goes on in the session until it waits for the user. Clients call `connectAgent`. */
  protected connect(input: RunAgentInput): Observable<BaseEvent>;
  /** Stops the turn of the session; the run ends as cancelled, or with the interrupt of a card that is still open. */
  abortRun(): void;
  /** Another agent over the same session. */
  clone(): StepgateAgent;
  /** What the protocol can count on: tools of the client are not called, and cards are interrupts. */
  getCapabilities(): Promise<AgentCapabilities>;
}

/** The options of `StepgateAgent`. */
export interface StepgateAgentOptions extends Pick<AgentConfig, 'agentId' | 'description' | 'debug'> {
  /** An open session; whoever opened it closes it. */
  session: Session<any>;
}

/** The state that the client sees: parts of the session's view. It is for reading; what a client sets in it does not change the session. */
export interface StepgateState {
  /** Name of the agent. */
  agent: string;
  /** The thing that the session waits for. */
  waiting: Wait;
  /** The agent's stage. */
  stage: any;
  /** The agent's own part of the view. */
  data: any;
  /** The open card, as in `view.card`. */
  card?: Card;
  /** Words that wait until the turn ends. */
  queued?: { id: number; text: string; atMs: number }[];
  /** Wishes that the model has put off. */
  wishes?: { id: number; text: string; atMs: number; begun?: boolean; waits?: boolean }[];
  /** Leave that the user has given for further calls. */
  grants?: Grant[];
  /** Writes of this turn, by the records. */
  writes: Receipt[];
  /** Parts of the work that are done, where the agent counts them. */
  progress?: { done: number; total: number; skipped?: number };
  /** The failure of the last turn. */
  error?: { code: string; text: string; cause?: string; detail?: string };
  /** The user's words that were not said or were taken back: put them back into the input box. */
  input?: string;
  /** The value that the session ended with. */
  output?: Json;
}
