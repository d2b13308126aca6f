/** A change of a row: who made it and when, each value before and after, and the words of its text that differ. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { Json } from '../../../engine/index';
import { CellValue } from '../../components/cells/cell-value';
import { type GridColumn, isEmptyValue, tintedColumn } from '../../components/grid-column';
import { Icon } from '../../components/icon';
import { clockTime, dayLabel, writerOf } from '../../changes/describe-migration';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { type RowHistoryItem, type BodyChange, type ValueChange, askText } from './row-history';
import type { PanelRow } from './row-note';
import { LineDiff, WordDiff } from './word-diff';

export interface ChangeItemProps {
  readonly client: OperationsClient;
  readonly path: string;
  readonly row: PanelRow;
  readonly change: RowHistoryItem;
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

export function ChangeItem(props: ChangeItemProps): JSX.Element {
  const { change, row, children } = props;
  const writer =
    change.actor === null ? { name: 'Edited in the note', kind: 'person' as const } : writerOf(change.actor);
  const at = new Date(change.at);
  return (
    <li class="ndb-entry">
      <span class={`ndb-entry-icon ndb-is-${writer.kind}`}>
        <Icon name={change.actor === null ? 'note' : writer.kind === 'program' ? 'robot' : 'person'} />
      </span>
      <div class="ndb-entry-text">
        <p class="ndb-row-when">
          <strong>{writer.name}</strong>
          <time class="ndb-small-text" dateTime={change.at}>
            {dayLabel(at, new Date())}, {clockTime(at)}
          </time>
        </p>
        {change.op === 'insert' ? (
          <p class="ndb-row-quiet">The row came.</p>
        ) : (
          <dl class="ndb-changes">
            {change.values.map((value) => (
              <ChangedValue key={value.column} {...{ value, row }} />
            ))}
          </dl>
        )}
        {change.hasText && <ChangedText {...props} />}
        {children}
      </div>
    </li>
  );
}

/** Shorter texts are read faster side by side. */
const SHORT = 24;

function ChangedValue({ value, row }: { readonly value: ValueChange; readonly row: PanelRow }): JSX.Element {
  const { column, before, after } = value;
  const known = row.columns.find(({ name }) => name === column);
  const tinted = tintedColumn(row.columns);
  const isText = typeof before === 'string' && typeof after === 'string' && (known?.type ?? 'string') === 'string';
  return (
    <div class="ndb-change">
      <dt>{column === 'path' ? 'Place' : (known?.label ?? humanName(column))}</dt>
      <dd>
        {isText && before.length + after.length > SHORT ? (
          <WordDiff {...{ before, after }} />
        ) : (
          <span class="ndb-change-sides">
            <Side value={before} column={known} {...{ tinted }} />
            <span aria-label="became">→</span>
            <Side value={after} column={known} {...{ tinted }} />
          </span>
        )}
      </dd>
    </div>
  );
}

interface SideProps {
  readonly value: Json;
  readonly column: GridColumn | undefined;
  readonly tinted: string | null;
}

function Side({ value, column, tinted }: SideProps): JSX.Element {
  if (isEmptyValue(value)) return <span class="ndb-row-quiet">empty</span>;
  if (column === undefined) return <span>{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
  return <CellValue {...{ column, value, tinted, width: SIDE_WIDTH, openLink: () => undefined }} />;
}

const SIDE_WIDTH = 240;

function ChangedText({ client, path, row, change }: ChangeItemProps): JSX.Element {
  const [text, setText] = useState<BodyChange | null>(null);
  if (text === null) {
    return (
      <Button onClick={() => void askText(client, row, path, change).then(setText)}>
        Show the changes of the text
      </Button>
    );
  }
  switch (text.kind) {
    case 'texts':
      return <WordDiff before={text.before} after={text.after} />;
    case 'lines':
      return <LineDiff diff={text.diff} />;
    case 'unknown':
      return (
        <p class="ndb-row-quiet">
          The text before is not known any more: the note changed since, or the text was not kept.
        </p>
      );
  }
}
