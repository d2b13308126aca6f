/** The layout `calendar`: rows on the days of a month or a week, or one after the other. docs/views.md#calendars */

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Segments } from '../../components/form/segments';
import { Button, IconButton } from '../../components/form/button';
import { optionsOf } from '../../components/form/field';
import { localToday } from '../../components/text/date-text';
import { useNarrow } from '../../client/use-narrow';
import { DatedRefusal, NoDates } from '../dated-bar';
import { type DateColumns, dateColumns, isDateColumn, startColumn } from '../dated-rows';
import type { LayoutOf, LayoutProps } from '../layout';
import { type LayoutSettings, readSettings, withSetting } from '../layout-settings';
import { liftBar } from '../day-drag';
import { TableWarnings } from '../pane-parts';
import { StaticTable } from '../static-table';
import { UndatedRows } from '../undated-rows';
import { CalendarAgenda } from './calendar-agenda';
import { periodTitle, stepPeriod } from './calendar-days';
import { pressCalendarKey } from './calendar-keys';
import { CalendarPaper } from './calendar-paper';
import { CalendarWeeks } from './calendar-weeks';
import { type CalendarModel, useCalendar } from './use-calendar';

const PERIOD = { month: 'Month', week: 'Week', agenda: 'Agenda' } as const;

const SETTINGS: LayoutSettings<'calendar'> = {
  date: { kind: 'column', label: 'Date', fits: isDateColumn, none: 'The first date' },
  end: { kind: 'column', label: 'End', fits: isDateColumn },
  done: { kind: 'column', label: 'Done', fits: ({ type }) => type === 'boolean' || type === 'enum' },
  period: { kind: 'choice', label: 'Shows', words: PERIOD },
};

export const CALENDAR_LAYOUT: LayoutOf<'view', 'calendar'> = {
  label: 'Calendar',
  icon: 'calendar',
  description: 'Rows on the days of a month or a week',
  reads: 'view',
  narrow: null,
  hasRowHeight: false,
  settings: SETTINGS,
  ownColumn: (spec, columns) => startColumn(columns, readSettings('calendar', SETTINGS, spec)),
  Component: Calendar,
  Paper: (props) => {
    const settings = readSettings('calendar', SETTINGS, props.spec);
    const dates = dateColumns(props.declared, settings);
    if (dates === null) return <StaticTable {...props} rows={props.rows.rows} />;
    return <CalendarPaper {...props} {...{ dates }} period={settings.period} />;
  },
};

function Calendar(props: LayoutProps<'view'>): JSX.Element {
  const settings = readSettings('calendar', SETTINGS, props.spec);
  const dates = dateColumns(props.declared, settings);
  return dates === null ? <NoDates date={settings.date} /> : <Days {...props} {...{ dates, settings }} />;
}

interface DaysProps extends LayoutProps<'view'> {
  readonly dates: DateColumns;
  readonly settings: CalendarSettings;
}

function Days(props: DaysProps): JSX.Element {
  const { dates, settings, spec, change } = props;
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(place);
  const model = useCalendar(props, { ...settings, dates }, (value) =>
    change(withSetting(spec, { layout: 'calendar', name: 'period', field: SETTINGS.period }, value)),
  );
  const { warnings, dragged } = model;
  // A column of a week is too narrow on a phone.
  const isList = settings.period === 'agenda' || (isNarrow && settings.period === 'week');
  const more = dragged.value === null ? '' : ' ndb-is-dragging';
  return (
    <div
      class={`ndb-calendar ndb-stack ndb-fills${more}`}
      role="group"
      aria-label={props.label}
      ref={place}
      onKeyDown={(event) => pressCalendarKey(event, model)}
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={(event) => place.current !== null && liftBar(event, place.current, () => model.latest.current)}
    >
      <CalendarHead {...{ model, settings }} />
      <TableWarnings {...{ warnings }} />
      <div class={isNarrow ? 'ndb-dated-body ndb-stack ndb-fills' : 'ndb-dated-body ndb-fills'}>
        {isList ? <CalendarAgenda {...{ model }} /> : <CalendarWeeks {...{ model, isNarrow }} />}
        <UndatedRows {...{ props, dates }} undated={model.undated} />
      </div>
      <DatedRefusal {...props} rows={[...model.spans.map(({ row }) => row), ...(model.undated?.rows ?? [])]} />
    </div>
  );
}

type CalendarSettings = ReturnType<typeof readSettings<typeof SETTINGS>>;

interface CalendarHeadProps {
  readonly model: CalendarModel;
  readonly settings: CalendarSettings;
}

function CalendarHead({ model, settings: { period } }: CalendarHeadProps): JSX.Element {
  const { at, goTo, said } = model;
  const title = periodTitle(period, at);
  return (
    <div class="ndb-calendar-head ndb-line">
      <IconButton
        icon="chevron-left"
        label={`Earlier than ${title}`}
        onClick={() => goTo(stepPeriod(period, at, -1))}
      />
      <Button onClick={() => goTo(localToday())}>Today</Button>
      <IconButton icon="chevron-right" label={`Later than ${title}`} onClick={() => goTo(stepPeriod(period, at, 1))} />
      <strong class="ndb-calendar-title" aria-live="polite">
        {title}
      </strong>
      <span class="ndb-fills ndb-small-text ndb-ellipsis" role="status">
        {said.value}
      </span>
      <Segments label="Shows" chosen={period} options={optionsOf(PERIOD)} choose={model.show} />
    </div>
  );
}
