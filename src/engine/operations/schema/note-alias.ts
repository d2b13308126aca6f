/** Keeps the old name of a renamed note among its aliases. D17 */

import type { TableDefinition } from '../../catalog/definition';
import { parseFrontMatter } from '../../note/front-matter';
import { type Raw, rawList, rawString } from '../../note/raw';
import { setFrontMatter } from '../../note/splice';

const ALIASES = 'aliases';

/** The text with that alias; unchanged when it is there already, or when the table keeps something else under that key. */
export function withAlias(text: string, name: string, { columns }: TableDefinition): string {
  const spec = columns.find((column) => column.name === ALIASES);
  const isList = spec === undefined || (spec.type === 'list' && (spec.items?.type ?? 'string') === 'string');
  const raw = parseFrontMatter(text).entries.find(({ key }) => key === ALIASES)?.raw ?? { kind: 'empty' };
  const added = isList ? withItem(raw, name) : null;
  return added === null ? text : setFrontMatter(text, new Map([[ALIASES, added]]));
}

function withItem(raw: Raw, name: string): Raw | null {
  if (raw.kind === 'json') return null;
  const items = raw.kind === 'list' ? raw.items : raw.kind === 'scalar' ? [raw] : [];
  const isThere = items.some((item) => item.kind === 'scalar' && item.text === name);
  return isThere ? null : rawList([...items, rawString(name)]);
}
