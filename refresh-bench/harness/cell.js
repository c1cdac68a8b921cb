/** Runs the trials of one cell. */

/**
 * Runs the seeds from 0 on, `width` at a time, until `trials` of them count; at most twice as many seeds. A trial that fails for a reason of the
 * harness is played once more, and told as `trouble` if it fails again.
 * @param {(n: number) => Promise<{ counted: boolean }>} play @param {{ trials: number, width: number }} options
 */
export async function runCell(play, { trials, width }) {
  const rows = [];
  let next = 0;
  const underWay = () => next - rows.length;
  const isOpen = () => next < 2 * trials && rows.filter(({ counted }) => counted).length + underWay() < trials;
  const worker = async () => {
    while (isOpen()) rows.push(await playTwice(play, next++));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return rows.sort((one, other) => one.n - other.n);
}

async function playTwice(play, n) {
  try {
    return await play(n);
  } catch {
    return play(n).catch(error => ({ n, counted: false, trouble: String(error.message ?? error).slice(0, 300) }));
  }
}
