import type { ExportedSession, Lang, Session, SessionStore, WasmAgent } from '../index.js';

/**
 * A thing to inspect: a session of this page; the session `id` of a store, which may be open in another tab of the origin; or an exported
 * session (`store.export(id)`), as an object, as its text, or as a file that the user has chosen.
 */
export type InspectSource = Session<any> | { store: SessionStore; id: string } | ExportedSession | string | Blob;

/** Options of `inspect`. */
export interface InspectOptions {
  /**
   * The session's agent, for a file or a session of another tab: prompts, memory and verdicts come from playing the session with it. Without it the
   * inspector shows what the file says by itself. A session of this page needs none.
   */
  agent?: WasmAgent<any> | undefined;
  /** Language of the inspector: Chinese for every kind of Chinese, else English. Default: that of the page. */
  lang?: Lang | undefined;
  /** Colours. Default: those that the user's system asks for. */
  theme?: 'light' | 'dark' | undefined;
  /** `seq` of a block of `view.blocks`, whose step is shown first: for a button “Why this answer?” below a reply. Default: no step is chosen. */
  seq?: number | undefined;
}

/**
 * The element `<stepgate-inspector>`. It fills the height of its parent, loads when it stands in the page, and listens to the session until it is removed.
 * Events: `open` when the steps are there, `step` when a step is shown with all that playing tells (`detail.at`, its number), `close` when the user
 * closes it: it then removes itself, unless `preventDefault()` was called.
 */
export class StepgateInspector extends HTMLElement {
  /** The thing that is inspected. Another one replaces it. */
  source: InspectSource | undefined;
  /** As in the options of `inspect`. */
  agent: WasmAgent<any> | undefined;
  /** `seq` of the block whose step is shown. Another one shows another step. */
  seq: number | undefined;
}

/**
 * Makes an inspector, for you to put where you like: `document.body.append(inspect(session))`. It shows each step of a session: the event, the prompt
 * as it was sent, the raw reply with its repairs, the verdict of each gate, the memory's change, what was saved, the time, the tokens and the money. It
 * changes nothing in the session, asks no model and runs no tool. Throws a `TypeError` for a wrong source or option, and outside of a page.
 */
export function inspect(source: InspectSource, options?: InspectOptions): StepgateInspector;

declare global {
  interface HTMLElementTagNameMap {
    /** The inspector of `stepgate/inspect`. */
    'stepgate-inspector': StepgateInspector;
  }
}
