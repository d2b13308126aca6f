/** Which migrations hold and which were undone. Source: docs/history.md#undo_migration, D7 */

import { describe, expect, it } from 'vitest';
import { MigrationStates } from '../../../src/engine/history/journal/migration-states';
import type { Abort, Migration } from '../../../src/engine/history/journal/migration';

/** `3u1` is the migration 3, which undoes the migration 1; `3u1:02` undoes its changes 0 and 2. Each has three changes. */
const migrationOf = (text: string): Migration => {
  const [, seq, undoes, partial] = /^(\d+)(?:u(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  const indexes = partial === undefined ? [0, 1, 2] : [...partial].map(Number);
  return {
    seq: Number(seq),
    id: `m${seq}`,
    undoes: undoes === undefined ? null : `m${undoes}`,
    changes: indexes.map((index) => (undoes === undefined ? {} : { undoes: index })),
    ...(partial === undefined ? {} : { partial: indexes }),
  } as unknown as Migration;
};

const partOf = (isTakenBack: (index: number) => boolean): string =>
  [0, 1, 2].filter((index) => isTakenBack(index)).join('');

const states = (migrations: string, failed: readonly number[] = []): string =>
  new MigrationStates()
    .of(
      migrations.split(' ').map(migrationOf),
      failed.map((seq): Abort => ({ seq, reason: 'failed' })),
    )
    .map(
      ({ migration, undone, failed: hasFailed, isTakenBack }) =>
        `${migration.seq}${undone ? ' undone' : partOf(isTakenBack) && ` -${partOf(isTakenBack)}`}${hasFailed ? ' failed' : ''}`,
    )
    .join(', ');

describe('the list of migrations', () => {
  it.each([
    ['is newest first', '1 2 3', [], '3, 2, 1'],
    ['marks what was undone', '1 2 3u1', [], '3, 2, 1 undone'],
    ['takes an undo that was undone for none', '1 2u1 3u2', [], '3, 2 undone, 1'],
    ['goes on like this', '1 2u1 3u2 4u3', [], '4, 3 undone, 2, 1 undone'],
    ['does not count an undo that failed', '1 2u1', [2], '2 failed, 1'],
    ['counts one that was repeated after it failed', '1 2u1 3u1', [2], '3, 2 failed, 1 undone'],
    ['counts one that was repeated after it was undone', '1 2u1 3u2 4u1', [], '4, 3, 2 undone, 1 undone'],
    ['tells the part that was taken back', '1 2u1:02', [], '2, 1 -02'],
    ['adds up parts', '1 2u1:02 3u1:1', [], '3, 2, 1 undone'],
    ['does not count a part that failed', '1 2u1:02 3u1:1', [3], '3 failed, 2, 1 -02'],
    ['takes a part that was undone for none', '1 2u1:02 3u1:1 4u2', [], '4, 3, 2 undone, 1 -1'],
    ['takes the redone part of an undo for none', '1 2u1 3u2:1', [], '3, 2 -1, 1 -02'],
    ['counts that part again when its redo was undone', '1 2u1 3u2:1 4u3', [], '4, 3 undone, 2, 1 undone'],
    ['bears undos of what is no longer kept', '5u1', [], '5'],
  ])('%s', (_what, migrations, failed, expected) => {
    expect(states(migrations, failed)).toBe(expected);
  });
});
