/** Pictures of notes as addresses of memory: they are fetched with the token, which an address can't carry. docs/page.md#its-own-routes */

import type { PictureAddress } from '../../components/cells/cell-picture';

/** More are let go, the oldest first. */
const MOST_PICTURES = 200;

export function pictureCache(load: (target: string, source: string) => Promise<Blob | null>): PictureAddress {
  const known = new Map<string, Promise<string | null>>();
  const find = async (key: string, target: string, source: string): Promise<string | null> => {
    const picture = await load(target, source);
    // It may come later: it is asked for again.
    if (picture === null) known.delete(key);
    return picture === null ? null : URL.createObjectURL(picture);
  };
  return (target, source) => {
    const key = JSON.stringify([target, source]);
    const address = known.get(key) ?? find(key, target, source);
    known.set(key, address);
    for (const [oldest, gone] of known) {
      if (known.size <= MOST_PICTURES) break;
      known.delete(oldest);
      void gone.then((url) => url !== null && URL.revokeObjectURL(url));
    }
    return address;
  };
}
