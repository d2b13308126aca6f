/** A write of another program is shown once, however late the answers about it come. docs/rights.md#notices */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import type { Notice } from '../../../../src/ui/screens/frame/notice';
import { PAGE_HARNESS } from '../../../../src/ui/changes/describe-migration';
import { useNotices } from '../../../../src/ui/screens/frame/app-writes';
import { eventually } from '../../../eventually';

const container = document.createElement('div');
afterEach(() => render(null, container));

const entry = (id: string): object => ({
  migration_id: id,
  op: 'update_rows',
  summary: 'updated 7 rows',
  schema: 'main.default.tasks',
  deed: { verb: 'update', object: 'rows', table: 'main.default.tasks', counts: { rows: 7 }, names: {} },
  actor: { app: 'Planner' },
  tables: ['main.default.tasks'],
  files: ['tasks/A.md', 'tasks/B.md'],
  notes_changed: 2,
  undone: false,
  failed: false,
});

const told: string[] = [];
let asked: ((migrations: readonly object[]) => void)[] = [];
let tell: (notice: Notice | null) => void;
let change: () => void;

const client = {
  run: () => new Promise((resolve) => asked.push((migrations) => resolve({ migrations }))),
  onChange: (listener: () => void) => {
    change = listener;
    return () => undefined;
  },
} as unknown as OperationsClient;

function Watching(): null {
  const [notice, show] = useNotices(client);
  tell = show;
  if (notice !== null && told.at(-1) !== notice.text) told.push(notice.text);
  return null;
}

beforeEach(async () => {
  told.length = 0;
  asked = [];
  render(<Watching />, container);
  await eventually(() => expect(asked).toHaveLength(1));
  asked[0]?.([entry('before')]);
});

it('while the question about an earlier change is not answered yet', async () => {
  change();
  await eventually(() => expect(asked).toHaveLength(2));
  change();
  await new Promise((resolve) => setTimeout(resolve, 600));
  asked[1]?.([entry('write'), entry('before')]);
  await eventually(() => expect(asked).toHaveLength(3));
  asked[2]?.([entry('write'), entry('before')]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toHaveLength(1);
});

it('after the notice of a newer write of one’s own, whose undo stays at hand', async () => {
  const own = { ...entry('own'), actor: { app: null, harness: PAGE_HARNESS, model: null } };
  change();
  await eventually(() => expect(asked).toHaveLength(2));
  tell({ text: 'Tasks restored', migrationId: 'own', isProblem: false });
  // Read before the own write was there.
  asked[1]?.([entry('write'), entry('before')]);
  await eventually(() => expect(asked).toHaveLength(3));
  asked[2]?.([own, entry('write'), entry('before')]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toEqual(['Tasks restored']);
  tell(null);
  await eventually(() => expect(asked).toHaveLength(4));
  asked[3]?.([own, entry('write'), entry('before')]);
  await eventually(() => expect(told).toEqual(['Tasks restored', expect.stringContaining('Planner')]));
  tell(null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveLength(4);
});
