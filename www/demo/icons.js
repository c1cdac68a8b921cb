import { svg, html } from 'lit-html';

const PATHS = {
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>`,
  moon: svg`<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>`,
  gear: svg`<path d="M4 7h10m4 0h2M4 17h2m4 0h10"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>`,
  send: svg`<path d="M12 19V5m-6 6 6-6 6 6"/>`,
  stop: svg`<rect x="7" y="7" width="10" height="10" rx="2"/>`,
  play: svg`<path d="M8 5v14l11-7z"/>`,
  pause: svg`<path d="M9 6v12m6-12v12"/>`,
  braces: svg`<path d="M9 4H8a2 2 0 0 0-2 2v3a3 3 0 0 1-2 3 3 3 0 0 1 2 3v3a2 2 0 0 0 2 2h1m6-16h1a2 2 0 0 1 2 2v3a3 3 0 0 0 2 3 3 3 0 0 0-2 3v3a2 2 0 0 1-2 2h-1"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  more: svg`<circle cx="6" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="18" cy="12" r="1"/>`,
  up: svg`<path d="M12 19V5m-6 6 6-6 6 6"/>`,
  again: svg`<path d="M19 12a7 7 0 1 1-2-5m2-3v4h-4"/>`,
  search: svg`<circle cx="11" cy="11" r="6"/><path d="m16 16 4 4"/>`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  cross: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
  skip: svg`<path d="m6 6 6 6-6 6m7-12 6 6-6 6"/>`,
  dot: svg`<circle cx="12" cy="12" r="4"/>`,
  ring: svg`<circle cx="12" cy="12" r="6"/>`,
  back: svg`<path d="M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2"/>`,
  left: svg`<path d="m15 5-7 7 7 7"/>`,
  right: svg`<path d="m9 5 7 7-7 7"/>`,
  calendar: svg`<path d="M4 6h16v15H4zM4 10h16M8 3v4m8-4v4"/>`,
  down: svg`<path d="M12 5v14m-6-6 6 6 6-6"/>`,
  file: svg`<path d="M7 3h7l5 5v13H7zM14 3v5h5"/>`,
  spark: svg`<path d="M6 20V9m6 11V4m6 16v-7"/>`,
  pen: svg`<path d="m4 20 1-5L16 4l4 4L9 19zM14 6l4 4"/>`,
  export: svg`<path d="M12 15V3m-4 4 4-4 4 4M5 13v7h14v-7"/>`,
  chat: svg`<path d="M4 5h16v11H10l-4 4v-4H4z"/>`,
  tasks: svg`<path d="M9 6h11M9 12h11M9 18h11M4 6h1m-1 6h1m-1 6h1"/>`,
  warn: svg`<path d="M12 4 2.5 20h19zM12 10v4m0 3v.5"/>`,
  eye: svg`<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/>`,
};

/** A small line drawing. Words beside it, or the label of its button, say what it means. @param {keyof typeof PATHS} name */
export const icon = name => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${PATHS[name]}</svg>`;
