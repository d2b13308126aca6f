/** Takes a column away: how many notes lose a value, and what reads it, before it is done. docs/app/columns.md */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Operations } from '../../../engine/index';
import { Icon } from '../../components/icon';
import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem } from '../../client/describe-problem';
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
type Trial = { readonly plan: Plan } | { readonly problem: ProblemText } | null;

export function DropColumn(props: DropColumnProps): JSX.Element {
  const { client, table, tableName, before, tell, holdOpen, close, back } = props;
  const [trial, setTrial] = useState<Trial>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    client
      .run('drop_column', { table, column: before.name, dry_run: true })
      .then((plan) => setTrial({ plan }))
      .catch((thrown: unknown) => setTrial({ problem: describeProblem(thrown) }));
  }, [client, table, before.name]);
  const drop = async (): Promise<void> => {
    try {
      const { migrationId, changed } = await client.run('drop_column', { table, column: before.name });
      const text = `Column ${before.label} dropped from ${humanName(tableName)}, in ${countedNotes(changed)}`;
      tell({ text, migrationId, isProblem: false });
      close();
    } catch (thrown) {
      setTrial({ problem: describeProblem(thrown) });
      setBusy(false);
    }
  };
  return (
    <div class="ndb-column-form">
      <div class="ndb-column-body">
        {trial === null && <p class="ndb-column-remark">Looking at the rows…</p>}
        {trial !== null && 'plan' in trial && <Effects plan={trial.plan} label={before.label} name={before.name} />}
        {trial !== null && 'problem' in trial && (
          <div class="ndb-column-refused" role="alert">
            <p>The column can’t be dropped yet.</p>
            <p>{trial.problem.message}</p>
          </div>
        )}
      </div>
      <footer class="ndb-column-foot">
        <button type="button" class="ndb-button" onClick={back}>
          Keep it
        </button>
        <button
          type="button"
          class="ndb-button mod-warning"
          disabled={isBusy || trial === null || !('plan' in trial)}
          onClick={() => {
            setBusy(true);
            holdOpen(drop());
          }}
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
  <ul class="ndb-column-effects" role="status">
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
);
