/** Whether a link leads to a row of a hierarchy or to one below it. Source: docs/operations.md#select_rows (within), D16. */

import { badRequest } from '../../errors';
import { parseLinkValue } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import type { TableView } from '../../storage/view';
import type { ValueSpec } from '../../values/column-spec';
import { type Json, jsonEqual, isList } from '../../json';
import { type HierarchyView, type LinkHierarchy, branchSearch } from '../scan/branch-search';
import { linkDependsOnPath, linkTargetOfText } from './link-operands';
import type { ValueTest } from './predicate';
import type { Subject } from './subject';

/**
 * Of a link into a table with a hierarchy: it leads to the row that `operand` names, or to one below. Of the column
 * that is the hierarchy the row itself matches as well, also a root, whose link is empty. Throws 400 for other columns.
 */
export function makeWithin(subject: Subject, item: ValueSpec, operand: Json, view: HierarchyView): ValueTest {
  const hierarchy = hierarchyOf(subject, item, view);
  if (typeof operand !== 'string')
    throw badRequest(`${subject.name}: within takes a link, a path or a name`, 'write {"within": "[[Row]]"}');
  const top = view.links.resolve(linkpathOf(operand), '');
  if (top === null) return { matches: () => false };
  const tree = new HierarchyTree(view, hierarchy, top);
  const includesTop = subject.spec?.hierarchy === true;
  const byLinks = branchSearch({ view, hierarchy, top, includesTop, isList: subject.spec?.type === 'list' });
  const leadsThere = (value: Json | undefined, path: NotePath): boolean =>
    typeof value === 'string' && value !== '' && tree.holds(linkTargetOfText(view.links, value, path));
  const isOfPlace = (value: Json | undefined): boolean => typeof value === 'string' && dependsOnPlace(view, value);
  if (subject.spec?.type === 'list') {
    return {
      matches: (value, path) => itemsOf(value).some((each) => leadsThere(each, path)),
      dependsOnPath: (value) => itemsOf(value).some(isOfPlace),
      byLinks,
    };
  }
  if (!includesTop) return { matches: leadsThere, dependsOnPath: isOfPlace, byLinks };
  const own = view.rowAt(top)?.row.values[subject.spec.name];
  return {
    matches: (value, path) => path === top || leadsThere(value, path),
    dependsOnPath: (value) => jsonEqual(value, own) || isOfPlace(value),
    byLinks,
  };
}

function hierarchyOf({ name, spec }: Subject, item: ValueSpec, { catalog }: HierarchyView): LinkHierarchy {
  const table = item.type === 'link' && item.ref !== undefined ? catalog.table(item.ref) : null;
  if (table !== null && spec?.hierarchy === true) return { table: table.qualified, column: spec.name };
  const column = table?.columns.find(({ hierarchy }) => hierarchy === true);
  if (table !== null && column !== undefined) return { table: table.qualified, column: column.name };
  throw badRequest(
    `${name}: within needs a link into a table with a hierarchy`,
    'a hierarchy is a link column with hierarchy: true',
  );
}

const linkpathOf = (value: string): string => parseLinkValue(value)?.linkpath ?? value;

const itemsOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

const dependsOnPlace = ({ links }: HierarchyView, value: string): boolean => linkDependsOnPath(links, value);

/** A row and all below it. Each row is walked up from once. */
class HierarchyTree {
  private readonly known = new Map<NotePath, boolean>();
  private readonly table: TableView;

  constructor(
    private readonly view: HierarchyView,
    private readonly hierarchy: LinkHierarchy,
    top: NotePath,
  ) {
    this.table = view.table(hierarchy.table);
    this.known.set(top, true);
  }

  holds(path: NotePath | null): boolean {
    const way: NotePath[] = [];
    let isInside = false;
    for (let at = path; at !== null; at = this.parentOf(at)) {
      const known = this.known.get(at);
      if (known !== undefined) {
        isInside = known;
        break;
      }
      // A circle that a hand left leads nowhere.
      this.known.set(at, false);
      way.push(at);
    }
    for (const each of way) this.known.set(each, isInside);
    return isInside;
  }

  private parentOf(path: NotePath): NotePath | null {
    const value = this.table.row(path)?.values[this.hierarchy.column];
    return typeof value === 'string' && value !== '' ? linkTargetOfText(this.view.links, value, path) : null;
  }
}
