/** The layout `timeline`: a line for each row, with a bar over its days. docs/views.md#timelines */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useNarrow } from '../../client/use-narrow';
import { holdsLinks } from '../../components/grid-column';
import { StateMessage } from '../../components/state-message';
import { NoDates } from '../dated-bar';
import { type DateColumns, dateColumns, isDateColumn, startColumn } from '../dated-rows';
import { liftBar } from '../day-drag';
import type { LayoutOf, LayoutProps } from '../layout';
import { type LayoutSettings, readSettings, withSetting } from '../layout-settings';
import { TableWarnings } from '../pane-parts';
import { UndatedRows } from '../undated-rows';
import { sketchRow } from './sketch-drag';
import { TimeHead } from './time-head';
import { TimeLines } from './time-lines';
import { SCALE, zoomed } from './time-scale';
import { timelineGroups } from './timeline-groups';
import { pressTimelineKey } from './timeline-keys';
import { beginRow, useTimeline } from './use-timeline';

const SETTINGS: LayoutSettings<'timeline'> = {
  date: { kind: 'column', label: 'Date', fits: isDateColumn, none: 'The first date' },
  end: { kind: 'column', label: 'End', fits: isDateColumn },
  done: { kind: 'column', label: 'Done', fits: ({ type }) => type === 'boolean' || type === 'enum' },
  after: { kind: 'column', label: 'After', fits: holdsLinks },
  scale: { kind: 'choice', label: 'Scale', words: SCALE },
};

export const TIMELINE_LAYOUT: LayoutOf<'view', 'timeline'> = {
  label: 'Timeline',
  icon: 'timeline',
  description: 'A line for each row, with a bar over its days',
  reads: 'view',
  narrow: null,
  hasRowHeight: false,
  settings: SETTINGS,
  ownColumn: (spec, columns) => startColumn(columns, readSettings('timeline', SETTINGS, spec)),
  orderColumn: (spec, columns) => dateColumns(columns, readSettings('timeline', SETTINGS, spec))?.start.name ?? null,
  Component: Timeline,
};

function Timeline(props: LayoutProps<'view'>): JSX.Element {
  const settings = readSettings('timeline', SETTINGS, props.spec);
  const dates = dateColumns(props.declared, settings);
  return dates === null ? <NoDates date={settings.date} /> : <TimelineOf {...props} {...{ dates, settings }} />;
}

interface TimelineProps extends LayoutProps<'view'> {
  readonly dates: DateColumns;
  readonly settings: ReturnType<typeof readSettings<typeof SETTINGS>>;
}

function TimelineOf(props: TimelineProps): JSX.Element {
  const { settings, spec, change, declared } = props;
  const groups = timelineGroups(props);
  const dates = groups?.whyFixed === null ? { ...props.dates, group: groups.column } : props.dates;
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(root);
  const columnOf = (name: string | null) => declared.find((each) => each.name === name);
  const model = useTimeline(props, {
    ...{ dates, groups, isNarrow, scale: settings.scale },
    done: columnOf(settings.done),
    after: columnOf(settings.after),
    zoom: (step) => {
      const next = zoomed(settings.scale, step);
      if (next === null) return;
      model.place.keepMiddle();
      change(withSetting(spec, { layout: 'timeline', name: 'scale', field: SETTINGS.scale }, next));
    },
  });
  const latest = useRef(model);
  latest.current = model;
  useLayoutEffect(() => {
    props.pane?.rowActions.placeNew(() => beginRow(latest.current));
    return () => props.pane?.rowActions.placeNew(null);
  }, []);
  const lift = (event: PointerEvent): void => {
    if (root.current === null) return;
    const isBar = ((event.target as Element | null)?.closest('[data-row]') ?? null) !== null;
    if (isBar) liftBar(event, root.current, () => latest.current.latest.current ?? model.latest.current);
    else sketchRow(event, root.current, () => latest.current);
  };
  const { dated, undated, dragged, warnings } = model;
  const isDragging = dragged.value !== null;
  useLayoutEffect(() => void (isDragging && model.hold()), [isDragging]);
  return (
    <div
      class={`ndb-timeline ndb-stack ndb-fills${isDragging ? ' ndb-is-dragging' : ''}`}
      role="group"
      aria-label={props.label}
      ref={root}
      onKeyDown={(event) => pressTimelineKey(event, model)}
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={lift}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget) === true)) model.letGo();
      }}
    >
      <TimeHead {...{ model }} />
      <TableWarnings {...{ warnings }} />
      <div class={`ndb-dated-body ndb-fills${isNarrow ? ' ndb-stack' : ''}`}>
        <div class="ndb-time-main ndb-stack ndb-fills">
          {dated === null ? <StateMessage kind="loading" title="Loading rows…" /> : <TimeLines {...{ model, dated }} />}
        </div>
        <UndatedRows {...{ props, undated, dates }} />
      </div>
    </div>
  );
}
