/** The links of a vault as flat arrays, as the warm-start file keeps them. */
export interface LinkSnapshot {
  /** Every link path once. */
  readonly linkpaths: readonly string[];
  /** One more than there are files: the codes of file i stand at [offsets[i], offsets[i + 1]). */
  readonly offsets: Uint32Array;
  /** Positions in `linkpaths`. */
  readonly codes: Uint32Array;
}
