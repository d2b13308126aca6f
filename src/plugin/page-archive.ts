/** The page inside `main.js`, which is all that the app installs: packed, in a function, so that loading the plugin makes no string of it. docs/page.md#files */

import type { PageFileName, PageFiles } from '../server/page/page-files';

/** Put in by `esbuild.config.mjs`: texts by name, as Brotli of their JSON, in base64. */
declare const PAGE_ARCHIVE: string;

const pageArchive = (): string => PAGE_ARCHIVE;

/** Only a desktop serves, so that Node unpacks it. */
export function packedPage(): PageFiles {
  let unpacked: Promise<Readonly<Record<PageFileName, string>>> | null = null;
  return { read: async (name) => (await (unpacked ??= unpack()))[name] };
}

async function unpack(): Promise<Readonly<Record<PageFileName, string>>> {
  const { brotliDecompressSync } = await import('node:zlib');
  const text = brotliDecompressSync(Buffer.from(pageArchive(), 'base64')).toString('utf8');
  return JSON.parse(text) as Record<PageFileName, string>;
}
