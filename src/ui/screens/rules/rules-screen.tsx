/** Rules of the vault: each with its state and its last runs, and the form of one. docs/rules.md */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWrite } from '../../changes/forms/use-write';
import { undoWrites } from '../../changes/undo-writes';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { Button } from '../../components/form/button';
import { Refusal } from '../../components/form/refusal';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import { LoadingPane } from '../../rows/loading-pane';
import type { Notice } from '../frame/notice';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { type ListedRule, type RuleFormDraft, newRule, ruleDraftOf } from './rule-form-draft';
import { RuleForm } from './rule-form';
import { STATUS_WORDS, ruleSentence, runWords } from './rule-words';

export interface RulesScreenProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  /** Qualified, that was looked at last, or a view; null: none. */
  readonly table: string | null;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  readonly holdOpen: (work: Promise<void>) => void;
}

/** A run is listed a moment after its write. */
const LISTED_MS = 400;
const MOST_RUNS = 5;

export function RulesScreen(props: RulesScreenProps): JSX.Element {
  const { client, tree, table, canWrite } = props;
  const [draft, edit] = useState<RuleFormDraft | null>(null);
  const { answer, refresh } = useLiveQuery(client, 'rules', {
    ask: (operations) => operations.run('list_rules', {}),
    isTouched: () => true,
  });
  useEffect(() => {
    let timer = 0;
    const stop = client.onChange(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void refresh(), LISTED_MS);
    });
    return () => (stop(), window.clearTimeout(timer));
  }, [client]);
  const leave = (): void => (edit(null), void refresh());
  if (draft !== null) return <RuleForm {...props} {...{ draft, leave }} />;
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the rules…" />;
  const tables = allTables(tree);
  const first = tables.find((each) => each.table === table) ?? tables[0];
  const { rules } = answer.value;
  return (
    <section class="ndb-rules ndb-fills" aria-label="Rules">
      <header class="ndb-problems-head ndb-line">
        <h2 class="ndb-title" tabIndex={-1}>
          Rules
        </h2>
        <span class="ndb-small-text">What happens by itself when a row changes</span>
        <span class="ndb-fill" />
        {canWrite && first !== undefined && (
          <Button icon="plus" onClick={() => edit(newRule(first.table))}>
            New rule
          </Button>
        )}
      </header>
      {rules.length === 0 && (
        <StateMessage
          kind="empty"
          title="There are no rules yet"
          detail="A rule sets columns, adds a row or moves a row when another one changes. It is tried first, and each of its runs can be undone."
        />
      )}
      {rules.map((rule) => (
        <RuleItem key={rule.name} {...props} {...{ rule, refresh }} edit={() => edit(ruleDraftOf(rule))} />
      ))}
    </section>
  );
}

interface RuleItemProps extends RulesScreenProps {
  readonly rule: ListedRule;
  readonly refresh: () => Promise<void>;
  readonly edit: () => void;
}

function RuleItem(props: RuleItemProps): JSX.Element {
  const { client, rule, refresh, edit, canWrite, tell, holdOpen } = props;
  const { name, status, problem, lastError, description } = rule;
  const { isBusy, problem: refusal, run } = useWrite(holdOpen);
  const isOn = status === 'on' || status === 'failing';
  const label = humanName(name);
  const switchIt = (): void =>
    run(async () => {
      await client.run('switch_rule', { rule: name, on: !isOn });
      await refresh();
    });
  const remove = (): void =>
    run(async () => {
      const { migrationId } = await client.run('drop_rule', { rule: name });
      tell({ text: `Removed the rule ${label}`, migrationId, isProblem: false });
    });
  return (
    <section class="ndb-rule ndb-surface" aria-label={label}>
      <header class="ndb-line ndb-wraps">
        <Icon name="bolt" />
        <h3>{label}</h3>
        <span class="ndb-small-text" role="status">
          {STATUS_WORDS[status]}
        </span>
        <span class="ndb-fill" />
        {canWrite && (
          <>
            <Button isOff={isBusy} look={isOn ? 'plain' : 'main'} onClick={switchIt}>
              {isOn ? 'Switch off' : 'Switch on'}
            </Button>
            <Button onClick={edit}>Change and try</Button>
            <Button isOff={isBusy} onClick={remove}>
              Remove
            </Button>
          </>
        )}
      </header>
      <p>{description ?? ruleSentence(rule, ruleDraftOf(rule).steps)}</p>
      {(problem ?? lastError) !== null && <Refusal problem={{ message: problem ?? lastError ?? '', hint: null }} />}
      <Refusal problem={refusal} />
      <RuleRuns {...props} {...{ isBusy, run }} />
    </section>
  );
}

function RuleRuns({
  client,
  rule,
  canWrite,
  tell,
  isBusy,
  run,
}: RuleItemProps & Pick<ReturnType<typeof useWrite>, 'isBusy' | 'run'>): JSX.Element | null {
  const { name, runs } = rule;
  if (runs.length === 0) return null;
  const undoOne = (migration: string): void =>
    run(async () => {
      const { text, isWhole } = await undoWrites(client, [migration]);
      tell({ text, migrationId: null, isProblem: !isWhole });
    });
  const undoAll = (): void =>
    run(async () => {
      const { runs: undone, refused } = await client.run('undo_rule', { rule: name });
      const stopped = refused === null ? '' : `. Then it ended: ${refused.reason}`;
      tell({
        text: `Undid ${undone.length} ${undone.length === 1 ? 'run' : 'runs'}${stopped}`,
        migrationId: null,
        isProblem: refused !== null,
      });
    });
  return (
    <>
      <ul class="ndb-plain-list">
        {runs.slice(0, MOST_RUNS).map(({ migration, ...each }) => (
          <li key={each.change} class="ndb-rule-run ndb-line">
            <span>{runWords({ migration, ...each })}</span>
            {each.reason !== null && <span class="ndb-small-text">{each.reason}</span>}
            <span class="ndb-small-text">{each.at.slice(0, 16).replace('T', ' ')}</span>
            {canWrite && migration !== null && (
              <Button
                look="link"
                isOff={isBusy}
                aria-label={`Undo: ${runWords({ migration, ...each })}`}
                onClick={() => undoOne(migration)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <Button look="link" isOff={isBusy} onClick={undoAll}>
          Undo all runs
        </Button>
      )}
    </>
  );
}
