// @vitest-environment happy-dom
/** Writes to notes that are open in the app: they go through the editor, and never over text that is not saved. docs/external-edits.md#notes-that-are-open-in-obsidian */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { eventually } from '../../eventually';
import type { MarkdownView } from '../../host/markdown-view';
import { Notice } from '../../host/notice';
import { startFixture } from './obsidian-fixture';
import type { Fixture } from './obsidian-fixture';

const NOTE = 'notedb/main/default/tasks/One.md';
const BODY = Array.from({ length: 40 }, (_, i) => `Line ${i}.`).join('\n');

let fixture: Fixture;
let engine: Engine;

beforeEach(async () => {
  fixture = await startFixture();
  engine = await openEngine(fixture.host);
  await run('create_table', {
    name: 'tasks',
    description: 'What to do',
    filename: '{name}',
    columns: [
      { name: 'name', type: 'string', description: 'What' },
      { name: 'status', type: 'string', description: 'How far' },
      { name: 'about', type: 'link', ref: 'tasks', description: 'Another one' },
    ],
  });
  await run('insert_row', { table: 'tasks', values: { name: 'One', status: 'todo' }, body: `${BODY}\n` });
  await run('insert_row', { table: 'tasks', values: { name: 'Two', status: 'todo', about: '[[One]]' } });
});
afterEach(async () => {
  await engine.close();
  await fixture.close();
});

const run = (name: string, args: JsonObject): Promise<JsonObject> => engine.run(name, args);
const setStatus = (status: string, name = 'One'): Promise<JsonObject> =>
  run('update_rows', { table: 'tasks', where: { name: { eq: name } }, set_values: { status } });
const place = (file: string): string => path.join(fixture.testApp.folder, file);
const onDisk = (file = NOTE): string => readFileSync(place(file), 'utf8');

async function open(file = NOTE, mode: 'source' | 'preview' = 'source'): Promise<MarkdownView> {
  const leaf = fixture.testApp.core.workspace.getLeaf('tab');
  await leaf.setViewState({ type: 'markdown', state: { file, mode } });
  return leaf.view as MarkdownView;
}

/** As a person types: at a place in the text. */
function type(view: MarkdownView, after: string, text: string): void {
  const { editor } = view;
  editor.setCursor(editor.offsetToPos(editor.getValue().indexOf(after) + after.length));
  editor.replaceSelection(text);
}

const refusalOf = async (call: Promise<unknown>): Promise<NotedbError> => {
  const error: unknown = await call.then(
    () => 'done',
    (reason: unknown) => reason,
  );
  if (!(error instanceof NotedbError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};

const UNSAVED = { code: 'conflict', conflicts: [{ path: NOTE, code: 'unsaved' }] };

describe('a write to a note that is open in an editor', () => {
  test('is one small change there, and the file has it at once', async () => {
    const view = await open();
    await setStatus('done');
    expect(view.editor.getValue()).toBe(onDisk());
    expect(onDisk()).toContain('status: done\n');
    const [transaction, ...more] = view.editor.transactions;
    expect([transaction?.origin, transaction?.changes, more]).toEqual([
      'notedb',
      [{ from: expect.any(Number) as number, to: expect.any(Number) as number, text: expect.any(String) as string }],
      [],
    ]);
    const [change] = transaction?.changes ?? [];
    expect(view.editor.getValue().slice((change?.from ?? 0) - 8, (change?.from ?? 0) + 4)).toContain('status: ');
  });

  test('leaves selection and scroll between two changed places alone', async () => {
    const view = await open();
    const { editor } = view;
    const line = editor.getValue().split('\n').indexOf('Line 20.');
    editor.setSelection({ line, ch: 2 }, { line, ch: 6 });
    editor.scrollTo(null, line * 20);
    await run('update_row', {
      table: 'tasks',
      path: NOTE,
      set_values: { status: 'done, and a good deal longer' },
      body_append: 'The end.',
    });
    expect(editor.transactions.map(({ changes }) => changes.length)).toEqual([2]);
    expect(editor.getSelection()).toBe('ne 2');
    expect(editor.getLine(editor.getScrollInfo().top / 20)).toBe('Line 20.');
    expect(editor.getValue()).toBe(onDisk());
  });

  test('is a step of the editor’s own undo, and what was typed before is still one', async () => {
    const view = await open();
    type(view, 'Line 3.', ' Mine.');
    await view.save();
    await eventually(async () => setStatus('done'));
    const { editor } = view;
    editor.undo();
    expect(editor.getValue()).toMatch(/status: todo[^]*Line 3\. Mine\./);
    editor.undo();
    expect(editor.getValue()).toMatch(/status: todo[^]*Line 3\.\n/);
    editor.redo();
    editor.redo();
    expect(editor.getValue()).toMatch(/status: done[^]*Line 3\. Mine\./);
  });

  test('leaves the editor nothing to save, to load or to merge', async () => {
    const view = await open();
    await setStatus('done');
    const { calls } = fixture.testApp.core.vault.adapter;
    calls.clear();
    await view.save();
    expect([calls.get('write'), view.dirty, view.merges]).toEqual([undefined, false, 0]);
  });

  test('reaches it in every pane', async () => {
    const views = [await open(), await open(), await open(NOTE, 'preview')];
    await setStatus('done');
    await eventually(() => expect(views.map((view) => view.getViewData())).toEqual(views.map(() => onDisk())));
    expect(views.map(({ merges }) => merges)).toEqual([0, 0, 0]);
  });

  test('is undone through it as well', async () => {
    const view = await open();
    const before = onDisk();
    const { migrationId } = await setStatus('done');
    await run('undo_migration', { migration_id: migrationId as string });
    expect([onDisk(), view.editor.getValue()]).toEqual([before, before]);
    expect(view.editor.transactions.map(({ origin }) => origin)).toEqual(['notedb', 'notedb']);
  });

  test('follows a rename: its link there changes', async () => {
    const view = await open('notedb/main/default/tasks/Two.md');
    await run('update_row', { table: 'tasks', path: NOTE, set_values: { name: 'First' } });
    expect(view.editor.getValue()).toContain('[[First]]');
    expect(view.editor.getValue()).toBe(onDisk('notedb/main/default/tasks/Two.md'));
    expect(view.editor.transactions.map(({ origin }) => origin)).toEqual(['notedb']);
  });

  test('that the disk does not take is no change in it either', async () => {
    const view = await open();
    const before = onDisk();
    const { core } = fixture.testApp;
    const process = core.vault.process.bind(core.vault);
    core.vault.process = async (_file, change) => {
      change(before);
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    expect((await refusalOf(setStatus('done'))).code).toBe('unavailable');
    core.vault.process = process;
    expect([view.editor.getValue(), onDisk()]).toEqual([before, before]);
    await view.save();
    expect(onDisk()).toBe(before);
  });

  test('that is called off because of another note is no change in it either', async () => {
    const view = await open();
    const other = await open('notedb/main/default/tasks/Two.md');
    const before = onDisk();
    type(other, 'todo', '!');
    const error = await refusalOf(run('update_rows', { table: 'tasks', set_values: { status: 'done' } }));
    expect(error).toMatchObject({ code: 'conflict', conflicts: [{ path: 'notedb/main/default/tasks/Two.md' }] });
    expect([view.editor.getValue(), onDisk()]).toEqual([before, before]);
  });

  test('is loaded by the app where another plugin keeps the editor from changing', async () => {
    const view = await open();
    view.editor.transaction = () => {
      throw new Error('read-only');
    };
    await setStatus('done');
    await eventually(() => expect(view.editor.getValue()).toBe(onDisk()));
    expect(onDisk()).toContain('status: done');
    expect(view.editor.transactions.map(({ origin }) => origin)).toEqual(['set']);
  });

  test.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ])('keeps %s, which no editor shows', async (_what, odd) => {
    writeFileSync(place(NOTE), odd(onDisk()));
    await fixture.testApp.noticeOutsideChanges();
    await eventually(async () =>
      expect(await run('read_note', { path: NOTE })).toMatchObject({
        content: odd(onDisk().replace(/\r|\uFEFF/g, '')),
      }),
    );
    const view = await open();
    await eventually(() => setStatus('done'));
    expect(onDisk()).toBe(odd(onDisk().replace(/\r|\uFEFF/g, '')));
    await eventually(() => expect(view.editor.getValue()).toContain('status: done\n'));
    await view.save();
    expect(view.merges).toBe(0);
  });
});

describe('an editor with text that is not saved', () => {
  test('is not written over: the write is a conflict that says so, and nothing is written', async () => {
    const view = await open();
    const before = onDisk();
    type(view, 'Line 3.', ' Mine.');
    const typed = view.editor.getValue();
    const error = await refusalOf(setStatus('done'));
    expect(error).toMatchObject(UNSAVED);
    expect(error.message).toBe(`${NOTE} is open in an editor with changes that are not saved yet; nothing was written`);
    expect(error.hint).toBe('the editor saves two seconds after the last key: repeat the call then');
    expect(view.editor.getValue()).toBe(typed);
    expect(onDisk()).toBe(before);
  });

  test('saves two seconds later, and then the same call succeeds, with both texts', async () => {
    const view = await open();
    type(view, 'Line 3.', ' Mine.');
    await refusalOf(setStatus('done'));
    await eventually(() => setStatus('done'));
    expect(onDisk()).toMatch(/status: done[^]*Line 3\. Mine\./);
    expect(view.editor.getValue()).toBe(onDisk());
    expect(view.merges).toBe(0);
  });

  test('keeps its note from being deleted', async () => {
    const view = await open();
    type(view, 'Line 3.', ' Mine.');
    const error = await refusalOf(
      run('delete_rows', { table: 'tasks', where: { name: { eq: 'One' } }, on_referenced: 'ignore', mode: 'delete' }),
    );
    expect(error).toMatchObject(UNSAVED);
    await view.save();
    expect(onDisk()).toContain('Line 3. Mine.');
  });

  test('goes along with its note when that is renamed', async () => {
    const view = await open();
    type(view, 'Line 3.', ' Mine.');
    const renamed = 'notedb/main/default/tasks/First.md';
    await view.save();
    await eventually(() => run('update_row', { table: 'tasks', path: NOTE, set_values: { name: 'First' } }));
    type(view, 'Line 4.', ' Mine too.');
    await view.save();
    expect(onDisk(renamed)).toMatch(/Line 3\. Mine\.[^]*Line 4\. Mine too\./);
    expect(view.file?.path).toBe(renamed);
  });

  test('may be saving just then', async () => {
    const view = await open();
    type(view, 'Line 3.', ' Mine.');
    const saving = view.save();
    const outcome = await setStatus('done').then(
      () => null,
      (error: unknown) => error,
    );
    await saving;
    if (outcome !== null) expect(outcome).toMatchObject({ code: 'conflict', conflicts: [{ path: NOTE }] });
    await view.save();
    expect(onDisk()).toContain('Line 3. Mine.');
    expect(onDisk()).toContain(outcome === null ? 'status: done' : 'status: todo');
  });

  test('that is only behind the file is no obstacle', async () => {
    const view = await open();
    writeFileSync(place(NOTE), onDisk().replace('Line 5.', 'By git.'));
    const { vault } = fixture.host;
    const text = onDisk();
    await vault.replace(NOTE, text, text.replace('todo', 'done'));
    await eventually(() => expect(view.editor.getValue()).toBe(onDisk()));
    expect(onDisk()).toMatch(/status: done[^]*By git\./);
  });

  test(
    'loses nothing, whatever is typed, saved and written in whatever order',
    async () => {
      const views = [await open(), await open('notedb/main/default/tasks/Two.md')];
      let count = 0;
      const step = fc.constantFrom('type', 'type', 'save', 'write', 'write', 'pause', 'both');
      const anyStep = fc.tuple(step, fc.integer({ min: 0, max: 1 }));
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
          const typed: [number, string][] = [];
          const written: Promise<void>[] = [];
          const last: string[] = [];
          for (const [what, which] of steps) {
            const view = views[which] as MarkdownView;
            const word = `w${(count += 1)}.`;
            if (what === 'type' || what === 'both') {
              view.editor.setCursor({ line: 99, ch: 99 });
              view.editor.replaceSelection(` ${word}`);
              typed.push([which, word]);
            }
            if (what === 'save') void view.save();
            if (what === 'pause') await new Promise((resolve) => setTimeout(resolve, 5));
            if (what !== 'write' && what !== 'both') continue;
            written.push(
              setStatus(word, which === 0 ? 'One' : 'Two').then(
                ({ changed }) => void (changed === 1 ? (last[which] = word) : 0),
                (error: unknown) => expect(error, JSON.stringify(error)).toMatchObject({ code: 'conflict' }),
              ),
            );
          }
          await Promise.all(written);
          for (const [i, view] of views.entries()) {
            await view.save();
            const file = `notedb/main/default/tasks/${['One', 'Two'][i] ?? ''}.md`;
            await eventually(() => expect(view.getViewData()).toBe(onDisk(file)));
            for (const [which, word] of typed) if (which === i) expect(onDisk(file)).toContain(word);
            if (last[i] !== undefined) expect(onDisk(file)).toContain(`status: ${last[i]}`);
            expect(view.merges).toBe(0);
          }
        }),
        { numRuns: times(20, 2000), seed: Number(process.env['SEED']) },
      );
    },
    within(30_000),
  );
});

test('nothing of this shows a notice', async () => {
  const view = await open();
  await setStatus('done');
  await view.save();
  expect(document.querySelectorAll('.notice')).toHaveLength(0);
  expect(Notice).toBeDefined();
});
