/** The button of a rule in a note: it runs the rule on that note. docs/rules.md#buttons */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import { StateMessage } from '../../components/state-message';
import type { Edits } from '../../changes/edits';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';

export interface RuleBlockProps {
  readonly client: OperationsClient;
  readonly edits: Pick<Edits, 'rows'>;
  /** What became of the last run. */
  readonly notice: Edits['notice'];
  readonly rule: string;
  /** Of the note; empty: the block is shown elsewhere. */
  readonly path: string;
  readonly canWrite: boolean;
}

export function RuleBlock({ client, edits, notice, rule: name, path, canWrite }: RuleBlockProps): JSX.Element {
  const { answer } = useLiveQuery(client, JSON.stringify(['rule', name]), {
    ask: async (operations) => {
      const { rules } = await operations.run('list_rules', {});
      const found = rules.find((each) => each.name === name);
      return found === undefined ? null : { table: found.table, label: found.button ?? humanName(name) };
    },
    isTouched: () => true,
  });
  if (answer.kind === 'loading') return <StateMessage kind="loading" title="Looking for the rule…" />;
  if (answer.kind === 'problem')
    return <StateMessage kind="error" title={answer.problem.message} detail={answer.problem.hint} />;
  if (answer.value === null)
    return <StateMessage kind="error" title={`There is no rule ${name}.`} detail="The screen Rules lists them." />;
  const { table, label } = answer.value;
  const run = (): void => edits.rows(table).runRule(name, label, { key: path, path, values: {} });
  return (
    <p class="ndb-line ndb-wraps">
      <Button icon="bolt" isOff={!canWrite || path === ''} onClick={run}>
        {label}
      </Button>
      <span class={`ndb-small-text${notice?.kind === 'refused' ? ' ndb-is-refused' : ''}`} role="status">
        {notice?.text}
      </span>
    </p>
  );
}
