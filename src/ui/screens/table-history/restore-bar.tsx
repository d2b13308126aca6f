/** Restores the whole table, and shows beforehand what that would change. docs/page.md#versions-of-a-table */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { Operations } from '../../../engine/index';
import { ServerAway } from '../../components/form/server-away';
import { type DryRun, dryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import type { Notice } from '../frame/notice';
import { countedNotes } from '../../changes/describe-write';
import type { OperationsClient } from '../../client/operations-client';

export interface RestoreBarProps {
  readonly client: OperationsClient;
  readonly table: string;
  readonly label: string;
  readonly version: number;
  readonly tell: (notice: Notice) => void;
}

export function RestoreBar({ client, table, label, version, tell }: RestoreBarProps): JSX.Element {
  const [tried, setTried] = useState<DryRun<Plan> | null>(null);
  const { isBusy, problem, run, clear } = useWrite();
  const look = async (): Promise<void> => {
    setTried(await dryRun(() => client.run('restore_table', { table, version, dry_run: true })));
  };
  const restore = async (): Promise<void> => {
    const { migrationId, changed } = await client.run('restore_table', { table, version });
    tell({ text: `${label} restored, in ${countedNotes(changed)}`, migrationId, isProblem: false });
    setTried(null);
  };
  if (tried === null) {
    return (
      <span class="ndb-restore">
        {isBusy && <ServerAway />}
        <Button isOff={isBusy} onClick={() => run(look)}>
          Restore the table…
        </Button>
      </span>
    );
  }
  const refusal = problem ?? (tried.kind === 'refused' ? tried.problem : null);
  const close = (): void => {
    setTried(null);
    clear();
  };
  return (
    <span class="ndb-restore" role={refusal === null ? 'group' : 'alert'} aria-label="Restore the table">
      <ServerAway />
      <span class={refusal === null ? 'ndb-restore-text' : 'ndb-restore-text ndb-is-refused'}>
        {refusal === null ? tried.kind === 'accepted' && restoreText(tried.plan) : `Not possible. ${refusal.message}`}
      </span>
      <Button onClick={close}>Don’t</Button>
      {refusal === null && tried.kind === 'accepted' && (
        <Button look="warning" isOff={isBusy || tried.plan.changed === 0} takesFocus onClick={() => run(restore)}>
          Restore
        </Button>
      )}
    </span>
  );
}

type Plan = Operations['restore_table']['result'];

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
