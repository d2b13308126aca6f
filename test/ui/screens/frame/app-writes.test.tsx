/** A write of another program is shown once, however late the answers about it come. docs/rights.md#notices */

import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { useAppWrites } from '../../../../src/ui/screens/frame/app-writes';
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

it('while the question about an earlier change is not answered yet', async () => {
  const told: string[] = [];
  const asked: ((migrations: readonly object[]) => void)[] = [];
  const listeners: (() => void)[] = [];
  const client = {
    run: () => new Promise((resolve) => asked.push((migrations) => resolve({ migrations }))),
    onChange: (listener: () => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  } as unknown as OperationsClient;
  const Watching = (): null => {
    useAppWrites(client, ({ text }) => told.push(text));
    return null;
  };
  render(<Watching />, container);
  await eventually(() => expect(asked).toHaveLength(1));
  asked[0]?.([entry('before')]);
  listeners[0]?.();
  await eventually(() => expect(asked).toHaveLength(2));
  listeners[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 600));
  asked[1]?.([entry('write'), entry('before')]);
  await eventually(() => expect(asked).toHaveLength(3));
  asked[2]?.([entry('write'), entry('before')]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toHaveLength(1);
});
