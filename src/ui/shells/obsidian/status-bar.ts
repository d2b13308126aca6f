/** One item of the status bar: whether the server runs, and the last write in its tooltip. Desktop only. */

import { setTooltip } from 'obsidian';

export interface StatusFacts {
  readonly address: string | null;
  readonly problem: string | null;
  readonly lastWrite: string | null;
  readonly isReadOnly: boolean;
}

export function showStatus(item: HTMLElement, { address, problem, lastWrite, isReadOnly }: StatusFacts): void {
  item.addClass('ndb-status');
  item.toggleClass('ndb-is-refused', problem !== null);
  item.setText(textOf(address, problem, isReadOnly));
  const server = address === null ? (problem ?? 'The server is off.') : `Served at ${address}.`;
  setTooltip(item, lastWrite === null ? server : `${server} Last write: ${lastWrite}.`, { placement: 'top' });
}

function textOf(address: string | null, problem: string | null, isReadOnly: boolean): string {
  const name = isReadOnly ? 'NoteDB, read-only' : 'NoteDB';
  if (problem !== null) return `${name}: server not started`;
  return address === null ? name : `${name}: port ${address.slice(address.lastIndexOf(':') + 1)}`;
}
