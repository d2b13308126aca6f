/** The text of a plugin as the app loads it: ASCII only, and not too long. docs/adr/0009-local-models-plugin.md */
import ts from 'typescript';

/** Of `main.js`. */
export const MOST_BYTES = 2_620_000;

/**
 * V8 keeps a text with one character above U+00FF in two bytes each. `charset: 'ascii'` of esbuild leaves such characters in
 * regular expressions and comments, where an escape means the same, and in tagged templates, where it does not.
 *
 * @param {string} code
 * @param {string} name
 * @returns {string}
 */
export function asciiOf(code, name) {
  if (!NOT_ASCII.test(code)) return code;
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && NOT_ASCII.test(node.template.getText())) {
      throw new Error(`${name} has a tagged template with characters beyond ASCII: ${node.getText().slice(0, 60)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return code.replaceAll(
    new RegExp(NOT_ASCII, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// eslint-disable-next-line no-control-regex -- all of ASCII
const NOT_ASCII = /[^\x00-\x7f]/;
