/** Which columns a file name or partition pattern reads. D6 */

const PLACE = /\{([^{}:]*)(?::[^{}]*)?\}/g;

export const patternColumns = (pattern: string): string[] => [...pattern.matchAll(PLACE)].map((match) => match[1] ?? '');
