import { strToU8, zipSync } from 'fflate';

/** Fonts of a small PDF: Latin letters, and Chinese in GBK, which a reader decodes by a table of its own. */
const LATIN = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding';
const CHINESE = '/Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts '
  + '[<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor '
  + '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >> >>]';

/** A page that draws Latin texts at their places, in this order. @param {{ text: string, x: number, y: number, size?: number }[]} texts */
const placed = texts => texts.map(({ text, x, y, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`).join('\n');

/** One page that draws each line under the one before. @param {string[]} lines */
function drawn(lines) {
  const hex = line => (line.startsWith('<') ? `/F2 11 Tf ${line} Tj` : `/F1 11 Tf (${line.replace(/[\\()]/g, '\\$&')}) Tj`);
  return `BT 14 TL 50 780 Td ${lines.map(line => `${hex(line)} T*`).join('\n')} ET`;
}

/**
 * A PDF with these pages. A line is Latin text, or Chinese as the hexadecimal digits of its GBK bytes in angle brackets, or a text with its place.
 * @param {(string[] | { text: string, x: number, y: number, size?: number }[])[]} pages
 */
export function pdf(pages) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}] >>`,
    `<< ${LATIN} >>`,
    `<< ${CHINESE} >>`,
    ...pages.flatMap((lines, at) => {
      const content = typeof lines[0] === 'object' ? placed(lines) : drawn(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + at * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  return strToU8(`${text}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`);
}

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const xml = text => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A paragraph of Word with a text. @param {string} text */
export const paragraph = text => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;

/** A Word file with these paragraphs; a list is a row of a table. @param {(string | string[])[]} paragraphs */
export function docx(paragraphs) {
  const row = cells => `<w:tbl><w:tr>${cells.map(cell => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr></w:tbl>`;
  return wordFile(paragraphs.map(one => (Array.isArray(one) ? row(one) : paragraph(one))).join(''));
}

/** A Word file with this body and these further parts, by their names in `word/`. @param {string} body @param {Record<string, string>} [parts] */
export const wordFile = (body, parts = {}) => zipSync({
  '[Content_Types].xml': xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
  '_rels/.rels': xml('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'),
  'word/document.xml': xml(`<w:document ${W}><w:body>${body}</w:body></w:document>`),
  'word/_rels/document.xml.rels': xml(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.keys(parts).map(name => `<Relationship Id="id-${name}" Target="${name}"/>`).join('')}</Relationships>`),
  ...Object.fromEntries(Object.entries(parts).map(([name, inside]) => [`word/${name}`, xml(`<w:part ${W}>${inside}</w:part>`)])),
});
