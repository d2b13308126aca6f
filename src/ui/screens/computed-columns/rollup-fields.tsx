/** The fields of a figure of linked notes: links, figure, column, and a filter. docs/app/computed-columns.md */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LoadingPane } from '../../rows/loading-pane';
import { useLiveQuery } from '../../client/live-query';
import { type OperationsClient, asText } from '../../client/operations-client';
import { ColumnChoice } from '../../components/column-choice/column-choice';
import { Field, Select } from '../../components/form/field';
import { type GridColumn, isNumeric } from '../../components/grid-column';
import { EMPTY_SPEC } from '../../rows/view-spec';
import { FilterTool } from '../toolbar/filter-tool';
import { type RollupDraft, isOfRowOrder, needsColumn } from './computed-draft';
import { type LinkedNotes, askLinkedTables } from './linked-tables';

export interface RollupFieldsProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  readonly draft: RollupDraft;
  readonly change: (draft: RollupDraft) => void;
}

export function RollupFields(props: RollupFieldsProps): JSX.Element {
  const { client, table } = props;
  const { answer, refresh } = useLiveQuery<readonly LinkedNotes[]>(client, JSON.stringify(['links to', table]), {
    ask: (operations) => askLinkedTables(operations, table),
    isTouched: ({ definitions }) => definitions,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Looking for links…" />;
  if (answer.value.length === 0) {
    return (
      <p class="ndb-form-remark" role="note">
        No column links these notes with those of a table. Add a column of the type Link first, here or in the other
        table.
      </p>
    );
  }
  return <LinkedFields {...props} linked={answer.value} />;
}

interface LinkedFieldsProps extends RollupFieldsProps {
  readonly linked: readonly LinkedNotes[];
}

function LinkedFields({ client, draft, change, linked }: LinkedFieldsProps): JSX.Element {
  const { link, measure, column } = draft;
  const key = JSON.stringify(link);
  const chosen = linked.find((each) => JSON.stringify(each.link) === key);
  const columns = chosen?.columns ?? [];
  const options = linked.map((each) => [JSON.stringify(each.link), each.label] as const);
  const isKnown = link === null || chosen !== undefined;
  return (
    <>
      <Field label="Linked notes">
        <Select
          value={link === null ? '' : key}
          options={[
            ...(link === null ? [['', 'Choose…'] as const] : []),
            ...(isKnown ? [] : [[key, 'Gone'] as const]),
            ...options,
          ]}
          set={(next) => {
            const other = linked.find((each) => JSON.stringify(each.link) === next);
            if (other !== undefined) change({ ...draft, link: other.link, column: null, order: null, where: null });
          }}
        />
      </Field>
      <Field label="Show">
        <Select
          value={measure}
          options={measureOptions(measure)}
          set={(next) => change({ ...draft, measure: next, column: fittingColumn(next, columns, column) })}
        />
      </Field>
      {needsColumn(measure) && (
        <div class="ndb-form-field">
          <span aria-hidden="true">Of</span>
          <ColumnChoice
            label="Of"
            name={column}
            columns={columns.filter((each) => fits(measure, each))}
            choose={(name) => change({ ...draft, column: name })}
            none={{ label: 'Choose…', choose: () => change({ ...draft, column: null }) }}
          />
        </div>
      )}
      {isOfRowOrder(measure) && <LinkedOrder columns={columns} draft={draft} change={change} />}
      {chosen !== undefined && <LinkedFilter key={key} {...{ client, draft, change }} linked={chosen} />}
    </>
  );
}

interface LinkedOrderProps extends Pick<RollupFieldsProps, 'draft' | 'change'> {
  readonly columns: readonly GridColumn[];
}

/** A column; a query that was written by hand may name several. */
function LinkedOrder({ columns, draft, change }: LinkedOrderProps): JSX.Element {
  const { order } = draft;
  return (
    <div class="ndb-form-field">
      <span aria-hidden="true">In the order of</span>
      <ColumnChoice
        label="In the order of"
        name={Array.isArray(order) ? order.join(', ') : asText(order)}
        columns={columns.filter(({ isSortable }) => isSortable)}
        choose={(name) => change({ ...draft, order: name })}
        none={{ label: 'Paths', choose: () => change({ ...draft, order: null }) }}
      />
    </div>
  );
}

interface LinkedFilterProps extends Pick<RollupFieldsProps, 'client' | 'draft' | 'change'> {
  readonly linked: LinkedNotes;
}

function LinkedFilter({ client, draft, change, linked }: LinkedFilterProps): JSX.Element {
  const [isOpen, open] = useState(false);
  return (
    <div class="ndb-form-field">
      <span aria-hidden="true">Only those</span>
      <span class="ndb-rollup-filter">
        <FilterTool
          {...{ client, isOpen, open }}
          table={linked.table}
          columns={linked.columns}
          begin={null}
          spec={{ ...EMPTY_SPEC, where: draft.where }}
          change={({ where }) => change({ ...draft, where })}
        />
        {draft.where === null && <span class="ndb-small-text">All of them</span>}
      </span>
    </div>
  );
}

/** Aggregates of select_rows. docs/queries.md */
const MEASURES = [
  ['count', 'How many there are'],
  ['sum', 'Sum'],
  ['avg', 'Average'],
  ['median', 'Median'],
  ['min', 'Smallest or earliest'],
  ['max', 'Largest or latest'],
  ['count_distinct', 'Number of different values'],
  ['list', 'All values'],
  ['first', 'First value'],
  ['last', 'Last value'],
] as const;

/** One that a query was written with by hand stays. */
const measureOptions = (measure: string): readonly (readonly [string, string])[] =>
  MEASURES.some(([each]) => each === measure) ? MEASURES : [...MEASURES, [measure, measure]];

function fits(measure: string, column: GridColumn): boolean {
  const isDated = column.type === 'date' || column.type === 'datetime';
  switch (measure) {
    case 'sum':
    case 'avg':
    case 'median':
      return isNumeric(column) || (measure !== 'sum' && column.isOrdered);
    case 'min':
    case 'max':
      return isNumeric(column) || isDated || column.isOrdered || column.type === 'string';
    default:
      return column.type !== 'json';
  }
}

/** The chosen one, if the measure has it; else the only one that fits. */
function fittingColumn(measure: string, columns: readonly GridColumn[], column: string | null): string | null {
  if (!needsColumn(measure)) return null;
  const fitting = columns.filter((each) => fits(measure, each)).map(({ name }) => name);
  if (column !== null && fitting.includes(column)) return column;
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
