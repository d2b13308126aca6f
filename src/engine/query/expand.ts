/** Replaces links by what is known of the rows behind them. spec: select_rows (expand); D4. */

import { badRequest } from '../errors';
import { linkpathIn } from '../note/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { type ColumnSpec, linkSpecOf } from '../values/column';
import type { Json, JsonObject } from '../values/json';
import { rowJson } from './row-json';
import type { SourceShape } from './source';
import { limitExpanded } from './work-limit';

export type ExpandView = Pick<View, 'catalog' | 'links' | 'table' | 'rowAt'>;

/** A link column and, below it, the links of the rows that it leads to. */
interface Branch {
  readonly spec: ColumnSpec;
  readonly below: Map<string, Branch>;
}

export class Expansion {
  private readonly branches = new Map<string, Branch>();
  private count = 0;

  /** `project.owner` expands `project` as well. Throws 400 for what is no link. */
  constructor(
    keys: readonly string[],
    shape: SourceShape,
    private readonly view: ExpandView,
  ) {
    for (const key of keys) this.add(key, shape);
  }

  /** The columns of the selected rows that are expanded. */
  get columns(): readonly string[] {
    return [...this.branches.keys()];
  }

  private add(key: string, start: SourceShape): void {
    let branches = this.branches;
    let shape: SourceShape | null = start;
    for (const name of key.split('.')) {
      if (shape === null) {
        throw badRequest(`expand: ${key}: the link before ${name} has no ref`, 'expand only the link before it');
      }
      const { spec, ref } = linkIn(shape, name, key);
      let branch = branches.get(name);
      if (branch === undefined) branches.set(name, (branch = { spec, below: new Map() }));
      branches = branch.below;
      shape = ref === undefined ? null : this.view.catalog.table(ref);
    }
  }

  /** What is shown of a row, with its links replaced. */
  expanded(json: JsonObject, row: Row): JsonObject {
    return this.replaced(json, this.branches, row);
  }

  private replaced(json: JsonObject, branches: ReadonlyMap<string, Branch>, row: Row): JsonObject {
    if (branches.size === 0) return json;
    const replaced: Record<string, Json> = { ...json };
    for (const [name, branch] of branches) {
      const value = row.values[name];
      if (Array.isArray(value))
        replaced[name] = (value as readonly Json[]).map((item) => this.linked(item, branch, row.path));
      else if (typeof value === 'string' && value !== '') replaced[name] = this.linked(value, branch, row.path);
    }
    return replaced;
  }

  private linked(link: Json, { spec, below }: Branch, source: NotePath): Json {
    if (typeof link !== 'string' || link === '') return link;
    limitExpanded(++this.count);
    const linkpath = linkpathIn(link);
    const path = this.view.links.resolve(linkpath, source);
    if (path === null) return { link, path: null, name: noteNameOf(linkpath) };
    const head = { link, path, name: noteNameOf(path) };
    const row = this.rowOf(spec, path);
    return row === null ? head : { ...head, ...this.replaced(rowJson(row), below, row) };
  }

  /** Without `ref`: whatever row is there. */
  private rowOf(spec: ColumnSpec, path: NotePath): Row | null {
    const ref = linkSpecOf(spec)?.ref;
    if (ref === undefined) return this.view.rowAt(path)?.row ?? null;
    return this.view.catalog.table(ref) === null ? null : this.view.table(ref).row(path);
  }
}

/** The link column with this name; 400 when there is none. */
function linkIn(shape: SourceShape, name: string, key: string): { spec: ColumnSpec; ref: string | undefined } {
  const spec = shape.columns.find((column) => column.name === name);
  const link = spec === undefined ? null : linkSpecOf(spec);
  if (spec !== undefined && link !== null) return { spec, ref: link.ref };
  const links = shape.columns.filter((column) => linkSpecOf(column) !== null).map((column) => column.name);
  const hint = links.length === 0 ? `${shape.name} has no links` : `links of ${shape.name}: ${links.join(', ')}`;
  throw badRequest(`expand: ${key}: ${name} of ${shape.name} is no link`, hint);
}
