/** What a notice says when its writes are taken back, and when something stands against one of them. docs/page.md#history-of-writes */

import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { NotedbError } from '../../../../src/engine/index';
import { type Notice, NoticeBar } from '../../../../src/ui/screens/frame/notice';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';

const container = document.body.appendChild(document.createElement('div'));
afterEach(() => render(null, container));

/** Of two writes, of which the ones named can't be undone. */
function draw(refused: readonly string[]): readonly string[] {
  const asked: string[] = [];
  const run = (_: string, { migration_id: id }: { migration_id: string }): Promise<unknown> => {
    asked.push(id);
    if (refused.includes(id)) return Promise.reject(new NotedbError('conflict', 'A note changed since.'));
    return Promise.resolve({ migrationId: `undo of ${id}` });
  };
  const client = { run, onChange: () => () => undefined } as unknown as OperationsClient;
  const show = (notice: Notice | null): void =>
    render(
      notice === null ? null : <NoticeBar {...{ client, notice, show }} canUndo openJournal={() => undefined} />,
      container,
    );
  show({ text: 'Bot: changed A', migrationId: 'second', earlier: ['first'], isProblem: false });
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo')?.click();
  return asked;
}

it('takes all of them back, the newest first', async () => {
  const asked = draw([]);
  await eventually(() => expect(container.querySelector('[role=status]')?.textContent).toContain('2 writes were'));
  expect(asked).toEqual(['second', 'first']);
});

it('is an alert when one of them could not be taken back', async () => {
  draw(['first']);
  await eventually(() => expect(container.querySelector('[role=alert]')?.textContent).toContain('1 of 2 writes were'));
});
