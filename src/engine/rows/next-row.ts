/** The next row of a series: its date by the rule, and what it takes over from the row that is done. docs/recurrence.md */

import { dateOfDay, leadingDay } from '../../kernel/calendar';
import { type RecurrenceRule, lastWall, readRecurrence, ruleDays, ruleOfNext } from '../../kernel/recurrence';
import type { TableDefinition } from '../catalog/definition';
import type { WriteContext } from '../contexts';
import { type RecurringColumn, ruleOf } from '../integrity/series';
import type { Json } from '../json';
import { noteNameOf } from '../note/paths';
import type { Row } from '../storage/row';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import { isComputed } from '../values/generated-columns';
import {
  addToDate,
  calendarDayOf,
  datetimeAt,
  datetimeInstant,
  startOfDay,
  todayIn,
  wallOf,
} from '../values/time/dates';
import { offsetAt } from '../values/time/time-zone';

interface NextValues {
  readonly values: Readonly<Record<string, Json>>;
  /** Where no pattern names the notes. */
  readonly name: string;
}

/** The date of the next row, and by how many days it lies later; null where the row has no date. */
interface NextDate {
  readonly date: string;
  readonly days: number | null;
}

export class NextRow {
  constructor(
    private readonly context: WriteContext,
    private readonly table: TableDefinition,
    private readonly spec: RecurringColumn,
  ) {}

  /** Null: the series ends. A rule that can't be read is left to the gate. */
  after(row: Row): NextValues | 'unreadable' | null {
    const { recurs } = this.spec;
    const text = ruleOf(row, recurs) ?? '';
    const rule = readRecurrence(text);
    if ('message' in rule) return 'unreadable';
    const next = rule.count === 1 ? null : this.dateAfter(rule, row.values[this.spec.name]);
    if (next === null) return null;
    const values = { ...this.takenOver(row), [this.spec.name]: next.date, [recurs.rule]: ruleOfNext(text) };
    for (const column of recurs.shift ?? []) {
      const date = values[column];
      if (typeof date !== 'string' || next.days === null) continue;
      values[column] = addToDate(date, next.days, 'd', this.context.zone) ?? date;
    }
    return { values, name: seriesName(this.context, row.path) };
  }

  private dateAfter(rule: RecurrenceRule, value: Json | undefined): NextDate | null {
    const { now, zone } = this.context;
    const today = leadingDay(todayIn(now, zone));
    const own = typeof value === 'string' ? leadingDay(calendarDayOf(value, zone) ?? '') : NaN;
    const hasDate = typeof value === 'string' && !Number.isNaN(own);
    const anchor = this.spec.recurs.from === 'done' || !hasDate ? today : own;
    for (const day of ruleDays(rule, anchor)) {
      if (day === anchor) continue;
      const date = hasDate ? addToDate(value, day - own, 'd', zone) : this.startOf(dateOfDay(day));
      return date === null || this.isOver(rule, date) ? null : { date, days: hasDate ? day - own : null };
    }
    return null;
  }

  private startOf(date: string | null): string | null {
    const { zone } = this.context;
    return date === null || this.spec.type === 'date' ? date : datetimeAt(startOfDay(date, zone), zone);
  }

  private isOver(rule: RecurrenceRule, date: string): boolean {
    const { zone } = this.context;
    const offset = this.spec.type === 'date' ? 0 : offsetAt(datetimeInstant(date, zone), zone);
    return wallOf(date, zone) > lastWall(rule, offset);
  }

  /** The values of the row but for those that begin anew. Null keeps a default away. */
  private takenOver({ values }: Row): Record<string, Json> {
    const { recurs } = this.spec;
    const anew = new Set([recurs.done, ...(recurs.reset ?? []), ...ALIASES]);
    const taken: Record<string, Json> = {};
    for (const [name, value] of Object.entries(values)) if (!anew.has(name)) taken[name] = value;
    for (const spec of this.table.columns) {
      if (anew.has(spec.name)) continue;
      if (isComputed(spec) || spec.unique === true || this.isPairedWithOne(spec)) delete taken[spec.name];
      else taken[spec.name] ??= null;
    }
    return taken;
  }

  /** The row at the other end links back to one row, which stays the one that is done. */
  private isPairedWithOne(spec: ColumnSpec): boolean {
    const link = linkSpecOf(spec);
    if (link?.inverse === undefined || link.ref === undefined) return false;
    const target = this.context.transaction.catalog.table(link.ref);
    return target?.columns.find(({ name }) => name === link.inverse)?.type !== 'list';
  }
}

/** Other names of the note that is done. */
const ALIASES = ['aliases'];

/** `Rent` and `Rent 2` are followed by `Rent 3`, where there is a `Rent`. */
function seriesName({ transaction }: WriteContext, path: string): string {
  const name = noteNameOf(path);
  const first = name.replace(/ \d+$/, '');
  const firstPath = path.slice(0, path.lastIndexOf('/') + 1) + `${first}.md`;
  return transaction.takenBy(firstPath) === null ? name : first;
}
