// @ts-check
/** The bank: it makes the challenges, remembers the calls that each is for, checks the signatures, and sends only what was confirmed. */
import { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';

/** A bank with one customer, for pages of one origin. All of it is in memory: yours keeps it in its database. @param {string} origin */
export function bankServer(origin) {
  const { hostname: rpID } = new URL(origin);
  /** Passkeys by their id. @type {Map<string, any>} */
  const passkeys = new Map();
  /** Open challenges, each with the calls that it is for. @type {Map<string, any[]>} */
  const asked = new Map();
  /** Calls that were confirmed and not made yet, as text. @type {string[]} */
  const confirmed = [];
  /** Transfers by the key of their call. @type {Map<string, object>} */
  const transfers = new Map();

  /** Takes the open challenge of a signature, which counts once. @param {any} credential */
  const challengeOf = credential => {
    const { challenge } = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString());
    const calls = asked.get(challenge);
    asked.delete(challenge);
    return { calls, expected: { response: credential, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID } };
  };

  /** Answers by path: a status and what is sent. @type {Record<string, (body: any, key: string) => Promise<[status: number, answer: object]>>} */
  const paths = {
    async '/passkeys/begin'() {
      const options = await generateRegistrationOptions({ rpName: 'Bank', rpID, userName: 'ada', excludeCredentials: [...passkeys.values()] });
      asked.set(options.challenge, []);
      return [200, options];
    },
    async '/passkeys/end'({ credential }) {
      const { calls, expected } = challengeOf(credential);
      const { verified, registrationInfo } = calls ? await verifyRegistrationResponse(expected) : { verified: false };
      if (verified && registrationInfo) passkeys.set(registrationInfo.credential.id, registrationInfo.credential);
      return [200, { made: verified }];
    },
    async '/presence/begin'({ calls }) {
      const options = await generateAuthenticationOptions({ rpID, allowCredentials: [...passkeys.values()], userVerification: 'required' });
      asked.set(options.challenge, calls);
      return [200, options];
    },
    async '/presence/end'({ credential }) {
      const { calls, expected } = challengeOf(credential);
      const passkey = passkeys.get(credential.id);
      const { verified } = calls && passkey ? await verifyAuthenticationResponse({ ...expected, credential: passkey, requireUserVerification: true }) : { verified: false };
      if (calls && verified) confirmed.push(...calls.map(({ name, args }) => textOf(name, args)));
      return [200, { confirmed: verified }];
    },
    async '/transfers'(args, key) {
      const made = transfers.get(key);
      if (made) return [200, made];
      const place = confirmed.indexOf(textOf('transfer', args));
      if (place < 0) return [403, { error: 'no passkey was seen for this transfer' }];
      confirmed.splice(place, 1);
      const transfer = { number: transfers.size + 1, to: args.to, euros: args.euros };
      transfers.set(key, transfer);
      return [200, transfer];
    },
  };
  return {
    transfers: () => [...transfers.values()],
    /** @param {string} path @param {any} body @param {string} key @returns {Promise<[status: number, answer: object]>} */
    answer: async (path, body, key) => (Object.hasOwn(paths, path) ? paths[path](body, key).catch(error => [400, { error: String(error.message) }]) : [404, {}]),
  };
}

/** A call as text, the same in whatever order its arguments are. @param {string} name @param {any} args */
const textOf = (name, args) => JSON.stringify([name, Object.entries(args ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))]);
