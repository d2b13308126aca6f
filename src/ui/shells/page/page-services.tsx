/** What the page does for the views: opens notes in its panel, shows messages, draws Markdown. */

import { type JSX, render } from 'preact';
import type { AppServices } from '../../client/app-services';
import { downloadFile } from '../../components/download-file';
import type { Database, OperationsClient } from '../../client/operations-client';
import type { TableChoice } from '../../rows/table-choice';
import { MarkdownView } from './markdown/markdown-view';
import { NoteBlock } from './note-block';

export interface PageNotes {
  readonly database: Database;
  readonly openTable: (choice: TableChoice) => void;
  /** A vault path. `isElsewhere`: in another tab. */
  readonly show: (path: string, isElsewhere: boolean) => void;
  readonly client: () => OperationsClient | null;
  readonly notify: (text: string) => void;
  readonly unsent: AppServices['unsent'];
  readonly showBreadcrumbs: AppServices['showBreadcrumbs'];
  readonly pictureAddress: AppServices['pictureAddress'];
}

export function pageServices({
  database,
  openTable,
  show,
  client,
  notify,
  unsent,
  showBreadcrumbs,
  pictureAddress,
}: PageNotes): AppServices {
  const open = async (target: string, source: string, event: MouseEvent | KeyboardEvent): Promise<void> => {
    const isElsewhere = event.ctrlKey || event.metaKey || ('button' in event && event.button === 1);
    const operations = client();
    if (operations === null) return;
    const path = source === '' ? target : await linkedNote(operations, target, source);
    if (path === null) notify(`No note is called ${target}.`);
    else show(path, isElsewhere);
  };
  const services: AppServices = {
    notes: { open: (target, source, event) => void open(target, source, event) },
    notify,
    unsent,
    showBreadcrumbs,
    pictureAddress,
    tellsWrites: false,
    print: () => window.print(),
    saveFile: (file) => Promise.resolve(downloadFile(file, window.document)),
    renderMarkdown: (text, source, element) => {
      const openLink = (target: string, event: MouseEvent): void => services.notes.open(target, source, event);
      const drawBlock = (block: string): JSX.Element => (
        <NoteBlock text={block} path={source} {...{ database, services, openTable }} />
      );
      render(<MarkdownView {...{ text, openLink, drawBlock }} />, element);
      return () => render(null, element);
    },
  };
  return services;
}

/** The note that a link in `source` leads to, as the engine resolves it; null for one that leads nowhere. */
async function linkedNote(client: OperationsClient, target: string, source: string): Promise<string | null> {
  const [named = ''] = target.split('#');
  if (named === '') return source;
  const { nodes } = await client.run('graph_neighbors', { from_nodes: { paths: [source] }, direction: 'out' });
  const wanted = comparable(named);
  const paths = nodes.flatMap(({ path }) => path ?? []);
  return (
    paths.find((path) => comparable(path) === wanted) ??
    paths.find((path) => comparable(path).endsWith(`/${wanted}`)) ??
    null
  );
}

const comparable = (path: string): string =>
  path
    .replace(/^(\.{0,2}\/)+/, '')
    .replace(/\.md$/i, '')
    .toLowerCase();
