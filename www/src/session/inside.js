// @ts-check
/** @import { SavedStep, Session, SessionStore } from '../index.js' */
/** @import { Core } from './session.js' */

/**
 * Parts of a session that an inspector needs: its agent, its store, and each step that is saved from now on.
 * @typedef {{ core: Core, agent: string, id: string, store: SessionStore, watch: (listener: (step: SavedStep) => void) => () => void }} Inside
 */

/** @type {WeakMap<Session<any>, Inside>} */
const insides = new WeakMap();

/** @param {Session} session @param {Inside} inside */
export const keepInside = (session, inside) => { insides.set(session, inside); };

/** The inside of a session of this page; undefined where it is none. @param {any} session @returns {Inside | undefined} */
export const insideOf = session => insides.get(session);
