/** What the address of the page says behind `#`: the table and how it is looked at, another screen, the note that is open. A reload and the back button keep them. */

import type { JsonObject } from '../../../engine/index';
import { type TableChoice, readScreen } from '../../rows/table-choice';
import { type ViewSpec, orderByOf, readSpec, specJson } from '../../rows/view-spec';

export function readPlace(hash: string): TableChoice {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    table: given.get('table'),
    spec: readAddressSpec(given),
    screen: readScreen(given.get('show')),
    note: given.get('note') ?? undefined,
  };
}

/** `sort` by itself is short enough to be typed; `view` holds everything else. */
function readAddressSpec(given: URLSearchParams): ViewSpec | undefined {
  const [sort, view] = [given.get('sort'), given.get('view')];
  if (sort === null && view === null) return undefined;
  const order = (sort ?? '').split(',').filter((name) => name.replace('-', '') !== '');
  return readSpec({ ...readObject(view ?? ''), order_by: order });
}

function readObject(text: string): JsonObject {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as JsonObject) : {};
  } catch {
    return {};
  }
}

export function addressOf({ table, spec, screen, note }: TableChoice): string {
  const told = new URLSearchParams();
  if (table !== null) told.set('table', table);
  if (spec !== undefined) {
    const { order_by: _, ...view } = specJson(spec);
    told.set('sort', orderByOf(spec.sort).join(','));
    if (Object.keys(view).length > 0) told.set('view', JSON.stringify(view));
  }
  if (screen !== undefined) told.set('show', screen);
  if (note !== undefined) told.set('note', note);
  return `#${told.toString()}`;
}
