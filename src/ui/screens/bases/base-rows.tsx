/** The notes that a base of Obsidian found, as rows of their tables, edited by the rules of these. docs/bases.md#in-obsidian */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { BaseNames } from '../../../kernel/bases/base-names';
import { useElementId } from '../../components/use-element-id';
import { Icon } from '../../components/icon';
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
import { BASE_ORDER, BaseDatabase, type BaseValues } from './base-values';

/** What the base found, and how it is set up. */
export interface FoundNotes extends BaseValues {
  /** In the order of the base; one without a title where the base has no groups. */
  readonly groups: readonly FoundGroup[];
  /** Ids of properties, as the base writes them. */
  readonly order: readonly string[];
  readonly sort: readonly { readonly property: string; readonly isDescending: boolean }[];
  readonly layout: string;
}

export interface FoundGroup {
  /** Null: the base has no groups. Empty: of notes without a value. */
  readonly title: string | null;
  /** Notes by the table that they name; '' for none. */
  readonly pathsByTable: ReadonlyMap<string, readonly string[]>;
}

export interface BaseRowsProps {
  readonly found: FoundNotes;
  readonly database: Database;
  readonly services: AppServices;
  readonly openTable: (choice: TableChoice) => void;
}

/** Groups that are open at first; rows of the others are read when somebody opens them. */
const OPEN_GROUPS = 12;
/** A base belongs to no note. */
const NO_NOTE = { path: '', properties: '' };

export function BaseRows(props: BaseRowsProps): JSX.Element {
  const { found, database } = props;
  const state = useDatabase(database);
  const count = (isRow: boolean): number =>
    found.groups.flatMap(({ pathsByTable }) =>
      [...pathsByTable].flatMap(([table, paths]) => ((table !== '') === isRow ? paths : [])),
    ).length;
  const [rows, others] = [count(true), count(false)];
  return (
    <>
      {rows === 0 && (
        <StateMessage
          kind="empty"
          title="No note of this base is a row of a table"
          detail="Make a table of the notes first. Then they are shown here, and edited by its rules."
        />
      )}
      {state.kind === 'open' &&
        found.groups.map((group, at) => (
          <GroupRows key={group.title} {...props} {...{ group }} client={state.client} startsOpen={at < OPEN_GROUPS} />
        ))}
      {state.kind === 'opening' && <StateMessage kind="loading" title="Opening the tables…" />}
      {state.kind === 'failed' && <StateMessage kind="error" title={state.message} detail={state.hint} />}
      {rows > 0 && others > 0 && (
        <p class="ndb-small-text" role="note">
          {others === 1 ? '1 note of this base is not a row' : `${others} notes of this base are not rows`} of a table.
        </p>
      )}
    </>
  );
}

interface GroupRowsProps extends BaseRowsProps {
  readonly group: FoundGroup;
  readonly client: OperationsClient;
  readonly startsOpen: boolean;
}

/** The rows of one group, table by table, under its heading. */
function GroupRows(props: GroupRowsProps): JSX.Element | null {
  const { title, pathsByTable } = props.group;
  const [isOpen, setOpen] = useState(props.startsOpen);
  const heading = useElementId();
  const tables = [...pathsByTable].filter(([table]) => table !== '');
  const rows = tables.map(([table, paths]) => <RowsOfTable key={table} {...props} {...{ table, paths }} />);
  if (title === null) return <>{rows}</>;
  const count = tables.reduce((sum, [, paths]) => sum + paths.length, 0);
  if (count === 0) return null;
  return (
    <section class="ndb-base-group" aria-labelledby={heading}>
      <h3 class="ndb-base-heading">
        <button
          type="button"
          id={heading}
          class="ndb-bare-button ndb-line"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          {title === '' ? 'Nothing' : title}
          <span class="ndb-small-text">{count.toLocaleString()}</span>
        </button>
      </h3>
      {isOpen && rows}
    </section>
  );
}

interface RowsOfTableProps extends BaseRowsProps {
  readonly table: string;
  readonly paths: readonly string[];
  readonly client: OperationsClient;
}

function RowsOfTable(props: RowsOfTableProps): JSX.Element {
  const { found, client, services, openTable, table, paths } = props;
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
  const database = useBaseDatabase(props.database, table, found);
  const names = answer.kind === 'answer' ? answer.value : null;
  const key = JSON.stringify([found.order, found.sort, found.layout, paths, names]);
  const query = useMemo(() => (names === null ? null : queryOf(found, table, paths, names)), [key]);
  if (answer.kind === 'problem')
    return <StateMessage kind="error" title={answer.problem.message} detail={answer.problem.hint} />;
  if (query === null) return <StateMessage kind="loading" title="Loading rows…" />;
  const isShown = (property: string): boolean => shownAs(found, property, names) !== null;
  const lacking = found.order.filter((property) => !isShown(property));
  return (
    <section class="ndb-stack" aria-label={humanName(table.split('.').at(-1) ?? table)}>
      <TableBlock {...{ database, query, clock, services, openTable }} note={NO_NOTE} />
      {lacking.length > 0 && (
        <p class="ndb-small-text" role="note">
          The table has no column for {lacking.join(', ')}.
        </p>
      )}
    </section>
  );
}

/** The database of the block, which has the formulas of the base too. */
function useBaseDatabase(database: Database, table: string, found: FoundNotes): BaseDatabase {
  const own = useMemo(() => new BaseDatabase(database, table, found), [database, table]);
  useLayoutEffect(() => own.become(found), [own, found]);
  return own;
}

/** The column of a property; null: there is none. */
function shownAs(found: FoundNotes, property: string, names: BaseNames | null): string | null {
  if (found.formulas.some((formula) => formula.property === property)) return property;
  return names?.columnOf(property) ?? null;
}

function queryOf(found: FoundNotes, table: string, paths: readonly string[], names: BaseNames): BlockQuery {
  const columns = found.order.flatMap((property) => shownAs(found, property, names) ?? []);
  const sort = found.sort.map(({ property, isDescending }) => {
    const column = names.columnOf(property);
    return column === null ? null : isDescending ? `-${column}` : column;
  });
  const shown = columns.length === 0 ? [] : [...columns.map((name) => ({ name })), { name: '*', hidden: true }];
  return {
    table,
    spec: readSpec({
      where: { path: { in: [...paths] } },
      // By a formula, or by a property without a column: only the base knows that order.
      order_by: sort.includes(null) ? [BASE_ORDER] : sort,
      columns: shown,
      layout: found.layout,
      limit: paths.length,
    }),
    more: {},
  };
}
