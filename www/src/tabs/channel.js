// @ts-check

/**
 * Channel between the tabs that have `name` open; silent where the runtime has no `BroadcastChannel`, or only one that throws (the edge
 * runtime of Next).
 * @param {string} name @param {(message: any) => void} hear
 */
export function openChannel(name, hear) {
  const channel = channelOf(name);
  if (!channel) return { tell() {}, close() {} };
  let isOpen = true;
  channel.onmessage = ({ data }) => hear(data);
  /** @type {any} */ (channel).unref?.(); // in Node the channel would keep the process alive
  return {
    /** @param {any} message */
    tell: message => { if (isOpen) channel.postMessage(message); },
    close() {
      isOpen = false;
      channel.close();
    },
  };
}

/** @param {string} name */
function channelOf(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
