/** One note beside its table: its properties and its text. docs/page.md#notes */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Json, Operations } from '../../engine/index';
import { Icon } from '../components/icon';
import type { AppServices } from './app-services';
import { useLiveQuery } from './live-query';
import type { OperationsClient } from './operations-client';
import { humanName } from './table-columns';
import { LoadingPane } from './table-pane';

export interface NotePanelProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  /** Vault path. */
  readonly path: string;
  readonly close: () => void;
}

type Note = Operations['read_note']['result'];

export function NotePanel({ client, services, path, close }: NotePanelProps): JSX.Element {
  const { answer, refresh } = useLiveQuery<Note>(client, JSON.stringify(['note', path]), {
    ask: (operations) => operations.run('read_note', { path }),
    isTouched: () => true,
  });
  const note = answer.kind === 'answer' ? answer.value : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside class="ndb-panel" aria-label={nameOf(path)} onKeyDown={onKeyDown}>
      <header class="ndb-panel-head">
        <span class="ndb-panel-path">{path}</span>
        <button type="button" class="ndb-icon-button" aria-label="Close the note" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <h2 class="ndb-panel-title">{nameOf(path)}</h2>
      {note === null ? (
        <LoadingPane {...{ answer, refresh }} title="Reading the note…" />
      ) : (
        <>
          <Properties values={note.front_matter} />
          <NoteText {...{ services, path }} text={bodyOf(note.content)} />
        </>
      )}
    </aside>
  );
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/** Below the front matter. */
export function bodyOf(content: string): string {
  const [whole] = /^\uFEFF?---[ \t]*\r?\n(?:[^]*?\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(content) ?? [];
  return content.slice(whole?.length ?? 0);
}

/** What makes the note a row; its reader sees the table. */
const SYSTEM = new Set(['table', 'id']);

function Properties({ values }: { readonly values: Note['front_matter'] }): JSX.Element | null {
  const shown = Object.entries<Json>(values).filter(([name]) => !SYSTEM.has(name));
  if (shown.length === 0) return null;
  return (
    <dl class="ndb-properties">
      {shown.map(([name, value]) => (
        <div class="ndb-property" key={name}>
          <dt>{humanName(name)}</dt>
          <dd>{textOf(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object'
    ? JSON.stringify(value)
    : String(value).replace(/^\[\[(?:[^\]|]*\|)?(?:[^\]|]*\/)?([^\]|]*)\]\]$/, '$1');
}

interface NoteTextProps extends Pick<NotePanelProps, 'services' | 'path'> {
  readonly text: string;
}

function NoteText({ services, path, text }: NoteTextProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    return place.current === null ? undefined : services.renderMarkdown(text, path, place.current);
  }, [services, path, text]);
  if (text.trim() === '') return <p class="ndb-panel-empty">This note has no text.</p>;
  return <div class="ndb-panel-text" ref={place} />;
}
