/** The bases whose columns a table has, and the bases themselves. docs/tables.md#bases-of-a-table */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Operations } from '../../../engine/index';
import { Button } from '../../components/form/button';
import { Check } from '../../components/form/field';
import type { EffectsProps } from '../../components/form/refusal';
import { countedNotes } from '../../changes/describe-write';
import { useLiveQuery } from '../../client/live-query';
import { humanName } from '../../client/table-columns';
import { LoadingPane } from '../../rows/loading-pane';
import type { DescribedBase } from './base-draft';
import { BaseForm } from './base-form';
import { SettingsFormView } from './settings-form';
import type { SettingsSection, SettingsSectionProps } from './settings-section';
import { useSettingsForm } from './use-settings-form';

export const basesSection: SettingsSection = {
  key: 'bases',
  label: 'Bases',
  icon: 'group',
  title: 'A base is a set of columns that several tables have in common.',
  Form: BasesForm,
};

type Plan = Operations['set_table_bases']['result'];

function BasesForm(props: SettingsSectionProps): JSX.Element {
  const { client, canWrite } = props;
  const { answer, refresh } = useLiveQuery<readonly DescribedBase[]>(client, 'bases', {
    ask: async (operations) => (await operations.run('describe_database', {})).bases,
    isTouched: ({ definitions }) => definitions,
  });
  const [edited, edit] = useState<string | null>(null);
  // Two forms, and one sign of unsaved input.
  const touched = useRef({ chosen: false, edited: false });
  const touch = (part: 'chosen' | 'edited') => (isTouched: boolean) => {
    touched.current[part] = isTouched;
    props.setTouched(touched.current.chosen || touched.current.edited);
  };
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the bases…" />;
  const bases = answer.value;
  const base = bases.find(({ name }) => name === edited) ?? null;
  return (
    <>
      <ChosenBases {...props} {...{ bases }} setTouched={touch('chosen')} />
      {bases.map(({ name, tables, columns }) => (
        <div class="ndb-line ndb-wraps ndb-settings-base" key={name}>
          <b>{humanName(name)}</b>
          <span class="ndb-muted">
            {columns.length === 1 ? '1 column' : `${columns.length} columns`}
            {tables.length === 0 ? ', no table has it' : `, in ${tables.map(nameOf).join(', ')}`}
          </span>
          {canWrite && <Button onClick={() => edit(name)}>Edit {humanName(name)}</Button>}
        </div>
      ))}
      {canWrite && edited === null && (
        <div>
          <Button icon="plus" onClick={() => edit(NEW)}>
            New base
          </Button>
        </div>
      )}
      {edited !== null && (base !== null || edited === NEW) && (
        <BaseForm
          key={edited}
          {...props}
          {...{ bases, base }}
          setTouched={touch('edited')}
          close={() => {
            touch('edited')(false);
            edit(null);
          }}
        />
      )}
    </>
  );
}

/** No base is called so. */
const NEW = '';

const nameOf = (qualified: string): string => humanName(qualified.split('.').at(-1) ?? qualified);

function ChosenBases(props: SettingsSectionProps & { readonly bases: readonly DescribedBase[] }): JSX.Element {
  const { client, settings, label, canWrite, bases } = props;
  const { qualified: table } = settings;
  const form = useSettingsForm<readonly string[], Plan>(props, {
    saved: settings.bases,
    run: (chosen, dry_run) => client.run('set_table_bases', { table, bases: [...chosen], dry_run }),
    done: (chosen) =>
      chosen.length === 0
        ? `${label} has no base any more`
        : `${label} has the columns of ${chosen.map(humanName).join(', ')}`,
  });
  const { draft, set } = form;
  if (bases.length === 0) return <p class="ndb-form-remark">There is no base yet.</p>;
  const effects = ({ changed }: Plan): EffectsProps['effects'] => [
    ...lostColumns(bases, settings.bases, draft).map((name) => ['trash', `${name} goes, with its values.`] as const),
    ['check', changed === 0 ? 'No note changes.' : `${countedNotes(changed)} ${changed === 1 ? 'changes' : 'change'}.`],
  ];
  return (
    <SettingsFormView {...{ form, canWrite, effects }} submit="Save the bases">
      <div class="ndb-form-checks" role="group" aria-label={`Bases of ${label}`}>
        {bases.map(({ name }) => (
          <Check
            key={name}
            label={humanName(name)}
            isOn={draft.includes(name)}
            set={(isOn) => set(isOn ? [...draft, name] : draft.filter((each) => each !== name))}
          />
        ))}
      </div>
    </SettingsFormView>
  );
}

/** Columns of bases that are taken away, and of none that stays. */
function lostColumns(
  bases: readonly DescribedBase[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const columnsOf = (names: readonly string[]): readonly string[] =>
    bases.filter(({ name }) => names.includes(name)).flatMap(({ columns }) => columns.map(({ name }) => name));
  const kept = columnsOf(after);
  return [...new Set(columnsOf(before))].filter((name) => !kept.includes(name)).map(humanName);
}
