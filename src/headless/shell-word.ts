/** A path in a line that is shown to be pasted into a shell. */

/** As one word that the shell of this system leaves as it is. A file name on Windows holds no quote. */
export const shellWord = (text: string): string =>
  process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
