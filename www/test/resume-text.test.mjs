import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { strToU8, zipSync, zlibSync } from 'fflate';
import { ResumeTextError, resumeText } from 'stepgate/resume-text';
import { docx, paragraph, pdf, wordFile } from './resume-files.js';

const cMapUrl = new URL('../node_modules/pdfjs-dist/cmaps/', import.meta.url).pathname;
const code = expected => error => error instanceof ResumeTextError && error.code === expected && error.message.length > 0;

test('a PDF becomes text, a line for each of its lines, page by page', async () => {
  const seen = [];
  const file = new Blob([pdf([['Jane Doe', 'Developer (Acme), 2019 - 2022'], ['Led a team of 4']])]);
  const read = await resumeText(file, { onProgress: done => seen.push(done) });
  assert.deepEqual(read, { text: 'Jane Doe\nDeveloper (Acme), 2019 - 2022\nLed a team of 4', kind: 'pdf', notes: [] });
  assert.deepEqual(seen, [{ page: 1, pages: 2 }, { page: 2, pages: 2 }]);
});

test('a Chinese PDF without a table of its own is read by the tables of cMapUrl', async () => {
  const { text } = await resumeText(pdf([['<D5C5C8FD>', '<CFEEC4BFBEADC0FA>']]), { cMapUrl });
  assert.equal(text, '张三\n项目经历');
});

test('a Word file becomes text, a line for each paragraph and each cell', async () => {
  const read = await resumeText(docx(['张三 & Jane', '', '项目经历', ['在线考试系统', '2021.09'], '• 判卷 <模块>']));
  assert.deepEqual(read, { text: '张三 & Jane\n\n项目经历\n在线考试系统\n2021.09\n• 判卷 <模块>', kind: 'docx', notes: [] });
});

test('a text file is taken as it is, but for its line ends, control characters and composed letters', async () => {
  const bytes = new TextEncoder().encode('\uFEFFRene\u0301\r\n\u0007one  \r\n\r\n\r\n\r\ntwo\uE000');
  assert.equal((await resumeText(bytes)).text, 'René\none\n\ntwo');
  const wide = new Uint8Array(Buffer.from('\uFEFF张三', 'utf16le'));
  assert.equal((await resumeText(wide)).text, '张三');
});

test('a file without text says why', async () => {
  const damaged = pdf([['x']]).slice(0, 40);
  const odd = docx(['x']).slice(0, 200);
  for (const [file, expected] of [
    [pdf([[]]), 'no_text'],
    [new TextEncoder().encode(' \n'), 'no_text'],
    [damaged, 'unreadable'],
    [odd, 'unreadable'],
    [zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text'), 'content.xml': strToU8('<x/>') }), 'format'],
    [zipSync({ 'word/document.xml': strToU8('<x') }), 'unreadable'],
    [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), 'old_word'],
    [new Uint8Array([0xd5, 0xc5, 0xc8, 0xfd]), 'format'],
    [new Uint8Array([1, 0, 2]), 'format'],
  ]) await assert.rejects(resumeText(file), code(expected), expected);
  await assert.rejects(resumeText(pdf([['a'], ['b'], ['c']]), { maxPages: 2 }), code('too_large'));
  await assert.rejects(resumeText(new Blob(['abc']), { maxBytes: 2 }), code('too_large'));
});

test('what onProgress throws is an error of the page, and the file is read all the same', async t => {
  const thrown = [];
  t.mock.method(globalThis, 'queueMicrotask', rethrow => { try { rethrow(); } catch (error) { thrown.push(error.message); } });
  const onProgress = () => { throw new Error('page'); };
  const texts = [];
  for (const file of [pdf([['a'], ['b']]), docx(['a']), new TextEncoder().encode('a')]) texts.push((await resumeText(file, { onProgress })).text);
  assert.deepEqual(texts, ['a\nb', 'a', 'a']);
  assert.deepEqual(thrown, ['page', 'page', 'page', 'page']);
});

test('a signal stops it', async () => {
  const stop = new AbortController();
  const reading = resumeText(pdf([['a'], ['b']]), { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(reading, { name: 'AbortError' });
});

test('the libraries are bundled apart, and are not loaded before a file needs them', async () => {
  const { outputFiles, warnings } = await build({
    entryPoints: [new URL('../src/resume-text/index.js', import.meta.url).pathname],
    bundle: true, minify: true, format: 'esm', platform: 'browser', splitting: true, outdir: 'out', write: false, logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  const entry = outputFiles.find(({ path }) => path.endsWith('/index.js'));
  assert.ok(entry.contents.length < 25_000, `the entry has ${entry.contents.length} bytes`);
});

/** Texts one under the other. */
const column = (x, texts, { top = 760, leading = 14, size = 10 } = {}) => texts.map((text, index) => ({ text, x, y: top - index * leading, size }));
const linesOf = async texts => (await resumeText(pdf([texts]))).text.split('\n');

/** A text that ends at a place: a letter of Helvetica is about half its size wide, a digit 0.556. */
const endingAt = (end, text, y) => ({ text, x: end - 5.56 * text.length, y });

test('dates at the edge of a PDF stay beside their jobs, in whatever order they are drawn', async () => {
  const jobs = column(50, ['Jane Doe', 'Developer, Acme', 'Built the login module and the profile page of a product with many users in it', 'Intern, Norrsken', 'Fixed bugs']);
  const dates = [endingAt(545, '20192022', 746), endingAt(545, '2018', 718)];
  const want = ['Jane Doe', 'Developer, Acme  20192022', jobs[2].text, 'Intern, Norrsken  2018', 'Fixed bugs'];
  for (const drawn of [[...dates, ...jobs], [...jobs, ...dates], [...dates, ...jobs].reverse()]) assert.deepEqual(await linesOf(drawn), want);
});

test('dates of a list without anything between are no column', async () => {
  const talks = column(50, ['One talk', 'Another', 'A third one', 'The last']);
  const dates = talks.map(({ y }, index) => endingAt(545, `${2011 + index}`, y));
  assert.deepEqual(await linesOf([...dates, ...talks]), talks.map(({ text }, index) => `${text}  ${2011 + index}`));
});

test('columns of a PDF are read one after the other, each with its dates', async () => {
  const title = { text: 'Jane Doe, developer of programs, with a line that goes over the whole width of it', x: 50, y: 800, size: 12 };
  const side = column(50, ['Contact', 'jane@example.com', 'Berlin', 'Skills', 'TypeScript', 'Python', 'Rust', 'SQL'], { leading: 15, size: 9 });
  const main = column(220, ['Experience', 'Developer, Acme', 'Built the login module and the profile page', 'with four people', 'Intern, Norrsken', 'Fixed bugs in all the programs they had']);
  const dates = [endingAt(545, '20192022', 746), endingAt(545, '2018', 704)];
  const want = [title, ...side].map(({ text }) => text).concat(['Experience', 'Developer, Acme  20192022', main[2].text, main[3].text, 'Intern, Norrsken  2018', main[5].text]);
  for (const drawn of [[title, ...dates, ...side, ...main], [title, ...main, ...dates, ...side], [...side, ...main, ...dates, title]]) assert.deepEqual(await linesOf(drawn), want);
});

test('rows of a table are lines, and cells with several lines stay whole', async () => {
  const rows = [['German', 'native'], ['English', 'fluent'], ['Chinese', 'some'], ['Latin', 'none']].flatMap(([a, b], index) => [{ text: a, x: 50, y: 700 - 14 * index }, { text: b, x: 250, y: 700 - 14 * index }]);
  assert.deepEqual(await linesOf(rows), ['German  native', 'English  fluent', 'Chinese  some', 'Latin  none']);
  const cell = (text, x, y) => ({ text, x, y });
  const high = [cell('2019', 50, 693), cell('Developer', 250, 700), cell('at Acme', 250, 686), cell('2018', 50, 665), cell('Intern', 250, 672), cell('elsewhere', 250, 658)];
  assert.deepEqual(await linesOf(high), ['2019', 'Developer', 'at Acme', '2018', 'Intern', 'elsewhere']);
});

test('no letter of a PDF is lost or doubled, wherever it stands', async () => {
  let seed = 7;
  const next = below => { seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31; return Math.floor(seed / 2 ** 31 * below); };
  for (let round = 0; round < 25; round += 1) {
    const texts = Array.from({ length: 1 + next(60) }, (_, index) => ({ text: `w${index}x`, x: 20 + next(500), y: 20 + 7 * next(110), size: 6 + next(12) }));
    const { text } = await resumeText(pdf([texts]));
    assert.deepEqual(text.match(/w\d+x/g).sort(), texts.map(one => one.text).sort());
  }
});

test('a Word file keeps its line breaks, tabs, headers, footers, text boxes and notes, in order', async () => {
  const box = text => `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${paragraph(text)}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph(text)}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
  const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Acme</w:t><w:tab/><w:t>2020</w:t><w:br/><w:t>Next line</w:t></w:r>${box('Beside')}<w:r><w:t> &amp; more&#x21;</w:t></w:r></w:p>
    <w:sectPr><w:headerReference w:type="default" r:id="id-header1.xml"/><w:headerReference w:type="first" r:id="id-header2.xml"/><w:footerReference w:type="default" r:id="id-footer1.xml"/></w:sectPr>`;
  const parts = { 'header1.xml': paragraph('Jane Doe, jane@example.com'), 'header2.xml': paragraph('Old name'), 'footer1.xml': paragraph('Last page'), 'footnotes.xml': paragraph('A note') };
  const read = await resumeText(wordFile(body, parts));
  assert.deepEqual(read, { text: 'Jane Doe, jane@example.com\nAcme\t2020\nNext line & more!\nBeside\nA note\nLast page', kind: 'docx', notes: [] });
  assert.match((await resumeText(wordFile(`${body.replace('<w:sectPr>', '<w:sectPr><w:titlePg/>')}`, parts))).text, /Old name/);
});

test('what a Word file hides, deletes or comments on is left out, and told', async () => {
  const body = `<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>, too</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Gone"/></w:rPr><w:t>by style</w:t></w:r>
    <w:del><w:r><w:delText>taken out</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>, new</w:t></w:r></w:ins><w:r><w:instrText>HYPERLINK "x"</w:instrText><w:pict><v:imagedata/></w:pict></w:r></w:p>`;
  const parts = { 'styles.xml': '<w:style w:type="character" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>', 'comments.xml': paragraph('Do we say this?') };
  assert.deepEqual(await resumeText(wordFile(body, parts)), {
    text: 'Seen, too, new', kind: 'docx',
    notes: [{ code: 'hidden', count: 14 }, { code: 'deleted', count: 14 }, { code: 'pictures', count: 1 }, { code: 'comments', count: 1 }],
  });
});

test('pages without text, icons of a font and endless accents are told', async () => {
  assert.deepEqual((await resumeText(pdf([['a'], []]))).notes, [{ code: 'pages_without_text', count: 1 }]);
  const { text, notes } = await resumeText(new TextEncoder().encode(`\ue000\ue001 mail a${'\u0301'.repeat(100)}`));
  assert.deepEqual([text.startsWith('mail á'), text.length], [true, 5 + 30]);
  assert.deepEqual(notes, [{ code: 'marks', count: 70 }, { code: 'symbols', count: 2 }]);
});

test('a text grows no work beyond its length: megabytes of blanks, accents, tags and quotes end', async () => {
  const limits = { maxCharacters: 20_000_000 };
  const bytes = text => new TextEncoder().encode(text);
  assert.equal((await resumeText(bytes(`a${' '.repeat(4_000_000)}x`), limits)).text.length, 4_000_002);
  assert.equal((await resumeText(bytes(`a${'\u0301\u0316'.repeat(1_000_000)}`), limits)).notes[0].count, 1_999_970);
  assert.equal((await resumeText(bytes(`x${'\n'.repeat(4_000_000)}y`), limits)).text, 'x\n\ny');
  assert.equal((await resumeText(wordFile(`${'<w:sdt><w:sdtContent>'.repeat(50_000)}${paragraph('x')}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`))).text, 'x');
  assert.equal((await resumeText(wordFile(`<w:p w:a="${'>'.repeat(2_000_000)}"><w:r><w:t>x</w:t></w:r></w:p>`))).text, 'x');
});

test('an archive is counted while it is unpacked: what it states is not believed', async () => {
  const big = wordFile(paragraph('A'.repeat(40_000_000)));
  const view = new DataView(big.buffer);
  for (let at = 0; at + 30 < big.length; at += 1) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, 1_000, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, 1_000, true);
  }
  await assert.rejects(resumeText(big), code('too_large'));
  await assert.rejects(resumeText(wordFile(paragraph('x'), Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`p${index}.xml`, ''])))), code('too_large'));
  await assert.rejects(resumeText(wordFile(`<!DOCTYPE x [<!ENTITY a "aa">]>${paragraph('x')}`)), code('unreadable'));
});

/** A PDF of these objects; a list is a stream with its settings. */
function pdfOf(objects) {
  let text = '%PDF-1.5\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${Array.isArray(object) ? `<< ${object[0]} /Length ${object[1].length} >>\nstream\n${object[1]}\nendstream` : object}\nendobj\n`;
    return place;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Uint8Array.from(Buffer.from(`${text}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`, 'latin1'));
}

const onePage = (content, more = []) => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>', content, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', ...more]);

test('a PDF that unpacks to too much, has too much text or never ends is refused', async () => {
  const packed = (bytes, times) => (times ? packed(zlibSync(bytes, { level: 9 }), times - 1) : Buffer.from(bytes).toString('latin1'));
  const many = new Uint8Array(120_000_000).fill(32);
  await assert.rejects(resumeText(onePage(['/Filter /FlateDecode', packed(many, 1)])), code('too_large'));
  await assert.rejects(resumeText(onePage(['/Filter [/FlateDecode /FlateDecode]', packed(many, 2)])), code('too_large'));
  await assert.rejects(resumeText(onePage(['', `BT /F 12 Tf ${'1 0 0 1 10 10 Tm (abcdefgh) Tj '.repeat(200)} ET`]), { maxCharacters: 1_000 }), code('too_large'));
  const forms = Array.from({ length: 9 }, (_, at) => [`/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> /XObject << /X ${7 + at} 0 R >> >>`, at === 8 ? 'BT /F 12 Tf 10 10 Td (x) Tj ET' : '/X Do '.repeat(10)]);
  await assert.rejects(resumeText(onePage(['', '/X Do'], forms), { timeoutMs: 3_000 }), code('too_slow'));
});
