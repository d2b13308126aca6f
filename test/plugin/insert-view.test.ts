// @vitest-environment happy-dom
/** "Insert view as a Markdown table" in a note of the app, which follows its rows from then on. docs/publish.md#a-table-in-a-note */

import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import { MarkdownView } from '../host/markdown-view';
import { demoVault, find, press, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

it('stands at the cursor, is filled in the open note, follows its rows, and keeps what is typed', async () => {
  const app = await startApp({ folder: await demoVault() });
  const { core } = app;
  await turnOn(app);
  await core.vault.create('Home.md', 'Before\nafter');
  await core.workspace.openLinkText('Home', '');
  const view = core.workspace.getActiveViewOfType(MarkdownView);
  if (view === null) throw new Error('no note is open');
  await view.setState({ ...view.getState(), mode: 'source' });
  view.editor.setCursor({ line: 0, ch: 6 });
  await eventually(() => {
    if (document.querySelector('.prompt-input') === null) core.commands.executeCommandById('notedb:insert-view');
    find('.prompt-input', '');
  });
  const field = find<HTMLInputElement>('.prompt-input', '');
  field.value = 'people';
  field.dispatchEvent(new Event('input'));
  await eventually(() =>
    expect([...document.querySelectorAll('.suggestion-title')].map((each) => each.textContent)).toEqual(['people']),
  );
  press(document.body, 'Enter');
  await eventually(() => expect(view.editor.getValue()).toContain('<!-- notedb: view main.default.people -->'));
  // The app saves the note; the rows come by themselves.
  await eventually(() =>
    expect(view.editor.getValue()).toMatch(
      /^Before\n<!-- notedb: view main\.default\.people -->\n\n\| [^]*\|\n\n<!-- \/notedb -->\nafter$/,
    ),
  );
  // What is typed and not saved yet stays when a row changes meanwhile.
  view.editor.setCursor({ line: view.editor.lastLine(), ch: 5 });
  view.editor.replaceSelection(' and typed');
  const [person] = core.vault.getMarkdownFiles().filter(({ path }) => path.endsWith('/people/Agim Berisha.md'));
  if (person === undefined) throw new Error('the demo vault has another Agim');
  await core.vault.process(person, (text) => text.replace('city: Winterthur', 'city: Prishtina'));
  await eventually(() => expect(view.editor.getValue()).toMatch(/Agim Berisha [^\n]*Prishtina[^]*\nafter and typed$/));
});
