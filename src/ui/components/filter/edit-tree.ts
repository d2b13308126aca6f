/** Changes of a filter: each gives a new tree. */

import type { Json, JsonObject } from '../../../engine/index';
import { type ConditionBody, type FilterGroup, type FilterNode, isJsonObject, isList } from './filter-tree';

/** With another node in the place of one; null takes it away, and groups that have nothing left with it. */
export function replaced(tree: FilterGroup, id: number, change: (node: FilterNode) => FilterNode | null): FilterGroup {
  if (tree.id === id) return (change(tree) as FilterGroup | null) ?? { ...tree, parts: [] };
  return { ...tree, parts: tree.parts.flatMap((part) => replacedIn(part, id, change)) };
}

function replacedIn(
  node: FilterNode,
  id: number,
  change: (node: FilterNode) => FilterNode | null,
): readonly FilterNode[] {
  if (node.id === id) return [change(node)].filter((each) => each !== null);
  if (node.kind !== 'group') return [node];
  const parts = node.parts.flatMap((part) => replacedIn(part, id, change));
  return parts.length === 0 && node.parts.length > 0 ? [] : [{ ...node, parts }];
}

export const removed = (tree: FilterGroup, id: number): FilterGroup => replaced(tree, id, () => null);

export interface Added {
  readonly tree: FilterGroup;
  /** Of the new condition, or of the copy. */
  readonly id: number;
}

export function withCondition(tree: FilterGroup, group: number, body: ConditionBody): Added {
  const id = lastId(tree) + 1;
  return { tree: withPart(tree, group, { kind: 'condition', id, ...body }), id };
}

/** A group begins with a condition, of which one of several may hold. */
export function withGroup(tree: FilterGroup, group: number, body: ConditionBody): Added {
  const id = lastId(tree) + 2;
  const part: FilterGroup = {
    kind: 'group',
    id: id - 1,
    join: tree.join === 'and' ? 'or' : 'and',
    isNegated: false,
    parts: [{ kind: 'condition', id, ...body }],
  };
  return { tree: withPart(tree, group, part), id };
}

const withPart = (tree: FilterGroup, group: number, part: FilterNode): FilterGroup =>
  replaced(tree, group, (node) => (node.kind === 'group' ? { ...node, parts: [...node.parts, part] } : node));

/** The copy comes right behind its original. */
export function duplicated(tree: FilterGroup, id: number): Added {
  let next = lastId(tree);
  const copy = (node: FilterNode): FilterNode => {
    next += 1;
    const id = next;
    return node.kind === 'group' ? { ...node, id, parts: node.parts.map(copy) } : { ...node, id };
  };
  const within = <Node extends FilterNode>(node: Node): Node =>
    node.kind === 'group'
      ? { ...node, parts: node.parts.flatMap((part) => (part.id === id ? [part, copy(part)] : [within(part)])) }
      : node;
  const first = next + 1;
  return { tree: within(tree), id: first };
}

/** With the note of a name in the place of a link that leads to none. */
export function withLink(
  tree: FilterGroup,
  { column, value }: { readonly column: string; readonly value: string },
  name: string,
): FilterGroup {
  const linked = (given: Json): Json => {
    if (isJsonObject(given)) return linkedIn(given);
    return isList(given) ? given.map(linked) : given === value ? `[[${name}]]` : given;
  };
  const linkedIn = (filter: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(filter).map(([key, given]) => [key, linked(given)]));
  const within = <Node extends FilterNode>(node: Node): Node => {
    if (node.kind === 'group') return { ...node, parts: node.parts.map(within) };
    if (node.kind === 'written') return { ...node, filter: linkedIn(node.filter) };
    const isCompared = node.column === column || node.column.endsWith(`.${column}`);
    return isCompared ? { ...node, value: linked(node.value) } : node;
  };
  return within(tree);
}

const lastId = (node: FilterNode): number =>
  node.kind === 'group' ? Math.max(node.id, ...node.parts.map(lastId)) : node.id;
