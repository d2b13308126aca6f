/** The page inside `main.js`: parts that the app runs too, and the others packed. Its styles follow from the plugin's `styles.css`. docs/page.md#files */

import type { PageFileName, PageFiles } from '../server/page/page-files';

/** Both are put in by `scripts/build/chunks.mjs`. Texts by name, as Brotli of their JSON, in base64: */
declare const pageArchive: () => string;
/** The text of a part of `main.js`. */
declare const chunkText: (name: string) => string;

type Archive = Readonly<Record<Exclude<PageFileName, 'app.js'>, string>> & {
  readonly 'app.js': readonly (string | { readonly chunk: string })[];
};

/** Node's, because only a desktop serves. */
export type UnpackBrotli = (packed: Uint8Array) => Uint8Array;

/** `readStyles` reads the style sheet that the app installs beside `main.js`. */
export function packedPage(unpackBrotli: UnpackBrotli, readStyles: () => Promise<string>): PageFiles {
  let unpacked: Readonly<Record<PageFileName, string>> | null = null;
  return {
    read: async (name) => {
      unpacked ??= unpack(unpackBrotli);
      return name === 'app.css' ? `${unpacked[name]}${await readStyles()}` : unpacked[name];
    },
  };
}

function unpack(unpackBrotli: UnpackBrotli): Readonly<Record<PageFileName, string>> {
  const packed = Uint8Array.from(atob(pageArchive()), (character) => character.charCodeAt(0));
  const archive = JSON.parse(new TextDecoder().decode(unpackBrotli(packed))) as Archive;
  const script = archive['app.js'].map((part) => (typeof part === 'string' ? part : chunkText(part.chunk)));
  return { ...archive, 'app.js': script.join('') };
}
