/** The links of a vault as flat arrays, as the warm-start file keeps them. */
export interface LinkSnapshot {
  /** Every link path once. */
  readonly linkpaths: readonly string[];
  /** One more than there are files: the codes of file i stand at [offsets[i], offsets[i + 1]). */
  readonly offsets: Uint32Array;
  /** Positions in `linkpaths`. */
  readonly codes: Uint32Array;
}

/** Throws when it was made of another number of files, or says what can't be. */
export function checkSnapshot({ linkpaths, offsets, codes }: LinkSnapshot, files: number): void {
  const fits = offsets.length === files + 1 && offsets[files] === codes.length;
  if (!fits || !isAscending(offsets) || largest(codes) >= linkpaths.length) {
    throw new RangeError('the link snapshot does not fit');
  }
}

function isAscending(offsets: Uint32Array): boolean {
  for (let at = 1; at < offsets.length; at++) if ((offsets[at] ?? 0) < (offsets[at - 1] ?? 0)) return false;
  return true;
}

/** -1 when there are none. */
function largest(codes: Uint32Array): number {
  let found = -1;
  for (let at = 0; at < codes.length; at++) found = Math.max(found, codes[at] ?? 0);
  return found;
}
