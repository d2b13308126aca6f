/** The steps of the one batch that makes a table have a column as its form is. docs/app/columns.md */

import type { Json, JsonObject } from '../../../engine/index';
import { suggestName } from '../../../kernel/names';
import { readYaml } from '../../components/filter/filter-yaml';
import { type ColumnDraft, attributesOf, columnSpec, itemTypeOf, labelOf } from './column-draft';

/** A value for rows whose own value does not fit. */
export interface RowFix {
  readonly paths: readonly string[];
  readonly value: Json;
}

export interface ColumnChange {
  /** Qualified. */
  readonly table: string;
  /** Null: the column is new. */
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  readonly fixes: readonly RowFix[];
}

/**
 * Empty when nothing changes. Each step but those of fixes is complete by itself, since a dry run tries it alone. The order:
 * attributes by their present names, then values by their new names, then the column.
 */
export function columnSteps({ table, before, draft, fixes }: ColumnChange): readonly JsonObject[] {
  if (before === null) return additionSteps(table, draft, fixes);
  const attributes = attributesOf(byNamesOfNow(draft, before), labelOf(draft));
  const known = attributesOf(before);
  const isChanged = (name: string): boolean => !isSame(attributes[name] ?? null, known[name] ?? null);
  // Colours go along with choices: else the engine keeps those that it had.
  const changed = Object.entries(attributes).filter(
    ([name]) => isChanged(name) || (name === 'value_colors' && isChanged('values')),
  );
  const base = { table, column: before.name };
  const name = suggestName(draft.name);
  const fixing = fixSteps(table, before.name, fixesOfNow(fixes, renamedChoices(draft, before)));
  const loosened = fixing.length === 0 ? null : loosenedFor(before, attributes);
  const final = loosened === null ? Object.fromEntries(changed) : finalAfter(loosened, attributes);
  return [
    ...(loosened === null ? [] : [{ op: 'alter_column', ...base, changes: loosened }]),
    ...fixing,
    ...(Object.keys(final).length === 0 ? [] : [{ op: 'alter_column', ...base, changes: final }]),
    ...renamedChoices(draft, before).map(({ from, value }) => ({
      op: 'rename_value',
      ...base,
      from_value: from,
      to_value: value.trim(),
    })),
    ...(name === before.name ? [] : [{ op: 'rename_column', table, from_column: before.name, to_column: name }]),
    ...newRuleSteps(table, draft),
  ];
}

function additionSteps(table: string, draft: ColumnDraft, fixes: readonly RowFix[]): readonly JsonObject[] {
  const column = columnSpec(draft);
  const name = suggestName(draft.name);
  const fixing = fixSteps(table, name, fixes);
  if (fixing.length === 0) return [{ op: 'add_column', table, column }, ...newRuleSteps(table, draft)];
  const isFixed =
    ['link', 'list'].includes(draft.type) || column['vocabulary'] !== undefined || column['generated'] !== undefined;
  const loose = isFixed
    ? without(column, ['required', 'unique'])
    : { name, type: 'json', description: column['description'] ?? '' };
  return [
    { op: 'add_column', table, column: loose },
    ...fixing,
    { op: 'alter_column', table, column: name, changes: finalAfter(loose, attributesOf(draft)) },
  ];
}

/** The rule of new rows is the default of the column that holds the rules. */
function newRuleSteps(table: string, { newRule, recurs, type }: ColumnDraft): readonly JsonObject[] {
  const reading = readYaml(recurs);
  const column = 'problem' in reading ? undefined : reading.where?.['rule'];
  if (newRule === null || typeof column !== 'string' || (type !== 'date' && type !== 'datetime')) return [];
  return [{ op: 'alter_column', table, column, changes: { default: newRule === '' ? null : newRule } }];
}

const fixSteps = (table: string, column: string, fixes: readonly RowFix[]): readonly JsonObject[] =>
  fixes.map(({ paths, value }) => ({
    op: 'update_rows',
    table,
    where: { path: { in: [...paths] } },
    set_values: { [column]: value },
    expect_rows: paths.length,
  }));

/** Choices are renamed after the rows are put right. */
function fixesOfNow(fixes: readonly RowFix[], renamed: ReturnType<typeof renamedChoices>): readonly RowFix[] {
  const oldName = (value: Json): Json => renamed.find((each) => each.value.trim() === value)?.from ?? value;
  return fixes.map(({ paths, value }) => ({
    paths,
    value: Array.isArray(value) ? (value as readonly Json[]).map(oldName) : oldName(value),
  }));
}

/** Attributes that allow both the present values and the fixed ones for a moment; null: both are allowed anyway. */
function loosenedFor(before: ColumnDraft, attributes: JsonObject): JsonObject | null {
  if (attributes['type'] !== before.type) return { type: 'json', unique: null, required: null, default: null };
  const values = attributes['values'];
  if (!Array.isArray(values)) return null;
  const old = before.choices.map(({ value }) => value);
  const added = (values as string[]).filter((value) => !old.includes(value));
  return added.length === 0 ? null : { values: [...old, ...added] };
}

/** Everything that a loosened column does not have yet. Becoming another type took attributes away. */
function finalAfter(loosened: JsonObject, attributes: JsonObject): JsonObject {
  const isOther = loosened['type'] !== undefined && loosened['type'] !== attributes['type'];
  const entries = Object.entries(attributes).filter(([, value]) => value !== null);
  return isOther || loosened['name'] !== undefined ? Object.fromEntries(entries) : attributes;
}

const without = (spec: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => !names.includes(name)));

/** Choices that get another name, with their present name. */
const renamedChoices = (
  draft: ColumnDraft,
  before: ColumnDraft,
): readonly { readonly from: string; readonly value: string }[] =>
  itemTypeOf(draft) !== 'enum' || itemTypeOf(before) !== 'enum'
    ? []
    : draft.choices.flatMap(({ from, value }) => (from === null || from === value.trim() ? [] : [{ from, value }]));

/** The default follows a choice that is renamed. */
function byNamesOfNow(draft: ColumnDraft, before: ColumnDraft): ColumnDraft {
  const renamed = renamedChoices(draft, before);
  const oldName = (value: string): string => renamed.find((each) => each.value.trim() === value)?.from ?? value;
  return {
    ...draft,
    name: before.name,
    choices: draft.choices.map((choice) => ({ ...choice, value: oldName(choice.value.trim()) })),
    default: oldName(draft.default),
  };
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);
