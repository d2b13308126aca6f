/** The history of a row: who changed what, by property and by word, and how to put it back. docs/page.md#a-row */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../../engine/index';
import { CellValue } from '../../components/cell-value';
import { type GridColumn, isEmptyValue, tintedColumn } from '../../components/grid-column';
import { Icon } from '../../components/icon';
import { describeProblem } from '../describe-problem';
import type { Notice } from '../frame/notice';
import { clockTime, dayLabel, writerOf } from '../journal/journal-words';
import { noteName } from '../note-text';
import type { OperationsClient } from '../operations-client';
import { humanName } from '../table-columns';
import {
  type RowChange,
  type TextChange,
  type ValueChange,
  askText,
  putBack,
  rowBefore,
  valuesBefore,
} from './row-history';
import type { PanelRow } from './row-note';
import { LineDiff, WordDiff } from './word-diff';

export interface HistoryTabProps {
  readonly client: OperationsClient;
  readonly path: string;
  readonly row: PanelRow;
  readonly history: readonly RowChange[];
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
}

export function HistoryTab(props: HistoryTabProps): JSX.Element {
  const { history } = props;
  if (history.length === 0) {
    return <p class="ndb-row-quiet">Nothing happened to this row in the last 90 days.</p>;
  }
  return (
    <ol class="ndb-row-history">
      {history.map((change) => (
        <ChangeItem key={change.seq} {...props} {...{ change }} />
      ))}
    </ol>
  );
}

interface ChangeItemProps extends HistoryTabProps {
  readonly change: RowChange;
}

function ChangeItem(props: ChangeItemProps): JSX.Element {
  const { change, row } = props;
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
          <time dateTime={change.at}>
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
        {change.op !== 'insert' && <PutBackButtons {...props} />}
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
  const [text, setText] = useState<TextChange | null>(null);
  if (text === null) {
    return (
      <button
        type="button"
        class="ndb-button ndb-row-show"
        onClick={() => void askText(client, row, path, change).then(setText)}
      >
        Show the changes of the text
      </button>
    );
  }
  switch (text.kind) {
    case 'texts':
      return <WordDiff before={text.before} after={text.after} />;
    case 'lines':
      return <LineDiff diff={text.diff} />;
    case 'unknown':
      return (
        <p class="ndb-row-quiet">The text before is not known any more: the note changed since, or nobody kept it.</p>
      );
  }
}

function PutBackButtons({ client, path, row, history, change, canWrite, tell }: ChangeItemProps): JSX.Element | null {
  const [isBusy, setBusy] = useState(false);
  const these = valuesBefore(change, row);
  if (!canWrite || Object.keys(these).length === 0) return null;
  const write = async (values: JsonObject, text: string): Promise<void> => {
    setBusy(true);
    tell(await putBackNotice(client, row, values, text));
    setBusy(false);
  };
  const name = noteName(path);
  const columns = Object.keys(these).map((column) => row.columns.find((each) => each.name === column)?.label ?? column);
  return (
    <p class="ndb-row-buttons">
      <button
        type="button"
        class="ndb-button"
        disabled={isBusy}
        onClick={() => void write(these, `${columns.join(', ')} of ${name} put back`)}
      >
        <Icon name="undo" />
        {columns.length === 1 ? 'Put it back' : 'Put these back'}
      </button>
      {history.indexOf(change) > 0 && (
        <button
          type="button"
          class="ndb-button"
          disabled={isBusy}
          onClick={() => void write(rowBefore(history, change, row), `Properties of ${name} restored`)}
        >
          <Icon name="history" />
          Restore the properties to before
        </button>
      )}
    </p>
  );
}

async function putBackNotice(
  client: OperationsClient,
  row: PanelRow,
  values: JsonObject,
  text: string,
): Promise<Notice> {
  try {
    const migrationId = await putBack(client, row, values);
    const isDone = migrationId !== null;
    return { text: isDone ? text : 'The row has these values already', migrationId, isProblem: false };
  } catch (thrown) {
    return { text: `Not put back. ${describeProblem(thrown).message}`, migrationId: null, isProblem: true };
  }
}
