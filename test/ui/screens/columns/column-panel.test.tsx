/** The form of a column in the browser of tables: how it is left, and where a new column is seen. docs/app/columns.md */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }]);
  await eventually(() => expect(page.text('Ape', 1)).toBe('todo'));
});
afterEach(() => page.close());

async function openForm(): Promise<HTMLInputElement> {
  page.button('Add a column').click();
  return eventually(() => {
    const field = page.dialog?.querySelector<HTMLInputElement>('input');
    if (!field) throw new Error('no form');
    return field;
  });
}

function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it('is left by Cancel without a question', async () => {
  type(await openForm(), 'Mood');
  await eventually(() => page.button('Cancel').click());
  await eventually(() => expect(page.dialog).toBe(null));
});

it('asks when Escape would lose what was typed', async () => {
  type(await openForm(), 'Mood');
  await eventually(() => page.button('Cancel'));
  await page.press('Escape');
  await eventually(() => expect(page.dialog?.textContent).toContain('What you changed here is not written yet.'));
});
