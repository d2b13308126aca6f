/** Colours of rows and cells by rules, which `display.colors` of a view holds. Source: docs/sources-and-views.md#colors. */

import * as z from 'zod';
import { CHOICE_COLORS } from '../../../kernel/choice-colors';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { type Problem, type ProblemPath, grammarProblem } from '../problem';
import { jsonObject } from '../shapes';
import { AttributeReader, sayUnknown } from './attribute-reader';

/** Rows that the filter finds have the color: all of the row, or the cell of one column. */
const COLOR_RULE = z.strictObject({
  where: jsonObject,
  color: z.enum(CHOICE_COLORS),
  column: z.string().nullish(),
});

/** What `display` says wrongly of colors. What it said `before` may be of another version, and stays. */
export function colorProblems(display: JsonObject | null, before: JsonObject | null): readonly Problem[] {
  if (!isChanged(display, before)) return [];
  const at = ['display', 'colors'];
  const colors = display?.['colors'] ?? null;
  if (colors === null) return [];
  if (!isList(colors)) return [grammarProblem(at, 'display: colors must be a list of rules')];
  return colors.flatMap((rule, index) => ruleProblems(rule, [...at, index]));
}

function ruleProblems(rule: Json, at: ProblemPath): readonly Problem[] {
  const label = `display: color rule ${Number(at.at(-1)) + 1}`;
  if (!isJsonObject(rule)) return [grammarProblem(at, `${label} must be an object {where, color, column}`)];
  const unknown = (key: string) => sayUnknown('key', key, Object.keys(COLOR_RULE.shape));
  const reader = new AttributeReader(COLOR_RULE, { source: rule, at, label, unknown });
  for (const key of ['where', 'color'] as const) {
    if (reader.raw(key) === undefined || reader.raw(key) === null) {
      reader.grammar(key, 'type', key === 'where' ? 'where: a filter is missing' : 'color: a color is missing');
    }
  }
  return reader.problems;
}

/** Filters of rules that the view did not have before. */
export function newColorFilters(display: JsonObject | null, before: JsonObject | null): readonly JsonObject[] {
  if (!isChanged(display, before)) return [];
  return colorRules(display).flatMap(({ where }) => (isJsonObject(where ?? null) ? [where as JsonObject] : []));
}

const isChanged = (display: JsonObject | null, before: JsonObject | null): boolean =>
  JSON.stringify(display?.['colors']) !== JSON.stringify(before?.['colors']);

/** A metastore file may hold any value there. */
function colorRules(display: JsonObject | null): readonly JsonObject[] {
  const colors = display?.['colors'] ?? null;
  return isList(colors) ? colors.filter(isJsonObject) : [];
}
