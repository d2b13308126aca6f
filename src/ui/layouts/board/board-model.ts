/** What a board is about: its lanes and swimlanes, the places where they cross, and what moving a card writes. docs/views.md#boards */

import { type Signal, computed, signal } from '@preact/signals';
import type { Json } from '../../../engine/index';
import { groupText } from '../../components/grid/group-line';
import type { GridColumn, GridRow } from '../../components/grid-column';
import { type GridEditing, type PutValue, shownValue } from '../../components/grid-editing';
import { noteName } from '../../client/note-text';
import { type Grouping, groupFilter } from '../../rows/grouping';
import { laneGrouping, lanesWithoutRows, whyFixed } from '../../rows/lane-column';
import { type TableLimit, mostOfBoth, mostOfValue } from '../../rows/lane-limits';
import { type Lane, type RowLanes, groupKey } from '../../rows/row-lanes';
import type { RowWindow } from '../../rows/row-window';
import { withFolded } from '../../rows/view-spec';
import type { LayoutProps } from '../layout';
import { holdsOrder, numbersAt } from './own-order';
import { type CardMove, PlaceCards } from './place-cards';

export type BoardProps = LayoutProps<'lanes'>;

/** Where a lane crosses a swimlane; without swimlanes: a lane. */
export interface BoardPlace {
  readonly lane: Lane;
  /** Null: the board has no swimlanes. */
  readonly band: Lane | null;
  readonly cards: PlaceCards;
}

export interface BoardSettings {
  readonly swimlanes: string | null;
  readonly order: string | null;
}

/** The columns that a board writes. */
export interface BoardColumns {
  readonly group: Grouping;
  readonly lane: GridColumn | undefined;
  readonly band: GridColumn | undefined;
  /** Absent: cards have the order of the view. */
  readonly order: GridColumn | undefined;
}

export function boardColumns({ spec, declared }: BoardProps, settings: BoardSettings): BoardColumns {
  const group = laneGrouping(spec, declared) ?? { column: '', isDescending: false };
  const named = (name: string | null): GridColumn | undefined => declared.find((column) => column.name === name);
  const order = named(settings.order);
  const band = named(settings.swimlanes);
  return {
    group,
    lane: named(group.column),
    band: band?.name === group.column ? undefined : band,
    order: spec.sort.length > 0 || order === undefined || !holdsOrder(order) ? undefined : order,
  };
}

export class BoardModel {
  /** Those whose write is under way. */
  private readonly sent: Signal<readonly CardMove[]> = signal([]);
  /** The card that is dragged, where it would go. */
  readonly dragged: Signal<CardMove | null> = signal(null);
  readonly moves = computed((): readonly CardMove[] => {
    const dragged = this.dragged.value;
    const sent = this.sent.value;
    return dragged === null ? sent : [...sent.filter(({ row }) => row.key !== dragged.row.key), dragged];
  });
  /** The key of the card that the person is at. */
  readonly cursor: Signal<string | null> = signal(null);
  /** The key of the place where a new card is typed. */
  readonly adding: Signal<string | null> = signal(null);
  /** The key of the card that is to have the focus. */
  readonly wanted: Signal<string | null> = signal(null);
  /** The places that are drawn, by their keys. */
  readonly drawn = new Map<string, BoardPlace>();
  /** A sentence about the board. */
  readonly said = signal('');
  private readonly cards = new WeakMap<RowWindow, PlaceCards>();

  /** As they were drawn last. */
  constructor(
    public props: BoardProps,
    public columns: BoardColumns,
  ) {}

  /** The rows of a swimlane in the lanes of the board, and the key under which they are closed. */
  bandRows(band: Lane): { readonly rows: RowLanes; readonly key: string } {
    const { rows } = this.props;
    const { band: column } = this.columns;
    const key = JSON.stringify([column?.name, band.key, rows.lanes.map((lane) => lane.key)]);
    const values = rows.lanes.map(({ value }) => value);
    const where = groupFilter({ column: column?.name ?? '', isDescending: false }, band.value);
    return { rows: rows.part(key, { where, values, linked: undefined }), key };
  }

  /** The swimlanes themselves; null: there are none. */
  get bands(): RowLanes | null {
    const { band } = this.columns;
    if (band === undefined) return null;
    const group = { column: band.name, isDescending: false };
    const choices = band.type === 'enum' ? band.values : [];
    return this.props.rows.part(`swimlanes ${band.name}`, { group, choices, ...lanesWithoutRows(band) });
  }

  /** The person is at this card now, and no other one is to have the focus. */
  goTo(key: string): void {
    this.cursor.value = key;
    if (this.wanted.peek() !== key) this.wanted.value = null;
  }

  place(lane: Lane, band: Lane | null): BoardPlace {
    const lanes = band === null ? this.props.rows : this.bandRows(band).rows;
    const own = band === null ? lane : (lanes.lanes.find(({ key }) => key === lane.key) ?? { ...lane, count: 0 });
    const rows = lanes.rowsOf(own);
    const cards = this.cards.get(rows) ?? new PlaceCards(placeKey(lane, band), rows, this.moves);
    this.cards.set(rows, cards);
    return { lane: own, band, cards };
  }

  /** No row is held in its place by a write: a card goes where its values put it. */
  get editing(): GridEditing | undefined {
    const { editing } = this.props;
    const putTogether = editing?.putTogether;
    if (editing === undefined || putTogether === undefined) return editing;
    return {
      ...editing,
      put: (row, column, value, before) => {
        const name = `${column.label} of ${noteName(row.path)}`;
        const values = [{ row, column, value, before }];
        putTogether({ name, done: `${name} changed.`, notDone: `${name} was not changed.`, values });
      },
    };
  }

  valueOf(row: GridRow, column: GridColumn): Json | undefined {
    return shownValue(row, column, this.props.editing?.overlay(row, column) ?? null);
  }

  laneName({ value }: Lane): string {
    return groupText({ value, unit: this.columns.group.unit }, this.columns.lane);
  }

  bandName(band: Lane | null): string {
    return groupText({ value: band?.value ?? null }, this.columns.band);
  }

  nameOf({ lane, band }: Pick<BoardPlace, 'lane' | 'band'>): string {
    return band === null ? this.laneName(lane) : `${this.laneName(lane)}, ${this.bandName(band)}`;
  }

  /** The card that the person is at; null: it is not drawn. */
  get currentRow(): GridRow | null {
    const key = this.cursor.value;
    for (const { cards } of key === null ? [] : this.drawn.values()) {
      void cards.version.value;
      const line = cards.lineOf(key ?? '');
      if (line >= 0) return cards.at(line);
    }
    return null;
  }

  /** Also of a lane that is folded; null: there is none. */
  placeNamed(key: string): BoardPlace | null {
    const drawn = this.drawn.get(key);
    if (drawn !== undefined) return drawn;
    for (const band of this.bands?.lanes ?? [null])
      for (const lane of this.props.rows.lanes) if (placeKey(lane, band) === key) return this.place(lane, band);
    return null;
  }

  /** The key of the card below another one; null: that is the last one. */
  nextOf({ cards }: BoardPlace, { key }: GridRow): string | null {
    const line = cards.lineOf(key);
    return line < 0 ? null : (cards.at(line + 1)?.key ?? null);
  }

  /** Why a card can't go from one place to the other; null: it can. */
  whyNot(from: BoardPlace, to: BoardPlace): string | null {
    const { lane, band, group, order } = this.columns;
    if (this.props.editing?.putTogether === undefined) return 'The cards are for reading.';
    const [isOther, isOtherBand] = [from.lane.key !== to.lane.key, from.band?.key !== to.band?.key];
    if (!isOther && !isOtherBand) return order === undefined ? 'The order of the view gives a card its place.' : null;
    return (isOther ? whyFixed(lane, group) : null) ?? (isOtherBand ? whyFixed(band, {}) : null);
  }

  /** Writes that a card lies elsewhere. `before`: the key of the card below it; null: it is the last one; absent: it is the first one. */
  move(row: GridRow, from: BoardPlace, to: BoardPlace, before = firstKey(to, row)): void {
    const { editing } = this.props;
    const values = this.valuesOfMove(row, from, to, before);
    this.said.value = '';
    if (values.length === 0 || editing?.putTogether === undefined) return;
    const name = noteName(row.path);
    const where = from.cards.key === to.cards.key ? '' : ` to ${this.nameOf(to)}`;
    this.sent.value = [
      ...this.sent.peek().filter((each) => each.row.key !== row.key),
      { row, to: to.cards.key, before },
    ];
    editing.putTogether({
      name: `move of ${name}`,
      done: `${name} moved${where}.`,
      notDone: `${name} was not moved${where}.`,
      values,
    });
  }

  private valuesOfMove(row: GridRow, from: BoardPlace, to: BoardPlace, before: string | null): readonly PutValue[] {
    const { lane, band, order } = this.columns;
    const values: PutValue[] = [];
    if (lane !== undefined && from.lane.key !== to.lane.key) values.push(putLane(row, lane, from.lane, to.lane));
    if (band !== undefined && from.band !== null && to.band !== null && from.band.key !== to.band.key)
      values.push(putLane(row, band, from.band, to.band));
    if (order === undefined) return values;
    const { own, others } = this.numbersAt(to, before, row);
    const numbered = own === this.valueOf(row, order) ? others : [{ row, value: own }, ...others];
    return [...values, ...numbered.map((each) => ({ ...each, column: order, before: this.valueOf(each.row, order) }))];
  }

  private numbersAt(to: BoardPlace, before: string | null, row: GridRow | null): ReturnType<typeof numbersAt> {
    const { order } = this.columns;
    const { cards } = to;
    const own = row === null ? -1 : cards.lineOf(row.key);
    const others = {
      length: cards.length - (own < 0 ? 0 : 1),
      at: (line: number) => cards.at(own >= 0 && line >= own ? line + 1 : line),
    };
    const next = before === null ? -1 : cards.lineOf(before);
    const line = next < 0 ? others.length : own >= 0 && next > own ? next - 1 : next;
    return numbersAt(others, line, {
      numberOf: (each) => (order === undefined ? null : this.valueOf(each, order)),
      isWhole: order?.type === 'integer',
    });
  }

  /** Opens the field of a new card where the filter puts it, else in the first lane that is not folded. False: there is no lane. */
  beginCard(): boolean {
    const { editing, rows, spec, defaults, change } = this.props;
    const { lane: column, band: bandColumn } = this.columns;
    const having = (lanes: readonly Lane[], name: string | undefined): Lane | undefined => {
      const value = name === undefined ? undefined : defaults[name];
      return value === undefined ? undefined : lanes.find(({ key }) => key === groupKey(value));
    };
    const { collapsed } = spec.display;
    const open = rows.lanes.find(({ key, value }) => value !== null && !collapsed.includes(key));
    const lane = having(rows.lanes, column?.name) ?? open ?? rows.lanes[0];
    if (lane === undefined || editing?.insertRow === undefined) return false;
    const bands = this.bands?.lanes ?? [];
    const band = having(bands, bandColumn?.name) ?? bands[0] ?? null;
    if (collapsed.includes(lane.key)) change(withFolded(spec, lane.key, false));
    this.adding.value = placeKey(lane, band);
    return true;
  }

  /** The most rows that the table may have in a lane; null: any number. */
  limitOf({ value }: Lane): number | null {
    const { lane, group } = this.columns;
    if (lane === undefined || group.unit !== undefined) return null;
    return mostOfValue(this.limits, lane.name, value);
  }

  private get limits(): readonly TableLimit[] {
    return this.props.limits ?? this.props.pane?.limits.all ?? [];
  }

  /** The most rows that the table may have where a lane and a swimlane cross; null: any number. */
  limitOfBoth({ value }: Lane, { value: otherValue }: Lane): number | null {
    const { lane, band, group } = this.columns;
    if (lane === undefined || band === undefined || group.unit !== undefined) return null;
    return mostOfBoth(this.limits, { column: lane.name, value, other: band.name, otherValue });
  }

  /** What a new card has from its place, above the others. */
  newValues(place: BoardPlace): Readonly<Record<string, Json>> {
    const { lane, band, order, group } = this.columns;
    const { lane: own, band: ownBand, cards } = place;
    return {
      ...(lane === undefined || own.value === null || whyFixed(lane, group) !== null ? {} : { [lane.name]: own.value }),
      ...(band === undefined || ownBand === null || ownBand.value === null ? {} : { [band.name]: ownBand.value }),
      ...(order === undefined ? {} : { [order.name]: this.numbersAt(place, cards.at(0)?.key ?? null, null).own }),
    };
  }

  /** Those that a move can write. */
  get written(): readonly GridColumn[] {
    const { lane, band, order } = this.columns;
    return [lane, band, order].filter((column) => column !== undefined);
  }

  /** Forgets moves whose writes the rows have, and those that were refused. */
  forgetMoves(): void {
    const { editing } = this.props;
    const isUnderWay = ({ row }: CardMove): boolean =>
      this.written.some((column) => {
        const kind = editing?.overlay(row, column)?.kind;
        return kind !== undefined && kind !== 'refused';
      });
    const left = this.sent.peek().filter(isUnderWay);
    if (left.length !== this.sent.peek().length) this.sent.value = left;
  }
}

/** The person saw the card in its lane, also where another program moved it meanwhile. */
const putLane = (row: GridRow, column: GridColumn, from: Lane, to: Lane): PutValue => {
  return { row, column, value: to.value, before: from.value ?? undefined };
};

export const placeKey = (lane: Lane, band: Lane | null): string => `${band?.key ?? groupKey(null)} ${lane.key}`;

const firstKey = ({ cards }: BoardPlace, { key }: GridRow): string | null => {
  const first = cards.at(0);
  return (first?.key === key ? cards.at(1) : first)?.key ?? null;
};
