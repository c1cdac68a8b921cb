// @ts-check

/** Host names that only a private network resolves. */
const PRIVATE_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|svc|home\.arpa)$/;

/** IPv4 networks outside the public internet: `[first address, prefix length]`. */
const PRIVATE_V4 = /** @type {const} */ ([
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24],
  ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3],
]);

/** IPv6 networks outside the public internet, by their first 16 bits: `[value, mask]`. */
const PRIVATE_V6 = /** @type {const} */ ([[0xfc00, 0xfe00], [0xfe80, 0xff80], [0xff00, 0xff00]]);

/**
 * Whether an address names a host of a private network or this machine. Names are judged by their form, because a page cannot see what they
 * resolve to.
 * @param {string} url
 */
export function isPrivate(url) {
  const host = hostOf(url).replace(/\.$/, '');
  if (host.startsWith('[')) return isPrivateV6(groupsOf(host.slice(1, -1)));
  if (/^\d+(\.\d+){3}$/.test(host)) return isPrivateV4(numberOf(host)); // URL turns every numeric form into this one
  return host !== '' && (!host.includes('.') || PRIVATE_NAMES.test(host));
}

/** The host of an address in the form that URL gives it; empty for a text that is no address. @param {string} url */
export function hostOf(url) {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}

/** @param {string} address */
const numberOf = address => address.split('.').reduce((number, part) => number * 256 + Number(part), 0);

/** @param {number} address */
const isPrivateV4 = address => PRIVATE_V4.some(([first, bits]) => Math.floor(address / 2 ** (32 - bits)) === Math.floor(numberOf(first) / 2 ** (32 - bits)));

/** The eight groups of an IPv6 address in the form that URL gives it: hexadecimal, with `::` for zeros. @param {string} address */
function groupsOf(address) {
  const [before, after] = address.split('::').map(half => half.split(':').filter(Boolean).map(group => Number.parseInt(group, 16)));
  return after ? [...before, ...Array(8 - before.length - after.length).fill(0), ...after] : before;
}

/** @param {number[]} groups */
function isPrivateV6(groups) {
  const [first, second] = groups;
  const v4 = (/** @type {number} */ at) => isPrivateV4(groups[at] * 65_536 + groups[at + 1]);
  if (first === 0x2002) return v4(1); // 6to4
  if (first === 0x64 && second === 0xff9b) return v4(6); // NAT64
  if (first === 0x2001 && second === 0) return isPrivateV4((groups[6] ^ 0xffff) * 65_536 + (groups[7] ^ 0xffff)); // Teredo
  const isFront = groups.slice(0, 4).every(group => group === 0);
  if (isFront && (groups[4] === 0 || groups[4] === 0xffff && groups[5] === 0)) return v4(6); // ::, ::1, and addresses that contain an IPv4 address
  return PRIVATE_V6.some(([value, mask]) => (first & mask) === value);
}
