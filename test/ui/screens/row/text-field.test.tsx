/** The text of a note that is changed from outside while somebody types: other lines are merged, of the same ones the person chooses. docs/page.md#a-row */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';

const APE = 'notedb/main/default/tasks/Ape.md';
const TEXT = 'Flour\nSugar\nEggs\n';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }]);
  await setText(TEXT);
  page.choose({ table: 'main.default.tasks', note: APE });
  await eventually(() => expect(page.container.querySelector('.ndb-panel-text')?.textContent).toBe(TEXT));
  page.button('Edit the text').click();
  await eventually(() => expect(document.activeElement).toBe(area()));
});
afterEach(() => page.close());

const setText = (body: string): Promise<unknown> => page.vault.run('update_row', { table: 'tasks', path: APE, body });
const area = (): HTMLTextAreaElement =>
  page.container.querySelector('.ndb-panel .ndb-note-field') as HTMLTextAreaElement;
const noteText = (): string => page.note('Ape')?.split('\n---\n')[1] ?? '';
const conflict = (): Element | null => page.container.querySelector('.ndb-text-conflict');
const becomes = (text: string): Promise<void> => eventually(() => expect(noteText()).toBe(text));

function type(text: string): void {
  area().value = text;
  area().dispatchEvent(new Event('input', { bubbles: true }));
}
async function save(): Promise<void> {
  area().dispatchEvent(new FocusEvent('blur'));
  await eventually(() => expect(page.unsent.isEmpty || conflict() !== null).toBe(true));
}

it('is merged where the lines are others, and the field shows both', async () => {
  type('Flour\nSugar\nEggs, six\n');
  await setText('Flour, fine\nSugar\nEggs\n');
  await save();
  await becomes('Flour, fine\nSugar\nEggs, six\n');
  await eventually(() => expect(area().value).toBe('Flour, fine\nSugar\nEggs, six\n'));
  expect(page.container.querySelector('.ndb-panel [role=status]')?.textContent).toContain(
    'Both changes are in the text',
  );
  // What is typed on begins from there.
  type('Flour, fine\nSugar\nEggs, six\nMilk\n');
  await save();
  await becomes('Flour, fine\nSugar\nEggs, six\nMilk\n');
});

it('leaves Escape to a composition', async () => {
  const press = (more: KeyboardEventInit): void =>
    void area().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...more }),
    );
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(area()).not.toBeNull();
  press({});
  await eventually(() => expect(area()).toBeNull());
});

it('is merged with what was changed from outside after it was saved once', async () => {
  type('Flour\nSugar\nEggs, six\n');
  await save();
  await setText('Flour, fine\nSugar\nEggs, six\n');
  type('Flour\nSugar\nEggs, six\nMilk\n');
  await save();
  await becomes('Flour, fine\nSugar\nEggs, six\nMilk\n');
});

it.each([
  ['Use mine', 'Flour\nSugar\nEggs, mine\n'],
  ['Keep theirs', 'Flour\nSugar\nEggs, theirs\n'],
  ['Keep both', 'Flour\nSugar\nEggs, theirs\nEggs, mine\n'],
])('shows both versions of one line, writes neither, and does what is chosen: %s', async (label, expected) => {
  type('Flour\nSugar\nEggs, mine\n');
  await setText('Flour\nSugar\nEggs, theirs\n');
  await save();
  expect([...(conflict()?.querySelectorAll('dd') ?? [])].map((each) => each.textContent)).toEqual([
    'Eggs, theirs',
    'Eggs, mine',
  ]);
  expect([noteText(), area().value]).toEqual(['Flour\nSugar\nEggs, theirs\n', 'Flour\nSugar\nEggs, mine\n']);
  page.button(label).click();
  await becomes(expected);
  await eventually(() => expect([conflict(), area().value, page.unsent.isEmpty]).toEqual([null, expected, true]));
});

it('of several places waits for a choice at each', async () => {
  type('Flour, mine\nSugar\nEggs, mine\n');
  await setText('Flour, theirs\nSugar\nEggs, theirs\n');
  await save();
  const places = [...(conflict()?.querySelectorAll('.ndb-conflict-part') ?? [])];
  expect(places).toHaveLength(2);
  page.button('Keep theirs', places[0]).click();
  await eventually(() => expect(page.button('Keep theirs', places[0]).getAttribute('aria-pressed')).toBe('true'));
  expect(noteText()).toBe('Flour, theirs\nSugar\nEggs, theirs\n');
  page.button('Use mine', places[1]).click();
  await becomes('Flour, theirs\nSugar\nEggs, mine\n');
});

it('asks again when the lines are others again by the time somebody chose', async () => {
  type('Flour\nSugar\nEggs, mine\n');
  await setText('Flour\nSugar\nEggs, theirs\n');
  await save();
  await setText('Flour\nSugar\nEggs, third\n');
  page.button('Use mine').click();
  await eventually(() => expect(conflict()?.textContent).toContain('Eggs, third'));
  expect(noteText()).toBe('Flour\nSugar\nEggs, third\n');
});

it('with the line breaks of Windows is merged by its lines, and keeps them', async () => {
  page.button('Done').click();
  const path = 'notedb/main/default/tasks/Ape.md';
  page.vault.host.external.write(path, (page.note('Ape') ?? '').replaceAll('\n', '\r\n'));
  await eventually(async () => {
    const { content } = (await page.vault.run('read_note', { path })) as { content: string };
    expect(content).toContain('Flour\r\n');
  });
  page.button('Edit the text').click();
  await eventually(() => expect(document.activeElement).toBe(area()));
  type('Flour\nSugar\nEggs, six\n');
  await setText('Flour, fine\nSugar\nEggs\n');
  await save();
  await eventually(() => expect(page.note('Ape')).toContain('Flour, fine\r\nSugar\r\nEggs, six\r\n'));
  type('Flour, fine\nSugar\nEggs, six\nMilk\n');
  await save();
  await eventually(() => expect(page.note('Ape')).toContain('Eggs, six\r\nMilk\r\n'));
  expect(conflict()).toBe(null);
});
