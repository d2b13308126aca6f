/** The form of a rule: when it runs, what it does, and what it would have done. docs/rules.md#the-form */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useWrite } from '../../changes/forms/use-write';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { FilterBuilder } from '../../components/filter/filter-builder';
import { Button } from '../../components/form/button';
import { Check, Field, Select, TextInput } from '../../components/form/field';
import { Foot, PanelHead } from '../../components/form/panel-head';
import type { GridColumn } from '../../components/grid-column';
import type { Notice } from '../frame/notice';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { suggestTargets, useFilterColumns } from '../toolbar/filter-columns';
import { countRows } from '../toolbar/filter-tool';
import { type DraftStep, type RuleFormDraft, newStep, ruleOf } from './rule-form-draft';
import { TrialResult, type TriedRule } from './trial-result';
import { OP_WORDS } from './rule-words';
import { StepFields, useColumnsOf } from './step-fields';

export interface RuleFormProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  readonly tell: (notice: Notice) => void;
  readonly holdOpen: (work: Promise<void>) => void;
  readonly draft: RuleFormDraft;
  readonly leave: () => void;
}

export function RuleForm(props: RuleFormProps): JSX.Element {
  const { client, tell, holdOpen, leave } = props;
  const [draft, setDraft] = useState(props.draft);
  const [trial, setTrial] = useState<TriedRule | null>(null);
  const write = useWrite(holdOpen);
  // A filter is reported when it is counted: what changed meanwhile stays.
  const latest = useRef(draft);
  latest.current = draft;
  const change = (part: Partial<RuleFormDraft>): void => {
    write.clear();
    setTrial(null);
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
  };
  const { replaces, name } = draft;
  const tryIt = (): void =>
    write.run(async () => setTrial(await client.run('try_rule', { definition: ruleOf(draft) })));
  const save = (isOn: boolean): void =>
    write.run(async () => {
      const rule = ruleOf(draft);
      const { migrationId } = await client.run('create_rule', { ...rule, replace: replaces !== null });
      if (isOn) await client.run('switch_rule', { rule: rule.name, on: true });
      tell({ text: `Saved the rule ${humanName(rule.name)}`, migrationId, isProblem: false });
      leave();
    });
  const isOff = write.isBusy || (replaces ?? name).trim() === '';
  return (
    <section class="ndb-create ndb-fills ndb-stack" aria-label="Rule">
      <PanelHead close={leave}>{replaces === null ? 'New rule' : humanName(replaces)}</PanelHead>
      <div class="ndb-create-main ndb-stack">
        {replaces === null && (
          <Field label="Name">
            <TextInput value={name} set={(next) => change({ name: next })} takesFocus />
          </Field>
        )}
        <WhenFields {...props} {...{ draft, change }} />
        <StepList {...props} {...{ draft, change }} />
        <Field label="Button">
          <TextInput
            value={draft.button}
            set={(button) => change({ button })}
            placeholder="Words on the button of a row; empty: none"
          />
        </Field>
        {trial !== null && <TrialResult {...{ trial }} />}
      </div>
      <Foot problem={write.problem} promise="Nothing runs before it is switched on. Each run can be undone.">
        <Button isOff={isOff} onClick={tryIt}>
          Try it
        </Button>
        <Button isOff={isOff} onClick={() => save(false)}>
          Save
        </Button>
        <Button look="main" isOff={isOff || trial === null} onClick={() => save(true)}>
          Save and switch on
        </Button>
      </Foot>
    </section>
  );
}

interface PartProps extends RuleFormProps {
  readonly change: (part: Partial<RuleFormDraft>) => void;
}

const OPS = ['insert', 'update', 'move', 'delete'] as const;

function WhenFields({ client, tree, draft, change }: PartProps): JSX.Element {
  const { table, ops, columns } = draft;
  const known = useColumnsOf(client, table);
  const tables = allTables(tree).map((each) => [each.table, each.label] as const);
  return (
    <>
      <Field label="Table">
        <Select
          value={table}
          options={tables}
          set={(next) => change({ table: next, where: null, columns: [], steps: [newStep('set', next)] })}
        />
      </Field>
      <div class="ndb-form-several" role="group" aria-label="When a row is">
        <span>When a row is</span>
        <div class="ndb-form-checks">
          {OPS.map((op) => (
            <Check
              key={op}
              label={OP_WORDS[op]}
              isOn={ops.includes(op)}
              set={(isOn) => change({ ops: OPS.filter((each) => (each === op ? isOn : ops.includes(each))) })}
            />
          ))}
        </div>
      </div>
      <div class="ndb-form-several" role="group" aria-label="Only if one of these changes">
        <span>Only if one of these changes (none: any)</span>
        <div class="ndb-form-checks">
          {columnChoices(known, columns).map(({ name, label }) => (
            <Check
              key={name}
              {...{ label }}
              isOn={columns.includes(name)}
              set={(isOn) => change({ columns: isOn ? [...columns, name] : columns.filter((each) => each !== name) })}
            />
          ))}
        </div>
      </div>
      {known.length > 0 && <WhereFields key={table} {...{ client, draft, change, known }} />}
    </>
  );
}

/** With those that the table has no more, which can be taken off. */
function columnChoices(
  known: readonly GridColumn[],
  columns: readonly string[],
): readonly Pick<GridColumn, 'name' | 'label'>[] {
  const gone = columns.filter((name) => known.length > 0 && !known.some((column) => column.name === name));
  return [...known, ...gone.map((name) => ({ name, label: `${name} (gone)` }))];
}

type WhereFieldsProps = Pick<PartProps, 'client' | 'draft' | 'change'> & {
  readonly known: ReturnType<typeof useColumnsOf>;
};

function WhereFields({ client, draft, change, known }: WhereFieldsProps): JSX.Element {
  const { table, where } = draft;
  const [places] = useState({ client, table, columns: known });
  const tools = {
    columns: useFilterColumns(places),
    suggest: (...of: [Parameters<typeof suggestTargets>[1], string]) => suggestTargets(places, ...of),
  };
  return (
    <div class="ndb-rule-filter" role="group" aria-label="And the row is so">
      <FilterBuilder
        {...{ tools, where }}
        side="builder"
        total={null}
        begin={null}
        empty="It runs for every row. A condition narrows that."
        change={(next) => change({ where: next })}
        count={(asked) => countRows(client, table, asked)}
        explain={describeProblem}
      />
    </div>
  );
}

function StepList({ client, tree, draft, change }: PartProps): JSX.Element {
  const { table, steps } = draft;
  const columns = useColumnsOf(client, table);
  const put = (index: number, step: DraftStep): void =>
    change({ steps: steps.map((each, at) => (at === index ? step : each)) });
  return (
    <section aria-label="Steps">
      <h3>Steps</h3>
      <ol class="ndb-plain-list">
        {steps.map((step, index) => (
          <StepFields
            key={index}
            {...{ client, tree, step, table, columns }}
            change={(next) => put(index, next)}
            remove={() => change({ steps: steps.filter((_, at) => at !== index) })}
          />
        ))}
      </ol>
      <Button icon="plus" onClick={() => change({ steps: [...steps, newStep('set', table)] })}>
        Another step
      </Button>
    </section>
  );
}
