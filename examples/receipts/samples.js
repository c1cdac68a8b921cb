// @ts-check
/** Sample receipts, drawn as pictures. The second one does not add up. @type {{ file: string, receipt: import('./book.js').Receipt }[]} */
export const SAMPLES = [
  { file: 'sample-cafe.png', receipt: { shop: 'Café Linde', day: '2026-11-28', articles: [{ name: 'Tea', euros: 3.2 }, { name: 'Apple cake', euros: 4.5 }, { name: 'Soup', euros: 6.9 }], total: 14.6 } },
  { file: 'sample-torn.png', receipt: { shop: 'Baumarkt', day: '2026-11-29', articles: [{ name: 'Screws', euros: 5.49 }, { name: 'Paint', euros: 21 }], total: 31.99 } },
];

/** A sample as a photo. @param {typeof SAMPLES[number]} sample @returns {Promise<File>} */
export async function photoOf({ file, receipt: { shop, day, articles, total } }) {
  const lines = [shop, day, '', ...articles.map(({ name, euros }) => `${name.padEnd(16)}${euros.toFixed(2).padStart(8)}`), '-'.repeat(24), `${'TOTAL'.padEnd(16)}${total.toFixed(2).padStart(8)}`];
  const canvas = new OffscreenCanvas(320, 40 + lines.length * 24);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#222';
  pen.font = '16px monospace';
  lines.forEach((line, at) => pen.fillText(line, 20, 40 + at * 24));
  return new File([await canvas.convertToBlob({ type: 'image/png' })], file, { type: 'image/png' });
}
