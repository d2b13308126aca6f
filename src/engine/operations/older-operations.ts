/** Operations by the names that they had: they take the arguments of then and give the result of now. D3 */

import * as z from 'zod';
import { textArgument } from '../schemas/arguments';
import { parseInput } from '../schemas/parse-input';

interface OlderOperation {
  /** The name of now. */
  readonly now: string;
  /** The arguments of then. The operation of now judges their values. */
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
  /** What arguments are called now that were called otherwise. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** By the older name. They are deprecated, and in no list of operations. */
export const OLDER_OPERATIONS: ReadonlyMap<string, OlderOperation> = new Map<string, OlderOperation>([
  [
    'list_directory',
    { now: 'list_folder', input: z.strictObject({ path: textArgument }), renamed: { path: 'folder' } },
  ],
  [
    'search_simple',
    { now: 'search_notes', input: z.strictObject({ query: z.unknown(), context_length: z.unknown().optional() }) },
  ],
]);

/** The operation that is meant, and its arguments as it takes them now. Throws 400 for an argument that an older name does not take. */
export function withPresentName(name: string, args: unknown): { readonly name: string; readonly args: unknown } {
  const older = OLDER_OPERATIONS.get(name);
  if (older === undefined) return { name, args };
  const given = parseInput({ name, input: older.input }, args) as Readonly<Record<string, unknown>>;
  const renamed = Object.entries(given).map(([key, value]) => [older.renamed?.[key] ?? key, value]);
  return { name: older.now, args: Object.fromEntries(renamed) };
}
