/** Which column each field of a file goes into, by its name, its heading, or another word for it. docs/page.md#import */

import { foldText } from './fold-text';
import { humanName, suggestName } from './names';

export interface NamedColumn {
  readonly name: string;
  readonly label?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
}

/** Each column once. Null: the field goes into none. */
export function matchFields(header: readonly string[], columns: readonly NamedColumn[]): readonly (string | null)[] {
  const called = new Map<string, string[]>();
  for (const { name, label, aliases = [] } of columns) {
    const keys = new Set([name, label ?? '', humanName(name), ...aliases].map(nameKey));
    for (const key of keys) called.set(key, [...(called.get(key) ?? []), name]);
  }
  const taken = new Set<string>();
  return header.map((title) => {
    const key = nameKey(title);
    const found = key === '' ? undefined : called.get(key)?.find((name) => !taken.has(name));
    if (found === undefined) return null;
    taken.add(found);
    return found;
  });
}

/** Names in other scripts have no spelling of the engine's. */
const nameKey = (text: string): string => suggestName(text) || foldText(text.trim());
