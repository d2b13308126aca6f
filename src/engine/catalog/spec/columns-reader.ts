/** Reads the columns of a table or a base. spec: Table definition, Base. */

import type { ColumnSpec } from '../../values/column';
import { type Json, type JsonObject, isJsonObject } from '../../values/json';
import { AttributeReader } from './attribute-reader';
import { readColumn } from './column-reader';
import { type InheritedColumn, STYLE } from '../references/inheritance';
import type { ProblemPath } from '../problem';

const NOTHING_INHERITED: ReadonlyMap<string, InheritedColumn> = new Map();

/** The list under `columns`. An entry with the name of an inherited column may only restyle it. */
export function readColumns(reader: AttributeReader, inherited = NOTHING_INHERITED): readonly ColumnSpec[] {
  const specs: ColumnSpec[] = [];
  const names = new Set<string>();
  (reader.list('columns') ?? []).forEach((source: Json, index) => {
    const { spec, problems } = readEntry(source, [...reader.at, 'columns', index], inherited);
    reader.problems.push(...problems);
    if (spec === null) return;
    if (names.has(spec.name)) {
      reader.nested('columns', {}).grammar(String(index), 'exists', `the column ${spec.name} is there twice`);
      return;
    }
    names.add(spec.name);
    specs.push(spec);
  });
  return specs;
}

function readEntry(source: Json, at: ProblemPath, inherited: ReadonlyMap<string, InheritedColumn>) {
  const name = isJsonObject(source) ? source['name'] : undefined;
  const column = typeof name === 'string' ? inherited.get(name) : undefined;
  return column === undefined ? readColumn(source, at) : readRestyling(source as JsonObject, column, at);
}

function readRestyling(source: JsonObject, { spec: { name, type }, from }: InheritedColumn, at: ProblemPath) {
  const reader = new AttributeReader(source, at, name, name);
  for (const key of Object.keys(source)) {
    if (key === 'name' || (STYLE as readonly string[]).includes(key)) continue;
    reader.grammar(key, 'type', `${key} comes from the base ${from}; here only ${STYLE.join(', ')} can be said`);
  }
  const texts = (['label', 'description', 'note'] as const).map((key) => [key, reader.text(key)] as const);
  const style = {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined && text.trim() !== '')),
    aliases: reader.texts('aliases'),
    dense: reader.flag('dense'),
  };
  const given = Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
  return { spec: { name, type, ...given }, problems: reader.problems };
}
