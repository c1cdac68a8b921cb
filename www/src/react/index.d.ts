import type { Named, Needed, Notice, Session, SessionOptions, StreamPiece, ViewOf, WasmAgent } from '../index.js';

/** State of a session as a component shows it: `view` and `session` are there together, once it is open; `error` is alone. */
export type SessionState<Agent = string | WasmAgent> = OpeningSession | ReadySession<Agent> | FailedSession;

/** Nothing (no `session`, `view`, `role`, `warning`, `piece` or `error`), while the session is being opened. */
export interface OpeningSession { session?: undefined; view?: undefined; role?: undefined; warning?: undefined; piece?: undefined; error?: undefined }

/** The session is open. */
export interface ReadySession<Agent = string | WasmAgent> {
  /** For `say`, `answer`, `edit`, `stop` and `read`. The component's own: the hook closes it. */
  session: Session<Named<Agent>>;
  /** The present view. */
  view: ViewOf<Agent>;
  /** Whether this tab acts. */
  role: 'drives' | 'watches';
  /** As `session.warning`. */
  warning?: Notice;
  /** The last piece of the reply that is coming in; only with `stream`. */
  piece?: StreamPiece;
  /** None: the session is open. */
  error?: undefined;
}

/** The session could not be opened. */
export interface FailedSession extends Omit<OpeningSession, 'error'> {
  /** The session could not be opened: what `openSession` rejected with. */
  error: Error;
}

/**
 * Opens a session while the component is mounted, and renders it again after every change of the session: not for each piece of a
 * reply, unless `stream` is true (default: false). Components that name the same store and id share one session; another id, store or
 * agent closes the session and opens the other. `undefined` opens nothing yet. Model and tools are called as the latest render of the
 * component that opened the session gave them; the names of the tools, the input and the language are those of the first render.
 * Nothing is opened while a server renders.
 *
 * ```jsx
 * import { indexedDbStore } from 'stepgate'
 * import { guide } from 'stepgate/guide'
 *
 * const store = indexedDbStore('my-app')
 *
 * function Interview() {
 *   const { session, view } = useSession({ agent: guide, id: 'resume-1', input, model, store })
 *   if (!view) return <p>…</p>
 *   return <Conversation blocks={view.blocks} card={view.card} onSay={text => session.say(text)} />
 * }
 * ```
 */
export function useSession<Agent extends WasmAgent>(
  options: (Omit<SessionOptions<Agent>, 'onChange' | 'onStream'> & Needed<Agent>) | undefined,
  extra?: { stream?: boolean },
): SessionState<Named<Agent>>;
