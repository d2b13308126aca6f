/** A block of many cells of which many do not fit: few calls, a short list, and all of it kept. docs/app/editing.md#blocks */

import { afterEach, expect, it } from 'vitest';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { size } from '../../../deep';
import { openVault } from '../../../engine/open-vault';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';
import { openState } from '../../open-database';

let page: EditingPage;
afterEach(() => page.close());

const ROWS = size(200, 5000);
const REFUSED = size(30, 3000);

it('pastes what fits of it as one migration, and keeps the rest at its cells', async () => {
  const vault = await openVault();
  const calls: string[] = [];
  const state = openState(vault);
  if (state.kind !== 'open') throw new Error('not open');
  const run = ((name: string, args: { dry_run?: boolean }) => {
    if (name === 'batch') calls.push(args.dry_run === true ? 'dry run' : 'write');
    return vault.engine.run(name, args);
  }) as unknown as OperationsClient['run'];
  const client = { ...state.client, run };
  const database = {
    state: { ...state, client },
    onState: () => () => undefined,
    holdOpen: () => undefined,
    reopen: () => undefined,
  };
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }], { vault, database });
  await eventually(() => expect(page.text('Ape', 1)).toBe('todo'));
  const before = await page.migrations();
  await page.select('Ape', 0);
  const hours = (at: number): string => (at < REFUSED ? '99' : '7');
  const lines = Array.from({ length: ROWS }, (_, at) => [`Row ${at}`, 'doing', hours(at), '2026-11-27'].join('\t'));
  await page.paste(lines.join('\n'));
  const dialog = (): string => page.dialog?.textContent ?? '';
  await eventually(() =>
    expect(dialog()).toContain(`${ROWS * 4 - REFUSED} of ${ROWS * 4} cells fit, ${REFUSED} do not.`),
  );
  expect(page.dialog?.querySelectorAll('li').length).toBe(Math.min(REFUSED, 50));
  // All of it, then what is left of the refused rows.
  expect(calls).toEqual(['dry run', 'dry run']);
  page.button(`Paste ${ROWS * 4 - REFUSED} cells, add ${ROWS - 1} rows`).click();
  await eventually(() => expect(page.news).toContain(`Pasted ${ROWS * 4 - REFUSED} cells`));
  expect(await page.migrations()).toBe(before + 1);
  expect(await page.row(`Row ${ROWS - 1}`)).toMatchObject({ status: 'doing', hours: 7 });
  expect(page.text('Row 1', 2)).toBe('99');
});
