/** Above the days of a timeline: the way through time, the zoom, and a new row. docs/views.md#timelines */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { dateOfDay } from '../../../kernel/calendar';
import { Button, IconButton } from '../../components/form/button';
import { longDay } from '../../components/text/date-text';
import { daysText, newDay } from '../dated-rows';
import { NewRowField } from '../new-row-field';
import { SCALE, zoomed } from './time-scale';
import { nameOfGroup, valueOfGroup } from './timeline-groups';
import { type NewSpan, type TimelineModel, beginRow } from './use-timeline';

export function TimeHead({ model }: { readonly model: TimelineModel }): JSX.Element {
  const { place, scale, zoom, said, adding, props } = model;
  const days = adding.value;
  return (
    <>
      <div class="ndb-timeline-head ndb-line">
        <IconButton icon="chevron-left" label="Earlier" onClick={() => place.scrollBy(-3 / 4)} />
        <Button onClick={model.goToToday}>Today</Button>
        <IconButton icon="chevron-right" label="Later" onClick={() => place.scrollBy(3 / 4)} />
        <span class="ndb-time-zoom ndb-line" role="group" aria-label="Scale">
          <IconButton icon="minus" label="Zoom out" isOff={zoomed(scale, 1) === null} onClick={() => zoom(1)} />
          <span class="ndb-time-scale" aria-live="polite">
            {SCALE[scale]}
          </span>
          <IconButton icon="plus" label="Zoom in" isOff={zoomed(scale, -1) === null} onClick={() => zoom(-1)} />
        </span>
        {props.pane === undefined && props.editing?.insertRow !== undefined && (
          <Button icon="plus" onClick={() => beginRow(model)}>
            New
          </Button>
        )}
        <span class="ndb-fills ndb-small-text ndb-ellipsis" role="status">
          {said.value}
        </span>
      </div>
      {days !== null && <NewOnDays key={`${days.first} ${days.last}`} {...{ model, days }} />}
    </>
  );
}

interface NewOnDaysProps {
  readonly model: TimelineModel;
  readonly days: NewSpan;
}

function NewOnDays({ model, days }: NewOnDaysProps): JSX.Element {
  const { props, dates, adding } = model;
  const { first, last, group = null } = days;
  const field = useRef<HTMLDivElement>(null);
  const text = (day: number): string => dateOfDay(day) ?? '';
  const when = first === last ? longDay(text(first)) : daysText(days);
  const where = group === null ? when : `${when}, ${nameOfGroup(model, group)}`;
  useFocusBack(field);
  return (
    <div class="ndb-new-on-days ndb-line" ref={field}>
      <span class="ndb-small-text">{where}</span>
      <NewRowField
        {...props}
        label={`the new row on ${where}`}
        values={() => ({
          [dates.start.name]: newDay(dates.start, text(first)),
          ...(dates.end === null || first === last ? {} : { [dates.end.name]: newDay(dates.end, text(last)) }),
          ...valueOfGroup(model, group),
        })}
        close={() => void (adding.value = null)}
      />
    </div>
  );
}

/** A field that closes gives the focus to the days, unless something else took it. */
function useFocusBack(field: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const root = field.current?.closest('.ndb-timeline');
    return () => {
      queueMicrotask(() => {
        const active = document.activeElement;
        if (active === null || active === document.body) root?.querySelector<HTMLElement>('.ndb-time-scroll')?.focus();
      });
    };
  }, []);
}
