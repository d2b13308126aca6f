/** Shown in place of rows that could not be read: the reason and the next step, below the tools that can correct the cause. */

import type { JSX } from 'preact';
import type { JsonObject } from '../../engine/index';
import { type FilterNode, treeOf } from '../components/filter/filter-tree';
import { type GridColumn, hasValues } from '../components/grid-column';
import type { ProblemText } from '../components/text/problem-text';
import { StateMessage } from '../components/state-message';
import type { TableRows } from './row-window';
import { humanName, isUndeclared } from '../client/table-columns';
import type { ViewSpec } from './view-spec';

interface NoAnswerContext {
  readonly problem: ProblemText;
  readonly spec: ViewSpec;
  /** Those that the table declares. */
  readonly columns: readonly GridColumn[];
  readonly change: (spec: ViewSpec) => void;
  readonly window: TableRows;
}

/** Null where rows of an earlier answer are still worth showing. */
export function loadErrorOf({ problem, spec, columns, change, window }: NoAnswerContext): JSX.Element | null {
  const gone = goneColumns(spec.where, columns);
  if (gone.length === 0 && window.length > 0) return null;
  const action =
    spec.where === null
      ? { label: 'Try again', run: () => void window.refresh() }
      : { label: 'Show all rows', run: () => change({ ...spec, where: null }) };
  const { message, hint } = gone.length === 0 ? problem : goneText(gone, columns);
  return <StateMessage kind="error" title={message} detail={hint} action={action} />;
}

function goneText(gone: readonly string[], columns: readonly GridColumn[]): ProblemText {
  const known = new Map(columns.map(({ name, label }) => [name, label]));
  const names = gone.map((name) => known.get(name) ?? humanName(name)).join(' and ');
  if (gone.every((name) => known.has(name))) {
    const hint = 'Correct it in the menu of its heading, change the filter, or show all rows.';
    return { message: `The filter asks for ${names}, which can’t be computed.`, hint };
  }
  const verb = gone.length === 1 ? 'which is not a column' : 'which are not columns';
  return {
    message: `The filter asks for ${names}, ${verb} any more.`,
    hint: 'It was dropped, or it has another name now. Change the filter, or show all rows.',
  };
}

/** Columns of a filter that the table does not have, or that can't be computed. */
function goneColumns(where: JsonObject | null, columns: readonly GridColumn[]): readonly string[] {
  const known = new Set(columns.filter(hasValues).map(({ name }) => name));
  const named = (node: FilterNode): readonly string[] =>
    node.kind === 'group' ? node.parts.flatMap(named) : node.kind === 'condition' ? [node.column] : [];
  const asked = named(treeOf(where));
  return [...new Set(asked.filter((name) => name !== 'id' && !isUndeclared(name) && !known.has(name)))];
}
