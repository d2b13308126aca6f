/**
 * Bundles the page at `/app/`: one document, one script, one style sheet, one icon, one font. docs/page.md#files
 *
 * The page knows the operations by their types alone: the build fails when code of the engine comes along.
 */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import esbuild from 'esbuild';
import { base85Of } from './base85.mjs';

/** The oldest browsers that show it. */
export const BROWSERS = ['es2022', 'chrome120', 'firefox120', 'safari17'];

/**
 * Texts by name, and the files of the font. `chunks`: see chunks.mjs.
 *
 * @param {string} root
 * @returns {Promise<Readonly<Record<string, string | Buffer>>>}
 */
export async function buildPage(root, chunks) {
  const read = (name) => readFile(path.join(root, name), 'utf8');
  const foreign = chunks
    .inputsOf(chunks.inPage)
    .filter((name) => /^src\/(?!page\.tsx$|kernel\/|ui\/(?!shells\/obsidian\/))/.test(name));
  if (foreign.length > 0) {
    const names = foreign.slice(0, 5).join(', ');
    throw new Error(`the page holds code that is not the page's (${foreign.length} files): ${names}`);
  }
  return {
    'index.html': await read('src/ui/shells/page/index.html'),
    'app.js': chunks.pageScript(),
    'app.css': `${await style(root, FONT)}${await style(root, PAGE_STYLES)}${await buildStyles(root)}`,
    'icon.svg': await read('src/ui/shells/page/icon.svg'),
    ...(await fontFiles(root)),
  };
}

const FONT_FILES = ['inter-latin.woff2', 'inter-latin-ext.woff2'];

async function fontFiles(root) {
  const files = FONT_FILES.map(async (name) => [
    name,
    await readFile(path.join(root, 'src/ui/shells/page/fonts', name)),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

/** All of it but the font, the chunks of `main.js` and the plugin's style sheet, as one text. `npm run test:matrix` checks that each Node gives the same one. */
export async function packPage(root, files, chunks) {
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_LGWIN } = constants;
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_LGWIN]: 24 };
  const texts = Object.fromEntries(Object.entries(files).filter(([name]) => !FONT_FILES.includes(name)));
  const packed = { ...texts, 'app.css': await style(root, PAGE_STYLES), 'app.js': chunks.pageParts() };
  return base85Of(brotliCompressSync(JSON.stringify(packed), { params }));
}

/** The page's own variables and elements. The style sheet of the plugin follows and wins. */
const PAGE_STYLES = "@import './shells/page/page.css';";

const FONT = "@import './shells/page/fonts/inter.css';";

/** The style sheet of the plugin, one text of the files beside its parts. `src/ui/styles.css` names them, and has one line for all layouts. */
export async function buildStyles(root) {
  const folder = path.join(root, 'src/ui');
  const [list, files] = await Promise.all([
    readFile(path.join(folder, 'styles.css'), 'utf8'),
    readdir(path.join(folder, 'layouts'), { recursive: true }),
  ]);
  const ofLayouts = files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /^[^/]+\/[^/]+\.css$/.test(file));
  const imports = ofLayouts.sort().map((file) => `@import './layouts/${file}';`);
  return style(root, list.replace("@import './layouts/*/*.css';", imports.join('\n')));
}

async function style(root, contents) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    stdin: { contents, loader: 'css', resolveDir: path.join(root, 'src/ui') },
    bundle: true,
    external: ['*.woff2'],
    write: false,
    minify: true,
    target: BROWSERS,
    charset: 'utf8',
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}
