/** The pattern that names the notes of a table: what the next row would be called, and which notes move. docs/tables.md#names-of-notes */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import { Field, TextInput } from '../../components/form/field';
import type { EffectsProps } from '../../components/form/refusal';
import { useElementId } from '../../components/use-element-id';
import { countedNotes } from '../../changes/describe-write';
import type { OperationsClient } from '../../client/operations-client';
import { MovedNotes } from './moved-notes';
import { sampleValues } from './next-row-name';
import { SettingsFormView } from './settings-form';
import type { SettingsSection, SettingsSectionProps, TableSettings } from './settings-section';
import { useSettingsForm } from './use-settings-form';

export const nameSection: SettingsSection = {
  key: 'name',
  label: 'Names of notes',
  icon: 'text',
  title: 'A pattern gives each new note its name, and renames the notes whose names fit the pattern before.',
  Form: NameForm,
};

interface NamePlan {
  readonly migrationId: string | null;
  readonly warnings: readonly string[];
  readonly changed: number;
  /** More notes move than are listed. */
  readonly isCut: boolean;
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** The path of a row with sample values; null where only a real row can say. */
  readonly next: string | null;
}

function NameForm(props: SettingsSectionProps): JSX.Element {
  const { client, settings, label, canWrite } = props;
  const form = useSettingsForm<string, NamePlan>(props, {
    saved: settings.options.filename ?? '',
    run: (filename, isDryRun) => changeName(client, settings, filename, isDryRun),
    done: (pattern) =>
      pattern.trim() === '' ? `Notes of ${label} have no pattern` : `Notes of ${label} are named ${pattern}`,
  });
  const id = useElementId();
  const isRefused = form.tried?.kind === 'refused' || form.refused !== null;
  return (
    <SettingsFormView
      {...{ form, canWrite }}
      submit="Save the pattern"
      effects={effectsOf}
      details={({ moves }) => <MovedNotes {...{ moves }} openNote={props.openNote} />}
    >
      <Field label="Pattern">
        <TextInput
          {...{ id }}
          value={form.draft}
          set={form.set}
          spellcheck={false}
          placeholder="{title}"
          isInvalid={isRefused}
        />
      </Field>
      <div class="ndb-wraps" role="group" aria-label="Columns of the pattern">
        {settings.columns.filter(canName).map(({ name, type }) => {
          const place = type === 'date' || type === 'datetime' ? `{${name}:YYYY-MM-DD}` : `{${name}}`;
          return (
            <Button
              key={name}
              look="quiet"
              onClick={() => form.set(`${form.draft}${form.draft === '' ? '' : ' '}${place}`)}
            >
              {place}
            </Button>
          );
        })}
      </div>
    </SettingsFormView>
  );
}

const canName = ({ system, type }: TableSettings['columns'][number]): boolean =>
  system !== true && type !== 'json' && type !== 'list';

async function changeName(
  client: OperationsClient,
  settings: TableSettings,
  filename: string,
  isDryRun: boolean,
): Promise<NamePlan> {
  const { qualified: table, columns, options } = settings;
  const plan = await client.run('alter_table', { table, filename, dry_run: isDryRun });
  const { migrationId, warnings, changed, planned_moves: moves, truncated = false } = plan;
  const written = { migrationId, warnings, changed, moves, isCut: truncated };
  if (!isDryRun) return { ...written, next: null };
  const values = sampleValues(columns, [filename, options.filename ?? '', options.partition ?? '']);
  const steps = [
    { op: 'alter_table', table, filename },
    { op: 'insert_row', table, values },
  ];
  try {
    const { plannedCreates } = await client.run('batch', { operations: steps as never, dry_run: true });
    return { ...written, next: plannedCreates[0] ?? null };
  } catch {
    // Samples fit no rule of the table: then only a real row says what it is called.
    return { ...written, next: null };
  }
}

const effectsOf = ({ next, changed, moves, isCut }: NamePlan): EffectsProps['effects'] => [
  ...(next === null ? [] : [['note', `A new row would be ${next}`] as const]),
  moves.length === 0
    ? ['check', 'No note moves.']
    : [
        'check',
        `${isCut ? 'More than ' : ''}${countedNotes(moves.length)} ${moves.length === 1 ? 'gets' : 'get'} another name. ${countedNotes(changed)} ${changed === 1 ? 'changes' : 'change'}, links too.`,
      ],
];
