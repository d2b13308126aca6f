/** Sets, changes and takes away the limit of a lane, with its dry run. docs/views.md#limits-of-lanes */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../engine/index';
import { freeColumnName } from '../../../kernel/names';
import { countedRows } from '../../changes/describe-write';
import type { OperationsClient } from '../../client/operations-client';
import { type LaneLimits, type LimitedLane, type TableLimit, limitOfValue } from '../../rows/lane-limits';
import { TableChangeForm, type TableChangeFormProps } from '../sidebar/table-change-form';
import type { TableChange } from '../sidebar/table-change';

interface LimitsPlace extends Pick<TableChangeFormProps, 'client' | 'tell' | 'holdOpen'> {
  /** Qualified. */
  readonly table: string;
  readonly limits: readonly TableLimit[];
  readonly canWrite: boolean;
}

export function useLaneLimits(place: LimitsPlace): {
  readonly limits: LaneLimits;
  /** Where it is drawn; null while it is closed. */
  readonly form: JSX.Element | null;
} {
  const [open, setOpen] = useState<{ readonly lane: LimitedLane; readonly anchor: HTMLElement } | null>(null);
  const { client, table, canWrite, tell, holdOpen } = place;
  const edit = canWrite ? (lane: LimitedLane, anchor: HTMLElement) => setOpen({ lane, anchor }) : undefined;
  const limits = { all: place.limits, edit };
  if (open === null) return { limits, form: null };
  const form = (
    <TableChangeForm
      key={open.lane.name}
      change={limitLane(client, table, place.limits, open.lane)}
      anchor={() => open.anchor}
      go={() => undefined}
      close={() => setOpen(null)}
      {...{ client, tell, holdOpen }}
    />
  );
  return { limits, form };
}

/** An empty field takes the limit away. */
function limitLane(
  client: OperationsClient,
  table: string,
  limits: readonly TableLimit[],
  lane: LimitedLane,
): TableChange {
  const present = limitOfValue(limits, lane.column, lane.value);
  const isTaken = (name: string): boolean => limits.some((each) => each.name === name);
  // A dry run tries each step alone: the dropped limit still has the name then.
  const nameOf = (isDryRun: boolean): string =>
    present !== null && !isDryRun ? present.name : freeColumnName(`most_${lane.name}`, isTaken);
  const steps = (typed: string, isDryRun: boolean): readonly JsonObject[] => [
    ...(present === null ? [] : [{ op: 'drop_constraint', table, name: present.name }]),
    ...(typed === ''
      ? []
      : [
          {
            ...{ op: 'add_constraint', table, name: nameOf(isDryRun), check: { [lane.column]: lane.value } },
            // The engine refuses a text that is no number, and gives the reason.
            at_most: /^\d+$/.test(typed) ? Number(typed) : typed,
          },
        ]),
  ];
  return {
    ...{ title: `Limit of ${lane.name}`, submit: 'Save', isDanger: false, next: () => null },
    field: {
      label: 'At most so many rows; empty: any number',
      initial: present === null ? '' : String(present.atMost),
      canBeEmpty: true,
    },
    run: (typed, dry_run) =>
      client.run('batch', {
        operations: steps(typed, dry_run) as never,
        summary: `Limit of ${lane.name}`,
        dry_run,
      }),
    impact: () => 'Every write keeps it, also those of programs.',
    done: (typed) =>
      typed === '' ? `${lane.name} has no limit now` : `${lane.name} has at most ${countedRows(Number(typed))}`,
  };
}
