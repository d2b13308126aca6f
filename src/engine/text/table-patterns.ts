/** Patterns of qualified names, which say what tables there are for an app. docs/rights.md#patterns; D13 */

/** `main.crm.*`, `main.*`, `*`, or a whole name. A part is a name; `*` matches any name, and at the end for all the parts that follow. */
const PATTERN = /^(?:(?:[a-z0-9_]+|\*)\.){0,2}(?:[a-z0-9_]+|\*)$/;

/** Why no table can be meant by it; null: it is a pattern. */
export function patternProblem(pattern: string): string | null {
  if (!PATTERN.test(pattern)) return `"${pattern}" is not a pattern of tables`;
  const parts = pattern.split('.');
  return parts.length === 3 || parts.at(-1) === '*' ? null : `"${pattern}" names no table: catalog.schema.table`;
}

/** `patterns` null: every table. */
export function matchesPatterns(qualified: string, patterns: readonly string[] | null): boolean {
  return patterns === null || patterns.some((pattern) => matchesPattern(qualified.split('.'), pattern.split('.')));
}

function matchesPattern(name: readonly string[], pattern: readonly string[]): boolean {
  if (pattern.length < name.length && pattern.at(-1) !== '*') return false;
  return pattern.every((part, i) => part === '*' || part === name[i]);
}
