/** One note beside its table: properties, text, links, and what became of it. docs/page.md#a-row */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import { isComposing } from '../../components/composing';
import { StateMessage } from '../../components/state-message';
import type { AppServices } from '../../client/app-services';
import { refusalOf } from '../../client/describe-problem';
import type { Edits } from '../../changes/edits';
import type { Notice } from '../frame/notice';
import { useLiveQuery } from '../../client/live-query';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { LoadingPane } from '../../rows/loading-pane';
import { HistoryTab } from './history-tab';
import { LinksTab } from './links-tab';
import { NoteTab } from './note-tab';
import { type RowHistoryItem, askHistory } from './row-history';
import { RuleButtons } from './rule-buttons';
import { RowProperties } from './row-properties';
import { type NoteLinks, type PanelNote, askLinks, askNote } from './row-note';

export interface RowPanelProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly edits: Edits;
  /** Vault path. */
  readonly path: string;
  readonly canWrite: boolean;
  readonly holdOpen: (work: Promise<void>) => void;
  readonly tell: (notice: Notice) => void;
  readonly close: () => void;
}

interface PanelAnswer {
  readonly note: PanelNote;
  readonly links: NoteLinks;
  /** Null: the note is not a row. */
  readonly history: readonly RowHistoryItem[] | null;
}

export function RowPanel(props: RowPanelProps): JSX.Element {
  const { client, services, path, close } = props;
  const { answer, refresh } = useLiveQuery<PanelAnswer | null>(client, JSON.stringify(['row', path]), {
    ask: (operations) => askPanel(operations, path),
    isTouched: () => true,
  });
  const name = noteName(path);
  /** Stays when the note goes: something may be typed in there. */
  const last = useRef<PanelAnswer | null>(null);
  if (answer.kind === 'answer' && answer.value !== null) last.current = answer.value;
  const isGone = answer.kind === 'answer' && answer.value === null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    event.preventDefault();
    close();
  };
  return (
    <aside class="ndb-panel ndb-stack" aria-label={noteName(path)} onKeyDown={onKeyDown}>
      <header class="ndb-panel-head ndb-line">
        <h2 class="ndb-panel-title">{name}</h2>
        {services.openNote !== undefined && (
          <IconButton icon="open" label="Open the note" onClick={(event) => services.openNote?.(path, event)} />
        )}
        <IconButton icon="close" label="Close the note" onClick={close} />
      </header>
      {answer.kind !== 'answer' && <LoadingPane {...{ answer, refresh }} title="Reading the note…" />}
      {isGone && (
        <StateMessage
          kind="error"
          title={`${name} is gone`}
          detail="The note was deleted, moved or renamed. Undoing that in the history brings it back."
        />
      )}
      {last.current !== null && (
        <PanelBody
          {...props}
          {...last.current}
          {...{ refresh }}
          canWrite={props.canWrite && answer.kind === 'answer' && !isGone}
        />
      )}
      <p class="ndb-panel-path ndb-small-text">{path}</p>
    </aside>
  );
}

/** Null when there is no such note. */
async function askPanel(client: OperationsClient, path: string): Promise<PanelAnswer | null> {
  const note = await askNote(client, path).catch((thrown: unknown) => {
    if (refusalOf(thrown)?.code === 'not_found') return null;
    throw thrown;
  });
  if (note === null) return null;
  const [links, history] = await Promise.all([
    askLinks(client, path),
    note.row === null ? null : askHistory(client, note.row),
  ]);
  return { note, links, history };
}

type Tab = 'note' | 'links' | 'history';

interface PanelBodyProps extends RowPanelProps, PanelAnswer {
  readonly refresh: () => Promise<void>;
}

function PanelBody(props: PanelBodyProps): JSX.Element {
  const { client, services, edits, note, links, history, canWrite, holdOpen, tell } = props;
  const [tab, setTab] = useState<Tab>('note');
  const { row } = note;
  const table = row?.table ?? null;
  useLayoutEffect(() => (table === null ? undefined : edits.shows(table, () => props.refresh())), [edits, table]);
  const tabs: readonly { readonly id: Tab; readonly label: string; readonly count: number | null }[] = [
    { id: 'note', label: 'Note', count: null },
    { id: 'links', label: 'Links', count: links.total },
    ...(history === null ? [] : [{ id: 'history' as const, label: 'History', count: history.length }]),
  ];
  return (
    <>
      <RowProperties {...{ note, services, edits, canWrite }} />
      {canWrite && row !== null && <RuleButtons {...{ client, edits, row }} path={note.path} />}
      <div class="ndb-tabs" role="tablist" aria-label="About the note">
        {tabs.map(({ id, label, count }) => (
          <button
            type="button"
            key={id}
            role="tab"
            id={`ndb-tab-${id}`}
            aria-selected={id === tab}
            aria-controls="ndb-tab-panel"
            onClick={() => setTab(id)}
          >
            {label}
            {count !== null && <span class="ndb-count ndb-small-text">{count}</span>}
          </button>
        ))}
      </div>
      <div class="ndb-tab-panel" id="ndb-tab-panel" role="tabpanel" aria-labelledby={`ndb-tab-${tab}`}>
        {tab === 'note' && <NoteTab {...{ client, services, note, canWrite, holdOpen }} />}
        {tab === 'links' && <LinksTab links={links} notes={services.notes} />}
        {tab === 'history' && row !== null && history !== null && (
          <HistoryTab {...{ client, row, history, canWrite, tell }} path={note.path} />
        )}
      </div>
    </>
  );
}
