// @ts-check

/** An answer that Restate did not give: nobody knows whether the call was heard. */
export class Unreachable extends Error {}

/**
 * Calls of a virtual object through Restate's ingress.
 * @param {string} ingress @param {string} name of the object
 */
export function ingressOf(ingress, name) {
  const base = ingress.replace(/\/+$/, '');
  /**
   * @param {string} key @param {string} handler @param {unknown} given
   * @param {{ ticket?: string, signal: AbortSignal }} more `ticket`: the same call with the same ticket is made once, and answered again
   * @returns {Promise<any>}
   */
  return async (key, handler, given, { ticket, signal }) => {
    const response = await fetch(`${base}/${name}/${encodeURIComponent(key)}/${handler}`, {
      method: 'POST', body: JSON.stringify(given), signal,
      headers: { 'content-type': 'application/json', ...(ticket && { 'idempotency-key': ticket }) },
    }).catch(cause => { throw new Unreachable('Restate does not answer', { cause }); });
    const told = await response.text().catch(cause => { throw new Unreachable('the answer of Restate was cut off', { cause }); });
    if (!response.ok) throw new Unreachable(`Restate answered with status ${response.status}: ${told.slice(0, 300)}`);
    return told ? JSON.parse(told) : {};
  };
}

/** @type {typeof import('./index.d.ts').register} */
export async function register({ admin, uri, force = true, signal }) {
  const response = await fetch(`${admin.replace(/\/+$/, '')}/deployments`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ uri, force }), ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`Restate has not registered ${uri}: status ${response.status}: ${(await response.text()).slice(0, 500)}`);
}
