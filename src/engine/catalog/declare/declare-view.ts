/** From create_view's arguments to a definition. Source: docs/sources-and-views.md#views; D16, D18. */

import * as z from 'zod';
import type { ColumnSpec } from '../../values/column-spec';
import type { JsonObject } from '../../json';
import type { Catalog } from '../catalog';
import type { ViewDefinition } from '../definition';
import { NAMESPACE, readQualifiedName } from './declare-table';
import { nearNames, suggest } from '../../../kernel/near-names';
import { type Problem, problemAt, refuseProblems } from '../problem';
import { flag } from '../shapes';
import { colorProblems, newColorFilters } from '../spec/view-colors';
import { layoutProblems } from '../spec/view-layouts';
import { VIEW, readView } from '../spec/view-reader';

export const VIEW_ARGUMENTS = z.strictObject({
  name: z.string().describe('View name; it begins with vw_'),
  query: VIEW.shape.query,
  ...NAMESPACE.shape,
  description: VIEW.shape.description,
  aliases: VIEW.shape.aliases,
  labels: VIEW.shape.labels,
  display: VIEW.shape.display,
  replace: flag.describe('Take the place of a view of that name; omitted arguments stay, null removes one'),
});

export interface CheckedQuery {
  /** With the qualified names of its tables. */
  readonly query: JsonObject;
  readonly columns: readonly ColumnSpec[];
}

/**
 * A replaced view keeps omitted settings; null removes one. `check` throws when the query does not run. Throws `bad_request` with every
 * problem of grammar, else `refused` with all others.
 */
export function declareView(
  args: z.infer<typeof VIEW_ARGUMENTS>,
  catalog: Catalog,
  check: (view: ViewDefinition) => CheckedQuery,
): ViewDefinition {
  const { name, catalog: ofCatalog, schema, labels, query } = args;
  const named = readQualifiedName({ name, catalog: ofCatalog ?? null, schema: schema ?? null }, catalog, 'view');
  const { catalog: inCatalog, schema: inSchema, name: own } = named.name;
  const present = catalog.view(`${inCatalog}.${inSchema}.${own}`);
  const source = { ...keptOf(present, args), query };
  const { definition, problems } = readView(source, named.name, []);
  const what = `${name || 'the view'} can not be created`;
  const looks = [definition.display, present?.display ?? null] as const;
  const shown = [...layoutProblems(...looks), ...colorProblems(...looks)];
  refuseProblems(
    what,
    [...named.problems, ...problems, ...shown].filter(({ grammar }) => grammar),
  );
  const checked = check(definition);
  // Rows of groups are none of the table: a rule colors those alone.
  if (definition.query['group_by'] === undefined && definition.query['aggregates'] === undefined) {
    for (const where of newColorFilters(...looks)) check({ ...definition, query: { ...definition.query, where } });
  }
  refuseProblems(what, [
    ...(present === null || args.replace === true ? [] : [nameTakenProblem(definition.qualified)]),
    ...(labels === undefined ? [] : unknownLabels(definition, checked.columns)),
  ]);
  return { ...definition, query: checked.query };
}

type ViewSettings = Pick<z.infer<typeof VIEW_ARGUMENTS>, 'description' | 'aliases' | 'labels' | 'display'>;

/** As they are given, else as the view that is replaced has them. */
function keptOf(present: ViewDefinition | null, given: ViewSettings): JsonObject {
  const { description = present?.description, aliases = present?.aliases, labels = present?.labels } = given;
  const { display = present?.display } = given;
  return {
    description: description ?? null,
    aliases: aliases ?? null,
    labels: labels ?? null,
    display: display ?? null,
  };
}

const nameTakenProblem = (qualified: string): Problem =>
  problemAt(['name'], 'exists', `there is a view ${qualified} already`, {
    hint: 'give replace: true, or take another name',
  });

function unknownLabels({ labels }: ViewDefinition, columns: readonly ColumnSpec[]): Problem[] {
  const names = ['path', ...columns.map(({ name }) => name)];
  return Object.keys(labels)
    .filter((column) => !names.includes(column))
    .map((column) =>
      problemAt(['labels', column], 'unknown_column', `labels: the view has no column ${column}`, {
        column,
        ...suggest(nearNames(column, names), `columns: ${names.join(', ')}`),
      }),
    );
}
