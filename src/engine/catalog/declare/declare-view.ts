/** From create_view's arguments to a definition. spec: View; D16, D18. */

import type { ColumnSpec } from '../../values/column';
import type { JsonObject } from '../../values/json';
import type { Catalog } from '../catalog';
import type { ViewDefinition } from '../definition';
import { readQualifiedName } from './declare-table';
import { didYouMean } from '../near-names';
import { type Problem, refuseProblems } from '../problem';
import { readView } from '../spec/view-reader';

export interface ViewArguments {
  readonly name: string;
  readonly query: JsonObject;
  readonly catalog?: string | null | undefined;
  readonly schema?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly aliases?: readonly string[] | null | undefined;
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
  readonly replace: boolean;
}

export interface CheckedQuery {
  /** With the qualified names of its tables. */
  readonly query: JsonObject;
  readonly columns: readonly ColumnSpec[];
}

/**
 * The view that create_view's arguments declare. `check` throws when the query does not run. Throws `bad_request` with
 * every problem of grammar, else `refused` with every other one.
 */
export function declareView(
  args: ViewArguments,
  catalog: Catalog,
  check: (view: ViewDefinition) => CheckedQuery,
): ViewDefinition {
  const { name, catalog: ofCatalog, schema, description, aliases, labels, query } = args;
  const named = readQualifiedName({ name, catalog: ofCatalog ?? null, schema: schema ?? null }, catalog, 'view');
  const source = { description: description ?? null, aliases: aliases ?? null, labels: labels ?? null, query };
  const { definition, problems } = readView(source, named.name, []);
  const what = `${name || 'the view'} can not be created`;
  refuseProblems(
    what,
    [...named.problems, ...problems].filter(({ grammar }) => grammar),
  );
  const checked = check(definition);
  refuseProblems(what, [
    ...(catalog.view(definition.qualified) === null || args.replace ? [] : [taken(definition.qualified)]),
    ...unknownLabels(definition, checked.columns),
  ]);
  return { ...definition, query: checked.query };
}

const taken = (qualified: string): Problem => ({
  at: ['name'],
  column: null,
  code: 'exists',
  grammar: false,
  message: `there is a view ${qualified} already`,
  hint: 'give replace: true, or take another name',
});

function unknownLabels({ labels }: ViewDefinition, columns: readonly ColumnSpec[]): Problem[] {
  const names = ['path', ...columns.map(({ name }) => name)];
  return Object.keys(labels)
    .filter((column) => !names.includes(column))
    .map((column) => ({
      at: ['labels', column],
      column,
      code: 'unknown_column',
      grammar: false,
      message: `labels: the view has no column ${column}`,
      hint: didYouMean(column, names) ?? `columns: ${names.join(', ')}`,
    }));
}
