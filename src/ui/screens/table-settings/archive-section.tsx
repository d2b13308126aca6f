/** The archive of a table: its folder, and rows that go there by a filter. docs/tables.md#the-archive */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { JsonObject, Operations } from '../../../engine/index';
import { FilterBuilder, type FilterSide, SideSwitch } from '../../components/filter/filter-builder';
import { Field, Select, TextInput, optionsOf } from '../../components/form/field';
import type { EffectsProps } from '../../components/form/refusal';
import { countedNotes } from '../../changes/describe-write';
import { describeProblem } from '../../client/describe-problem';
import { tableColumns } from '../../client/table-columns';
import { suggestTargets, useFilterColumns } from '../toolbar/filter-columns';
import { countRows } from '../toolbar/filter-tool';
import { MovedNotes } from './moved-notes';
import { SettingsFormView } from './settings-form';
import type { SettingsSection, SettingsSectionProps } from './settings-section';
import { useSettingsForm } from './use-settings-form';

export const archiveSection: SettingsSection = {
  key: 'archive',
  label: 'Archive',
  icon: 'archive',
  title: 'Archived notes are not rows any more. Search still finds them.',
  Form: ArchiveForms,
};

type Plan = Operations['delete_rows']['result'];

function ArchiveForms(props: SettingsSectionProps): JSX.Element {
  const touched = useRef({ folder: false, rows: false });
  const touch = (part: 'folder' | 'rows') => (isTouched: boolean) => {
    touched.current[part] = isTouched;
    props.setTouched(touched.current.folder || touched.current.rows);
  };
  return (
    <>
      <FolderForm {...props} setTouched={touch('folder')} />
      <h3>Archive rows</h3>
      <RowsForm {...props} setTouched={touch('rows')} />
    </>
  );
}

function FolderForm(props: SettingsSectionProps): JSX.Element {
  const { client, settings, label, canWrite } = props;
  const form = useSettingsForm<string, Plan>(props, {
    saved: settings.options.archive,
    problemOf: (name) => (name.trim() === '' ? 'The archive needs a name.' : null),
    run: (name, isDryRun) =>
      client.run('alter_table', { table: settings.qualified, archive: name.trim(), dry_run: isDryRun }),
    done: (name) => `The archive of ${label} is called ${name.trim()}`,
  });
  const isRefused = form.tried?.kind === 'refused' || form.refused !== null || form.problem !== null;
  return (
    <SettingsFormView {...{ form, canWrite }} submit="Save the name" effects={folderEffects}>
      <Field label="Folder of the archive">
        <TextInput value={form.draft} set={form.set} spellcheck={false} isInvalid={isRefused} />
      </Field>
    </SettingsFormView>
  );
}

const folderEffects = ({ planned_moves: moves }: Plan): EffectsProps['effects'] => [
  [
    'check',
    moves.length === 0
      ? 'No note moves.'
      : `${countedNotes(moves.length)} of the archive ${moves.length === 1 ? 'goes' : 'go'} along.`,
  ],
];

interface ArchivedRows {
  readonly where: JsonObject | null;
  readonly links: 'restrict' | 'set_null' | 'ignore';
}

const NOTHING: ArchivedRows = { where: null, links: 'restrict' };

const LINKS = optionsOf<ArchivedRows['links']>({
  restrict: 'Hold a row back',
  set_null: 'Are taken out of properties',
  ignore: 'Stay, and lead nowhere',
});

function RowsForm(props: SettingsSectionProps): JSX.Element {
  const { client, settings, label, canWrite } = props;
  const { qualified: table } = settings;
  // The builder keeps its own conditions: after a write or a reset another one begins.
  const [round, setRound] = useState(0);
  const [side, show] = useState<FilterSide>('builder');
  const form = useSettingsForm<ArchivedRows, Plan>(props, {
    saved: NOTHING,
    problemOf: ({ where }) => (where === null ? 'A condition says which rows go.' : null),
    run: async ({ where, links }, isDryRun) => {
      const args = { table, mode: 'archive', on_referenced: links, dry_run: isDryRun } as const;
      const plan = await client.run('delete_rows', { ...args, ...(where === null ? {} : { where }) });
      if (!isDryRun) setRound((count) => count + 1);
      return plan;
    },
    done: () => `Rows of ${label} archived`,
  });
  const places = { client, table, columns: tableColumns(settings.columns) };
  const latest = useRef(form);
  latest.current = form;
  return (
    <SettingsFormView
      form={{ ...form, reset: () => (form.reset(), setRound(round + 1)) }}
      {...{ canWrite }}
      submit="Archive the rows"
      effects={rowEffects}
      details={({ planned_moves: moves }) => <MovedNotes {...{ moves }} openNote={props.openNote} />}
    >
      <div class="ndb-settings-filter" role="group" aria-label="Rows that go">
        <SideSwitch {...{ side, show }} />
        <ArchiveFilter
          key={round}
          {...{ places, side }}
          total={settings.rows}
          where={form.draft.where}
          change={(where) => latest.current.set({ ...latest.current.draft, where })}
        />
      </div>
      <Field label="Links to them">
        <Select value={form.draft.links} options={LINKS} set={(links) => form.set({ ...form.draft, links })} />
      </Field>
    </SettingsFormView>
  );
}

interface ArchiveFilterProps {
  readonly places: Parameters<typeof useFilterColumns>[0];
  readonly side: FilterSide;
  readonly total: number;
  readonly where: JsonObject | null;
  readonly change: (where: JsonObject | null) => void;
}

function ArchiveFilter({ places, side, total, where, change }: ArchiveFilterProps): JSX.Element {
  const [known] = useState(places);
  const tools = {
    columns: useFilterColumns(known),
    suggest: (...of: [Parameters<typeof suggestTargets>[1], string]) => suggestTargets(known, ...of),
  };
  return (
    <FilterBuilder
      {...{ tools, side, total, where, change }}
      begin={null}
      empty="No row goes yet. A condition says which ones do."
      count={(asked) => countRows(known.client, known.table, asked)}
      explain={describeProblem}
    />
  );
}

const rowEffects = ({ planned_moves: moves, changed }: Plan): EffectsProps['effects'] => {
  if (moves.length === 0) return [['check', 'No row matches: nothing is archived.']];
  const others = changed - moves.length;
  const links = others > 0 ? ` ${countedNotes(others)} with links to them change too.` : '';
  return [['archive', `${countedNotes(moves.length)} ${moves.length === 1 ? 'goes' : 'go'} into the archive.${links}`]];
};
