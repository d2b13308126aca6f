/** A form of the settings of a table: its draft, the dry run of the change, and one write with one undo. docs/tables.md#settings-of-a-table */

import { useEffect, useState } from 'preact/hooks';
import type { ProblemText } from '../../components/text/problem-text';
import { type DryRun, dryRun, useDryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import type { SettingsSectionProps } from './settings-section';

/** What a form changes: one call, which can be tried first. */
export interface SettingsChange<Draft, Plan> {
  /** The settings as the form shows them. */
  readonly saved: Draft;
  /** Why the draft can't be tried yet; null: it can. */
  readonly problemOf?: (draft: Draft) => string | null;
  readonly run: (draft: Draft, isDryRun: boolean) => Promise<Plan>;
  /** The notice that is shown when it is done. */
  readonly done: (draft: Draft) => string;
}

export interface SettingsForm<Draft, Plan> {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
  readonly isTouched: boolean;
  /** Back to the saved settings. */
  readonly reset: () => void;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  /** Known before anything is tried. */
  readonly problem: string | null;
  /** Null: nothing changed, or the dry run is on its way. */
  readonly tried: DryRun<Plan> | null;
  /** What the write was refused for. */
  readonly refused: ProblemText | null;
  readonly save: () => void;
}

type Written = { readonly migrationId: string | null };

export function useSettingsForm<Draft, Plan extends Written>(
  { client, settings, tell, holdOpen, setTouched, canWrite }: SettingsSectionProps,
  change: SettingsChange<Draft, Plan>,
): SettingsForm<Draft, Plan> {
  const { saved } = change;
  const [own, setOwn] = useState<Draft | null>(null);
  const draft = own ?? saved;
  const isTouched = own !== null && JSON.stringify(own) !== JSON.stringify(saved);
  useEffect(() => setTouched(isTouched), [isTouched]);
  const problem = isTouched ? (change.problemOf?.(draft) ?? null) : null;
  const tried = useDryRun(client, {
    key: isTouched && problem === null && canWrite ? JSON.stringify([draft, saved]) : null,
    ask: () => dryRun(() => change.run(draft, true)),
    table: settings.qualified,
  });
  const { isBusy, problem: refused, run, clear } = useWrite(holdOpen);
  const set = (next: Draft): void => {
    setOwn(next);
    clear();
  };
  const reset = (): void => {
    setOwn(null);
    clear();
  };
  const write = async (): Promise<void> => {
    const { migrationId } = await change.run(draft, false);
    setOwn(null);
    tell({ text: change.done(draft), migrationId, isProblem: false });
  };
  const isReady = !isBusy && tried?.kind === 'accepted';
  return { draft, set, isTouched, reset, isReady, isBusy, problem, tried, refused, save: () => run(write) };
}
