/** The history of a row: who changed what, by property and by word, and how to put it back. docs/page.md#a-row */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../engine/index';
import { Button } from '../../components/form/button';
import { describeProblem } from '../../client/describe-problem';
import type { Notice } from '../frame/notice';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { ChangeItem } from './change-item';
import { type RowHistoryItem, putBack, rowBefore, valuesBefore } from './row-history';
import type { PanelRow } from './row-note';

export interface HistoryTabProps {
  readonly client: OperationsClient;
  readonly path: string;
  readonly row: PanelRow;
  readonly history: readonly RowHistoryItem[];
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
}

export function HistoryTab(props: HistoryTabProps): JSX.Element {
  const { history } = props;
  if (history.length === 0) {
    return <p class="ndb-row-quiet">Nothing happened to this row in the last 90 days.</p>;
  }
  return (
    <ol class="ndb-plain-list">
      {history.map((change) => (
        <ChangeItem key={change.seq} {...props} {...{ change }}>
          {change.op !== 'insert' && <PutBackButtons {...props} {...{ change }} />}
        </ChangeItem>
      ))}
    </ol>
  );
}

interface PutBackProps extends HistoryTabProps {
  readonly change: RowHistoryItem;
}

function PutBackButtons({ client, path, row, history, change, canWrite, tell }: PutBackProps): JSX.Element | null {
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
    <p class="ndb-row-buttons ndb-wraps">
      <Button icon="undo" isOff={isBusy} onClick={() => void write(these, `${columns.join(', ')} of ${name} put back`)}>
        {columns.length === 1 ? 'Put it back' : 'Put these back'}
      </Button>
      {history.indexOf(change) > 0 && (
        <Button
          icon="history"
          isOff={isBusy}
          onClick={() => void write(rowBefore(history, change, row), `Properties of ${name} restored`)}
        >
          Restore the properties to before
        </Button>
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
