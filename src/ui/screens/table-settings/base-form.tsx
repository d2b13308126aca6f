/** Makes a base, or changes one in all tables that have it. docs/tables.md#bases-of-a-table */

import type { JSX } from 'preact';
import type { Json, JsonObject } from '../../../engine/index';
import { suggestName } from '../../../kernel/names';
import { Button } from '../../components/form/button';
import { Check, Field, TextInput } from '../../components/form/field';
import { type EffectsProps } from '../../components/form/refusal';
import { readYaml, yamlOf } from '../../components/filter/filter-yaml';
import { useElementId } from '../../components/use-element-id';
import { countedNotes } from '../../changes/describe-write';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import type { DescribedBase } from './bases-section';
import { SettingsFormView } from './settings-form';
import type { SettingsSectionProps } from './settings-section';
import { useSettingsForm } from './use-settings-form';

interface BaseDraft {
  readonly name: string;
  readonly description: string;
  readonly bases: readonly string[];
  /** YAML: each column by its name. */
  readonly columns: string;
}

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
    saved: draftOf(base),
    problemOf,
    run: async (draft, dry_run) => {
      // Each step of a dry run is tried on the present definitions, which lack a new base.
      const operations = stepsOf(props, draft).slice(0, dry_run ? 1 : undefined);
      const plan = await client.run('batch', { operations: operations as never, summary: title, dry_run });
      if (!dry_run) close();
      return plan;
    },
    done: ({ name }) => `Base ${humanName(suggestName(name))} ${base === null ? 'made' : 'changed'}`,
  });
  const { draft, set } = form;
  const [descriptionId, columnsId] = [useElementId(), useElementId()];
  const tables = base === null ? [settings.qualified] : base.tables;
  const effects = ({ changed }: BasePlan): EffectsProps['effects'] => [
    ...droppedColumns(base, draft).map((name) => ['trash', `${humanName(name)} goes, with its values.`] as const),
    ['table', tables.length === 0 ? 'No table has it.' : `Changes ${tables.map(shortName).join(', ')}.`],
    ['check', changed === 0 ? 'No note changes.' : `${countedNotes(changed)} ${changed === 1 ? 'changes' : 'change'}.`],
  ];
  const own = settings.columns.filter(({ system, inherited_from }) => system !== true && inherited_from === null);
  return (
    <div class="ndb-settings-edited ndb-surface" role="group" aria-label={title}>
      <h4>{title}</h4>
      <SettingsFormView
        {...{ form, canWrite, effects }}
        submit={base === null ? 'Make the base' : 'Change the base'}
        cancel={<Button onClick={close}>Close</Button>}
      >
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
          aria-invalid={problemOf(draft) === BAD_COLUMNS}
          value={draft.columns}
          onInput={({ currentTarget }) => set({ ...draft, columns: currentTarget.value })}
        />
        {base === null && own.length > 0 && (
          <div class="ndb-wraps" role="group" aria-label="Columns of this table">
            {own.map((column) => (
              <Button key={column.name} look="near" onClick={() => set(withColumn(draft, column))}>
                {humanName(column.name)}
              </Button>
            ))}
          </div>
        )}
      </SettingsFormView>
    </div>
  );
}

const BAD_COLUMNS = 'Columns are lines of a name, and below it its type and description.';

function problemOf({ name, columns }: BaseDraft): string | null {
  if (name.trim() === '') return 'Give the base a name.';
  const read = columnsIn(columns);
  if (read === null) return BAD_COLUMNS;
  return Object.keys(read).length === 0 ? 'Give the base a column.' : null;
}

const shortName = (qualified: string): string => humanName(qualified.split('.').at(-1) ?? qualified);

/** Null: they can't be read. */
function columnsIn(yaml: string): Readonly<Record<string, JsonObject>> | null {
  const reading = readYaml(yaml);
  if ('problem' in reading) return null;
  const found = reading.where ?? {};
  const isSpec = (spec: Json): boolean => typeof spec === 'object' && spec !== null && !Array.isArray(spec);
  return Object.values(found).every(isSpec) ? (found as Readonly<Record<string, JsonObject>>) : null;
}

const withColumn = (draft: BaseDraft, column: DescribedColumn): BaseDraft => ({
  ...draft,
  columns: yamlOf({ ...columnsIn(draft.columns), [column.name]: specOf(column) }),
});

/** As define_base takes it, without its name. */
function specOf({ name: _name, inherited_from: _from, ...column }: DescribedColumn): JsonObject {
  return Object.fromEntries(
    Object.entries(column).filter((entry): entry is [string, Json] => entry[1] !== null && entry[1] !== false),
  );
}

const draftOf = (base: DescribedBase | null): BaseDraft => ({
  name: base?.name ?? '',
  description: base?.description ?? '',
  bases: base?.bases ?? [],
  columns: base === null ? '' : yamlOf(Object.fromEntries(ownColumns(base).map((each) => [each.name, specOf(each)]))),
});

const ownColumns = ({ columns }: DescribedBase): readonly DescribedColumn[] =>
  columns.filter(({ inherited_from }) => inherited_from === null);

function droppedColumns(base: DescribedBase | null, { columns }: BaseDraft): readonly string[] {
  const kept = columnsIn(columns) ?? {};
  return base === null ? [] : ownColumns(base).flatMap(({ name }) => (Object.hasOwn(kept, name) ? [] : [name]));
}

/** A new base is that of the table too: in one write, with one undo. */
function stepsOf({ settings, base }: BaseFormProps, draft: BaseDraft): readonly JsonObject[] {
  const name = base?.name ?? suggestName(draft.name);
  const columns = Object.entries(columnsIn(draft.columns) ?? {}).map(([column, spec]) => ({ name: column, ...spec }));
  const define = {
    ...{ op: 'define_base', name, columns, bases: draft.bases },
    ...(draft.description.trim() === '' ? {} : { description: draft.description }),
    ...(base === null ? {} : { drop_columns: droppedColumns(base, draft) }),
  };
  const inherit = { op: 'set_table_bases', table: settings.qualified, bases: [...settings.bases, name] };
  return base === null ? [define, inherit] : [define];
}
