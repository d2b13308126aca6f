/** Reads the columns of a table or a base. Source: docs/operations.md#create_table, docs/operations.md#define_base. */

import type { ColumnSpec } from '../../values/column-spec';
import type { JsonObject } from '../../json';
import type { SuggestingMessage } from '../../../kernel/near-names';
import { AttributeReader } from './attribute-reader';
import { COLUMN_SPEC, specOf } from './column-attributes';
import { type ColumnReading, readColumn } from './column-reader';
import { type InheritedColumn, STYLE } from '../references/inheritance';
import { type Problem, type ProblemPath, grammarProblem } from '../problem';
import { presentAttributes } from './value-spec-reader';

const NOTHING_INHERITED: ReadonlyMap<string, InheritedColumn> = new Map();

/** The list under `columns`. An entry with the name of an inherited column may only restyle it. */
export function readColumns(
  { at, problems: noted }: { readonly at: ProblemPath; readonly problems: Problem[] },
  columns: readonly JsonObject[],
  inherited = NOTHING_INHERITED,
): readonly ColumnSpec[] {
  const specs = new Map<string, ColumnSpec>();
  for (const [index, source] of columns.entries()) {
    const place = [...at, 'columns', index];
    const { spec, problems } = readEntry(source, place, inherited);
    noted.push(...problems);
    if (spec === null) continue;
    if (!specs.has(spec.name)) specs.set(spec.name, spec);
    else {
      const message = `columns: the column ${spec.name} is there twice`;
      noted.push(grammarProblem(place, message, 'exists'));
    }
  }
  return [...specs.values()];
}

function readEntry(source: JsonObject, at: ProblemPath, inherited: ReadonlyMap<string, InheritedColumn>) {
  const { name } = source;
  const column = typeof name === 'string' ? inherited.get(name) : undefined;
  return column === undefined ? readColumn(source, at) : readRestyling(source, column, at);
}

const RESTYLING = specOf(STYLE).extend({ name: COLUMN_SPEC.shape.name });

function readRestyling(source: JsonObject, { spec, from }: InheritedColumn, at: ProblemPath): ColumnReading {
  const { name, type } = spec;
  const unknown = (key: string): SuggestingMessage => ({
    message: `${key} comes from the base ${from}; here only ${STYLE.join(', ')} can be said`,
    near: [],
  });
  const { value, problems } = new AttributeReader(RESTYLING, { source, at, label: name, column: name, unknown });
  const dense = value.dense === undefined ? {} : { dense: value.dense };
  return { spec: { ...presentAttributes(value, STYLE), name, type, ...dense }, problems };
}
