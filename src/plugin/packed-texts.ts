/** The long texts inside `main.js`, packed by `scripts/build/packed-texts.mjs`. docs/adr/0009-local-models-plugin.md#packed-texts */

import { inflateSync, strFromU8 } from 'fflate';

/** Texts by number. `packed` is Deflate of their JSON, in base64. */
export function unpackTexts(packed: string): readonly string[] {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return JSON.parse(strFromU8(inflateSync(bytes))) as readonly string[];
}
