/** Writes a column with the rows that are put right, as one migration with one undo. docs/app/columns.md */

import { useEffect, useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { valueOf } from '../../components/cells/edit-draft';
import type { ProblemText } from '../../components/text/problem-text';
import { suggestName } from '../../../kernel/names';
import { stepProblem } from '../design/use-rehearsal';
import { countedNotes } from '../../changes/write-words';
import { humanName } from '../../client/table-columns';
import type { ColumnContext } from './ask-column';
import { type ColumnDraft, type RowFix, columnSteps, gridColumnOf } from './column-draft';
import type { TypedFixes } from './column-impact';
import { countMisfits } from './column-misfits';
import type { ColumnPanelProps } from './column-panel-props';
import type { ColumnTrial } from './use-column-trial';

interface SavingPlace extends Pick<ColumnPanelProps, 'client' | 'tell' | 'holdOpen' | 'close'> {
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
  { client, tell, holdOpen, close, context }: SavingPlace,
  before: ColumnDraft | null,
  draft: ColumnDraft,
  fixes: TypedFixes,
  trial: ColumnTrial,
): Saving {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  useEffect(() => setProblem(null), [draft, fixes]);
  const groups = trial.kind === 'misfits' ? trial.groups : [];
  const fixed = groups.filter(({ key }) => fixes.has(key));
  const isReady = !isBusy && (trial.kind === 'accepted' || (groups.length > 0 && fixed.length === groups.length));
  const save = (): void => {
    setBusy(true);
    holdOpen(write());
  };
  const write = async (): Promise<void> => {
    try {
      const rowFixes = fixed.map(({ key, paths }): RowFix => ({
        paths,
        value: fixValue(draft, fixes.get(key) ?? null),
      }));
      const operations = columnSteps({ table: context.table, before, draft, fixes: rowFixes });
      const name = labelIn(draft);
      const table = humanName(context.tableName);
      const summary = `${before === null ? 'added' : 'changed'} the column ${name} of ${table}`;
      const { migrationId, changed } = await client.run('batch', { operations: [...operations] as never, summary });
      const notes = changed === 0 ? '' : `, in ${countedNotes(changed)}`;
      const text = `Column ${name} ${before === null ? 'added to' : 'changed in'} ${table}${notes}`;
      tell({ text, migrationId, isProblem: false });
      close();
    } catch (thrown) {
      setProblem(stepProblem(thrown));
      setBusy(false);
    }
  };
  return { isReady, isBusy, fixed: countMisfits(fixed), problem, save };
}

const labelIn = ({ label, name }: ColumnDraft): string => label.trim() || humanName(suggestName(name));

/** What is no JSON goes to the engine as the text that it is, which says why it is refused. */
function fixValue(draft: ColumnDraft, typed: string | null): Json {
  if (typed === null) return null;
  try {
    return valueOf(gridColumnOf(draft), typed);
  } catch {
    return typed;
  }
}
