/** Links of a Notion export: relations between rows, links in texts, the page above a page. docs/import.md#notion */

import type { BodyPart, Remark, RowPlace } from '../imported/imported-set';
import type { LinkReading } from '../imported/linked-names';
import type { ColumnOfTexts } from '../text-columns';
import type { ExportedFile } from './notion-page';
import { folderOf, idOf, nameOf, targetOf } from './notion-paths';

/** `Write text (../Tasks%200123…/Write%20text%200123….md)`, with commas between several. */
const RELATED = /\s*(.+?) \(([^()\s]+)\)(?:,|$)/y;
const BODY_LINK = /!?\[((?:[^\][\n]|\\[[\]])*)\]\(([^()\s]+)\)/g;

export class PageLinks {
  private readonly byId = new Map<string, RowPlace>();
  private readonly paths: ReadonlySet<string>;
  private missing = 0;

  constructor(
    /** Of pages, by path. */
    private readonly places: ReadonlyMap<string, RowPlace>,
    files: readonly ExportedFile[],
  ) {
    this.paths = new Set(files.map(({ path }) => path));
    for (const [path, place] of places) {
      const id = idOf(path);
      if (id !== null) this.byId.set(id, place);
    }
  }

  /** A column of relations; null: its texts are something else. `folder`: of the file. */
  relation({ texts }: ColumnOfTexts, folder: string): LinkReading | null {
    if (texts.length === 0 || !texts.every((text) => relatedOf(text) !== null)) return null;
    const rowsOf = (text: string): readonly RowPlace[] =>
      (relatedOf(text) ?? []).flatMap((link) => this.placeOf(link, folder) ?? []);
    const places = texts.flatMap(rowsOf);
    if (places.length === 0) return null;
    for (const text of texts) this.missing += (relatedOf(text) ?? []).length - rowsOf(text).length;
    return { ref: onlyTable(places), rowsOf };
  }

  /** Of texts that are folders: the page that each lies below. */
  parents(): LinkReading | null {
    const rowsOf = (folder: string): readonly RowPlace[] => {
      const place = folder === '' ? undefined : (this.places.get(`${folder}.md`) ?? this.byName(folder));
      return place === undefined ? [] : [place];
    };
    const folders = [...this.places.keys()].map(folderOf);
    return { ref: onlyTable(folders.flatMap(rowsOf)), rowsOf };
  }

  /** Folders of older exports lack the id that the page has. */
  private byName(folder: string): RowPlace | undefined {
    const found = [...this.places].find(
      ([path]) => folderOf(path) === folderOf(folder) && nameOf(path) === nameOf(folder),
    );
    return found?.[1];
  }

  private placeOf(link: string, folder: string): RowPlace | null {
    const target = targetOf(link, folder);
    const id = idOf(target ?? link.replace(/[?#].*$/, ''));
    return (
      (id === null ? undefined : this.byId.get(id)) ?? (target === null ? undefined : this.places.get(target)) ?? null
    );
  }

  bodyOf(text: string, path: string): readonly BodyPart[] {
    const parts: BodyPart[] = [];
    let from = 0;
    for (const match of text.matchAll(BODY_LINK)) {
      const [whole, label = '', link = ''] = match;
      const place = whole.startsWith('!') ? null : this.placeOf(link, folderOf(path));
      if (place === null) continue;
      parts.push(text.slice(from, match.index), { ...place, text: label.replace(/\\([[\]])/g, '$1') });
      from = match.index + whole.length;
    }
    parts.push(text.slice(from));
    return parts.filter((part) => part !== '');
  }

  remarks(): readonly Remark[] {
    const pictures = [...this.paths].filter((path) => !/\.(?:md|csv)$/i.test(path));
    return [
      ...(this.missing === 0
        ? []
        : [{ at: 'Relations', text: '', reason: `${this.missing} lead to pages that the export lacks.` }]),
      ...pictures.slice(0, MOST_FILES).map((path) => ({
        at: 'Files',
        text: path,
        reason: 'Files are not taken along. Put it into the vault by hand.',
      })),
      ...(pictures.length > MOST_FILES
        ? [{ at: 'Files', text: '', reason: `${pictures.length - MOST_FILES} more files are not taken along.` }]
        : []),
    ];
  }
}

const MOST_FILES = 20;

/** Null: the text is something else. */
function relatedOf(text: string): readonly string[] | null {
  const links: string[] = [];
  RELATED.lastIndex = 0;
  for (let at = 0; at < text.length; at = RELATED.lastIndex) {
    const link = RELATED.exec(text)?.[2];
    if (link === undefined || !/\.md$|[0-9a-f]{32}/i.test(link)) return null;
    links.push(link);
  }
  return links;
}

/** Null: there are several, or none. */
function onlyTable(places: readonly RowPlace[]): number | null {
  const tables = new Set(places.map(({ table }) => table));
  return tables.size === 1 ? ([...tables][0] ?? null) : null;
}
