/** Restores the whole table: what that would do stands there before it is done. docs/page.md#versions-of-a-table */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { describeProblem } from '../../client/describe-problem';
import type { Notice } from '../frame/notice';
import { countedNotes } from '../../changes/write-words';
import type { OperationsClient } from '../../client/operations-client';
import { type RestoreTrial, tryRestore } from './put-back';

export interface RestoreBarProps {
  readonly client: OperationsClient;
  readonly table: string;
  readonly label: string;
  readonly version: number;
  readonly tell: (notice: Notice) => void;
}

export function RestoreBar({ client, table, label, version, tell }: RestoreBarProps): JSX.Element {
  const [trial, setTrial] = useState<RestoreTrial | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    setBusy(true);
    setTrial(await tryRestore(client, table, version));
    setBusy(false);
  };
  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      const { migrationId, changed } = await client.run('restore_table', { table, version });
      tell({ text: `${label} restored, in ${countedNotes(changed)}`, migrationId, isProblem: false });
      setTrial(null);
    } catch (thrown) {
      setTrial({ kind: 'refused', problem: describeProblem(thrown) });
    }
    setBusy(false);
  };
  if (trial === null) {
    return (
      <button type="button" class="ndb-button" disabled={isBusy} onClick={() => void look()}>
        Restore the table…
      </button>
    );
  }
  return (
    <span class="ndb-restore" role={trial.kind === 'refused' ? 'alert' : 'group'} aria-label="Restore the table">
      <span class={trial.kind === 'refused' ? 'ndb-restore-text ndb-is-refused' : 'ndb-restore-text'}>
        {trial.kind === 'refused' ? `Not possible. ${trial.problem.message}` : restoreText(trial.plan)}
      </span>
      <button type="button" class="ndb-button" onClick={() => setTrial(null)}>
        Don’t
      </button>
      {trial.kind === 'planned' && (
        <button
          type="button"
          class="ndb-button mod-warning"
          disabled={isBusy || trial.plan.changed === 0}
          ref={(button) => button?.focus()}
          onClick={() => void restore()}
        >
          Restore
        </button>
      )}
    </span>
  );
}

type Plan = Extract<RestoreTrial, { kind: 'planned' }>['plan'];

/** Lists of a plan may be cut, its count is not. */
export function restoreText({ changed, plannedCreates, plannedDeletes, truncated }: Plan): string {
  if (changed === 0) return 'It is so already.';
  if (truncated === true) return `${countedNotes(changed)} change.`;
  const [back, gone] = [plannedCreates.length, plannedDeletes.length];
  const same = changed - back - gone;
  const parts = [
    ...(same > 0 ? [`${countedNotes(same)} ${same === 1 ? 'changes' : 'change'}`] : []),
    ...(back > 0 ? [`${back} ${back === 1 ? 'comes' : 'come'} back`] : []),
    ...(gone > 0 ? [`${gone} ${gone === 1 ? 'goes' : 'go'} to the trash`] : []),
  ];
  return `${parts.join(', ')}.`;
}
