/** What the menu of every row offers for its note. docs/app/editing.md#rows */

import type { GridRow } from '../../components/grid-column';
import type { MenuItem } from '../../components/overlay/menu';
import type { AppServices } from '../../client/app-services';
import { noteName } from '../../client/note-text';

export type NoteServices = Pick<AppServices, 'notes' | 'notify' | 'openBeside'>;

export function noteItems({ path }: GridRow, services: NoteServices): readonly MenuItem[] {
  const { notes, openBeside } = services;
  if (path === '') return [];
  return [
    { icon: 'open', label: 'Open', run: () => notes.open(path, '', new MouseEvent('click')) },
    ...(openBeside === undefined
      ? []
      : [{ icon: 'open', label: 'Open to the right', run: () => openBeside(path) } satisfies MenuItem]),
    { icon: 'link', label: 'Copy link', run: () => void copyLink(path, services) },
  ];
}

/** As Obsidian reads it wherever the note is linked. */
async function copyLink(path: string, { notify }: NoteServices): Promise<void> {
  const link = `[[${path.replace(/\.md$/i, '')}|${noteName(path)}]]`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    notify(`The link could not be copied: ${link}`);
  }
}
