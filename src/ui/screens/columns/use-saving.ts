/** Writes a column with the rows that are put right, as one migration with one undo. docs/app/columns.md */

import { useEffect } from 'preact/hooks';
import type { ProblemText } from '../../components/text/problem-text';
import { suggestName } from '../../../kernel/names';
import { type ValueFixes, countRows } from '../../changes/forms/invalid-values';
import { useWrite } from '../../changes/forms/use-write';
import { countedNotes } from '../../changes/describe-write';
import { humanName } from '../../client/table-columns';
import type { ColumnContext } from './ask-column';
import { type ColumnDraft, fixValue } from './column-draft';
import { type RowFix, columnSteps } from './column-steps';
import type { ColumnPanelProps } from './column-panel-props';
import type { ColumnDryRun } from './use-column-dry-run';

interface SavingContext extends Pick<ColumnPanelProps, 'client' | 'tell' | 'holdOpen' | 'close' | 'added'> {
  readonly context: ColumnContext;
}

export interface Saving {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  /** Rows that get another value with it. */
  readonly fixed: number;
  readonly problem: ProblemText | null;
  readonly save: () => void;
}

export function useSaving(
  { client, tell, holdOpen, close, added, context }: SavingContext,
  before: ColumnDraft | null,
  draft: ColumnDraft,
  fixes: ValueFixes,
  tried: ColumnDryRun,
): Saving {
  const { isBusy, problem, run, clear } = useWrite(holdOpen);
  useEffect(clear, [draft, fixes]);
  const values = tried.kind === 'invalid' ? tried.values : [];
  const fixed = values.filter(({ key }) => fixes.has(key));
  const isReady = !isBusy && (tried.kind === 'accepted' || (values.length > 0 && fixed.length === values.length));
  const write = async (): Promise<void> => {
    const rowFixes = fixed.map(({ key, paths }): RowFix => ({ paths, value: fixValue(draft, fixes.get(key)) }));
    const operations = columnSteps({ table: context.table, before, draft, fixes: rowFixes });
    const name = labelIn(draft);
    const table = humanName(context.tableName);
    const summary = `${before === null ? 'added' : 'changed'} the column ${name} of ${table}`;
    const { migrationId, changed } = await client.run('batch', { operations: [...operations] as never, summary });
    const notes = changed === 0 ? '' : `, in ${countedNotes(changed)}`;
    const text = `Column ${name} ${before === null ? 'added to' : 'changed in'} ${table}${notes}`;
    tell({ text, migrationId, isProblem: false });
    close();
    if (before === null) added?.(suggestName(draft.name));
  };
  return { isReady, isBusy, fixed: countRows(fixed), problem, save: () => run(write) };
}

const labelIn = ({ label, name }: ColumnDraft): string => label.trim() || humanName(suggestName(name));
