/** Takes a column away: how many notes lose a value, and what reads it, before it is done. docs/app/columns.md */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Operations } from '../../../engine/index';
import { ServerAway } from '../../components/form/server-away';
import { Icon } from '../../components/icon';
import { type DryRun, dryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import { countedNotes } from '../../changes/write-words';
import { humanName } from '../../client/table-columns';
import type { ColumnDraft } from './column-draft';
import type { ColumnPanelProps } from './column-panel-props';

interface DropColumnProps extends Pick<ColumnPanelProps, 'client' | 'tell' | 'holdOpen' | 'close'> {
  readonly table: string;
  readonly tableName: string;
  readonly before: ColumnDraft;
  readonly back: () => void;
}

type Plan = Operations['drop_column']['result'];

export function DropColumn(props: DropColumnProps): JSX.Element {
  const { client, table, tableName, before, tell, holdOpen, close, back } = props;
  const [tried, setTried] = useState<DryRun<Plan> | null>(null);
  const { isBusy, problem, run } = useWrite(holdOpen);
  useEffect(() => {
    void dryRun(() => client.run('drop_column', { table, column: before.name, dry_run: true })).then(setTried);
  }, [client, table, before.name]);
  const drop = async (): Promise<void> => {
    const { migrationId, changed } = await client.run('drop_column', { table, column: before.name });
    const text = `Column ${before.label} dropped from ${humanName(tableName)}, in ${countedNotes(changed)}`;
    tell({ text, migrationId, isProblem: false });
    close();
  };
  const refusal = problem ?? (tried?.kind === 'refused' ? tried.problem : null);
  return (
    <div class="ndb-column-form">
      <div class="ndb-column-body">
        {tried === null && <p class="ndb-column-remark">Looking at the rows…</p>}
        {refusal === null && tried?.kind === 'accepted' && (
          <Effects plan={tried.plan} label={before.label} name={before.name} />
        )}
        {refusal !== null && (
          <div class="ndb-column-refused" role="alert">
            <p>The column can’t be dropped yet.</p>
            <p>{refusal.message}</p>
          </div>
        )}
        <ServerAway />
      </div>
      <footer class="ndb-column-foot">
        <button type="button" class="ndb-button" onClick={back}>
          Keep it
        </button>
        <button
          type="button"
          class="ndb-button mod-warning"
          disabled={isBusy || refusal !== null || tried === null}
          onClick={() => run(drop)}
        >
          Drop the column
        </button>
      </footer>
    </div>
  );
}

interface EffectsProps {
  readonly plan: Plan;
  readonly label: string;
  readonly name: string;
}

const Effects = ({ plan, label, name }: EffectsProps): JSX.Element => (
  <div role="status">
    <ul class="ndb-column-effects">
      <li>
        <Icon name={plan.changed === 0 ? 'check' : 'alert'} />
        {plan.changed === 0
          ? `No note has a value of ${label}.`
          : `The property ${name} leaves ${countedNotes(plan.changed)}, with its values.`}
      </li>
      {plan.warnings.map((warning) => (
        <li key={warning}>
          <Icon name="alert" />
          {warning}
        </li>
      ))}
      <li>
        <Icon name="undo" />
        One undo brings the column and its values back.
      </li>
    </ul>
  </div>
);
