/** The page inside `main.js`, without its font: parts that the app runs too, and the others packed. Its styles follow from the plugin's `styles.css`. docs/page.md#files */

import { bytesOfBase85 } from './base85';
import type { PageFileName, PageFiles } from '../server/page/page-files';

/** Both are put in by `scripts/build/chunks.mjs`. Texts by name, as Brotli of their JSON, in base 85: */
declare const pageArchive: () => string;
/** The text of a part of `main.js`. */
declare const chunkText: (name: string) => string;

type PackedName = Exclude<PageFileName, `${string}.woff2`>;

type Archive = Readonly<Record<Exclude<PackedName, 'app.js'>, string>> & {
  readonly 'app.js': readonly (string | { readonly chunk: string })[];
};

/** Node's, because only a desktop serves. */
export type UnpackBrotli = (packed: Uint8Array) => Uint8Array;

/** `readStyles` reads the style sheet that the app installs beside `main.js`. */
export function packedPage(unpackBrotli: UnpackBrotli, readStyles: () => Promise<string>): PageFiles {
  let unpacked: Readonly<Record<PackedName, string>> | null = null;
  return {
    read: async (name) => {
      unpacked ??= unpack(unpackBrotli);
      if (!isPacked(name)) throw new Error('The plugin has no font.');
      return name === 'app.css' ? `${unpacked[name]}${await readStyles()}` : unpacked[name];
    },
  };
}

const isPacked = (name: PageFileName): name is PackedName => !name.endsWith('.woff2');

function unpack(unpackBrotli: UnpackBrotli): Readonly<Record<PackedName, string>> {
  const archive = JSON.parse(new TextDecoder().decode(unpackBrotli(bytesOfBase85(pageArchive())))) as Archive;
  const script = archive['app.js'].map((part) => (typeof part === 'string' ? part : chunkText(part.chunk)));
  return { ...archive, 'app.js': script.join('') };
}
