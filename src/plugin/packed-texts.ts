/** The long texts inside `main.js`, packed by `scripts/build/packed-texts.mjs`. docs/adr/0009-local-models-plugin.md#packed-texts */

import { inflateSync, strFromU8 } from 'fflate';
import { bytesOfBase85 } from './base85';

/** Texts by number. `packed` is Deflate of their JSON, in base 85. */
export function unpackTexts(packed: string): readonly string[] {
  return JSON.parse(strFromU8(inflateSync(bytesOfBase85(packed)))) as readonly string[];
}
