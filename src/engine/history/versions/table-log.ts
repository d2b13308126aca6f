/** The log of one table in short: its last version, and how far back it can be read. docs/formats.md: Table log. */

import type { ContentHash } from '../journal/content-hash';
import type { TableVersion, VersionHead } from './table-version';

export interface OldestVersion {
  readonly version: number;
  readonly time: number;
  /** Of the definition before it, when the versions before were taken away: what it changed reads under that. */
  readonly formerly?: ContentHash;
}

export interface TableLog {
  readonly id: string;
  readonly last: VersionHead;
  /** The oldest version that can be read. */
  readonly earliest: OldestVersion;
  /** Changes since the last checkpoint. */
  readonly since: number;
}

/** True while the table writes versions. */
export const isLive = ({ last }: TableLog): boolean => last.ends !== true;

/** The log after one more version; `log` is null for the first one. */
export function withVersion(
  log: TableLog | null,
  { changes, values: _values, left: _left, ...last }: TableVersion,
): TableLog {
  const { version, time } = last;
  return {
    id: last.log,
    last,
    earliest: log?.earliest ?? { version, time },
    since: (log?.since ?? 0) + changes.length,
  };
}
