/** The form of a version in the record of its migration: by reference to the files that it changes. docs/formats.md#table-log. */

import type { FileChange, Migration } from '../journal/migration';
import type { ChangeReference, PackedChange, RowChange, TableVersion, VersionRecord } from './table-version';

export const packChange = ({ from, to, before, after }: RowChange): PackedChange => [
  from,
  to !== null && to === from ? true : to,
  before,
  after,
];

const unpackChange = ([from, to, before, after]: PackedChange): RowChange => ({
  from,
  to: to === true ? from : to,
  before,
  after,
});

/** `files` are the changes of the migration. */
export function versionRecord(version: TableVersion, files: readonly FileChange[]): VersionRecord {
  const { time: _time, migrationId: _migration, actor: _actor, changes, ...head } = version;
  const places = new Map(files.map((file, index) => [keyOf(file), index]));
  const references: ChangeReference[] = [];
  for (const change of changes) {
    const index = places.get(keyOf(change));
    const last = references.at(-1);
    if (index === undefined) references.push(packChange(change));
    else if (typeof last === 'number' && last + 1 === index) references[references.length - 1] = [last, index];
    else if (isRun(last) && last[1] + 1 === index) references[references.length - 1] = [last[0], index];
    else references.push(index);
  }
  return { ...head, changes: references };
}

const keyOf = ({ from, to, before, after }: RowChange): string => [from, to, before, after].join('\u0000');

const isRun = (reference: ChangeReference | undefined): reference is readonly [number, number] =>
  typeof reference === 'object' && reference.length === 2;

export const versionsOf = ({ versions = [], changes: files, time, id, actor }: Migration): readonly TableVersion[] =>
  versions.map(({ changes, ...head }) => ({
    ...head,
    time,
    migrationId: id,
    ...(actor === null ? {} : { actor }),
    changes: changes.flatMap((reference) => resolveReference(reference, files)),
  }));

function resolveReference(reference: ChangeReference, files: readonly FileChange[]): readonly RowChange[] {
  if (typeof reference === 'number') return files.slice(reference, reference + 1);
  return isRun(reference) ? files.slice(reference[0], reference[1] + 1) : [unpackChange(reference)];
}
