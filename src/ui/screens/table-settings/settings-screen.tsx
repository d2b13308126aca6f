/** The settings of a table, a section for each thing that a table can be. docs/tables.md#settings-of-a-table */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PanelHead } from '../../components/form/panel-head';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import { useLiveQuery } from '../../client/live-query';
import { humanName } from '../../client/table-columns';
import { LoadingPane } from '../../rows/loading-pane';
import { LeaveFoot, useLeaving } from '../columns/leave-foot';
import type { SettingsSectionProps, TableSettings } from './settings-section';
import { SETTINGS_SECTIONS } from './settings-sections';

export interface SettingsScreenProps extends Omit<SettingsSectionProps, 'settings' | 'label' | 'setTouched'> {
  /** Qualified. */
  readonly table: string;
  /** Back to the rows. */
  readonly close: () => void;
}

export function SettingsScreen(props: SettingsScreenProps): JSX.Element {
  const { client, table, close } = props;
  const { answer, refresh } = useLiveQuery<TableSettings | null>(client, JSON.stringify(['settings', table]), {
    ask: async (operations) => {
      const described = await operations.run('describe_table', { table });
      return 'options' in described ? described : null;
    },
    isTouched: ({ definitions, tables }) => definitions || tables.includes(table),
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the settings…" />;
  if (answer.value === null) {
    const action = { label: 'Back', run: close };
    return <StateMessage kind="empty" title="A view has no settings" detail="Its table has them." {...{ action }} />;
  }
  return <OpenSettings {...props} settings={answer.value} />;
}

interface OpenSettingsProps extends SettingsScreenProps {
  readonly settings: TableSettings;
}

function OpenSettings(props: OpenSettingsProps): JSX.Element {
  const { settings, close, canWrite } = props;
  const label = humanName(settings.name);
  const [chosen, choose] = useState(SETTINGS_SECTIONS[0]?.key);
  // A section that was opened stays, with its input.
  const [opened, setOpened] = useState<readonly string[]>(chosen === undefined ? [] : [chosen]);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const leaving = useLeaving(touched.length > 0);
  const open = (key: string): void => {
    choose(key);
    if (!opened.includes(key)) setOpened([...opened, key]);
  };
  const touch = (key: string, isTouched: boolean): void =>
    setTouched((now) => [...now.filter((each) => each !== key), ...(isTouched ? [key] : [])]);
  return (
    <section class="ndb-settings ndb-fills ndb-stack" aria-label={`Settings of ${label}`}>
      <PanelHead close={() => leaving.leave(close)} closeLabel="Close the settings">
        Settings of {label}
      </PanelHead>
      {leaving.isAsked && <LeaveFoot {...leaving} />}
      {!canWrite && (
        <p class="ndb-form-remark ndb-settings-remark" role="note">
          <Icon name="lock" />
          Nothing can be changed here: this place is for reading.
        </p>
      )}
      <div class="ndb-settings-body">
        <nav class="ndb-settings-list" aria-label="Sections">
          {SETTINGS_SECTIONS.map(({ key, label: name, icon, title }) => (
            <button
              key={key}
              type="button"
              class={`ndb-table-choice ndb-bare-button ndb-line${key === chosen ? ' ndb-is-chosen' : ''}`}
              aria-current={key === chosen ? 'true' : undefined}
              {...{ title }}
              onClick={() => open(key)}
            >
              <Icon name={icon} />
              <span class="ndb-sidebar-tool ndb-ellipsis">{name}</span>
              {touched.includes(key) && <span class="ndb-settings-dot" role="img" aria-label="not written yet" />}
            </button>
          ))}
        </nav>
        {SETTINGS_SECTIONS.filter(({ key }) => opened.includes(key)).map(({ key, label: name, title, Form }) => (
          <div class="ndb-settings-section" role="group" aria-label={name} key={key} hidden={key !== chosen}>
            <h3>{name}</h3>
            <p class="ndb-muted">{title}</p>
            <Form {...props} {...{ label }} setTouched={(isTouched) => touch(key, isTouched)} />
          </div>
        ))}
      </div>
    </section>
  );
}
