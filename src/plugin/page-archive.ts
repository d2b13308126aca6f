/** The page inside `main.js`, which is all that the app installs: packed, in a function, so that loading the plugin makes no string of it. docs/page.md#files */

import { gunzipSync, strFromU8 } from 'fflate';
import type { PageFileName, PageFiles } from '../server/page/page-files';

/** Put in by `esbuild.config.mjs`: texts by name, as gzip of their JSON, in base64. */
declare const PAGE_ARCHIVE: string;

const pageArchive = (): string => PAGE_ARCHIVE;

export function packedPage(): PageFiles {
  let unpacked: Readonly<Record<PageFileName, string>> | null = null;
  return {
    read: (name) => {
      unpacked ??= JSON.parse(strFromU8(gunzipSync(bytesOf(pageArchive())))) as Record<PageFileName, string>;
      return Promise.resolve(unpacked[name]);
    },
  };
}

function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
