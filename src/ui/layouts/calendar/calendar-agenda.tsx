/** Days that have rows, one after the other; those near the window are drawn. docs/views.md#calendars */

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type GridLine, type RowSource, listSource } from '../../components/grid/row-source';
import { StateMessage } from '../../components/state-message';
import { DatedBar } from '../dated-bar';
import { daysText } from '../dated-rows';
import { RowLines } from '../row-lines';
import { RowFacts } from '../row-summary';
import { type SpanOfRow, periodTitle } from './calendar-days';
import { type CalendarModel, dayText } from './use-calendar';

const SHAPE = { row: 40 };

export function CalendarAgenda({ model }: { readonly model: CalendarModel }): JSX.Element {
  const { props, spans, dates, range, isOverdue, period, at } = model;
  const column = dates.start.name;
  const { collapsed } = props.spec.display;
  const source = useMemo(
    () => agendaLines(spans, { first: range.first, last: range.last, column, collapsed }),
    [spans, range.first, range.last, column, collapsed],
  );
  const columns = props.columns.filter(({ name }) => name !== column && name !== dates.end?.name);
  const spanOfRow = new Map(spans.map((each) => [each.coming ?? each.row.key, each]));
  if (source.length === 0) return <StateMessage kind="empty" title={`Nothing in ${periodTitle(period, at)}`} />;
  return (
    <RowLines {...props} rows={source} shape={SHAPE}>
      {(row) => {
        const each = spanOfRow.get(row.key);
        return (
          <span class="ndb-agenda-line ndb-line">
            <DatedBar
              {...props}
              {...{ dates }}
              row={each?.row ?? row}
              span={each?.span ?? null}
              isComing={each?.coming !== undefined}
              isOverdue={each !== undefined && isOverdue(each)}
            />
            {each !== undefined && each.span.last > each.span.first && (
              <span class="ndb-small-text">{daysText(each.span)}</span>
            )}
            {each?.coming === undefined ? (
              <RowFacts {...props} {...{ row, columns }} factLines={1} />
            ) : (
              <span class="ndb-small-text ndb-muted">not yet written</span>
            )}
          </span>
        );
      }}
    </RowLines>
  );
}

interface AgendaPlace {
  readonly first: number;
  readonly last: number;
  readonly column: string;
  readonly collapsed: readonly string[];
}

/** A row of several days lies on the first one that is in sight. */
function agendaLines(spans: readonly SpanOfRow[], { first, last, column, collapsed }: AgendaPlace): RowSource {
  const days = new Map<number, SpanOfRow[]>();
  for (const each of spans.filter(({ span }) => span.last >= first && span.first <= last)) {
    const day = Math.max(each.span.first, first);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  const lines: GridLine[] = [];
  const headings: number[] = [];
  for (const [day, rows] of [...days].sort(([one], [other]) => one - other)) {
    const key = `day:${dayText(day)}`;
    const isCollapsed = collapsed.includes(key);
    const count = rows.filter(({ coming }) => coming === undefined).length;
    headings.push(lines.length);
    lines.push({ key, column, unit: 'day', value: dayText(day), count, isCollapsed, summaries: {} });
    const sorted = [...rows].sort((one, other) => (one.span.time ?? '').localeCompare(other.span.time ?? ''));
    if (!isCollapsed)
      lines.push(...sorted.map(({ row, coming }) => (coming === undefined ? row : { ...row, key: coming })));
  }
  return { ...listSource(lines), headings };
}
