/** The page inside `main.js`, which is all that the app installs: parts that the app runs too, and the others packed. docs/page.md#files */

import type { PageFileName, PageFiles } from '../server/page/page-files';

/** Both are put in by `scripts/build/chunks.mjs`. Texts by name, as Brotli of their JSON, in base64: */
declare const pageArchive: () => string;
/** The text of a part of `main.js`. */
declare const chunkText: (name: string) => string;

type Archive = Readonly<Record<Exclude<PageFileName, 'app.js'>, string>> & {
  readonly 'app.js': readonly (string | { readonly chunk: string })[];
};

/** Only a desktop serves, so that Node unpacks it. */
export function packedPage(): PageFiles {
  let unpacked: Promise<Readonly<Record<PageFileName, string>>> | null = null;
  return { read: async (name) => (await (unpacked ??= unpack()))[name] };
}

async function unpack(): Promise<Readonly<Record<PageFileName, string>>> {
  const { brotliDecompressSync } = await import('node:zlib');
  const text = brotliDecompressSync(Buffer.from(pageArchive(), 'base64')).toString('utf8');
  const archive = JSON.parse(text) as Archive;
  const script = archive['app.js'].map((part) => (typeof part === 'string' ? part : chunkText(part.chunk)));
  return { ...archive, 'app.js': script.join('') };
}
