/** Makes a base, or changes one in all tables that have it. docs/tables.md#bases-of-a-table */

import type { JSX } from 'preact';
import { suggestName } from '../../../kernel/names';
import { Button } from '../../components/form/button';
import { Check, Field, TextInput } from '../../components/form/field';
import { type EffectsProps } from '../../components/form/refusal';
import { useElementId } from '../../components/use-element-id';
import { countedNotes } from '../../changes/describe-write';
import { humanName } from '../../client/table-columns';
import {
  BAD_COLUMNS,
  type BaseDraft,
  baseDraft,
  baseProblem,
  baseSteps,
  type DescribedBase,
  droppedColumns,
  withColumn,
} from './base-draft';
import { SettingsFormView } from './settings-form';
import type { SettingsSectionProps } from './settings-section';
import { useSettingsForm } from './use-settings-form';

interface BaseFormProps extends SettingsSectionProps {
  readonly bases: readonly DescribedBase[];
  /** Null: a new one, which the table gets at once. */
  readonly base: DescribedBase | null;
  readonly close: () => void;
}

interface BasePlan {
  readonly migrationId: string | null;
  readonly warnings: readonly string[];
  readonly changed: number;
}

export function BaseForm(props: BaseFormProps): JSX.Element {
  const { client, settings, canWrite, bases, base, close } = props;
  const title = base === null ? 'New base' : `Base ${humanName(base.name)}`;
  const form = useSettingsForm<BaseDraft, BasePlan>(props, {
    saved: baseDraft(base),
    problemOf: baseProblem,
    run: async (draft, dry_run) => {
      // Each step of a dry run is tried on the present definitions, which lack a new base.
      const operations = baseSteps(props, draft).slice(0, dry_run ? 1 : undefined);
      const plan = await client.run('batch', { operations: operations as never, summary: title, dry_run });
      if (!dry_run) close();
      return plan;
    },
    done: ({ name }) => `Base ${humanName(suggestName(name))} ${base === null ? 'made' : 'changed'}`,
  });
  const { draft, set } = form;
  const tables = base === null ? [settings.qualified] : base.tables;
  const effects = ({ changed }: BasePlan): EffectsProps['effects'] => [
    ...droppedColumns(base, draft).map((name) => ['trash', `${humanName(name)} goes, with its values.`] as const),
    ['table', tables.length === 0 ? 'No table has it.' : `Changes ${tables.map(shortName).join(', ')}.`],
    ['check', changed === 0 ? 'No note changes.' : `${countedNotes(changed)} ${changed === 1 ? 'changes' : 'change'}.`],
  ];
  return (
    <div class="ndb-settings-edited ndb-surface" role="group" aria-label={title}>
      <h4>{title}</h4>
      <SettingsFormView
        {...{ form, canWrite, effects }}
        submit={base === null ? 'Make the base' : 'Change the base'}
        cancel={<Button onClick={close}>Close</Button>}
      >
        <BaseFields {...{ bases, base, draft, set, settings }} />
      </SettingsFormView>
    </div>
  );
}

interface BaseFieldsProps extends Pick<BaseFormProps, 'bases' | 'base' | 'settings'> {
  readonly draft: BaseDraft;
  readonly set: (draft: BaseDraft) => void;
}

function BaseFields({ bases, base, settings, draft, set }: BaseFieldsProps): JSX.Element {
  const [descriptionId, columnsId] = [useElementId(), useElementId()];
  const own = settings.columns.filter(({ system, inherited_from }) => system !== true && inherited_from === null);
  return (
    <>
      {base === null && (
        <Field label="Name">
          <TextInput value={draft.name} set={(name) => set({ ...draft, name })} takesFocus spellcheck={false} />
        </Field>
      )}
      <label class="ndb-settings-text" for={descriptionId}>
        Meaning
      </label>
      <textarea
        id={descriptionId}
        class="ndb-input"
        rows={2}
        value={draft.description}
        onInput={({ currentTarget }) => set({ ...draft, description: currentTarget.value })}
      />
      <div class="ndb-form-checks" role="group" aria-label="Inherits from">
        {bases.map(({ name }) => (
          <Check
            key={name}
            label={`Inherits from ${humanName(name)}`}
            isOn={draft.bases.includes(name)}
            set={(isOn) =>
              set({ ...draft, bases: isOn ? [...draft.bases, name] : draft.bases.filter((each) => each !== name) })
            }
          />
        ))}
      </div>
      <label class="ndb-settings-text" for={columnsId}>
        Columns
      </label>
      <textarea
        id={columnsId}
        class="ndb-input ndb-settings-yaml"
        rows={8}
        spellcheck={false}
        placeholder={'due:\n  type: date\n  description: Until when'}
        aria-invalid={baseProblem(draft) === BAD_COLUMNS}
        value={draft.columns}
        onInput={({ currentTarget }) => set({ ...draft, columns: currentTarget.value })}
      />
      {base === null && own.length > 0 && (
        <div class="ndb-wraps" role="group" aria-label="Columns of this table">
          {own.map((column) => (
            <Button key={column.name} look="quiet" onClick={() => set(withColumn(draft, column))}>
              {humanName(column.name)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

const shortName = (qualified: string): string => humanName(qualified.split('.').at(-1) ?? qualified);
