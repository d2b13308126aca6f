/** What the address of the page says behind `#`: the table, its order, the note that is open. A reload and the back button keep them. */

import type { TableChoice } from '../browser/table-browser';

export interface PagePlace {
  readonly choice: TableChoice;
  /** The path of the note in the panel; null: none is open. */
  readonly note: string | null;
}

export function readPlace(hash: string): PagePlace {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const sort = given.get('sort') ?? '';
  const column = sort.replace(/^-/, '');
  return {
    choice: { table: given.get('table'), sort: column === '' ? null : { column, isDescending: sort.startsWith('-') } },
    note: given.get('note'),
  };
}

export function addressOf({ choice: { table, sort }, note }: PagePlace): string {
  const told = new URLSearchParams();
  if (table !== null) told.set('table', table);
  if (sort !== null) told.set('sort', `${sort.isDescending ? '-' : ''}${sort.column}`);
  if (note !== null) told.set('note', note);
  return `#${told.toString()}`;
}
