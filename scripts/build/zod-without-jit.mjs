/**
 * esbuild plugin: takes the run-time code generation out of zod.
 *
 * zod compiles object schemas with `new Function` where the platform lets it. The plugin directory counts that as a risk,
 * so the bundle must not hold it; zod's interpreter gives the same answers. The build fails when zod's source no longer
 * looks as expected, instead of letting the code back in silently.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const edits = [
  {
    file: 'doc.js',
    expected: `        const F = Function;
        const content = this?.content ?? [\`\`];
        const factory = new F(...Object.keys(this.closed), \`return function (\${this.args.join(", ")}) {\\n\${content.join("\\n")}\\n};\`);
        return factory(...Object.values(this.closed));
`,
    replacement: `        throw new Error("zod: code generation is not part of this build");
`,
  },
  {
    file: 'util.js',
    expected: `    try {
        const F = Function;
        new F("");
        return true;
    }
    catch (_) {
        return false;
    }
`,
    replacement: `    return false;
`,
  },
];

/**
 * The text of zod's `core/<file>` without its code generation; throws when it does not look as expected.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string}
 */
export function withoutJit(file, text) {
  const edit = edits.find((candidate) => candidate.file === file);
  if (!edit) throw new Error(`zod-without-jit: no edit for core/${file}`);
  const parts = text.split(edit.expected);
  if (parts.length !== 2) {
    throw new Error(
      `zod-without-jit: the expected source is not in zod/v4/core/${file} (found ${parts.length - 1} times). ` +
        'Look at the new source and change scripts/build/zod-without-jit.mjs.',
    );
  }
  return parts.join(edit.replacement);
}

export function zodWithoutJit() {
  return {
    name: 'zod-without-jit',
    setup(build) {
      const seen = new Set();
      let zodIsBundled = false;
      build.onStart(() => {
        seen.clear();
        zodIsBundled = false;
      });
      build.onLoad({ filter: /[\\/]zod[\\/].*\.c?js$/ }, async ({ path: file }) => {
        zodIsBundled = true;
        const name = path.basename(file);
        if (!/[\\/]zod[\\/]v4[\\/]core[\\/][^\\/]+$/.test(file) || !edits.some((edit) => edit.file === name))
          return undefined;
        const contents = withoutJit(name, (await readFile(file, 'utf8')).replaceAll('\r\n', '\n'));
        seen.add(name);
        return { contents, loader: 'js' };
      });
      build.onEnd(() => {
        if (!zodIsBundled) return undefined;
        const missing = edits.filter((edit) => !seen.has(edit.file)).map((edit) => edit.file);
        if (missing.length === 0) return undefined;
        return {
          errors: [{ text: `zod-without-jit: zod is bundled, but not through core/${missing.join(', core/')}` }],
        };
      });
    },
  };
}
