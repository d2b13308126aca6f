/** The notes that a base of Obsidian found, as rows of their tables, edited by the rules of these. docs/bases.md#in-obsidian */

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { BaseNames } from '../../../kernel/bases/base-names';
import { StateMessage } from '../../components/state-message';
import type { AppServices } from '../../client/app-services';
import { useLiveQuery } from '../../client/live-query';
import type { Database, OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { useDatabase } from '../../client/use-database';
import type { TableChoice } from '../../rows/table-choice';
import { readSpec } from '../../rows/view-spec';
import type { BlockQuery } from '../block/block-query';
import { TableBlock } from '../block/table-block';
import { useBlockClock } from '../block/use-block-clock';

/** What the base found, and how it is set up. */
export interface FoundNotes {
  /** Notes by the table that they name; '' for none. */
  readonly pathsByTable: ReadonlyMap<string, readonly string[]>;
  /** Ids of properties, as the base writes them. */
  readonly order: readonly string[];
  readonly sort: readonly { readonly property: string; readonly isDescending: boolean }[];
  readonly layout: string;
}

export interface BaseRowsProps {
  readonly found: FoundNotes;
  readonly database: Database;
  readonly services: AppServices;
  readonly openTable: (choice: TableChoice) => void;
}

/** As many as one call gives. docs/operations.md#select_rows */
const MOST_ROWS = 1000;
/** A base belongs to no note. */
const NO_NOTE = { path: '', properties: '' };

export function BaseRows(props: BaseRowsProps): JSX.Element {
  const { found, database } = props;
  const state = useDatabase(database);
  const { pathsByTable } = found;
  const others = pathsByTable.get('')?.length ?? 0;
  const tables = [...pathsByTable.keys()].filter((table) => table !== '');
  return (
    <>
      {tables.length === 0 && (
        <StateMessage
          kind="empty"
          title="No note of this base is a row of a table"
          detail="Make a table of the notes first. Then they are shown here, and edited by its rules."
        />
      )}
      {state.kind === 'open' &&
        tables.map((table) => <RowsOfTable key={table} {...props} {...{ table }} client={state.client} />)}
      {state.kind === 'opening' && <StateMessage kind="loading" title="Opening the tables…" />}
      {state.kind === 'failed' && <StateMessage kind="error" title={state.message} detail={state.hint} />}
      {tables.length > 0 && others > 0 && (
        <p class="ndb-small-text" role="note">
          {others === 1 ? '1 note of this base is not a row' : `${others} notes of this base are not rows`} of a table.
        </p>
      )}
    </>
  );
}

interface RowsOfTableProps extends BaseRowsProps {
  readonly table: string;
  readonly client: OperationsClient;
}

function RowsOfTable(props: RowsOfTableProps): JSX.Element {
  const { found, client, database, services, openTable, table } = props;
  const clock = useBlockClock();
  const { answer } = useLiveQuery<BaseNames>(client, table, {
    ask: async (operations) => {
      const { columns } = await operations.run('describe_table', { table });
      return new BaseNames(
        columns.map(({ name, key = name }) => ({ name, key })),
        [],
      );
    },
    isTouched: ({ definitions }) => definitions,
  });
  const paths = found.pathsByTable.get(table) ?? [];
  const names = answer.kind === 'answer' ? answer.value : null;
  const key = JSON.stringify([found.order, found.sort, found.layout, paths, names]);
  const query = useMemo(() => (names === null ? null : queryOf(found, table, paths, names)), [key]);
  if (answer.kind === 'problem')
    return <StateMessage kind="error" title={answer.problem.message} detail={answer.problem.hint} />;
  if (query === null) return <StateMessage kind="loading" title="Loading rows…" />;
  const lacking = found.order.filter((property) => names?.columnOf(property) === null);
  return (
    <section class="ndb-stack" aria-label={humanName(table.split('.').at(-1) ?? table)}>
      <TableBlock {...{ database, query, clock, services, openTable }} note={NO_NOTE} />
      {(lacking.length > 0 || paths.length > MOST_ROWS) && (
        <p class="ndb-small-text" role="note">
          {paths.length > MOST_ROWS &&
            `The first ${MOST_ROWS.toLocaleString()} of ${paths.length.toLocaleString()} notes are shown. `}
          {lacking.length > 0 && `The table has no column for ${lacking.join(', ')}.`}
        </p>
      )}
    </section>
  );
}

function queryOf(found: FoundNotes, table: string, paths: readonly string[], names: BaseNames): BlockQuery {
  const columns = found.order.flatMap((property) => names.columnOf(property) ?? []);
  const sort = found.sort.flatMap(({ property, isDescending }) => {
    const column = names.columnOf(property);
    return column === null ? [] : [isDescending ? `-${column}` : column];
  });
  const shown = columns.length === 0 ? [] : [...columns.map((name) => ({ name })), { name: '*', hidden: true }];
  return {
    table,
    spec: readSpec({
      where: { path: { in: paths.slice(0, MOST_ROWS) } },
      order_by: sort,
      columns: shown,
      layout: found.layout,
      limit: MOST_ROWS,
    }),
    more: {},
  };
}
