/** A `notedb` block in the text of a note that the page shows: the same rows as in the app. docs/page.md#a-row */

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AppServices } from '../../client/app-services';
import { readBlockText } from '../../screens/block/block-query';
import type { Database } from '../../client/operations-client';
import { TableBlock } from '../../screens/block/table-block';
import type { TableChoice } from '../../rows/table-choice';
import { useBlockClock } from '../../screens/block/use-block-clock';
import { useDatabase } from '../../client/use-database';

export interface NoteBlockProps {
  /** Between the fences. */
  readonly text: string;
  /** Of the note, in the vault. */
  readonly path: string;
  readonly database: Database;
  readonly services: AppServices;
  readonly openTable: (choice: TableChoice) => void;
}

export function NoteBlock({ text, path, ...props }: NoteBlockProps): JSX.Element {
  const query = useMemo(() => readBlockText(text), [text]);
  const clock = useBlockClock();
  const note = { path, properties: useChanges(props.database) };
  return <TableBlock {...props} {...{ query, note, clock }} />;
}

/** Another text after each write: the page can't see which of them changed the properties of this note. */
function useChanges(database: Database): string {
  const [count, setCount] = useState(0);
  const state = useDatabase(database);
  const client = state.kind === 'open' ? state.client : null;
  useEffect(() => client?.onChange(() => setCount((before) => before + 1)), [client]);
  return String(count);
}
