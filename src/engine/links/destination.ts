/** Writes a path as the destination of a Markdown link. */

/**
 * Without `<…>`: only what would end or change the destination is percent-encoded, as Obsidian does; letters beyond
 * ASCII too when `asUri` (a link that was written so before).
 */
export function encodeDestination(path: string, asUri = false): string {
  const encoded = path.replace(/[%\\<># ]|\p{Cc}/gu, encodeURIComponent);
  const balanced = isBalanced(path) ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
  return asUri ? balanced.replace(/\P{ASCII}+/gu, encodeURIComponent) : balanced;
}

/** As `encodeDestination`, for what stands between `<` and `>`. */
export const encodeAngled = (path: string): string => path.replace(/[%\\<>#]|\p{Cc}/gu, encodeURIComponent);

/** `#heading#sub`: the marks stay. */
export const encodeSubpath = (subpath: string): string =>
  subpath
    .split('#')
    .map((part) => encodeDestination(part))
    .join('#');

/** Whether a destination was written with letters percent-encoded that need not be. */
export const isUriEncoded = (written: string): boolean => /%[89a-fA-F][0-9a-fA-F]/.test(written);

function isBalanced(path: string): boolean {
  let depth = 0;
  for (const character of path) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
