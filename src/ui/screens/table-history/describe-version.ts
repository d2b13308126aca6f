/** Versions of a table in the words of people. */

import { clockTime, dayLabel, writerOf } from '../../changes/describe-migration';
import type { ChangeCounts, Version } from './version-changes';

/** `Saturday, 14 November, 18:02`. */
export function momentOf({ timestamp }: Version, now: Date): string {
  const at = new Date(timestamp);
  return `${dayLabel(at, now)}, ${clockTime(at)}`;
}

/** Null: somebody edited the notes. */
const writerName = ({ actor }: Version): string => (actor === null ? 'Edited in the notes' : writerOf(actor).name);

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

/** `Claude Code changed 3 rows`. */
export function describeVersion(version: Version): string {
  const { operation, operationMetrics: metrics, actor } = version;
  const added = metrics['numOutputRows'] ?? metrics['numTargetRowsInserted'] ?? 0;
  const changed = metrics['numUpdatedRows'] ?? metrics['numTargetRowsUpdated'] ?? 0;
  const removed = metrics['numDeletedRows'] ?? metrics['numTargetRowsDeleted'] ?? 0;
  const parts = [
    ...(changed > 0 ? [`changed ${count(changed, 'row')}`] : []),
    ...(added > 0 && operation !== 'CREATE TABLE' && operation !== 'MERGE' ? [`added ${count(added, 'row')}`] : []),
    ...(operation === 'MERGE' && (metrics['numTargetRowsInserted'] ?? 0) > 0
      ? [`added ${count(metrics['numTargetRowsInserted'] ?? 0, 'row')}`]
      : []),
    ...(removed > 0 ? [`removed ${count(removed, 'row')}`] : []),
  ];
  const who = actor === null ? 'Somebody, in the notes,' : writerName(version);
  return `${who} ${parts.length > 0 ? parts.join(', ') : DEEDS[operation]}`;
}

const DEEDS: Readonly<Record<Version['operation'], string>> = {
  'CREATE TABLE': 'began to keep versions',
  WRITE: 'added rows',
  UPDATE: 'changed rows',
  DELETE: 'removed rows',
  MERGE: 'changed rows',
  'ALTER TABLE': 'changed the columns or rules',
  'ADD COLUMNS': 'added a column',
  RESTORE: 'restored the table',
  UNDO: 'took something back',
  RECOMPUTE: 'computed columns anew',
  EXTERNAL_EDIT: 'changed notes',
};

/** `9 cells differ, 4 rows came since, 1 went`. */
export function differenceText({ cells, came, went }: ChangeCounts): string {
  const parts = [
    ...(cells > 0 ? [`${count(cells, 'cell')} ${cells === 1 ? 'differs' : 'differ'}`] : []),
    ...(came > 0 ? [`${count(came, 'row')} came since`] : []),
    ...(went > 0 ? [`${count(went, 'row')} went`] : []),
  ];
  return parts.length === 0 ? 'Nothing differs from now' : parts.join(', ');
}
