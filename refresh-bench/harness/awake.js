/** Notices when the machine slept, or this program was stopped for a while: the user of a trial then seems to have waited long. */
const BEAT = 1000;
const LONGEST = 15_000;

/** @param {() => number} clock milliseconds @returns {{ slept(): boolean, end(): void }} */
export function watchSleep(clock = Date.now) {
  let [last, longest] = [clock(), 0];
  const beat = () => {
    const now = clock();
    [longest, last] = [Math.max(longest, now - last), now];
  };
  const timer = setInterval(beat, BEAT);
  return {
    slept() {
      beat();
      return longest > LONGEST;
    },
    end: () => clearInterval(timer),
  };
}
