/** The form of a new relation: which tables, the column of each, one link or several; tried before it is written. docs/page.md#relations */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Operations } from '../../../engine/index';
import { suggestName } from '../../../kernel/names';
import { Button } from '../../components/form/button';
import { Check, Field, Select, TextInput } from '../../components/form/field';
import { Foot } from '../../components/form/panel-head';
import { Effects, Refusal, warningEffects } from '../../components/form/refusal';
import { Segments } from '../../components/form/segments';
import { SidePanel } from '../../components/form/side-panel';
import { countedNotes } from '../../changes/describe-write';
import { type DryRun, dryRun, useDryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import type { ProblemText } from '../../components/text/problem-text';
import type { OperationsClient } from '../../client/operations-client';
import { LeaveFoot, useLeaving } from '../columns/leave-foot';
import { targetName } from '../columns/type-fields';
import type { Notice } from '../frame/notice';
import type { RelationColumn } from './ask-relations';
import { type RelationDraft, relationSteps, triedSteps } from './relation-steps';

/** The parts of a relation that are given before its form opens. */
export interface RelationStart {
  /** Qualified. */
  readonly from: string;
  /** Qualified; null: it is chosen in the form. */
  readonly to: string | null;
  /** A column of `to`, to which the new one leads back. */
  readonly inverse?: RelationColumn | undefined;
}

export interface NewRelationProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly tables: readonly string[];
  readonly start: RelationStart;
  readonly tell: (notice: Notice) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly close: () => void;
}

type Plan = Operations['batch']['result'];
/** `step`: of the steps that were tried; null: of none alone. */
type Tried = DryRun<Plan> & { readonly step?: number | null };

export function NewRelation(props: NewRelationProps): JSX.Element {
  const { start, tables, close } = props;
  const form = useRelationForm(props);
  const { leaving, isBusy } = form;
  const title = start.inverse === undefined ? 'New relation' : 'Column that leads back';
  return (
    <SidePanel closeLabel="Close the relation" {...{ title }} leave={() => leaving.leave(close)}>
      <form
        class="ndb-column-form ndb-stack"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <div class="ndb-column-body">
          <fieldset disabled={isBusy}>
            <RelationFields {...{ form, tables, start }} />
          </fieldset>
        </div>
        <Impact {...{ form }} />
        {leaving.isAsked ? (
          <LeaveFoot {...leaving} />
        ) : (
          <Foot>
            <Button onClick={close}>{form.isTouched ? 'Cancel' : 'Close'}</Button>
            <Button submits look="main" isOff={!form.isReady}>
              Make the relation
            </Button>
          </Foot>
        )}
      </form>
    </SidePanel>
  );
}

interface RelationFieldsProps extends BackFieldsProps {
  readonly start: RelationStart;
}

function RelationFields({ form, tables, start }: RelationFieldsProps): JSX.Element {
  const { draft, set, problemAt } = form;
  const options = tables.map((table) => [table, targetName(table, tables)] as const);
  const isPair = draft.back !== null || draft.inverse !== null;
  return (
    <div class="ndb-form ndb-stack">
      <Field label="From">
        <Select value={draft.from} {...{ options }} isOff={isFixed(start)} set={(from) => set({ from })} />
      </Field>
      <Field label="To">
        <Select
          value={draft.to}
          options={draft.to === '' ? [['', 'choose a table'], ...options] : options}
          isOff={isFixed(start)}
          set={form.lead}
        />
      </Field>
      <Field label="Name">
        <TextInput
          value={draft.label}
          placeholder={`Name of the column in ${targetName(draft.from, tables)}`}
          takesFocus={start.to !== null}
          set={(label) => set({ label })}
        />
      </Field>
      <Refusal problem={problemAt(0)} hasHint />
      <LinksOfRow isList={draft.isList} set={(isList) => set({ isList })} label="Links of a row" />
      <Check label="Required" isOn={draft.isRequired} set={(isRequired) => set({ isRequired })} />
      {draft.inverse === null && <BackFields {...{ form, tables }} />}
      {isPair && (
        <Check
          label="Write links that are there already on the other side too"
          isOn={draft.isAligned}
          set={(isAligned) => set({ isAligned })}
        />
      )}
    </div>
  );
}

const isFixed = ({ inverse }: RelationStart): boolean => inverse !== undefined;

type RelationForm = ReturnType<typeof useRelationForm>;

function useRelationForm(props: NewRelationProps) {
  const { client, tables, start, tell, holdOpen, close } = props;
  const [first] = useState(() => firstDraft(start, tables));
  const [draft, setDraft] = useState(first);
  const { isBusy, problem, run, clear } = useWrite(holdOpen);
  useEffect(clear, [draft]);
  const set = (more: Partial<RelationDraft>): void => setDraft((now) => ({ ...now, ...more }));
  const names = [draft.label, ...(draft.back === null ? [] : [draft.back])];
  const isComplete = draft.to !== '' && names.every((name) => suggestName(name) !== '');
  const tried = useDryRun<Tried>(client, {
    key: isComplete ? JSON.stringify(triedSteps(draft)) : null,
    ask: async () => {
      const operations = triedSteps(draft);
      const answer = await dryRun(() => client.run('batch', { operations: [...operations] as never, dry_run: true }));
      return answer.kind === 'accepted' ? answer : { ...answer, step: answer.refusal?.step?.index ?? null };
    },
    table: draft.from,
  });
  const refused = tried?.kind === 'refused' ? tried : null;
  const isReady = !isBusy && tried?.kind === 'accepted';
  const write = async (): Promise<void> => {
    const text = `${draft.label.trim()} of ${targetName(draft.from, tables)} links to ${targetName(draft.to, tables)}`;
    const operations = [...relationSteps(draft)] as never;
    const { migrationId } = await client.run('batch', { operations, summary: `added a relation: ${text}` });
    tell({ text, migrationId, isProblem: false });
    close();
  };
  const isTouched = JSON.stringify(draft) !== JSON.stringify(first);
  const leaving = useLeaving(isTouched);
  return {
    ...{ draft, set, tried, isComplete, isReady, isBusy, isTouched, leaving },
    /** A name that was proposed follows the table. */
    lead: (to: string): void => set({ to, ...(isProposed(draft, tables) ? { label: proposed(to, tables) } : {}) }),
    /** Beside the field that it is about. */
    problemAt: (step: number): ProblemText | null =>
      refused !== null && refused.step === step ? refused.problem : null,
    problem: problem ?? (refused !== null && typeof refused.step !== 'number' ? refused.problem : null),
    save: () => void (isReady && run(write)),
  };
}

const proposed = (table: string, tables: readonly string[]): string =>
  table === '' ? '' : (targetName(table, tables).split('.').at(-1) ?? '');

const isProposed = ({ label, to }: RelationDraft, tables: readonly string[]): boolean =>
  label === '' || label === proposed(to, tables);

function firstDraft({ from, to, inverse }: RelationStart, tables: readonly string[]): RelationDraft {
  const target = to ?? '';
  return {
    ...{ from, to: target, label: proposed(target, tables) },
    isList: inverse !== undefined,
    isRequired: false,
    back: null,
    isBackList: true,
    inverse: inverse ?? null,
    isAligned: true,
  };
}

interface LinksOfRowProps {
  readonly label: string;
  readonly isList: boolean;
  readonly set: (isList: boolean) => void;
}

const LinksOfRow = ({ label, isList, set }: LinksOfRowProps): JSX.Element => (
  <div class="ndb-form-field">
    <span aria-hidden="true">{label}</span>
    <Segments
      {...{ label }}
      chosen={isList ? 'list' : 'link'}
      options={[
        ['link', 'One'],
        ['list', 'Several'],
      ]}
      choose={(chosen) => set(chosen === 'list')}
    />
  </div>
);

interface BackFieldsProps {
  readonly form: RelationForm;
  readonly tables: readonly string[];
}

/** The other side of the relation. */
function BackFields({ form: { draft, set, problemAt }, tables }: BackFieldsProps): JSX.Element {
  const { from, to, back, isBackList } = draft;
  const there = to === '' ? 'the other table' : targetName(to, tables);
  return (
    <>
      <Check
        label={`A column in ${there} leads back`}
        isOn={back !== null}
        set={(isOn) => set({ back: isOn ? proposed(from, tables) : null })}
      />
      {back !== null && (
        <>
          <Field label="Name there">
            <TextInput
              value={back}
              placeholder={`Name of the column in ${there}`}
              set={(next) => set({ back: next })}
            />
          </Field>
          <Refusal problem={problemAt(1)} hasHint />
          <LinksOfRow label="Links of a row there" isList={isBackList} set={(isList) => set({ isBackList: isList })} />
        </>
      )}
    </>
  );
}

function Impact({ form }: { readonly form: RelationForm }): JSX.Element {
  const { draft, tried, isComplete, problem } = form;
  const isWrittenBack = draft.inverse !== null && draft.isAligned;
  return (
    <div class="ndb-column-impact">
      {isComplete && tried === null && <p class="ndb-form-remark">Looking at the rows…</p>}
      {tried?.kind === 'accepted' && (
        <Effects
          effects={[
            ['check', tried.plan.changed === 0 ? 'No note changes.' : `Writes ${countedNotes(tried.plan.changed)}.`],
            // Of links that are not written back alone.
            ...(isWrittenBack
              ? [['link', 'Links that are there already are written back.'] as const]
              : warningEffects(tried.plan.warnings)),
          ]}
        />
      )}
      <Refusal {...{ problem }} hasHint />
    </div>
  );
}
