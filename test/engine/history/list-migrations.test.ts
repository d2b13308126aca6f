/** Which migrations hold and which were undone. spec: States, D7 */

import { describe, expect, it } from 'vitest';
import { MigrationStates } from '../../../src/engine/history/journal/list-migrations';
import type { Abort, Migration } from '../../../src/engine/history/journal/migration';

/** `3u1` is the migration 3, which undoes the migration 1. */
const migrationOf = (text: string): Migration => {
  const [seq, undoes] = text.split('u');
  return { seq: Number(seq), id: `m${seq}`, undoes: undoes === undefined ? null : `m${undoes}` } as Migration;
};

const states = (migrations: string, failed: readonly number[] = []): string =>
  new MigrationStates()
    .of(
      migrations.split(' ').map(migrationOf),
      failed.map((seq): Abort => ({ seq, reason: 'failed' })),
    )
    .map(
      ({ migration, undone, failed: hasFailed }) =>
        `${migration.seq}${undone ? ' undone' : ''}${hasFailed ? ' failed' : ''}`,
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
    ['bears undos of what is no longer kept', '5u1', [], '5'],
  ])('%s', (_what, migrations, failed, expected) => {
    expect(states(migrations, failed)).toBe(expected);
  });
});
