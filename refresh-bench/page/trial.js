/** The trial that the address of the page names. */
const query = new URLSearchParams(location.search);

/** The account at the bank. */
export const account = query.get('account');
/** The library whose adapter is loaded. */
export const library = query.get('library');
/** Whether the lines marked `+best` take part (profile `best`); otherwise only what the library's documentation says (profile `docs`). */
export const best = query.get('profile') === 'best';
/** What the bank can do: `plain` (each request is a payment), `keyed` (a key is paid once), `status` (keyed, and it tells what became of a key). */
export const bank = query.get('bank');

/** The id of the conversation, in every library. */
export const CONVERSATION = 'conversation-1';
/** What the model is told, in every library. */
export const INSTRUCTIONS = 'You help the user pay.';
/** @param {number} ms */
export const pause = ms => new Promise(done => setTimeout(done, ms));
