/**
 * Long texts of `main.js` as one packed list: descriptions and messages are read when an operation runs, not when the app starts.
 * docs/adr/0009-local-models-plugin.md#packed-texts
 */
import { deflateSync, strToU8 } from 'fflate';
import ts from 'typescript';
import { base85Of } from './base85.mjs';

/** A shorter one would save less than its call takes. */
const LEAST_LENGTH = 16;
/** Of a part of a template, whose call is longer. */
const LEAST_PART = 24;
/** Nothing in a minified script is called so. */
export const READ_TEXT = '$text';

/**
 * Replaces each long text of these scripts, and each long part of a template, by a call of `$text`.
 *
 * @param {ReadonlyMap<string, string>} scripts By name; each is an expression.
 * @returns {{ scripts: Map<string, string>, packed: string }} `packed`: the texts as Deflate of their JSON, in base 85.
 */
export function packTexts(scripts) {
  const numbers = new Map();
  const numberOf = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const replaced = [...scripts].map(([name, script]) => [name, withCalls(script, name, numberOf)]);
  const bytes = deflateSync(strToU8(JSON.stringify([...numbers.keys()])), { level: 9 });
  return { scripts: new Map(replaced), packed: base85Of(bytes) };
}

function withCalls(script, name, numberOf) {
  if (script.includes(READ_TEXT)) throw new Error(`${name} has a name ${READ_TEXT} of its own.`);
  // Without the parentheses a function would be a declaration that lacks a name.
  const file = ts.createSourceFile(`${name}.js`, `(${script})`, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  let code = '';
  let end = 1;
  for (const node of longTexts(file)) {
    const before = file.text.slice(end, node.getStart());
    const space = /[\w$]$/.test(before) ? ' ' : '';
    const call = `${READ_TEXT}(${numberOf(node.text)})`;
    code += before + (ts.isStringLiteralLike(node) ? space + call : partWith(node, call));
    end = node.getEnd();
  }
  return code + file.text.slice(end, -1);
}

function longTexts(file) {
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) ? isLong(node.text) && isValue(node) : isLongPart(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isLong = (text) => text.length >= LEAST_LENGTH && text.includes(' ');

/** The part before, between or behind the values of a template. */
const isLongPart = (node) =>
  (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
  node.text.length >= LEAST_PART &&
  node.text.includes(' ') &&
  !ts.isTaggedTemplateExpression(ts.isTemplateHead(node) ? node.parent.parent : node.parent.parent.parent);

/** As it is written, with the call in place of its text. */
const partWith = (node, call) =>
  `${ts.isTemplateHead(node) ? '`' : '}'}\${${call}}${ts.isTemplateTail(node) ? '`' : '${'}`;

/** Not a key, a directive or a tagged template. */
function isValue(node) {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent) || ts.isExpressionStatement(parent)) return false;
  return parent.name !== node && parent.propertyName !== node;
}
