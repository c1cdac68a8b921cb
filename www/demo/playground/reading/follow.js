import { effect } from '@preact/signals-core';
import { run } from './streaming.js';

/** Distance from the end that still counts as the end, in pixels. */
const NEAR = 24;

/** Keeps the end of a growing value visible. Stops when the user scrolls away from the end, and resumes when the user returns. */
export function followGrowth() {
  let following = true;
  let placed = 0;
  const keep = () => {
    const box = document.querySelector('.play-result > :is(.value, .lines)');
    if (!box) return;
    if (Math.abs(box.scrollTop - placed) > 1) following = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    if (following) box.scrollTop = box.scrollHeight;
    placed = box.scrollTop;
  };
  effect(() => {
    if (!run.value?.going) return;
    if (run.value.at === 0) {
      following = true;
      placed = 0;
    }
    requestAnimationFrame(keep);
  });
}
