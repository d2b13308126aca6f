// @vitest-environment happy-dom
/** Previews of notes under the pointer, and notes that open beside the table. docs/app/editing.md#links */

import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { demoVault, find, letGo, showTable, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

async function startProjects(): Promise<NodeTestApp> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  await showTable(app, 'Projects');
  return app;
}

const over = (element: Element, from: Element | null = null): boolean =>
  element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, relatedTarget: from }));
const opener = (): HTMLElement => document.querySelector('.ndb-row .ndb-open') as HTMLElement;

it('asks Page preview for the note of a row, once while the pointer stays on it', async () => {
  const app = await startProjects();
  const asked: object[] = [];
  app.core.workspace.on('hover-link', (info) => void asked.push(info));
  const open = opener();
  over(open);
  over(open.firstElementChild ?? open, open);
  over(find('.ndb-head', 'Status'));
  const path = open.dataset['href'] ?? '';
  expect(path).toMatch(/\.md$/);
  expect(asked).toEqual([
    expect.objectContaining({ source: 'notedb', targetEl: open, linktext: path, sourcePath: '' }),
  ]);
  expect(app.core.workspace.hoverLinkSources.get('notedb')).toEqual({ display: 'NoteDB', defaultMod: true });
  await app.disable('notedb');
  await letGo(app);
  expect(app.core.workspace.hoverLinkSources.size).toBe(0);
});

it('opens the note of a row to the right, and the table stays in sight', async () => {
  const app = await startProjects();
  const cell = opener().closest<HTMLElement>('.ndb-cell') as HTMLElement;
  cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  const item = await eventually(() => find<HTMLElement>('[role=menuitem]', 'Open to the right'));
  item.click();
  await eventually(() => expect(app.core.workspace.getActiveFile()?.path).toBe(opener().dataset['href']));
  expect(document.querySelectorAll('.workspace-split.mod-root')).toHaveLength(2);
  expect(app.core.workspace.getLeavesOfType('notedb-tables')[0]?.containerEl.style.display).not.toBe('none');
});
