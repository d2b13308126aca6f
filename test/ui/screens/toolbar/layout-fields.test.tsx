/** Fields for the settings of a layout. docs/views.md#layouts */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SettingField } from '../../../../src/ui/layouts/layout-settings';
import { EMPTY_SPEC, type ViewSpec } from '../../../../src/ui/rows/view-spec';
import { LayoutFields } from '../../../../src/ui/screens/toolbar/layout-fields';
import { column } from '../../components/grid-fixture';

const FIELDS: Readonly<Record<string, SettingField>> = {
  size: { kind: 'choice', label: 'Size', words: { small: 'Small', large: 'Large' } },
  fits: { kind: 'check', label: 'Fit the picture' },
  cover: { kind: 'column', label: 'Cover' },
};
const COLUMNS = [column('title'), column('image')];

const container = document.body.appendChild(document.createElement('div'));
let spec: ViewSpec;

function draw(): void {
  const change = (next: ViewSpec): void => {
    spec = next;
    draw();
  };
  render(<LayoutFields layout="cards" fields={FIELDS} columns={COLUMNS} {...{ spec, change }} />, container);
}

beforeEach(() => {
  spec = EMPTY_SPEC;
  draw();
});
afterEach(() => render(null, container));

const pressed = (): readonly (string | null)[] =>
  [...container.querySelectorAll('[aria-pressed=true]')].map((each) => each.textContent);

it('has a field for each kind of setting, with its default', () => {
  expect(container.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Size');
  expect(pressed()).toEqual(['Small']);
  expect(container.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked).toBe(false);
  const select = container.querySelector('select');
  expect(select?.value).toBe('');
  expect([...(select?.options ?? [])].map((each) => each.text)).toEqual(['None', 'Title', 'Image']);
});

it('changes the view, and shows it', () => {
  container.querySelectorAll<HTMLElement>('[aria-pressed]')[1]?.click();
  container.querySelector<HTMLElement>('input[type=checkbox]')?.click();
  const select = container.querySelector('select');
  if (select === null) throw new Error('no field for a column');
  select.value = 'image';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(spec.display.more).toEqual({ cards: { size: 'large', fits: true, cover: 'image' } });
  draw();
  expect(pressed()).toEqual(['Large']);
});
