/** Writes of one view: a cell at a time, each of which can be taken back from here. */

import { useRef, useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import { draftOf } from '../components/edit-draft';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { Problem } from '../components/problem';
import { describeProblem } from './describe-problem';
import { withItsOffset } from './keep-offset';
import type { OperationsClient } from './operations-client';

export interface CellEdit {
  readonly table: string;
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly value: Json;
  /** What the person saw: something else in the note is not overwritten. */
  readonly before: Json | undefined;
}

export interface Edits {
  /** What was done last, and what stands against undoing it. */
  readonly news: string | null;
  readonly problem: Problem | null;
  readonly canUndo: boolean;
  readonly save: (edit: CellEdit) => Promise<Problem | null>;
  /** Says what was refused when nobody looks at its cell any more. */
  readonly tell: (edit: CellEdit, problem: Problem) => void;
  readonly undo: () => Promise<void>;
}

interface Written {
  readonly migrationId: string;
  readonly what: string;
}

export function useEdits(client: OperationsClient): Edits {
  const written = useRef<readonly Written[]>([]);
  const [news, setNews] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const save = async (edit: CellEdit): Promise<Problem | null> => {
    try {
      const value = await withItsOffset(client, edit);
      const { migrationId } = await client.run('update_row', updateOf({ ...edit, value }));
      if (typeof migrationId !== 'string') return null;
      const what = nameOf(edit);
      written.current = [...written.current, { migrationId, what }];
      setNews(`${what} changed.`);
      setProblem(null);
      return null;
    } catch (thrown) {
      return describeProblem(thrown);
    }
  };
  const tell = (edit: CellEdit, { message, hint }: Problem): void => {
    setNews(null);
    const typed = draftOf(edit.column, edit.value);
    setProblem({ message: `${nameOf(edit)} was not changed to "${typed}". ${message}`, hint });
  };
  const undo = async (): Promise<void> => {
    const last = written.current.at(-1);
    if (last === undefined) return;
    written.current = written.current.slice(0, -1);
    try {
      await client.run('undo_migration', { migration_id: last.migrationId });
      setNews(`${last.what} is as before.`);
      setProblem(null);
    } catch (thrown) {
      setNews(null);
      setProblem(describeProblem(thrown));
    }
  };
  return { news, problem, canUndo: written.current.length > 0, save, tell, undo };
}

function updateOf({ table, row, column, value, before }: CellEdit) {
  return {
    table,
    ...(row.key === row.path ? { path: row.path } : { id: row.key }),
    set_values: { [column.name]: value },
    expect: { [column.name]: before ?? null },
  };
}

const nameOf = ({ column, row }: CellEdit): string => `${column.label} of ${noteName(row.path)}`;

const noteName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
