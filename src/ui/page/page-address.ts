/** What the address of the page says behind `#`: the table, its order, another screen, the note that is open. A reload and the back button keep them. */

import { type TableChoice, readScreen } from '../browser/table-choice';

export function readPlace(hash: string): TableChoice {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const sort = given.get('sort') ?? '';
  const column = sort.replace(/^-/, '');
  return {
    table: given.get('table'),
    sort: column === '' ? null : { column, isDescending: sort.startsWith('-') },
    screen: readScreen(given.get('show')),
    note: given.get('note') ?? undefined,
  };
}

export function addressOf({ table, sort, screen, note }: TableChoice): string {
  const told = new URLSearchParams();
  if (table !== null) told.set('table', table);
  if (sort !== null) told.set('sort', `${sort.isDescending ? '-' : ''}${sort.column}`);
  if (screen !== undefined) told.set('show', screen);
  if (note !== undefined) told.set('note', note);
  return `#${told.toString()}`;
}
