/** Says when the lines of a file are rows of a table that is there already. docs/page.md#import */

import { matchFields } from '../../../kernel/match-fields';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { CsvFile } from '../table-file/table-file';
import type { OperationsClient } from '../../client/operations-client';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { importColumns, shareOfMatched } from './import-plan';

export interface FittingTableProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  readonly file: CsvFile;
  readonly take: (table: string) => void;
}

/** Of the fields of the file. */
const ENOUGH = 0.6;

export function FittingTable({ client, tree, file, take }: FittingTableProps): JSX.Element | null {
  const [fitting, setFitting] = useState<{ readonly table: string; readonly label: string } | null>(null);
  useEffect(() => {
    void bestTable(client, tree, file).then(setFitting);
  }, [client, file]);
  if (fitting === null) return null;
  return (
    <p class="ndb-import-fits ndb-line ndb-wraps" role="note">
      The columns of this file are those of {fitting.label}.
      <Button onClick={() => take(fitting.table)}>Put its lines into {fitting.label}</Button>
    </p>
  );
}

async function bestTable(
  client: OperationsClient,
  tree: TableTree,
  { header }: CsvFile,
): Promise<{ readonly table: string; readonly label: string } | null> {
  const shares = await Promise.all(
    allTables(tree).map(async ({ table, label }) => {
      // A table that went meanwhile fits nothing.
      const columns = await client.run('describe_table', { table }).then(
        (described) => importColumns(described.columns),
        () => [],
      );
      return { table, label, share: shareOfMatched(matchFields(header, columns)) };
    }),
  );
  const [best] = shares.sort((one, other) => other.share - one.share);
  return best !== undefined && best.share >= ENOUGH ? best : null;
}
