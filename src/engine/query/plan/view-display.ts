/** How a view is shown, for answers: without columns that are gone. Source: docs/sources-and-views.md#display; D20. */

import type { ViewDefinition } from '../../catalog/definition';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { viewColumns } from './view-plan';
import type { PlanContext } from './plan-context';

/** Of a view whose query does not run any more everything is given: it may run again. */
export function displayOfView(context: PlanContext, view: ViewDefinition): JsonObject | null {
  if (view.display === null) return null;
  const columns = viewColumns(context, view);
  if (columns === null) return view.display;
  const names = new Set(['path', ...columns.map(({ name }) => name)]);
  return withColumns(view.display, names);
}

/** `columns`, `summaries` and `colors` name columns; other keys are of the program that wrote them. */
function withColumns(display: JsonObject, names: ReadonlySet<string>): JsonObject {
  const { columns, summaries, colors } = display;
  return {
    ...display,
    ...(isList(columns) ? { columns: columns.filter((entry) => !isGone(entry, 'name', names)) } : {}),
    ...(isList(colors) ? { colors: colors.filter((rule) => !isGone(rule, 'column', names)) } : {}),
    ...(isJsonObject(summaries)
      ? { summaries: Object.fromEntries(Object.entries(summaries).filter(([name]) => names.has(name))) }
      : {}),
  };
}

const isGone = (entry: Json, key: string, names: ReadonlySet<string>): boolean =>
  isJsonObject(entry) && typeof entry[key] === 'string' && !names.has(entry[key]);
