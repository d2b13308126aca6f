/** Takes a column away: how many notes lose a value, and what reads it, before it is done. docs/app/columns.md */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Operations } from '../../../engine/index';
import { Button } from '../../components/form/button';
import { Foot } from '../../components/form/panel-head';
import { Effects, type EffectsProps, Refusal, warningEffects } from '../../components/form/refusal';
import { type DryRun, dryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import { countedNotes } from '../../changes/describe-write';
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
    <div class="ndb-column-form ndb-stack">
      <div class="ndb-column-body">
        {tried === null && <p class="ndb-form-remark">Looking at the rows…</p>}
        {refusal === null && tried?.kind === 'accepted' && <Effects effects={effectsOf(tried.plan, before)} />}
        <Refusal problem={refusal} lead="The column can’t be dropped yet." />
      </div>
      <Foot>
        <Button onClick={back}>Keep it</Button>
        <Button look="warning" isOff={isBusy || refusal !== null || tried === null} onClick={() => run(drop)}>
          Drop the column
        </Button>
      </Foot>
    </div>
  );
}

function effectsOf({ changed, warnings }: Plan, { label, name, key }: ColumnDraft): EffectsProps['effects'] {
  return [
    changed === 0
      ? ['check', `No note has a value of ${label}.`]
      : ['alert', `The property ${key || name} leaves ${countedNotes(changed)}, with its values.`],
    ...warningEffects(warnings),
    ['undo', 'One undo brings the column and its values back.'],
  ];
}
