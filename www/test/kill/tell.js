/** The messages of a page that gets killed to its server, which outlives it. */

/** Number of the browser's start. */
const run = Number(new URLSearchParams(location.search).get('run'));

/** Sends a message to the page's server and gives its answer. */
export const tell = async (name, body = {}) => (await fetch(`/${name}`, { method: 'POST', body: JSON.stringify({ run, ...body }) })).json();

export const pause = ms => new Promise(done => setTimeout(done, ms));
