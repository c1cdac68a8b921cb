// The JavaScript that a page loads with an entry of the package.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Outputs that are loaded with this one. @param {Record<string, { imports: { path: string, kind: string }[] }>} outputs @param {string} path */
function loadedWith(outputs, path, found = new Set()) {
  if (!outputs[path] || found.has(path)) return found;
  found.add(path);
  for (const { path: next } of outputs[path].imports.filter(({ kind }) => kind === 'import-statement')) loadedWith(outputs, next, found);
  return found;
}

/**
 * The JavaScript that a page loads at once with a module of the package: minified, with its dependencies, and without what is imported later.
 * @param {string} file from the folder of the package @param {string[]} [external] libraries that the application brings
 */
export async function loadedFirst(file, external = []) {
  const { metafile: { outputs }, outputFiles } = await build({
    entryPoints: [file], absWorkingDir: fileURLToPath(new URL('../', import.meta.url)), bundle: true, minify: true, splitting: true, format: 'esm', platform: 'browser',
    metafile: true, write: false, outdir: 'out', external: ['node:*', '*/bytes.js', ...external], logLevel: 'error',
  });
  const entry = Object.keys(outputs).find(path => outputs[path].entryPoint && file.endsWith(outputs[path].entryPoint));
  const loaded = [...loadedWith(outputs, entry)];
  return Buffer.concat(outputFiles.filter(({ path }) => loaded.some(name => path.endsWith(`/${name}`))).map(({ contents }) => contents));
}
