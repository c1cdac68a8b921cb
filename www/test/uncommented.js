// Members of the package's types that have no hover text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const isExported = node => ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
const isMember = node => ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node) || ts.isGetAccessor(node);
const textOf = node => ts.getJSDocCommentsAndTags(node).map(text => text.getText()).join('\n');

/** What a name is called, or its text where it is computed. @param {ts.Node} node */
const called = ({ name }) => name.getText();

/**
 * Exported names and their members, however deep, without a text: neither one of their own, nor one around them that names them in code marks.
 * A member with one value that is written out (`kind: 'user'`, `skip: true`) needs none.
 * @param {string} path from the folder of the package
 */
export function uncommented(path) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const found = [];
  const within = (place, around, node) => ts.forEachChild(node, child => {
    if (ts.isConstructorDeclaration(child)) return;
    if (!isMember(child) || ts.isComputedPropertyName(child.name)) return within(place, around, child);
    const [at, text] = [`${place}.${called(child)}`, textOf(child)];
    if (!text && !isNamedIn(around, called(child)) && !hasOneValue(child)) found.push(at);
    return within(at, `${around}\n${text}`, child);
  });
  for (const node of source.statements.filter(node => isExported(node) && !ts.isExportDeclaration(node))) {
    const place = node.name ? called(node) : node.declarationList.declarations.map(called).join();
    const text = textOf(node);
    if (!text) found.push(place);
    within(place, text, node);
  }
  return found;
}

/** @param {string} text @param {string} name */
const isNamedIn = (text, name) => [...text.matchAll(/`[^`]+`/g)].some(([code]) => code.split(/\W+/).includes(name));

/** @param {ts.Node} node */
const hasOneValue = ({ type }) => type !== undefined && ts.isLiteralTypeNode(type) && type.literal.kind !== ts.SyntaxKind.NullKeyword;
