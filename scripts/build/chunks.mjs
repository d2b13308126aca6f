/**
 * Bundles `main.js` as chunks: functions of one text, of which each runs when it is first asked for. A part that loads later costs one
 * function, not one a module. The page at `/app/` is an entry of the same bundle: it takes the texts of the chunks that the app runs, and
 * `main.js` holds the others packed. docs/adr/0009-local-models-plugin.md#chunks
 */
import path from 'node:path';
import esbuild from 'esbuild';
import { chunkFunction } from './chunk-function.mjs';
import { READ_TEXT, packTexts } from './packed-texts.mjs';

const MAIN = 'main';
const PAGE = 'page';
/** Its export unpacks the long texts of the others. */
const TEXTS = 'texts';

/**
 * A chunk gets its imports by `require` and `importLater`, and returns its exports. Chunks have no cycles, and their exports do not change:
 * so one that is imported has run, and its exports can be constants. The text of this function is part of both scripts.
 *
 * @returns {(name: string) => object}
 */
function loadChunks(chunks, outer) {
  const loaded = {};
  const load = (name) => (name in chunks ? (loaded[name] ??= chunks[name](load, later)) : outer(name));
  const later = (name) => Promise.resolve().then(() => load(name));
  return load;
}

/**
 * @param {import('esbuild').BuildOptions} options With the entry points `main`, `page` and `texts`.
 * @returns {Promise<Chunks>}
 */
export async function buildChunks(options) {
  const outdir = 'chunks';
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    outdir,
    chunkNames: '[hash]',
    format: 'esm',
    splitting: true,
    metafile: true,
    write: false,
  });
  const texts = new Map();
  for (const { path: file, text } of outputFiles) texts.set(nameOf(file), await chunkFunction(text, nameOf(file)));
  const output = (name) => metafile.outputs[`${outdir}/${name}.js`];
  return new Chunks(texts, output);
}

const nameOf = (file) => path.basename(file, '.js');

class Chunks {
  constructor(texts, output) {
    this.texts = texts;
    this.output = output;
    this.atStart = this.reachable([MAIN], ['import-statement']);
    this.inApp = this.reachable([MAIN, TEXTS], ['import-statement', 'dynamic-import']);
    this.inPage = this.reachable([PAGE], ['import-statement', 'dynamic-import']);
  }

  /** Files of the sources that these chunks have code of. */
  inputsOf(names) {
    const inputs = names.flatMap((name) => Object.entries(this.output(name).inputs));
    return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  }

  /** The script of the page in pieces: texts, and `{chunk}` for one that `main.js` has. */
  pageParts() {
    const entries = this.inPage.flatMap((name) => [
      `${JSON.stringify(name)}:`,
      this.inApp.includes(name) ? { chunk: name } : this.texts.get(name),
      ',\n',
    ]);
    return [`"use strict";(${loadChunks})({\n`, ...entries, `})(${JSON.stringify(PAGE)});\n`];
  }

  pageScript() {
    return this.pageParts()
      .map((part) => (typeof part === 'string' ? part : this.texts.get(part.chunk)))
      .join('');
  }

  /** Parentheses around a `function`, and not around an arrow, let V8 compile at once what runs at once. `pageArchive` and `chunkText` are for src/plugin/page-archive.ts. */
  mainText(pageArchive) {
    const { scripts, packed } = packTexts(new Map(this.packable().map((name) => [name, this.texts.get(name)])));
    const entries = this.inApp.map((name) => {
      const text = scripts.get(name) ?? this.texts.get(name);
      return `${JSON.stringify(name)}:${this.atStart.includes(name) ? `(${text})` : text},\n`;
    });
    return `"use strict";
const chunks={\n${entries.join('')}};
const pageArchive=()=>${JSON.stringify(pageArchive)};
const chunkText=(name)=>String(chunks[name]);
const load=(${loadChunks})(chunks,require);
let texts;
const ${READ_TEXT}=(number)=>(texts??=load(${JSON.stringify(TEXTS)}).unpackTexts(${JSON.stringify(packed)}))[number];
module.exports=load(${JSON.stringify(MAIN)});
`;
  }

  /** Starting the app unpacks nothing, and the page gets the text of a chunk as it is. */
  packable() {
    const unpacking = this.reachable([TEXTS], ['import-statement']);
    const asTheyAre = new Set([...this.atStart, ...this.inPage, ...unpacking]);
    return this.inApp.filter((name) => !asTheyAre.has(name));
  }

  reachable(entries, kinds) {
    const found = new Set();
    const visit = (name) => {
      if (found.has(name) || !this.texts.has(name)) return;
      found.add(name);
      for (const { path: file, kind } of this.output(name).imports) {
        if (kinds.includes(kind)) visit(nameOf(file));
      }
    };
    entries.forEach(visit);
    return [...found].sort();
  }
}
