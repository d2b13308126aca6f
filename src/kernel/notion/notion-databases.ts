/** The databases of a Notion export: the lines of each CSV file, with the page of each line. docs/import.md#notion */

import { readMoment } from '../day-text';
import { readSeparated, shapeOf } from '../separated-text';
import type { Slices } from '../slices';
import { type ExportedFile, type NotionPage, readPage } from './notion-page';
import { folderOf, foldersOf, nameOf } from './notion-paths';

export interface PlacedPage extends NotionPage {
  readonly path: string;
}

export interface Database {
  readonly label: string;
  /** The path of the CSV file. */
  readonly source: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Of each row; null: the row has none. */
  readonly pages: readonly (PlacedPage | null)[];
}

export function* databasesOf(files: readonly ExportedFile[]): Slices<readonly Database[]> {
  const databases: Database[] = [];
  for (const { path, text } of wholeFiles(files)) {
    const { records } = yield* readSeparated(text, ',', shapeOf(text).start);
    const [header = [], ...lines] = records.map(({ fields }) => fields);
    const rows = lines.filter((fields) => fields.some((each) => each.trim() !== ''));
    if (header.length > 0) databases.push(withPages(path, header, rows, files));
    yield;
  }
  return databases;
}

/** `_all` has the rows of every view; without it there is one file. */
function wholeFiles(files: readonly ExportedFile[]): readonly { readonly path: string; readonly text: string }[] {
  const csv = files.flatMap(({ path, text }) => (text !== null && /\.csv$/i.test(path) ? [{ path, text }] : []));
  const paths = new Set(csv.map(({ path }) => path));
  return csv.filter(({ path }) => !paths.has(path.replace(/\.csv$/i, '_all.csv')));
}

function withPages(
  source: string,
  header: readonly string[],
  lines: readonly (readonly string[])[],
  files: readonly ExportedFile[],
): Database {
  const folders = new Set(foldersOf(source));
  const keys = new Set(header);
  const pages = files.flatMap(({ path, text }): readonly PlacedPage[] =>
    text !== null && /\.md$/i.test(path) && folders.has(folderOf(path)) ? [{ path, ...readPage(text, keys) }] : [],
  );
  const byTitle = new Map<string, PlacedPage[]>();
  for (const page of pages) {
    const title = page.title || nameOf(page.path);
    byTitle.set(title, [...(byTitle.get(title) ?? []), page]);
  }
  const found = lines.map((line) => takeNearest(byTitle.get((line[0] ?? '').trim() || 'Untitled') ?? [], header, line));
  // A file of one view lacks the rows that its filter hides.
  const left = [...byTitle.values()].flat();
  const rows = [...lines, ...left.map((page) => lineOf(page, header))];
  return { label: nameOf(source), source, ...withEnds(header, rows), pages: [...found, ...left] };
}

/** Of pages with one title the one whose properties are those of the line. It is taken out. */
function takeNearest(pages: PlacedPage[], header: readonly string[], line: readonly string[]): PlacedPage | null {
  const likeness = ({ properties }: PlacedPage): number =>
    header.filter((key, at) => (properties.get(key) ?? '') === (line[at] ?? '').trim()).length;
  const [nearest] = [...pages].sort((one, another) => likeness(another) - likeness(one));
  if (nearest !== undefined) pages.splice(pages.indexOf(nearest), 1);
  return nearest ?? null;
}

const lineOf = ({ path, title, properties }: PlacedPage, header: readonly string[]): readonly string[] =>
  header.map((key, at) => (at === 0 ? title || nameOf(path) : (properties.get(key) ?? '')));

const ARROW = ' → ';

/** A column of ranges becomes two: `January 5, 2026 → January 8, 2026`. Zones behind times go: a day of a calendar has none. */
function withEnds(
  header: readonly string[],
  rows: Database['rows'],
): { readonly header: readonly string[]; readonly rows: Database['rows'] } {
  const isTime = header.map((_, at) => isColumnOfTimes(rows.map((row) => (row[at] ?? '').trim())));
  const hasEnds = header.map((_, at) => isTime[at] === true && rows.some((row) => (row[at] ?? '').includes(ARROW)));
  const split = (text: string, at: number): readonly string[] => {
    if (isTime[at] !== true) return [text];
    const [start = '', end = ''] = text.split(ARROW).map(withoutZone);
    return hasEnds[at] === true ? [start, end] : [start];
  };
  return {
    header: header.flatMap((title, at) => (hasEnds[at] === true ? [title, `${title} end`] : [title])),
    rows: rows.map((row) => header.flatMap((_, at) => split(row[at] ?? '', at))),
  };
}

const withoutZone = (text: string): string => text.replace(/ \((?:GMT|UTC)[^)]*\)$|^@/g, '').trim();

function isColumnOfTimes(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '').flatMap((text) => text.split(ARROW).map(withoutZone));
  const form = { order: 'mdy', today: null } as const;
  return filled.length > 0 && filled.every((text) => readMoment(text, form, null) !== null);
}
