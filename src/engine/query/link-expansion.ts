/** Replaces links by data of the rows behind them. Source: docs/operations.md#select_rows (expand); D4. */

import { badRequest } from '../errors';
import { linkpathIn } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import { type Json, isEmpty, isList } from '../json';
import { rowBehind, shapeBehind } from './source/base-links';
import { type ResultRow, rowJson } from './row-json';
import type { SourceShape } from './source/query-source';
import type { Subject } from './where/subject';
import { limitExpanded } from './work-limit';
import { getOrInsert } from '../values/maps';

export type ExpandView = Pick<View, 'catalog' | 'links' | 'table' | 'rowAt'>;

/** A link column and, below it, the links of the rows that it leads to. */
interface ExpandedLink {
  readonly spec: ColumnSpec;
  readonly below: Map<string, ExpandedLink>;
  /** Of a column that is asked for by a dotted key: the rows that hold the links. */
  readonly behind: Subject['behind'] | undefined;
}

interface DottedLink {
  readonly name: string;
  readonly spec: ColumnSpec;
  readonly behind: Subject['behind'] | undefined;
}

export class LinkExpansion {
  private readonly branches = new Map<string, ExpandedLink>();
  private count = 0;

  /**
   * `project.owner` expands `project` as well, but where it is one of the `columns` that are asked for: then it is
   * replaced in its own place. Throws 400 for other columns than links.
   */
  constructor(
    keys: readonly string[],
    shape: SourceShape,
    private readonly view: ExpandView,
    private readonly columns: readonly Subject[],
  ) {
    for (const key of keys) this.add(key, shape);
  }

  /** The columns of the selected rows that are expanded. */
  get names(): readonly string[] {
    return [...this.branches.keys()];
  }

  private add(key: string, start: SourceShape): void {
    let branches = this.branches;
    const dotted = this.dotted(key, start);
    let shape: SourceShape | null = start;
    if (dotted !== null) {
      const { name, spec } = dotted;
      const branch = getOrInsert(branches, name, () => ({
        spec,
        below: new Map<string, ExpandedLink>(),
        behind: dotted.behind,
      }));
      if (key === name) return;
      branches = branch.below;
      const ref = linkSpecOf(spec)?.ref;
      shape = ref === undefined ? null : shapeBehind(this.view.catalog, ref);
    }
    for (const name of (dotted === null ? key : key.slice(dotted.name.length + 1)).split('.')) {
      if (shape === null) {
        throw badRequest(`expand: ${key}: the link before ${name} has no ref`, 'expand only the link before it');
      }
      const { spec, ref } = linkIn(shape, name, key);
      const branch = getOrInsert(branches, name, () => ({ spec, below: new Map(), behind: undefined }));
      branches = branch.below;
      shape = ref === undefined ? null : shapeBehind(this.view.catalog, ref);
    }
  }

  /** The column with a dotted name that a key begins with; the longest one. Null: the key is a way through links. */
  private dotted(key: string, shape: SourceShape): DottedLink | null {
    const asked = this.columns.map(({ name, spec, behind }) => ({ name, spec, behind }));
    const shown = shape.columns.map((spec) => ({ name: spec.name, spec, behind: undefined }));
    const found = [...asked, ...shown].filter(
      (each): each is DottedLink =>
        each.name.includes('.') &&
        each.spec !== null &&
        linkSpecOf(each.spec) !== null &&
        (key === each.name || key.startsWith(`${each.name}.`)),
    );
    return found.sort((a, b) => b.name.length - a.name.length)[0] ?? null;
  }

  expanded(json: ResultRow, row: Row): ResultRow {
    return this.replaced(json, this.branches, row);
  }

  private replaced(json: ResultRow, branches: ReadonlyMap<string, ExpandedLink>, row: Row): ResultRow {
    if (branches.size === 0) return json;
    const replaced: ResultRow = { ...json };
    for (const [name, branch] of branches) {
      if (branch.behind !== undefined) {
        if (!isEmpty(json[name])) replaced[name] = this.behind(branch, branch.behind, row);
        continue;
      }
      const value = row.values[name];
      if (isList(value)) replaced[name] = value.map((item) => this.linked(item, branch, row.path));
      else if (typeof value === 'string' && value !== '') replaced[name] = this.linked(value, branch, row.path);
    }
    return replaced;
  }

  /** Each link means the target that it has in its own note. */
  private behind(branch: ExpandedLink, { path, end }: NonNullable<Subject['behind']>, row: Row): Json {
    const { column } = path;
    const found = path
      .rowsBehind(column === null ? undefined : row.values[column], row.path)
      .flatMap((each): readonly Json[] => {
        const value = end.ofRow(each);
        const links = isEmpty(value) ? [] : isList(value) ? value : [value as Json];
        return links.map((link) => this.linked(link, branch, each.path));
      });
    return branch.spec.type === 'list' ? found : (found[0] as Json);
  }

  private linked(link: Json, { spec, below }: ExpandedLink, source: NotePath): Json {
    if (typeof link !== 'string' || link === '') return link;
    limitExpanded(++this.count);
    const linkpath = linkpathIn(link);
    const path = this.view.links.resolve(linkpath, source);
    if (path === null) return { link, path: null, name: noteNameOf(linkpath) };
    const head = { link, path, name: noteNameOf(path) };
    const row = this.rowOf(spec, path, source);
    return row === null ? head : { ...head, ...this.replaced(rowJson(row), below, row) };
  }

  /** Without `ref`: whatever row is there. */
  private rowOf(spec: ColumnSpec, path: NotePath, source: NotePath): Row | null {
    const ref = linkSpecOf(spec)?.ref;
    return ref === undefined ? (this.view.rowAt(path)?.row ?? null) : rowBehind(this.view, ref, path, source);
  }
}

/** The link column with this name; 400 when there is none. */
function linkIn(shape: SourceShape, name: string, key: string): { spec: ColumnSpec; ref: string | undefined } {
  const spec = shape.columns.find((column) => column.name === name);
  const link = spec === undefined ? null : linkSpecOf(spec);
  if (spec !== undefined && link !== null) return { spec, ref: link.ref };
  const links = shape.columns.filter((column) => linkSpecOf(column) !== null).map((column) => column.name);
  const hint = links.length === 0 ? `${shape.name} has no links` : `links of ${shape.name}: ${links.join(', ')}`;
  throw badRequest(`expand: ${key}: ${name} of ${shape.name} is not a link`, hint);
}
