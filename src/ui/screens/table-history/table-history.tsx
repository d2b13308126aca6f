/** A table as it was: a line of its versions, what differs from now, and the way back for a row or for all. docs/page.md#versions-of-a-table */

import { Segments } from '../../components/form/segments';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import type { AppServices } from '../../client/app-services';
import { describeProblem } from '../../client/describe-problem';
import type { Notice } from '../frame/notice';
import { useLiveQuery } from '../../client/live-query';
import { LoadingPane } from '../../rows/loading-pane';
import type { OperationsClient } from '../../client/operations-client';
import { type RowsThen, type TableVersions, askRowsThen, askVersions, shownRows, versionColumns } from './ask-versions';
import { noticeOfRestore, rowRestore } from './restore-row';
import { RestoreBar } from './restore-bar';
import { type ChangedRow, type Version, askChangedRows, countChanges } from './version-changes';
import { VersionRows } from './version-rows';
import { VersionSlider } from './version-slider';
import { describeVersion, differenceText, momentOf } from './describe-version';

export interface TableHistoryProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  /** Qualified. */
  readonly table: string;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  /** Back to the table as it is. */
  readonly close: () => void;
}

export function TableHistory(props: TableHistoryProps): JSX.Element {
  const { client, table } = props;
  const { answer, refresh } = useLiveQuery<TableVersions>(client, JSON.stringify(['versions', table]), {
    ask: (operations) => askVersions(operations, table),
    isTouched: ({ definitions, tables }) => definitions || tables.includes(table),
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the versions…" />;
  const { versions } = answer.value;
  if (versions === null || versions.length === 0) return <NoVersions {...props} label={answer.value.label} />;
  return <Versions {...props} known={answer.value} {...{ versions }} />;
}

function NoVersions({
  client,
  table,
  canWrite,
  tell,
  close,
  label,
}: TableHistoryProps & { readonly label: string }): JSX.Element {
  const keep = async (): Promise<void> => {
    try {
      const { migrationId } = await client.run('alter_table', { table, history: true });
      tell({ text: `${label} keeps its versions from now on`, migrationId, isProblem: false });
    } catch (thrown) {
      tell({ text: describeProblem(thrown).message, migrationId: null, isProblem: true });
    }
  };
  return (
    <section class="ndb-history ndb-fills ndb-stack" aria-label={`${label} as it was`}>
      <StateMessage
        kind="empty"
        title={`${label} keeps no versions`}
        detail="Once it does, you can look at the table as it was at any moment, and put rows or all of it back. Each write of the last 90 days can be taken back anyway, in the history at the side."
        action={
          canWrite
            ? { label: 'Keep versions from now on', run: () => void keep() }
            : { label: 'Back to the table', run: close }
        }
      />
    </section>
  );
}

interface VersionsProps extends TableHistoryProps {
  readonly known: TableVersions;
  /** The oldest first. */
  readonly versions: readonly Version[];
}

interface VersionAnswer {
  readonly changed: readonly ChangedRow[];
  /** Null: only what differs is asked for. */
  readonly then: RowsThen | null;
}

function Versions(props: VersionsProps): JSX.Element {
  const { client, table, known, versions } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const [showsAll, setAll] = useState(false);
  const last = versions.length - 1;
  const found = versions.findIndex(({ version }) => version === chosen);
  const at = found < 0 ? Math.max(last - 1, 0) : found;
  const version = versions[at]?.version ?? 0;
  const latest = versions[last]?.version ?? 0;
  const key = JSON.stringify(['version', table, version, latest, showsAll]);
  const { answer, refresh } = useLiveQuery<VersionAnswer>(client, key, {
    ask: async (operations) => {
      const [changed, then] = await Promise.all([
        askChangedRows(operations, table, version, latest),
        showsAll ? askRowsThen(operations, table, version) : null,
      ]);
      return { changed, then };
    },
    // Each change makes another version, which is another question.
    isTouched: () => false,
  });
  return (
    <section class="ndb-history ndb-fills ndb-stack" aria-label={`${known.label} as it was`}>
      <VersionHead {...props} {...{ at, showsAll, setAll }} choose={(to) => setChosen(versions[to]?.version ?? null)} />
      {answer.kind === 'answer' ? (
        <VersionBody {...props} {...answer.value} {...{ at }} />
      ) : (
        <LoadingPane {...{ answer, refresh }} title="Reading the table as it was…" />
      )}
    </section>
  );
}

interface VersionHeadProps extends VersionsProps {
  readonly at: number;
  readonly choose: (at: number) => void;
  readonly showsAll: boolean;
  readonly setAll: (showsAll: boolean) => void;
}

const WAYS = [
  ['differing', 'What differs'],
  ['all', 'All rows'],
] as const;

function VersionHead(props: VersionHeadProps): JSX.Element | null {
  const { client, table, known, versions, at, choose, showsAll, setAll, canWrite, tell, close } = props;
  const version = versions[at];
  if (version === undefined) return null;
  return (
    <header class="ndb-history-head">
      <div class="ndb-history-line ndb-line ndb-wraps">
        <Icon name="history" />
        <h2 class="ndb-title">{momentOf(version, new Date())}</h2>
        <span class="ndb-history-facts">
          {known.label}, version {version.version} of {versions.at(-1)?.version} · {describeVersion(version)}
        </span>
        <Segments
          label="Rows"
          chosen={showsAll ? 'all' : 'differing'}
          options={WAYS}
          choose={(way) => setAll(way === 'all')}
        />
        {canWrite && at < versions.length - 1 && (
          <RestoreBar
            key={version.version}
            {...{ client, table, tell }}
            version={version.version}
            label={known.label}
          />
        )}
        <Button look="main" onClick={close}>
          Back to now
        </Button>
      </div>
      <VersionSlider {...{ versions, at, choose }} />
    </header>
  );
}

function VersionBody(props: VersionsProps & VersionAnswer & { readonly at: number }): JSX.Element {
  const { client, services, table, known, versions, changed, then, canWrite, tell } = props;
  const rows = useMemo(() => shownRows(changed, then), [changed, then]);
  const columns = versionColumns(known.columns, rows, then === null);
  const writable = new Set(known.columns.filter(({ isEditable }) => isEditable).map(({ name }) => name));
  const putBack = (row: ChangedRow): (() => void) | null => {
    const way = canWrite ? rowRestore(table, row, versions, writable) : null;
    return way === null ? null : () => void noticeOfRestore(client, way).then(tell);
  };
  const counts = countChanges(changed);
  return (
    <>
      {rows.length === 0 ? (
        <StateMessage
          kind="empty"
          title="Nothing differs from now"
          detail={
            then === null
              ? 'Every row is as it was then. Move to an earlier version on the line.'
              : 'The table had no rows then.'
          }
        />
      ) : (
        <VersionRows
          label={`Rows of ${known.label}`}
          {...{ columns, rows, putBack }}
          openNote={(path, event) => services.notes.open(path, '', event)}
        />
      )}
      <footer class="ndb-pane-foot ndb-small-text">
        <span class="ndb-total">
          {known.rows - counts.came + counts.went} rows then, {known.rows} now
        </span>
        <span role="status">{differenceText(counts)}</span>
        {then !== null && then.rows.length < then.total && <span>The first {then.rows.length} are shown.</span>}
      </footer>
    </>
  );
}
