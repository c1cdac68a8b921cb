import type { Agent, Notice, Of, OpenOptions, StreamPiece, View } from '../index.js';

/** State of a session as a component shows it: `view` and `agent` are there together, once it is open; `error` is alone. */
export type Shown<Name extends string> = OpeningSession | OpenSession<Name> | UnopenedSession;

/** Nothing, while the session is being opened. */
export interface OpeningSession { agent?: undefined; view?: undefined; role?: undefined; warning?: undefined; piece?: undefined; error?: undefined }

export interface OpenSession<Name extends string> {
  /** For `say`, `answer`, `edit`, `stop` and `read`. The component's own: the hook closes it. */
  agent: Agent<Name>;
  /** The present view. */
  view: View<Of<Name>['data']>;
  /** Whether this tab acts. */
  role: 'drives' | 'watches';
  /** As `agent.warning`. */
  warning?: Notice;
  /** The last piece of the reply that is coming in; only with `stream`. */
  piece?: StreamPiece;
  error?: undefined;
}

export interface UnopenedSession extends Omit<OpeningSession, 'error'> {
  /** The session could not be opened: what `open` rejected with. */
  error: unknown;
}

/**
 * Opens a session while the component is mounted, and renders it again after every change of the session: not for each piece of a
 * reply, unless `stream` is true (default: false). Components that name the same store and id share one session; another id, store or
 * agent closes the session and opens the other. `undefined` opens nothing yet. Model and tools are called as the latest render of the
 * component that opened the session gave them; the names of the tools, the input and the language are those of the first render.
 * Nothing is opened while a server renders.
 *
 * ```jsx
 * const { agent, view } = useAgent({ agent: guide, id: 'resume-1', input, model, store: indexedDbStore('my-app') })
 * if (!view) return <p>…</p>
 * return <Conversation blocks={view.blocks} card={view.card} onSay={text => agent.say(text)} />
 * ```
 */
export function useAgent<Name extends string>(
  options: Omit<OpenOptions<Name>, 'onChange' | 'onStream'> | undefined,
  extra?: { stream?: boolean },
): Shown<Name>;
