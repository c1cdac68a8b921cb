import { effect } from '@preact/signals-core';
import { run } from './streaming.js';

/** How near the end still counts as being there, in pixels. */
const NEAR = 24;

/** Keeps the end of a growing value in view; where the user scrolls away from it, until the user is back there. */
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
