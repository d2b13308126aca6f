/** Asks what a change of a table or a view needs, says what it does to notes, and writes it. docs/tables.md#the-menu-of-a-table */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { TextInput } from '../../components/form/field';
import { Effects, Refusal, warningEffects } from '../../components/form/refusal';
import { ServerAway } from '../../components/form/server-away';
import { Popover } from '../../components/overlay/popover';
import type { OperationsClient } from '../../client/operations-client';
import { dryRun, useDryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import type { Notice } from '../frame/notice';
import type { TableChange } from './table-change';

export interface TableChangeFormProps {
  readonly client: OperationsClient;
  readonly change: TableChange;
  readonly anchor: () => HTMLElement | null;
  readonly tell: (notice: Notice) => void;
  readonly holdOpen: (work: Promise<void>) => void;
  /** Goes to a table or a view. */
  readonly go: (name: string) => void;
  readonly close: () => void;
}

export function TableChangeForm(props: TableChangeFormProps): JSX.Element {
  const { client, change, anchor, tell, holdOpen, go, close } = props;
  const { field, title, submit, isDanger } = change;
  const [text, setText] = useState(field?.initial ?? '');
  const typed = text.trim();
  const isNew =
    field === null ||
    ((typed !== '' || field.canBeEmpty === true) && (typed !== field.initial || field.isProposed === true));
  const tried = useDryRun(client, {
    key: isNew ? JSON.stringify([title, typed]) : null,
    ask: () => dryRun(() => change.run(typed, true)),
  });
  const { isBusy, problem, run, clear } = useWrite(holdOpen);
  const write = async (): Promise<void> => {
    const written = await change.run(typed, false);
    const next = change.next(written);
    close();
    if (next !== null) go(next);
    tell({ text: change.done(typed), migrationId: written.migrationId, isProblem: false });
  };
  const isReady = !isBusy && tried?.kind === 'accepted';
  const refusal = problem ?? (tried?.kind === 'refused' ? tried.problem : null);
  return (
    <Popover label={title} place="below" {...{ anchor, close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) run(write);
        }}
      >
        <div class="ndb-popover-main ndb-tool-fields ndb-stack">
          {field !== null && (
            <Field
              {...{ field, text, isBusy }}
              change={(next) => {
                setText(next);
                clear();
              }}
            />
          )}
          {refusal === null && tried?.kind === 'accepted' && (
            <Effects effects={[['check', change.impact(tried.plan)], ...warningEffects(tried.plan.warnings)]} />
          )}
          <Refusal problem={refusal} hasHint />
          <ServerAway />
        </div>
        <footer class="ndb-popover-foot">
          <Button onClick={close}>Cancel</Button>
          <span class="ndb-fill" />
          <Button look={isDanger ? 'warning' : 'main'} submits isOff={!isReady}>
            {submit}
          </Button>
        </footer>
      </form>
    </Popover>
  );
}

interface FieldProps {
  readonly field: NonNullable<TableChange['field']>;
  readonly text: string;
  readonly isBusy: boolean;
  readonly change: (text: string) => void;
}

function Field({ field: { label, hint = '', isLong = false }, text, isBusy, change }: FieldProps): JSX.Element {
  return (
    <label>
      {label}
      {isLong ? (
        <textarea
          class="ndb-input"
          rows={3}
          autofocus
          value={text}
          placeholder={hint}
          disabled={isBusy}
          onInput={(e) => change(e.currentTarget.value)}
        />
      ) : (
        <TextInput class="ndb-input" takesFocus isOff={isBusy} spellcheck={false} value={text} set={change} />
      )}
    </label>
  );
}
