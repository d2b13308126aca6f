/** Links that only a link column knows: names without brackets, left by a hand. The link index has none of them. docs/links.md#what-counts-as-a-link */

import type { LinkGraph } from '../links/link-sources';
import { linkTargetOfText } from '../query/where/link-operands';
import { chunkOf, offsetOf } from '../storage/columns/chunked-array';
import type { FrozenColumn } from '../storage/columns/stored-column';
import type { ValueDictionary } from '../storage/columns/value-dictionary';
import type { LinkView } from '../storage/view';
import { addTo } from '../values/maps';
import { type LinkedTable, linksOfValue } from './column-links';
import { noteNumber } from './resolved-links';

/** By number: who links whom. Lists may name a note twice. */
export interface BareLinks {
  readonly targets: ReadonlyMap<number, readonly number[]>;
  readonly sources: ReadonlyMap<number, readonly number[]>;
}

/** In most vaults there are none, and then no row is looked at. */
export function findBareLinks(tables: readonly LinkedTable[], links: LinkGraph & LinkView): BareLinks {
  const [targets, sources] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (const { columns, snapshot } of tables) {
    for (const { name, column } of columns) {
      const codes = column.kind === 'codes' ? bareCodes(column.dictionary) : NO_CODES;
      if (codes.size === 0) continue;
      for (const [slot, code] of slotsWith(codes, column, snapshot)) {
        const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] ?? '';
        const source = links.numberOf(path);
        for (const link of linksOfValue(name, column.kind === 'codes' ? column.dictionary.value(code) : undefined)) {
          const target = link.isBracketed ? -1 : noteNumber(links, linkTargetOfText(links, link.text, path));
          if (source < 0 || target < 0) continue;
          addTo(targets, source, target);
          addTo(sources, target, source);
        }
      }
    }
  }
  return { targets, sources };
}

function* slotsWith(
  codes: ReadonlySet<number>,
  column: FrozenColumn,
  { capacity, live }: LinkedTable['snapshot'],
): Generator<readonly [slot: number, code: number]> {
  if (column.kind !== 'codes') return;
  for (let slot = 0; slot < capacity; slot++) {
    const code = column.chunks[chunkOf(slot)]?.[offsetOf(slot)] ?? 0;
    if (codes.has(code) && live[chunkOf(slot)]?.[offsetOf(slot)] === 1) yield [slot, code];
  }
}

const NO_CODES: ReadonlySet<number> = new Set();

interface LookedThrough {
  readonly codes: Set<number>;
  /** Codes below it were looked at. */
  size: number;
}

/** A code means the same for good, so each is looked at once. */
const lookedThrough = new WeakMap<ValueDictionary, LookedThrough>();

/** The values with a bare name. */
function bareCodes(dictionary: ValueDictionary): ReadonlySet<number> {
  let known = lookedThrough.get(dictionary);
  if (known === undefined) lookedThrough.set(dictionary, (known = { codes: new Set(), size: 0 }));
  for (; known.size < dictionary.size; known.size++) {
    const value = dictionary.value(known.size);
    if (typeof value === 'string' && value.startsWith('[[')) continue;
    if (linksOfValue('', value).some(({ isBracketed }) => !isBracketed)) known.codes.add(known.size);
  }
  return known.codes;
}
