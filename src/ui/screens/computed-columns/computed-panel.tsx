/** Adds, changes and removes a column that a view computes, with its values for the first rows. docs/app/computed-columns.md */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { freeColumnName } from '../../../kernel/names';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { Button } from '../../components/form/button';
import { Field, TextInput } from '../../components/form/field';
import { Foot } from '../../components/form/panel-head';
import { SidePanel } from '../../components/form/side-panel';
import { StateMessage } from '../../components/state-message';
import type { GridColumn } from '../../components/grid-column';
import { type ViewComputedColumn, type ComputedColumns, withComputed } from '../../rows/view-computed';
import type { ViewSpec } from '../../rows/view-spec';
import { LeaveFoot, useLeaving } from '../columns/leave-foot';
import {
  computedOf,
  computedProblem,
  draftOfComputed,
  emptyComputed,
  withComputedColumn,
  withoutComputedColumn,
} from './computed-draft';
import { ComputedPreview } from './computed-preview';
import { FormulaField } from './formula-field';
import { mistakeOf } from './formula-mistake';
import { RollupFields } from './rollup-fields';
import { useComputedTrial } from './use-computed-trial';

export interface ComputedPanelProps {
  /** Of the operations as they are: the form says itself which columns are computed. */
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  /** The name of a computed column, or the kind of a new one. */
  readonly column: { readonly name: string } | { readonly kind: ViewComputedColumn['kind'] };
  readonly spec: ViewSpec;
  /** The computed columns of the view that have values. */
  readonly sound: ComputedColumns;
  /** Those of the table, and those that the view computes. */
  readonly columns: readonly GridColumn[];
  readonly change: (spec: ViewSpec) => void;
  /** A new column is in the view. */
  readonly added: (name: string) => void;
  readonly close: () => void;
  /** What else a new column can be. */
  readonly kinds: JSX.Element;
}

export function ComputedPanel(props: ComputedPanelProps): JSX.Element {
  const { column, spec, close } = props;
  if ('kind' in column || draftOfComputed(spec, column.name) !== null) return <ComputedForm {...props} />;
  const label = humanName(column.name);
  return (
    <SidePanel closeLabel="Close the column" title={label} leave={close}>
      <StateMessage
        kind="empty"
        title={`${label} is gone`}
        detail="The view computes no column of this name any more."
        action={{ label: 'Close', run: close }}
      />
    </SidePanel>
  );
}

type ComputedForm = ReturnType<typeof useComputedForm>;

function useComputedForm(props: ComputedPanelProps) {
  const { client, table, column, spec, sound, columns, change, added, close } = props;
  const [before] = useState(() => ('kind' in column ? emptyComputed(column.kind) : draftOfComputed(spec, column.name)));
  const name = 'kind' in column ? null : column.name;
  const [draft, setDraft] = useState(before ?? emptyComputed('formula'));
  const computed = computedOf(draft);
  // A new column has no name yet.
  const triedName = name ?? freeColumnName(draft.kind, (each) => columns.some((known) => known.name === each));
  const others = withComputed(sound, triedName, null);
  const trial = useComputedTrial(client, table, { others, column: computed, name: triedName });
  const isTouched = JSON.stringify(draft) !== JSON.stringify(before);
  const alike = columns.find((each) => each.name !== name && isAlike(each.label, draft.heading)) ?? null;
  const isReady = isTouched && trial.kind === 'accepted' && draft.heading.trim() !== '' && alike === null;
  const save = (): void => {
    const saved = withComputedColumn(spec, columns, { before: name, draft });
    change(saved.spec);
    if (name === null) added(saved.name);
    close();
  };
  const remove = (): void => {
    if (name !== null) change(withoutComputedColumn(spec, name));
    close();
  };
  return { name, draft, setDraft, trial, alike, isTouched, isReady, save, remove, leaving: useLeaving(isTouched) };
}

const isAlike = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

function ComputedForm(props: ComputedPanelProps): JSX.Element {
  const { close } = props;
  const form = useComputedForm(props);
  const { name, draft, leaving } = form;
  const missing = form.isTouched ? computedProblem(draft) : null;
  return (
    <SidePanel
      closeLabel="Close the column"
      title={name === null ? 'New column' : draft.heading}
      leave={() => leaving.leave(close)}
    >
      <form
        class="ndb-column-form ndb-stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isReady) form.save();
        }}
      >
        <div class="ndb-column-body ndb-form ndb-stack">
          {name === null && props.kinds}
          <ComputedFields {...props} {...{ form }} />
        </div>
        <div class="ndb-column-impact">
          <ComputedPreview trial={form.trial} {...{ missing }} />
        </div>
        {leaving.isAsked ? <LeaveFoot {...leaving} /> : <ComputedFoot {...{ form, close }} />}
      </form>
    </SidePanel>
  );
}

interface ComputedFieldsProps extends ComputedPanelProps {
  readonly form: ComputedForm;
}

function ComputedFields({ client, table, columns, form }: ComputedFieldsProps): JSX.Element {
  const { name, draft, setDraft, trial, alike } = form;
  return (
    <>
      <p class="ndb-form-remark" role="note">
        The column belongs to this view, not to the notes. Save the view to keep it.
      </p>
      <Field label="Name">
        <TextInput
          value={draft.heading}
          placeholder="Name of the column"
          set={(heading) => setDraft((now) => ({ ...now, heading }))}
        />
      </Field>
      {alike !== null && (
        <p class="ndb-form-remark" role="alert">
          There is a column “{alike.label}” already. Give this one another name.
        </p>
      )}
      {draft.kind === 'formula' ? (
        <FormulaField
          formula={draft.formula}
          columns={columns.filter((each) => each.name !== name)}
          mistake={trial.kind === 'refused' ? mistakeOf(trial.refusal, draft.formula) : null}
          change={(formula) => setDraft((now) => ({ ...now, formula }))}
        />
      ) : (
        <RollupFields
          {...{ client, table }}
          draft={draft.rollup}
          change={(rollup) => setDraft((now) => ({ ...now, rollup }))}
        />
      )}
    </>
  );
}

interface ComputedFootProps {
  readonly form: ComputedForm;
  readonly close: () => void;
}

function ComputedFoot({ form: { name, isTouched, isReady, remove }, close }: ComputedFootProps): JSX.Element {
  return (
    <Foot>
      {name !== null && (
        <Button class="ndb-at-start" title="The notes stay as they are" onClick={remove}>
          Remove
        </Button>
      )}
      <Button onClick={close}>{isTouched ? 'Cancel' : 'Close'}</Button>
      <Button submits look="main" isOff={!isReady}>
        {name === null ? 'Add the column' : 'Change the column'}
      </Button>
    </Foot>
  );
}
