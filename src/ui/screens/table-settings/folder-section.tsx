/** The pattern of the folders in which the notes of a table lie: which notes move, and where a new row goes. docs/tables.md#folders-of-notes */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import { Field, TextInput } from '../../components/form/field';
import type { EffectsProps } from '../../components/form/refusal';
import { countedNotes } from '../../changes/describe-write';
import { MovedNotes } from './moved-notes';
import { SettingsFormView } from './settings-form';
import type { SettingsSection, SettingsSectionProps, TableSettings } from './settings-section';
import { useSettingsForm } from './use-settings-form';

export const folderSection: SettingsSection = {
  key: 'folders',
  label: 'Folders',
  icon: 'folder',
  title:
    'A pattern sorts the notes into folders below that of the table. Notes that somebody put elsewhere stay there.',
  Form: FolderForm,
};

interface FolderPlan {
  readonly migrationId: string | null;
  readonly warnings: readonly string[];
  readonly changed: number;
  readonly planned_moves: readonly { readonly from: string; readonly to: string }[];
}

function FolderForm(props: SettingsSectionProps): JSX.Element {
  const { client, settings, label, canWrite } = props;
  const form = useSettingsForm<string, FolderPlan>(props, {
    saved: settings.options.partition ?? '',
    run: (partition, isDryRun) =>
      client.run('alter_table', { table: settings.qualified, partition: partition.trim(), dry_run: isDryRun }),
    done: (pattern) =>
      pattern.trim() === ''
        ? `Notes of ${label} lie in one folder`
        : `Notes of ${label} lie in folders by ${pattern.trim()}`,
  });
  const isRefused = form.tried?.kind === 'refused' || form.refused !== null;
  return (
    <SettingsFormView
      {...{ form, canWrite }}
      submit="Save the folders"
      effects={effectsOf}
      details={({ planned_moves: moves }) => <MovedNotes {...{ moves }} openNote={props.openNote} />}
    >
      <Field label="Folders">
        <TextInput
          value={form.draft}
          set={form.set}
          spellcheck={false}
          placeholder="none: one folder for all"
          isInvalid={isRefused}
        />
      </Field>
      <div class="ndb-wraps" role="group" aria-label="Columns of the folders">
        {settings.columns.flatMap(placesOf).map((place) => (
          <Button
            key={place}
            onClick={() => form.set(form.draft.trim() === '' ? place : `${form.draft.replace(/\/$/, '')}/${place}`)}
          >
            {place}
          </Button>
        ))}
      </div>
    </SettingsFormView>
  );
}

/** Values that many rows share make folders. */
function placesOf({ name, type, system }: TableSettings['columns'][number]): readonly string[] {
  if (system === true) return [];
  if (type === 'date' || type === 'datetime') return [`{${name}:YYYY}`, `{${name}:YYYY/MM}`];
  return type === 'enum' || type === 'link' || type === 'boolean' ? [`{${name}}`] : [];
}

const effectsOf = ({ changed, planned_moves: moves }: FolderPlan): EffectsProps['effects'] => {
  if (moves.length === 0) return [['check', 'No note moves.']];
  const others = changed - moves.length;
  const links = others > 0 ? ` Links in ${countedNotes(others)} follow.` : '';
  return [['check', `${countedNotes(moves.length)} ${moves.length === 1 ? 'moves' : 'move'}.${links}`]];
};
