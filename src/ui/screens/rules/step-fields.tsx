/** The fields of a step: what it does with the row, and the values that it writes. docs/rules.md#the-form */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { type OperationsClient, asText } from '../../client/operations-client';
import { tableColumns } from '../../client/table-columns';
import { ValueFields, firstValue } from '../../components/filter/value-fields';
import { Button, IconButton } from '../../components/form/button';
import { Select, TextInput, optionsOf } from '../../components/form/field';
import { type GridColumn, undeclaredColumn } from '../../components/grid-column';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { suggestTargets } from '../toolbar/filter-columns';
import {
  type DraftStep,
  type DraftValue,
  EMPTY_VALUE,
  type StepKind,
  type ValueSource,
  newStep,
} from './rule-form-draft';
import { STEP_WORDS } from './rule-words';

export interface StepFieldsProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  readonly step: DraftStep;
  /** Qualified, of the row that changes, with its columns. */
  readonly table: string;
  readonly columns: readonly GridColumn[];
  readonly change: (step: DraftStep) => void;
  readonly remove: () => void;
}

const NONE: readonly GridColumn[] = [];

/** Empty until they are there. */
export function useColumnsOf(client: OperationsClient, table: string): readonly GridColumn[] {
  const [found, setFound] = useState<{ readonly table: string; readonly columns: readonly GridColumn[] } | null>(null);
  useEffect(() => {
    let isLatest = true;
    client.run('describe_table', { table }).then(
      ({ columns }) => isLatest && setFound({ table, columns: tableColumns(columns) }),
      () => undefined,
    );
    return () => void (isLatest = false);
  }, [client, table]);
  return found?.table === table ? found.columns : NONE;
}

export function StepFields(props: StepFieldsProps): JSX.Element {
  const { client, tree, step, table, change, remove } = props;
  const { kind, values } = step;
  const target = useColumnsOf(client, kind === 'set' ? table : step.table);
  const tables = allTables(tree).map((each) => [each.table, each.label] as const);
  const { other: _other, ...kinds } = STEP_WORDS;
  const put = (index: number, value: DraftValue): void =>
    change({ ...step, values: values.map((each, at) => (at === index ? value : each)) });
  return (
    <li class="ndb-rule-step ndb-surface">
      <div class="ndb-line ndb-wraps">
        {kind === 'other' ? (
          <code>{JSON.stringify(step.step)}</code>
        ) : (
          <Select<StepKind>
            aria-label="Step"
            value={kind}
            options={optionsOf<StepKind>(kinds as Record<StepKind, string>)}
            set={(next) => change(newStep(next, table))}
          />
        )}
        {(kind === 'add' || kind === 'move') && (
          <Select
            aria-label="Table of the step"
            value={step.table}
            options={tables}
            set={(next) => change({ ...newStep(kind, next) })}
          />
        )}
        <span class="ndb-fill" />
        <IconButton icon="close" label="Remove the step" onClick={remove} />
      </div>
      {(kind === 'set' || kind === 'add') && (
        <>
          {values.map((value, index) => (
            <ValueLine
              key={index}
              {...props}
              {...{ value, target }}
              change={(next) => put(index, next)}
              remove={() => change({ ...step, values: values.filter((_, at) => at !== index) })}
            />
          ))}
          <Button look="link" onClick={() => change({ ...step, values: [...values, EMPTY_VALUE] })}>
            Another column
          </Button>
        </>
      )}
    </li>
  );
}

const SOURCES: Readonly<Record<ValueSource, string>> = {
  value: 'this value',
  $row: 'a column of the row',
  $before: 'what a column was before',
  $time: 'when it happened',
};

interface ValueLineProps extends Pick<StepFieldsProps, 'client' | 'table' | 'columns' | 'remove'> {
  readonly value: DraftValue;
  readonly target: readonly GridColumn[];
  readonly change: (value: DraftValue) => void;
}

function ValueLine({ client, table, value: draft, columns, target, change, remove }: ValueLineProps): JSX.Element {
  const { column: name, source, value } = draft;
  const column = target.find((each) => each.name === name) ?? undeclaredColumn(name);
  const writable = target.filter(({ isEditable }) => isEditable).map((each) => [each.name, each.label] as const);
  const ofRow = [['path', 'The row itself'], ...columns.map((each) => [each.name, each.label])] as const;
  const isDay = column.type === 'date' || column.type === 'datetime';
  const first = (next: ValueSource, of: GridColumn): Json =>
    next === 'value' ? givenValue(of) : next === '$time' ? timeOf(of) : 'path';
  return (
    <div class="ndb-rule-value ndb-line">
      <Select
        aria-label="Column"
        value={name}
        options={[...(name === '' ? [['', 'Choose a column'] as const] : []), ...writable]}
        set={(next) => {
          const of = target.find((each) => each.name === next) ?? column;
          change({ column: next, source, value: first(source, of) });
        }}
      />
      <Select<ValueSource>
        aria-label="Where the value comes from"
        value={source}
        options={optionsOf(SOURCES)}
        set={(next) => change({ ...draft, source: next, value: first(next, column) })}
      />
      {(source === '$row' || source === '$before') && (
        <Select
          aria-label="Column of the row"
          value={asText(value) ?? ''}
          options={ofRow as readonly (readonly [string, string])[]}
          set={(next) => change({ ...draft, value: next })}
        />
      )}
      {source === 'value' && isDay && (
        <TextInput
          aria-label="Value"
          placeholder="2026-12-31"
          value={typeof value === 'string' ? value : ''}
          set={(next) => change({ ...draft, value: next === '' ? null : next })}
        />
      )}
      {source === 'value' && !isDay && name !== '' && (
        <ValueFields
          key={name}
          {...{ column, value }}
          operator="eq"
          label="Value"
          change={(next) => change({ ...draft, value: next })}
          suggest={(text) => suggestTargets({ client, table, columns: target }, column, text)}
        />
      )}
      <IconButton icon="close" label="Remove the column" onClick={remove} />
    </div>
  );
}

const givenValue = (column: GridColumn): Json =>
  column.type === 'date' || column.type === 'datetime' ? null : firstValue(column, 'eq');

const timeOf = ({ type }: GridColumn): Json => (type === 'datetime' ? 'datetime' : 'date');
