/** Reads group_by and aggregates of a select. spec: select_rows details; D4. */

import { nearNames } from '../../catalog/near-names';
import { NotedbError, badRequest } from '../../errors';
import { checkAggregate, readAggregate } from '../../query/group/aggregates';
import { readExpression } from '../../query/group/expressions';
import type { Aggregate, GroupKey, Side } from '../../query/group/grouped';
import type { GroupOrder, SelectPlan } from '../../query/run-select';
import type { Subject } from '../../query/where/subject';
import type { Subjects } from '../../query/where/subjects';
import type { Json } from '../../values/json';
import type { PlannedJoin } from './plan-join';
import type { PlanContext, Selection } from './plan-context';

export function planGroups(
  context: PlanContext,
  subjects: Subjects,
  join: PlannedJoin | null,
  selection: Selection,
): SelectPlan['groups'] {
  const written = selection.group_by ?? [];
  const names = typeof written === 'string' ? [written] : written;
  const given = Object.entries(selection.aggregates ?? {});
  if (names.length === 0 && given.length === 0) return null;
  if ((selection.expand ?? []).length > 0) throw badRequest('groups have no links to expand', 'leave expand away');
  const resolve = (text: string) => resolveOnSide(text, subjects, join, context.zone);
  const keys = names.map((name): GroupKey => ({ name, ...resolve(name) }));
  const entries: readonly (readonly [string, Json])[] = given.length === 0 ? [['count', 'count']] : given;
  const aggregates = entries.map(([name, text]) => planAggregate(name, text, resolve));
  const shown = [...keys, ...aggregates].map(({ name }) => name);
  const twice = shown.find((name, i) => shown.indexOf(name) !== i);
  if (twice !== undefined) {
    const hint = names.indexOf(twice) === names.lastIndexOf(twice) ? 'give the aggregate another name' : 'name it once';
    throw badRequest(`"${twice}" would name two columns of a group`, hint);
  }
  const order = keysOfOrder(selection.order_by ?? []).map((key): GroupOrder => {
    const descending = key.startsWith('-') && !shown.includes(key);
    return { name: known(shown, descending ? key.slice(1) : key), descending };
  });
  return { keys, aggregates, order, shown: selection.columns?.map((name) => known(shown, name)) ?? shown };
}

const keysOfOrder = (order: string | readonly string[]): readonly string[] =>
  typeof order === 'string' ? [order] : order;

function planAggregate(
  name: string,
  text: Json,
  resolve: (text: string) => { readonly subject: Subject; readonly side: Side },
): Aggregate {
  const written = readAggregate(name, text);
  if (written.column === null) return { name, kind: written.kind, subject: null, side: 'left' };
  const { subject, side } = resolve(written.column);
  checkAggregate(name, written, subject.spec);
  return { name, kind: written.kind, subject, side };
}

/** `as.column`, also inside of date(), names the joined side; everything else the left one. */
function resolveOnSide(
  text: string,
  left: Subjects,
  join: PlannedJoin | null,
  zone: string,
): { subject: Subject; side: Side } {
  const prefix = join === null ? null : new RegExp(`^(\\s*(?:\\w+\\s*\\(\\s*)?)${join.as}\\.`, 'u');
  if (join === null || prefix === null || !prefix.test(text) || left.find(text) !== null) {
    return { subject: readExpression(text, left, zone), side: 'left' };
  }
  const subject = readExpression(text.replace(prefix, '$1'), join.subjects, zone);
  return { subject: { ...subject, name: text }, side: 'right' };
}

/** The name of a key or an aggregate; 400 for any other. */
function known(names: readonly string[], name: string): string {
  if (names.includes(name)) return name;
  const near = nearNames(name, names);
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : `a group has: ${names.join(', ')}`;
  throw new NotedbError('bad_request', `a group has no "${name}": it has its keys and its aggregates`, { hint });
}
