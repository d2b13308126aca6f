/** The form of an import over a real engine: how a file was read, what is asked about it, and the one write. docs/page.md#import */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { typedRun } from '../../../../src/engine/index';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { ImportScreen } from '../../../../src/ui/screens/import/import-screen';
import type { CsvFile } from '../../../../src/ui/screens/table-file/table-file';
import { eventually } from '../../../eventually';
import { type TestVault, column, openVault } from '../../../engine/open-vault';
import { fileOf, fixture } from '../table-file/csv-files';

let vault: TestVault;
let container: HTMLElement;
let opened: string | null;

beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'cities',
    description: 'Where people live',
    columns: [column('city', 'string', { required: true }), column('population', 'integer'), column('since', 'date')],
  });
  container = document.body.appendChild(document.createElement('div'));
  opened = null;
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

function draw(file: CsvFile): void {
  const client: OperationsClient = {
    run: typedRun((name, args) => vault.engine.run(name, args)),
    onChange: () => () => undefined,
  };
  render(
    <ImportScreen
      {...{ client, file }}
      table="main.default.cities"
      tell={() => undefined}
      openTable={(table) => (opened = table)}
      back={() => undefined}
    />,
    container,
  );
}

const select = (label: string): HTMLSelectElement | undefined =>
  [...container.querySelectorAll('select')].find(
    (each) => each.getAttribute('aria-label') === label || each.parentElement?.textContent?.startsWith(label) === true,
  );
const choose = (label: string, value: string | undefined): void => {
  const field = select(label);
  if (field === undefined || value === undefined) throw new Error(`nothing to choose: ${label}`);
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};
const importButton = (): HTMLButtonElement | undefined =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Import '));
const texts = (query: string): readonly (string | null)[] =>
  [...container.querySelectorAll(query)].map(({ textContent }) => textContent);

it('writes no number before its person says how the numbers of the file are meant', async () => {
  draw(fixture('thousands.csv'));
  await eventually(() => expect(select('Reading of Population')).toBeDefined());
  expect(texts('[role=alert]')).toEqual(['Say first how the numbers or days of the marked fields are meant.']);
  expect(importButton()?.disabled).toBe(true);
  const [, first, second] = [...(select('Reading of Population')?.options ?? [])];
  expect([first?.textContent, second?.textContent]).toEqual([
    '1234: commas part thousands',
    '1.234: commas begin the fraction',
  ]);
  choose('Reading of Population', first?.value);
  await eventually(() => expect(importButton()?.disabled).toBe(false));
  importButton()?.click();
  await eventually(() => expect(opened).toBe('main.default.cities'));
  const { rows } = await vault.run('select_rows', {
    table: 'cities',
    order_by: 'city',
    columns: ['city', 'population'],
  });
  expect(rows).toMatchObject([
    { city: 'Aarau', population: 1234 },
    { city: 'Bern', population: 12500 },
    { city: 'Chur', population: 850 },
  ]);
});

it('says how the file was read and what was odd, and reads it otherwise when its person says so', async () => {
  draw(fileOf('City;Since\nBern;28.11.2026\nChur;"open\n'));
  await eventually(() => expect(texts('.ndb-import-name')).toEqual(['City', 'Since']));
  expect(texts('.ndb-file-notice')).toEqual([
    'Line 3, field 2: a quote opens and never closes. It is read as a letter.',
  ]);
  expect(select('Between fields are')?.value).toBe(';');
  choose('Between fields are', ',');
  await eventually(() => expect(texts('.ndb-import-name')).toEqual(['City;Since']));
  choose('Between fields are', ';');
  await eventually(() => expect(texts('.ndb-import-name')).toEqual(['City', 'Since']));
});
