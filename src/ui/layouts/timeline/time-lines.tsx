/** The days of a timeline with a line for each row: those near the window are drawn. docs/views.md#timelines */

import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import { useLineWindow } from '../../components/use-line-window';
import { isGroup } from '../../components/grid/row-source';
import { DatedBar, DatedRefusal, rowName } from '../dated-bar';
import { type DaySpan, daysText, movedSpan, spanOf, whyFixedDays } from '../dated-rows';
import { rowTarget } from '../row-target';
import { movesOf } from './bar-moves';
import { lineShape } from './rows-of-day';
import { type RowLink, type TimedRow, linkText, linksBetween } from './row-links';
import { TimeGroup } from './time-group';
import { TimeLinks } from './time-links';
import { type TimeUnit, FRAME_WIDTH, dayWidth, placeOfSpan, unitsOf, xOf } from './time-scale';
import { type TimelineRows, groupOfLine, rowAt } from './timeline-groups';
import { focusLine } from './timeline-keys';
import { type TimelineModel, beginRow } from './use-timeline';

interface TimeLinesProps {
  readonly model: TimelineModel;
  readonly dated: TimelineRows;
}

export function TimeLines({ model, dated }: TimeLinesProps): JSX.Element {
  const { props, scroller, names, place, dates, after, dragged } = model;
  const shape = lineShape();
  const { scroll, onLeave, editing } = props;
  const { span, places } = useLineWindow(scroller, { lines: dated, shape, scroll, onLeave });
  const lines = Array.from({ length: Math.max(span.last - span.first, 0) }, (_, at) => span.first + at);
  const timed = lines.flatMap((line) => timedRow(model, dated, line));
  const links = after === undefined ? [] : linksBetween(timed, after, editing);
  const units = unitsOf(place.frame);
  model.lineAt.current = (y) => {
    const top = scroller.current?.querySelector('.ndb-time-body')?.getBoundingClientRect().top ?? 0;
    return places.inSight({ top: y - top, height: 0 }).first;
  };
  useWantedFocus(model, dated);
  useLayoutEffect(() => void ((scroll?.top ?? 0) === 0 && model.showTodaysRows()), []);
  return (
    <>
      <div
        class="ndb-time-scroll ndb-fills"
        dir="ltr"
        role="group"
        aria-label="Days"
        tabIndex={0}
        ref={scroller}
        style={{
          '--ndb-names': `${names}px`,
          '--ndb-days-width': `${FRAME_WIDTH}px`,
          '--ndb-row': `${shape.row}px`,
          '--ndb-heading': `${shape.heading}px`,
          '--ndb-height': `${places.height}px`,
        }}
        onScroll={place.onScroll}
        onDblClick={(event) => newAt(event, model)}
      >
        <TimeUnits {...{ model, units }} />
        <div class="ndb-time-body">
          <span class="ndb-time-side" aria-hidden="true" />
          <TimeGround {...{ model }} units={units[1] ?? []} />
          <TimeLinks
            {...{ links }}
            frame={place.frame}
            row={shape.row}
            topOf={(line) => places.topOf(line)}
            height={places.height}
          />
          <TimeRows {...{ model, dated, lines, timed, links }} topOf={(line) => places.topOf(line)} />
        </div>
      </div>
      <DatedRefusal
        {...props}
        {...{ dates }}
        rows={[...lines.flatMap((line) => rowAt(dated, line) ?? []), ...(model.undated?.rows ?? [])]}
      />
      <p class="ndb-time-drop ndb-small-text" aria-live="polite">
        {dragged.value === null ? '' : dropText(model, timed)}
      </p>
    </>
  );
}

interface TimeRowsProps extends TimeLinesProps {
  readonly lines: readonly number[];
  readonly timed: readonly TimedRow[];
  readonly links: readonly RowLink[];
  readonly topOf: (line: number) => number;
}

function TimeRows({ model, dated, lines, timed, links, topOf }: TimeRowsProps): JSX.Element | null {
  if (dated.length === 0) return null;
  return (
    <div role="list" aria-label={model.props.label}>
      {lines.map((line) => {
        const there = dated.at(line);
        const [key, top] = [there?.key ?? line, topOf(line)];
        if (there !== null && isGroup(there)) return <TimeGroup key={key} {...{ model, line, top }} group={there} />;
        return (
          <TimeLine
            key={key}
            {...{ model, line, top }}
            timed={timed.find((each) => each.line === line)}
            row={there}
            before={links.filter(({ later }) => later.line === line)}
          />
        );
      })}
    </div>
  );
}

/** Where the person sees it, also while it is dragged. */
function timedRow({ props, dates, dragged }: TimelineModel, dated: TimelineRows, line: number): readonly TimedRow[] {
  const row = rowAt(dated, line);
  if (row === null) return [];
  void props.editing?.version(row);
  const span = spanOf(row, dates, props.editing);
  const move = dragged.value;
  if (span === null) return [];
  return [{ row, line, span: move?.key === row.key ? movedSpan(span, move) : span }];
}

function dropText({ dragged }: TimelineModel, timed: readonly TimedRow[]): string {
  const move = dragged.value;
  if (move === null) return '';
  const span = timed.find(({ row }) => row.key === move.key)?.span ?? { first: move.days, last: move.days };
  return move.into ? `${daysText(span)}, ${move.into.text}` : daysText(span);
}

function newAt({ target, clientX, clientY }: MouseEvent, model: TimelineModel): void {
  if ((target as Element).closest('button, [data-row]') !== null) return;
  const day = model.place.dayAt(clientX, clientY);
  if (day !== null) beginRow(model, { first: day, last: day }, model.groupAt(clientY));
}

interface TimeUnitsProps {
  readonly model: TimelineModel;
  readonly units: readonly (readonly TimeUnit[])[];
}

const at = (x: number, width: number): Readonly<Record<string, string>> => ({
  '--ndb-x': `${x}px`,
  '--ndb-w': `${width}px`,
});

function TimeUnits({ model, units }: TimeUnitsProps): JSX.Element {
  const { today } = model;
  return (
    <div class="ndb-time-head" aria-hidden="true">
      <span class="ndb-time-side" />
      <div>
        {units.map((line, below) => (
          <div class="ndb-time-units" key={below}>
            {line.map(({ first, x, width, text }, index) => {
              const isNow = below === 1 && first <= today && today < (line[index + 1]?.first ?? Infinity);
              return (
                <span class={isNow ? 'ndb-time-unit ndb-is-now' : 'ndb-time-unit'} key={first} style={at(x, width)}>
                  <span>{text}</span>
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Behind the bars: the units, today, and the days of a new row or of one that gets its first day. */
function TimeGround({
  model,
  units,
}: {
  readonly model: TimelineModel;
  readonly units: readonly TimeUnit[];
}): JSX.Element {
  const { place, today, scale, adding, sketched, dragged, dated } = model;
  const { frame } = place;
  const move = dragged.value;
  const dropped = move !== null && dated?.lineOf(move.key) === -1 ? { first: move.days, last: move.days } : null;
  const marked = dropped ?? sketched.value ?? adding.value;
  const mark = marked === null ? null : placeOfSpan(frame, marked);
  const isHere = today >= frame.first && today < frame.end;
  const now = at(xOf(frame, today) + dayWidth(scale) / 2, 0);
  return (
    <div class="ndb-time-ground" aria-hidden="true">
      {units.map(({ first, x, width }) => (
        <span class="ndb-time-stripe" key={first} style={at(x, width)} />
      ))}
      {mark !== null && <span class="ndb-time-mark" style={at(mark.x, mark.width)} />}
      {isHere && <span class="ndb-time-today" style={now} />}
    </div>
  );
}

interface TimeLineProps {
  readonly model: TimelineModel;
  readonly line: number;
  /** Pixels. */
  readonly top: number;
  /** Null: it is not read yet. */
  readonly row: TimedRow['row'] | null;
  readonly timed: TimedRow | undefined;
  /** Rows that come before it. */
  readonly before: readonly RowLink[];
}

function TimeLine({ model, line, top, row, timed, before }: TimeLineProps): JSX.Element {
  const style = { '--ndb-top': `${top}px` };
  if (row === null)
    return <div role="listitem" class="ndb-time-line" aria-busy="true" data-line={line} {...{ style }} />;
  const place = timed === undefined ? null : placeOfSpan(model.place.frame, timed.span);
  return (
    <div role="listitem" class="ndb-time-line" data-line={line} {...{ style }}>
      <LineName {...{ model, row }} span={timed?.span ?? null} hasBar={place !== null} />
      {timed !== undefined && place !== null && <TimeBar {...{ model, timed, place, before }} />}
    </div>
  );
}

interface LineNameProps {
  readonly model: TimelineModel;
  readonly row: TimedRow['row'];
  readonly span: DaySpan | null;
  readonly hasBar: boolean;
}

/** A click shows the days of the row. */
function LineName({ model, row, span, hasBar }: LineNameProps): JSX.Element {
  const { props, place, wanted } = model;
  const name = rowName({ ...props, row });
  return (
    <span class="ndb-time-names ndb-line">
      <button
        type="button"
        class="ndb-time-name ndb-bare-button ndb-ellipsis"
        dir="auto"
        tabIndex={hasBar ? -1 : 0}
        aria-label={`Show the days of ${name}`}
        title={span === null ? name : `${name}, ${daysText(span)}`}
        onClick={() => {
          if (span === null) return;
          wanted.current = { key: row.key };
          place.goTo(span.first);
        }}
      >
        {name}
      </button>
      <IconButton
        icon="dots"
        label={`Menu of ${name}`}
        tabIndex={hasBar ? -1 : 0}
        aria-haspopup="menu"
        onClick={(event) => model.props.rowMenu({ ...rowTarget(row, event.currentTarget), more: movesOf(model, row) })}
      />
    </span>
  );
}

interface TimeBarProps extends Pick<TimeLineProps, 'model' | 'before'> {
  readonly timed: TimedRow;
  readonly place: NonNullable<ReturnType<typeof placeOfSpan>>;
}

function TimeBar({ model, timed: { row, span }, place, before }: TimeBarProps): JSX.Element {
  const { props, dates, dragged } = model;
  const canStretch = dates.end !== null && whyFixedDays(dates, props.editing) === null;
  const says = linkText(before);
  return (
    <span class="ndb-time-bar" style={at(place.x, place.width)}>
      <DatedBar
        {...props}
        {...{ row, dates, span }}
        {...(says === undefined ? {} : { says })}
        rowMenu={(target) => props.rowMenu({ ...target, more: movesOf(model, row) })}
        isOverdue={model.isLate(row, span)}
        isDragged={dragged.value?.key === row.key}
        grips={[
          ...(canStretch && place.hasStart ? (['start'] as const) : []),
          ...(canStretch && place.hasEnd ? (['end'] as const) : []),
        ]}
      />
    </span>
  );
}

/** A row that gets other days may be drawn elsewhere, and keeps the focus. */
function useWantedFocus({ wanted, scroller }: TimelineModel, dated: TimelineRows): void {
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { key, group } = wanted.current;
    if (group !== undefined && groupOfLine(dated, dated.lineOf(key))?.key !== group) return;
    const bar = scroller.current?.querySelector(`[data-row="${CSS.escape(key)}"]`);
    if (bar === null || bar === undefined) return;
    wanted.current = null;
    if (document.activeElement?.closest('[data-row]') !== bar) focusLine(bar.closest('[data-line]'));
  });
}
