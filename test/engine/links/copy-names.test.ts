/** Which names are those of copies. docs/copies.md#names-of-copies */

import { describe, expect, it } from 'vitest';
import { isNamedAsCopyOf } from '../../../src/engine/links/copy-names';

const COPIES_OF_SCRATCH = [
  // Syncthing
  'Scratch.sync-conflict-20260101-120000-ABCDEFG',
  'Scratch.sync-conflict-20260101-120000',
  // Dropbox, in several languages
  "Scratch (Ann's conflicted copy 2026-01-01)",
  'Scratch (conflicted copy)',
  'Scratch (In Konflikt stehende Kopie von Ann 2026-01-01)',
  'Scratch (Copie en conflit de Ann 2026-01-01)',
  'Scratch (Copia en conflicto de Ann 2026-01-01)',
  'Scratch (Copia in conflitto di Ann 2026-01-01)',
  'Scratch (Ann 的冲突副本 2026-01-01)',
  // Nextcloud, ownCloud
  'Scratch (conflicted copy 2026-01-01 120000)',
  'Scratch_conflict-20260101-120000',
  // Obsidian Sync
  'Scratch (Conflicted copy iPhone 202601011200)',
  // Seafile, Box, pCloud, Synology, Resilio, rclone
  'Scratch (SFConflict ann@example.org 2026-01-01-12-00-00)',
  "Scratch (Ann's conflicting copy)",
  'Scratch [conflicted]',
  'Scratch_DESKTOP-1_ann_Jan-01-120000-2026_Conflict',
  'Scratch.Conflict',
  'Scratch.conflict1',
  // git
  'Scratch~HEAD',
  'Scratch_LOCAL_4711',
  'Scratch.REMOTE.4711',
  'Scratch.orig',
  // iCloud, Finder
  'Scratch 2',
  'Scratch copy',
  'Scratch copy 3',
  'Scratch Kopie',
  'Scratch – копия',
  'Scratchのコピー',
  // Explorer
  'Scratch - Copy',
  'Scratch - Copy (2)',
  'Scratch - Kopie',
  'Scratch - Copie (3)',
  'Scratch — копия',
  'Scratch - コピー',
  'Scratch - 副本',
  'Copy of Scratch',
  'Copy (2) of Scratch',
  'Kopie von Scratch',
  'Copia de Scratch',
  'Copie de Scratch',
  'Копия Scratch',
  // GNOME Files, Drive, Dolphin
  'Scratch (copy)',
  'Scratch (another copy)',
  'Scratch (3rd copy)',
  'Scratch (Kopie)',
  'Scratch (1)',
  'Scratch(1)',
  // OneDrive
  'Scratch-DESKTOP-1AB2C3D',
  'Scratch-Anns-MacBook-Pro',
  // Obsidian
  'Scratch 1',
];

describe('the name of a copy', () => {
  it.each(COPIES_OF_SCRATCH)('%s', (name) => {
    expect(isNamedAsCopyOf(`Notes/${name}.md`, 'Notes/Scratch.md')).toBe(true);
    expect(isNamedAsCopyOf(`Other/${name.toUpperCase()}.md`, 'Notes/Scratch.md')).toBe(true);
    expect(isNamedAsCopyOf('Notes/Scratch.md', `Notes/${name}.md`)).toBe(false);
  });

  it.each(['notedb 2', 'notedb (1)', 'notedb copy', 'notedb - Copy', "notedb (Ann's conflicted copy 2026-01-01)"])(
    'of a folder: %s',
    (folder) => {
      expect(isNamedAsCopyOf(`${folder}/main/tasks/A.md`, 'notedb/main/tasks/A.md')).toBe(true);
      expect(isNamedAsCopyOf('notedb/main/tasks/A.md', `${folder}/main/tasks/A.md`)).toBe(false);
      expect(isNamedAsCopyOf(`${folder}/main/tasks/A.md`, 'notedb/main/tasks/B.md')).toBe(false);
    },
  );

  it.each([
    ['Scratches.md', 'Scratch.md'],
    ['Scratch pad.md', 'Scratch.md'],
    ['Chapter 2.md', 'Chapter 1.md'],
    ['2026-01-02.md', '2026-01-01.md'],
    ['a/Note.md', 'b/Note.md'],
    ['a 2/x/Note.md', 'a/y/Note.md'],
    ['Copy.md', 'Scratch.md'],
    ['Note.md', 'Note.md'],
  ])('is not %s beside %s', (path, other) => {
    expect(isNamedAsCopyOf(path, other)).toBe(false);
  });
});
