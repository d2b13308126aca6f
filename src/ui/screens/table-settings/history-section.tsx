/** Whether a table keeps its versions, which ones there are, and which can go. docs/tables.md#history-of-a-table */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Operations } from '../../../engine/index';
import { Check, Field, Select } from '../../components/form/field';
import type { EffectsProps } from '../../components/form/refusal';
import { useLiveQuery } from '../../client/live-query';
import { momentOf } from '../table-history/describe-version';
import { SettingsFormView } from './settings-form';
import type { SettingsSection, SettingsSectionProps } from './settings-section';
import { useSettingsForm } from './use-settings-form';

export const historySection: SettingsSection = {
  key: 'history',
  label: 'History',
  icon: 'history',
  title: 'With history, each write makes a version of the table, which can be looked at and restored.',
  Form: HistoryForms,
};

function HistoryForms(props: SettingsSectionProps): JSX.Element {
  const touched = useRef({ keeping: false, versions: false });
  const touch = (part: 'keeping' | 'versions') => (isTouched: boolean) => {
    touched.current[part] = isTouched;
    props.setTouched(touched.current.keeping || touched.current.versions);
  };
  const { version, earliest_version: earliest } = props.settings;
  return (
    <>
      <KeepingForm {...props} setTouched={touch('keeping')} />
      {version !== null && earliest !== null && (
        <>
          <h3>Old versions</h3>
          <VersionsForm {...props} setTouched={touch('versions')} {...{ version, earliest }} />
        </>
      )}
    </>
  );
}

function KeepingForm(props: SettingsSectionProps): JSX.Element {
  const { client, settings, label, canWrite } = props;
  const form = useSettingsForm<boolean, Operations['alter_table']['result']>(props, {
    saved: settings.options.history,
    run: (history, isDryRun) => client.run('alter_table', { table: settings.qualified, history, dry_run: isDryRun }),
    done: (isKept) => (isKept ? `${label} keeps its versions` : `${label} makes no more versions`),
  });
  return (
    <SettingsFormView
      {...{ form, canWrite }}
      submit="Save"
      effects={() => [
        [
          'check',
          form.draft
            ? 'Each write makes a version from now on. No note changes.'
            : 'No version is added any more. Those that are there stay. No note changes.',
        ],
      ]}
    >
      <Check label="Keep every version" isOn={form.draft} set={form.set} />
    </SettingsFormView>
  );
}

interface VersionsProps extends SettingsSectionProps {
  readonly version: number;
  readonly earliest: number;
}

/** Versions to choose from: the newest ones. */
const MOST_VERSIONS = 200;

function VersionsForm(props: VersionsProps): JSX.Element {
  const { client, settings, label, canWrite, version } = props;
  const { qualified: table } = settings;
  // No change of the table reports that versions are gone.
  const [oldest, setOldest] = useState(0);
  const earliest = Math.max(props.earliest, oldest);
  const { answer } = useLiveQuery(client, JSON.stringify(['versions', table, version, earliest]), {
    ask: (operations) => operations.run('describe_history', { table, limit: MOST_VERSIONS }),
    isTouched: ({ tables }) => tables.includes(table),
  });
  const form = useSettingsForm<string, Operations['vacuum_table']['result']>(props, {
    saved: '',
    run: async (from, isDryRun) => {
      const plan = await client.run('vacuum_table', {
        table,
        retain_from_version: Number(from),
        dry_run: isDryRun,
      });
      if (!isDryRun) setOldest(plan.earliest_version);
      return plan;
    },
    done: (from) => `Versions of ${label} before ${from} are gone`,
  });
  const versions = answer.kind === 'answer' ? answer.value.history : [];
  const choices = versions
    .filter((each) => each.version > earliest)
    .map((each): [string, string] => [String(each.version), `Version ${each.version}, ${momentOf(each, new Date())}`]);
  const count = version - earliest + 1;
  return (
    <SettingsFormView
      {...{ form, canWrite }}
      submit="Delete the versions before it"
      effects={versionEffects}
      promise="Nothing is deleted yet. This can’t be undone. Rows and notes stay as they are."
      isDanger
    >
      <p class="ndb-form-remark">
        {count === 1 ? `Version ${version} is kept.` : `Versions ${earliest} to ${version} are kept, ${count} of them.`}
      </p>
      {choices.length > 0 && (
        <Field label="Oldest version that stays">
          <Select value={form.draft} options={[['', 'All stay'], ...choices]} set={form.set} />
        </Field>
      )}
    </SettingsFormView>
  );
}

type VacuumPlan = Operations['vacuum_table']['result'];

const versionEffects = ({ removedVersions, files, stillNeeded, truncated }: VacuumPlan): EffectsProps['effects'] => [
  ['trash', `${removedVersions} ${removedVersions === 1 ? 'version goes' : 'versions go'}.`],
  [
    'table',
    files.length === 0
      ? 'No file of the history goes.'
      : `${files.length}${truncated === true ? ' or more' : ''} ${files.length === 1 ? 'file' : 'files'} of the history go.`,
  ],
  ...(stillNeeded.length === 0
    ? []
    : ([
        ['clock', `The contents of ${stillNeeded.length} of them stay until undo or a webhook no longer needs them.`],
      ] as const)),
];
