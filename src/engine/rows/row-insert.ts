/** Stages a new row of a table: its values with the defaults, its place, its body. Source: docs/operations.md#insert_row; D16, D17. */

import { type TableDefinition, columnNamed } from '../catalog/definition';
import type { Violation } from '../errors';
import { RuleSet } from '../integrity/rules/rule-set';
import { checkViolations, relationViolations, valueViolations } from '../integrity/validate-row';
import { noteNameOf } from '../note/paths';
import { type RawValue, rawString } from '../yaml/raw-value';
import { newFrontMatter } from '../yaml/front-matter/splice-front-matter';
import { NewRowLinks } from '../storage/transaction/pending-links';
import { ID_KEY, TABLE_KEY } from '../storage/row';
import type { Json, JsonObject } from '../json';
import { fillTemplate } from '../values/patterns';
import { DerivedColumns, type RowFacts } from '../values/generated-columns';
import type { WriteContext } from '../contexts';
import { addPendingLinks } from './normalize-links';
import { setRowKeys } from './list-keys';
import { initialValue } from './computed-columns';
import type { RowTemplates } from './row-templates';
import { placeNewRow } from './row-path';
import { type GivenValue, fieldValue, readValues, written } from './row-values';

interface NewRow {
  readonly values: JsonObject;
  readonly body: string | null;
  readonly path: string | null;
  /** What the note is called where no pattern names it; absent: as its values ask. */
  readonly name?: string;
  /** Of the table, read before. */
  readonly templates: RowTemplates;
}

/** Stages one new row; problems become violations. Returns its path, null when it has none. */
export function stageInsert(context: WriteContext, definition: TableDefinition, row: NewRow): string | null {
  const { transaction, zone, host } = context;
  const id = host.ids.uuid();
  const before = transaction.violations.length;
  const codec = transaction.codec(definition);
  const written = codec.valuesInText(row.body ?? '');
  const given = givenValues(context, definition, row, written);
  const values = { ...withoutGiven(written, given), ...plainValues(given) };
  const entries = rowEntries(definition, id, given).map(([name, raw]) => [codec.keyOf(name), raw] as const);
  const isInline = ([key]: readonly [string, RawValue | null]): boolean => codec.inlineKey(key) !== null;
  const frontMatter = newFrontMatter(entries.filter((entry) => !isInline(entry)));
  const inline = new Map(entries.filter((entry) => isInline(entry) && given.has(codec.nameOf(entry[0]))));
  const place = placeNewRow(transaction, definition, { values, id, path: row.path, name: row.name }, zone);
  if (typeof place !== 'string') {
    refuseUnplaced(context, definition, place, setRowKeys(codec, frontMatter + (row.body ?? ''), inline), before);
    return null;
  }
  for (let i = before; i < transaction.violations.length; i++) {
    const violation = transaction.violations[i];
    if (violation !== undefined) transaction.violations[i] = { ...violation, path: place };
  }
  const body =
    row.body ??
    templateBody(definition, { values, id, name: noteNameOf(place) }, zone, () =>
      row.templates.bodyFor(codec.decode(place, transaction.now, setRowKeys(codec, frontMatter, inline)).row),
    );
  transaction.put({ from: null, to: place, before: null, after: setRowKeys(codec, frontMatter + body, inline) });
  addPendingLinks(context, new NewRowLinks(definition, place, id, values));
  return place;
}

/** Their problems become violations. */
function givenValues(
  context: WriteContext,
  definition: TableDefinition,
  { values, path }: NewRow,
  written: JsonObject,
): Map<string, GivenValue> {
  const { transaction, zone } = context;
  const violate = (violation: Violation): void => transaction.violate(violation);
  const given = readValues({ table: definition, path, zone, violate }, values);
  withDefaults(context, definition, given, { ...written, ...values });
  return given;
}

const withoutGiven = (written: JsonObject, given: ReadonlyMap<string, GivenValue>): JsonObject =>
  Object.fromEntries(Object.entries(written).filter(([name]) => !given.has(name)));

function plainValues(given: ReadonlyMap<string, GivenValue>): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, { value }] of given) if (value !== undefined) values[name] = value;
  return values;
}

/** The front matter of a new row: table, id, then its columns in the order of the definition, then the fields and lists as they are given. */
function rowEntries(
  definition: TableDefinition,
  id: string,
  given: ReadonlyMap<string, GivenValue>,
): readonly (readonly [string, RawValue | null])[] {
  const entries: [string, RawValue | null][] = [
    [TABLE_KEY, rawString(definition.qualified)],
    [ID_KEY, rawString(id)],
  ];
  for (const { name } of definition.columns) entries.push([name, given.get(name)?.raw ?? null]);
  for (const [name, { raw }] of given) if (columnNamed(definition, name) === undefined) entries.push([name, raw]);
  return entries;
}

/** `chosen`: the text of the template that fits the row; null: none does. */
function templateBody(
  { rowTemplate, templates, columns }: TableDefinition,
  facts: RowFacts,
  zone: string,
  chosen: () => string | null,
): string {
  const text = (templates.length === 0 ? null : chosen()) ?? rowTemplate;
  return text === null ? '' : fillTemplate(text, columns, DerivedColumns.of(columns, zone).with(facts), zone);
}

/** A row without a place is not staged, so the gate does not see it: everything else that is wrong with it is said here. */
function refuseUnplaced(
  { transaction, now, zone }: WriteContext,
  definition: TableDefinition,
  reason: Violation,
  text: string,
  before: number,
): void {
  const { row, problems } = transaction.codec(definition).decode(reason.path ?? '', transaction.now, text);
  const given = transaction.violations.slice(before);
  const rules = new RuleSet(transaction, { now, zone });
  const check = { view: transaction, rules, table: definition, row, problems, before: null };
  const broken = [...valueViolations(check), ...relationViolations(check)];
  for (const violation of [...broken, ...checkViolations(check, broken)]) {
    const isKnown = given.some(({ column }) => column === violation.column);
    if (!isKnown) transaction.violate({ ...violation, path: reason.path });
  }
  // A column that was refused is missing from the path too; one reason is enough.
  const isExplained = transaction.violations.slice(before).some(({ column }) => column === reason.column);
  if (reason.column === null || !isExplained) transaction.violate(reason);
}

/** Defaults apply where the caller did not name the column; null keeps them away. D16 */
function withDefaults(
  context: WriteContext,
  definition: TableDefinition,
  given: Map<string, GivenValue>,
  values: JsonObject,
): void {
  for (const spec of definition.columns) {
    if (Object.hasOwn(values, spec.name)) continue;
    const value = initialValue(context, spec);
    if (value !== undefined || spec.dense === true) given.set(spec.name, written(spec, value));
  }
  for (const [name, value] of Object.entries(definition.fields)) {
    if (!Object.hasOwn(values, name)) given.set(name, fieldValue(value));
  }
}
