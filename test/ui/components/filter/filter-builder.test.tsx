/** The builder of a filter, beside answers and effects that come late. docs/views.md#the-filter */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { FilterBuilder } from '../../../../src/ui/components/filter/filter-builder';
import { undeclaredColumn } from '../../../../src/ui/components/grid-column';

const HOURS = { ...undeclaredColumn('hours', 'Hours'), type: 'integer' } as const;

const place = document.body.appendChild(document.createElement('div'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  render(null, place);
  vi.useRealTimers();
});

function put(selector: string, value: string): void {
  const field = place.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
  if (field === null) throw new Error(`no ${selector}`);
  field.value = value;
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

it('keeps the last change where somebody is quicker than the effects of the first draw, and closes it', async () => {
  const told: (JsonObject | null)[] = [];
  render(
    <FilterBuilder
      tools={{ columns: [{ column: HOURS, heading: null }], suggest: null }}
      where={null}
      total={2}
      side="builder"
      begin={{ column: 'hours', operator: 'eq', value: null }}
      change={(where) => void told.push(where)}
      count={() => Promise.resolve({ rows: 1, dangling: [] })}
      explain={(thrown) => ({ message: String(thrown), hint: null })}
    />,
    place,
  );
  put('select', 'gt');
  await vi.advanceTimersByTimeAsync(100);
  put('input[aria-label="Hours"]', '0');
  render(null, place);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([{ hours: { gt: 0 } }]);
});
