/** The numbers of a chart, asked anew when rows change. docs/views.md#charts */

import { effect, untracked } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { type ChoiceColor, choiceColor } from '../../../kernel/choice-colors';
import { groupText } from '../../components/grid/group-line';
import type { GridColumn } from '../../components/grid-column';
import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem } from '../../client/describe-problem';
import { type Grouping, groupExpression, groupingText } from '../../rows/grouping';
import { laneGrouping } from '../../rows/lane-column';
import type { RowWindow } from '../../rows/row-window';
import type { LayoutProps } from '../layout';

export interface ChartValue {
  readonly label: string;
  /** Null: the group has no number. */
  readonly value: number | null;
  /** The one of the choice that groups; null: it has none. */
  readonly color: ChoiceColor | null;
}

interface ChartQuestion {
  /** A column of numbers; null: rows are counted. */
  readonly value: string | null;
  readonly aggregate: string;
  /** All rows are one group. */
  readonly isWhole: boolean;
}

interface ChartAnswer {
  /** Null until they are there. */
  readonly values: readonly ChartValue[] | null;
  readonly problem: ProblemText | null;
  readonly warnings: readonly string[];
}

export interface ChartValues extends ChartAnswer {
  /** Null: nothing groups the rows. */
  readonly groupLabel: string | null;
}

/** Groups that are drawn: more of them are unreadable. */
const MOST_GROUPS = 200;
const NOTHING: ChartAnswer = { values: null, problem: null, warnings: [] };

/** Groups are those of the view, else by the first choice, yes or no, or link. */
export function useChartValues({ rows, spec, declared }: LayoutProps<'view'>, question: ChartQuestion): ChartValues {
  const group = question.isWhole ? null : laneGrouping(spec, declared);
  const column = declared.find(({ name }) => name === group?.column);
  const [answer, setAnswer] = useState(NOTHING);
  const key = JSON.stringify([question, group, column?.values]);
  useLayoutEffect(() => {
    let asked = 0;
    const ask = async (): Promise<void> => {
      asked += 1;
      const own = asked;
      const next = await askValues(rows, question, group, column).catch((thrown: unknown): ChartAnswer => {
        return { ...NOTHING, problem: describeProblem(thrown) };
      });
      // A later question has a later answer.
      if (own === asked) setAnswer(next);
    };
    const stop = effect(() => {
      void rows.version.value;
      untracked(() => void ask());
    });
    return () => {
      asked = -1;
      stop();
    };
  }, [rows, key]);
  return { ...answer, groupLabel: column?.label ?? null };
}

async function askValues(
  rows: RowWindow,
  { value, aggregate }: ChartQuestion,
  group: Grouping | null,
  column: GridColumn | undefined,
): Promise<ChartAnswer> {
  const expression = group === null ? null : groupExpression(group);
  const { rows: found, total } = await rows.ask({
    aggregates: { chart_value: value === null ? 'count' : `${aggregate}:${value}` },
    ...(expression === null || group === null ? {} : { group_by: expression, order_by: groupingText(group) }),
    limit: MOST_GROUPS,
  });
  const places = new Map<unknown, number>((column?.type === 'enum' ? column.values : []).map((each, at) => [each, at]));
  const placeOf = (each: (typeof found)[number]): number => places.get(each[expression ?? '']) ?? places.size;
  const ordered = places.size === 0 ? found : [...found].sort((one, other) => placeOf(one) - placeOf(other));
  const values = ordered.map((row): ChartValue => {
    const number = row['chart_value'];
    const of = expression === null ? null : (row[expression] ?? null);
    return {
      label: expression === null ? 'All rows' : groupText({ value: of, unit: group?.unit }, column),
      value: typeof number === 'number' ? number : null,
      color: typeof of === 'string' ? choiceColor(column?.values ?? [], column?.colors ?? {}, of) : null,
    };
  });
  const cut = `There are ${total.toLocaleString()} groups; the first ${MOST_GROUPS} are drawn. Group by month, or filter.`;
  return { values, problem: null, warnings: total > MOST_GROUPS ? [cut] : [] };
}
