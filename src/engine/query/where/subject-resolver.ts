/** Resolves the names of a query in a source, dotted keys too. Source: docs/operations.md#select_rows; D6, D16. */

import { nearNames, suggest } from '../../../kernel/near-names';
import { NotedbError } from '../../errors';
import { folderOf, noteNameOf } from '../../note/paths';
import type { Row } from '../../storage/row';
import { type ColumnSpec, linkSpecOf, type ItemSpec } from '../../values/column-spec';
import { type Json, isEmpty } from '../../json';
import { shapeBehind } from '../source/base-links';
import { LinkPath, type LinkedView, rowsOfFiles } from './link-path';
import { type SourceShape, keysOfShape } from '../source/query-source';
import { FILE_COLUMNS, type FileFacts, type StatFacts, type Subject, type TagFacts } from './subject';
import type { NotePath } from '../../ports/vault-port';

const LINK_LISTS: readonly string[] = ['file_links', 'file_backlinks'];

export class SubjectResolver {
  private readonly stored: ReadonlyMap<string, ColumnSpec | null>;
  private readonly dotted = new Map<string, Subject>();

  /** Without `linked`, dotted keys are refused. */
  constructor(
    private readonly shape: SourceShape,
    private readonly facts: FileFacts,
    private readonly linked: LinkedView | null = null,
  ) {
    this.stored = keysOfShape(shape);
  }

  /** Throws 400 with near names for a name that the source does not have. D6 */
  get(name: string): Subject {
    const found = this.find(name);
    if (found !== null) return found;
    if (name.includes('.')) return this.behindLinks(name);
    if (name === 'body') {
      const hint = 'search_notes looks into texts; include_body of select_rows shows them';
      throw new NotedbError('bad_request', 'body is the text of the note and no column', { hint });
    }
    throw this.unknown(name, this.names());
  }

  /** A name of the source itself; null for any other, dotted keys too. */
  find(name: string): Subject | null {
    if (this.stored.has(name)) {
      const spec = this.stored.get(name) ?? null;
      return { name, spec, stored: name, ofRow: (row) => row.values[name] };
    }
    return this.shape.areNotes === false ? null : this.system(name);
  }

  private system(name: string): Subject | null {
    const made = (type: ColumnSpec['type'], ofRow: (row: Row) => Json | undefined): Subject => ({
      name,
      spec: { name, type },
      stored: null,
      ofRow,
    });
    switch (name) {
      case 'path':
        return made('string', ({ path }) => path);
      case 'id':
        return made('string', ({ id }) => id || undefined);
      case 'file_name':
        return made('string', ({ path }) => noteNameOf(path));
      case 'file_link':
        return made('link', ({ path }) => this.facts.linkTo(path));
      case 'file_modified':
        return made('datetime', ({ modified }) => this.facts.formatTime(modified));
      case 'file_folder':
        return made('string', ({ path }) => folderOf(path));
      case 'file_created': {
        const stats = this.statFacts(name);
        return made('datetime', ({ path }) => {
          const stat = stats.of(path);
          return stat === undefined ? undefined : this.facts.formatTime(stat.ctime);
        });
      }
      case 'file_size': {
        const stats = this.statFacts(name);
        return made('integer', ({ path }) => stats.of(path)?.size);
      }
      case 'file_links':
      case 'file_backlinks':
        return this.linkList(name);
      case 'file_backlink_count':
        return made('integer', ({ path }) => this.facts.backlinkCount(path));
      case 'file_tags': {
        const tags = this.tagFacts();
        return made('list', ({ path }) => tags.of(path));
      }
      default:
        return null;
    }
  }

  private linkList(name: 'file_links' | 'file_backlinks'): Subject {
    const { linksOf, backlinksOf, linked } = this.facts;
    const isForward = name === 'file_links';
    return {
      name,
      spec: { name, type: 'list', items: { type: 'link' } },
      stored: null,
      ofRow: ({ path }) => (isForward ? linksOf(path) : backlinksOf(path)),
      // The other direction of the same links.
      pathsWith: isForward ? (target) => linked.backlinks(target) : (source) => linked.targets(source),
    };
  }

  private statFacts(name: string): StatFacts {
    const { stats } = this.facts;
    if (stats === null)
      throw new NotedbError('bad_request', `${name}: files are not looked at here`, {
        hint: 'file_modified is known of every row',
      });
    stats.ask(this.shape);
    return stats;
  }

  private tagFacts(): TagFacts {
    const { tags } = this.facts;
    if (tags === null)
      throw new NotedbError('bad_request', 'file_tags: the texts of notes are not read here', {
        hint: 'tags has the tags of the front matter',
      });
    tags.ask(this.shape);
    return tags;
  }

  private behindLinks(key: string): Subject {
    const known = this.dotted.get(key);
    if (known !== undefined) return known;
    if (this.linked === null) {
      const hint = 'filter by the columns of the table itself';
      throw new NotedbError('bad_request', `${key}: links are not followed here`, { hint });
    }
    const names = key.split('.');
    const last = names.pop() as string;
    const [first = ''] = names;
    if (LINK_LISTS.includes(first) && this.shape.areNotes !== false && !this.stored.has(first))
      return this.behindFiles(key, names, last);
    if (first === 'file' && (FILE_COLUMNS as readonly string[]).includes(`file_${last}`) && !this.stored.has(first))
      throw new NotedbError('bad_request', `${this.shape.name} has no column "${key}"`, suggest([`file_${last}`], ''));
    const links: ColumnSpec[] = [];
    let shape = this.shape;
    for (const name of names) {
      const column = this.linkColumn(key, shape, name);
      links.push(column);
      shape = shapeBehind(this.linked.catalog, linkSpecOf(column)?.ref as string) as SourceShape;
    }
    const end = new SubjectResolver(shape, this.facts).get(last);
    const subject = linkedSubject(key, links, new LinkPath(links, this.linked), end);
    this.dotted.set(key, subject);
    return subject;
  }

  /** Rows of any table are behind the links of a note: a name of one of them is enough. */
  private behindFiles(key: string, [first = '', ...more]: readonly string[], last: string): Subject {
    const view = this.linked as LinkedView;
    if (more.length > 0)
      throw new NotedbError('bad_request', `${key}: behind ${first} is a column, no further link`, {
        hint: `write ${first}.${more[0] ?? ''}`,
      });
    const own = FILE_COLUMNS as readonly string[];
    const tables = view.catalog.tables();
    const names = [...new Set(tables.flatMap((table) => [...keysOfShape(table).keys()]))];
    if (!names.includes(last) && !own.includes(last) && last !== 'path' && last !== 'id')
      throw this.unknown(last, [...names, 'path', 'id', ...own], key);
    const { backlinks, targets } = this.facts.linked;
    const path = rowsOfFiles(view, first === 'file_links' ? targets : backlinks);
    const known = new SubjectResolver({ name: this.shape.name, columns: [], fields: {} }, this.facts).find(last);
    const end: Subject = known ?? { name: last, spec: null, stored: last, ofRow: (row) => row.values[last] };
    const subject: Subject = {
      name: key,
      spec: specOf(key, end.spec, true),
      stored: null,
      ofRow: (row) => valuesOf(path.rowsBehind(undefined, row.path), end),
      behind: { path, end: { ...end, name: key } },
    };
    this.dotted.set(key, subject);
    return subject;
  }

  /** The link column of a shape that a part of a dotted key names; 400 when nothing can be behind it. */
  private linkColumn(key: string, shape: SourceShape, name: string): ColumnSpec {
    const isFollowed = (column: ColumnSpec): boolean => {
      const ref = linkSpecOf(column)?.ref;
      return ref !== undefined && this.linked !== null && shapeBehind(this.linked.catalog, ref) !== null;
    };
    const column = shape.columns.find((each) => each.name === name);
    if (column !== undefined && isFollowed(column)) return column;
    const links = shape.columns.filter(isFollowed).map((each) => each.name);
    if (column === undefined) throw this.unknown(name, links, key, shape);
    const link = linkSpecOf(column);
    const reason =
      link === null
        ? 'is not a link, nothing can follow it'
        : link.ref === undefined
          ? 'links to any note, it has no ref'
          : 'links to a table that is not there';
    const hint = links.length === 0 ? `${shape.name} has no links that can be followed` : `links: ${links.join(', ')}`;
    throw new NotedbError('bad_request', `${key}: ${name} of ${shape.name} ${reason}`, { hint });
  }

  private unknown(name: string, names: readonly string[], key = name, shape = this.shape): NotedbError {
    const near = nearNames(name, names);
    const all = names.length === 0 ? `${shape.name} has no links that can be followed` : `columns: ${names.join(', ')}`;
    const where = key === name ? '' : `${key}: `;
    return new NotedbError('bad_request', `${where}${shape.name} has no column "${name}"`, suggest(near, all));
  }

  names(): readonly string[] {
    const own = [...this.shape.columns.map(({ name }) => name), ...Object.keys(this.shape.fields)];
    return this.shape.areNotes === false ? own : [...own, 'path', 'id', ...FILE_COLUMNS];
  }
}

/** The value of a dotted key: of the row behind the links, or a list of values behind list columns. Source: docs/operations.md#select_rows; D4. */
function linkedSubject(key: string, links: readonly ColumnSpec[], path: LinkPath, end: Subject): Subject {
  const isList = links.some(({ type }) => type === 'list');
  const column = path.column;
  const of = (value: Json | undefined, source: NotePath): Json | undefined => {
    const rows = path.rowsBehind(value, source);
    if (!isList) return rows[0] === undefined ? undefined : end.ofRow(rows[0]);
    return valuesOf(rows, end);
  };
  return {
    name: key,
    spec: end.spec === null && !isList ? null : specOf(key, end.spec, isList),
    stored: null,
    ofRow: (row) => of(row.values[column], row.path),
    derived: { column, of, dependsOnPath: (value) => path.dependsOnPath(value) },
    behind: { path, end: { ...end, name: key } },
  };
}

/** As one list; undefined: none. */
function valuesOf(rows: readonly Row[], end: Subject): Json | undefined {
  const values = rows.flatMap((row): readonly Json[] => {
    const each = end.ofRow(row);
    return isEmpty(each) ? [] : Array.isArray(each) ? (each as readonly Json[]) : [each as Json];
  });
  return values.length === 0 ? undefined : values;
}

/** The type of the value, without what only the column itself is (unique, hierarchy, …). */
function specOf(name: string, end: ColumnSpec | null, isList: boolean): ColumnSpec {
  if (!isList) {
    const { hierarchy: _, unique: __, ...spec } = end as ColumnSpec;
    return { ...spec, name };
  }
  if (end?.type === 'list') return { name, type: 'list', ...(end.items === undefined ? {} : { items: end.items }) };
  return { name, type: 'list', items: (end ?? { type: 'json' }) as ItemSpec };
}
