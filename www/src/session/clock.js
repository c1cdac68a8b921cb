// @ts-check

/** Interval between two time events for an agent with time limits, in milliseconds. */
const BEAT_MS = 1000;

/** Calls `tick` once a second from `start` to `stop`, but never before the previous call has ended. @param {() => Promise<unknown>} tick */
export function clock(tick) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let busy = false;

  async function beat() {
    if (busy) return;
    busy = true;
    await tick();
    busy = false;
  }
  return {
    start() { timer ??= setInterval(beat, BEAT_MS); },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
