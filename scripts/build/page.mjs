/**
 * Bundles the page at `/app/`: one document, one script, one style sheet, one icon. docs/page.md#files
 *
 * The page knows the operations by their types alone: the build fails when code of the engine comes along.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import esbuild from 'esbuild';

/**
 * Texts by name.
 *
 * @param {string} root
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function buildPage(root) {
  const read = (name) => readFile(path.join(root, name), 'utf8');
  const [document, icon] = [await read('src/ui/shells/page/index.html'), await read('src/ui/shells/page/icon.svg')];
  return {
    'index.html': document,
    'app.js': await script(root),
    'app.css': await style(root, PAGE_STYLES),
    'icon.svg': icon,
  };
}

/** All of it as one text for `main.js`. `npm run test:matrix` checks that each Node gives the same one. */
export function packPage(files) {
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_LGWIN } = constants;
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(JSON.stringify(files), { params }).toString('base64');
}

async function script(root) {
  const { outputFiles, metafile } = await esbuild.build({
    ...common(root),
    entryPoints: ['src/page.tsx'],
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  const foreign = Object.entries(output.inputs).filter(
    ([name, { bytesInOutput }]) =>
      bytesInOutput > 0 && /^src\/(?!page\.tsx$|kernel\/|ui\/(?!shells\/obsidian\/))/.test(name),
  );
  if (foreign.length > 0) {
    const names = foreign.map(([name]) => name);
    throw new Error(
      `the page holds code that is not the page's (${names.length} files): ${names.slice(0, 5).join(', ')}`,
    );
  }
  return outputFiles[0].text;
}

/** The page's own variables and elements first: the parts that the plugin has too win. */
const PAGE_STYLES = "@import './shells/page/page.css';\n@import './styles.css';";

/** The style sheet of the plugin, one text of the files beside its parts. */
export const buildStyles = (root) => style(root, "@import './styles.css';");

async function style(root, contents) {
  const { outputFiles } = await esbuild.build({
    ...common(root),
    stdin: { contents, loader: 'css', resolveDir: path.join(root, 'src/ui') },
  });
  return outputFiles[0].text;
}

const common = (root) => ({
  absWorkingDir: root,
  bundle: true,
  write: false,
  minify: true,
  target: ['es2022', 'chrome120', 'firefox120', 'safari17'],
  charset: 'utf8',
  legalComments: 'eof',
  logLevel: 'warning',
});
