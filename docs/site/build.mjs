/**
 * Builds the documentation site: `node build.mjs [folder]` (default `dist`). The pages are those of `docs`, and a reference from the package's types.
 * `docs` has Chinese pages as `name.zh.md`; the site has them in `zh/`.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import { build } from 'vitepress';

const here = dirname(fileURLToPath(import.meta.url));
const docs = dirname(here);
const www = join(here, '../../www');
const pages = join(here, 'pages');

/** Place of a document in the site. @param {string} file path in `docs` */
function placeOf(file) {
  const place = file.replace(/README((\.zh)?\.md)$/, 'index$1');
  return place.endsWith('.zh.md') ? `zh/${place.replace('.zh.md', '.md')}` : place;
}

/** Files that the reference stands for in the site. */
const REFERENCE = /^\.\.\/(www\/src\/.*index\.d\.ts|crates\/wasm-session\/types\.d\.ts)$/;

/** The project's README, and its place in the site. */
const README = '../README.md';
const README_PLACE = 'package.md';

/** Target of a link in the site; undefined for a file of the repository that the site has not. @param {string} from @param {string} link */
function linkIn(from, link) {
  const [path, hash = ''] = link.split(/(?=#)/);
  if (/^(https?:|#)/.test(link)) return link;
  const target = posix.join(posix.dirname(from), path).replace(/^\.\.\/docs\//, '');
  const place = REFERENCE.test(target) ? 'reference/index.md' : target.startsWith('..') ? undefined : placeOf(target.endsWith('/') ? `${target}README.md` : target);
  return place?.endsWith('.md') ? `/${place}${hash}` : undefined;
}

/** A block of code, a link (whose words may have code), or code in a line. */
const CODE_OR_LINK = /^```.*?^```$|\[((?:`[^`\n]*`|[^\]`])*)\]\(([^)\s]+)\)|`[^`\n]*`/gms;

/** A document with the links of the site. Code stays as it is. @param {string} file @param {string} text */
function linked(file, text) {
  return text.replaceAll(CODE_OR_LINK, (whole, words, link) => {
    if (link === undefined) return whole;
    const target = linkIn(file, link);
    return target ? `[${words}](${target})` : words;
  });
}

function copyDocuments() {
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/'));
  for (const file of files.filter(file => file.endsWith('.md') && !file.startsWith('site/'))) {
    put(placeOf(file), linked(file, readFileSync(join(docs, file), 'utf8')));
  }
  put(README_PLACE, linked(README, readFileSync(join(docs, README), 'utf8').replaceAll(/^!\[.*\n/gm, ''))); // without its pictures
}

/** @param {string} place @param {string} text */
function put(place, text) {
  const path = join(pages, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Entries of the package that have types of their own, by their address. */
function entries() {
  const { exports } = JSON.parse(readFileSync(join(www, 'package.json'), 'utf8'));
  return Object.entries(exports).filter(([, { types }]) => types && !types.includes('cdn')).map(([address, { types }]) => [posix.join('stepgate', address), resolve(www, types)]);
}

async function writeReference() {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'], router: 'module', disableGit: true, tsconfig: join(here, 'tsconfig.json'), name: 'Reference', readme: 'none', entryFileName: 'index',
    entryPoints: entries().map(([, file]) => file), hidePageHeader: true, hideBreadcrumbs: true, disableSources: true, excludeExternals: true, skipErrorChecking: true, sort: ['source-order'],
    validation: false, logLevel: 'Error', parametersFormat: 'list',
  });
  const project = await app.convert();
  if (!project) throw new Error('the reference could not be made');
  const addresses = new Map(entries().map(([address, file]) => [file, address]));
  for (const module of project.children) module.name = addresses.get(project.files.getReflectionPath(module)) ?? module.name;
  await app.outputs.writeOutput({ name: 'markdown', path: join(pages, 'reference') }, project);
}

rmSync(pages, { recursive: true, force: true });
copyDocuments();
await writeReference();
await build(here, { outDir: resolve(process.argv[2] ?? join(here, 'dist')), base: '/docs/' });
