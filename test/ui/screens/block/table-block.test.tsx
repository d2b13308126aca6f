/** Blocks in a note over a real engine: how often they ask, and what stays as it is while they do. D15 */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../eventually';
import { type JsonObject, typedRun } from '../../../../src/engine/index';
import { readBlock } from '../../../../src/ui/screens/block/block-query';
import type { Database, OperationsClient } from '../../../../src/ui/client/operations-client';
import { localToday } from '../../../../src/ui/components/text/date-text';
import { TableBlock, clockAt } from '../../../../src/ui/screens/block/table-block';
import type { TestVault } from '../../../engine/open-vault';
import { column, openVault } from '../../../engine/open-vault';
import { sizeDocument } from '../../sized-document';
import { testServices } from '../../test-services';

let vault: TestVault;
let container: HTMLElement;
let asked: string[];
/** Of the same calls. */
let limits: unknown[];
let database: Database;

const DAY = clockAt(new Date('2026-11-21T09:37:21Z'));

beforeEach(async () => {
  vault = await openVault();
  const { engine } = vault;
  const run = (name: string, args: JsonObject): Promise<JsonObject> => vault.run(name, args);
  await run('create_table', { name: 'people', description: 'p', columns: [column('name', 'string')] });
  await run('create_table', {
    name: 'tasks',
    description: 't',
    filename: '{title}',
    columns: [column('title', 'string'), column('owner', 'link', { ref: 'people' }), column('due', 'date')],
  });
  await run('create_table', { name: 'other', description: 'o', columns: [column('name', 'string')] });
  for (const name of ['Ada', 'Bo']) await run('insert_row', { table: 'people', values: { name } });
  for (const [title, owner] of [
    ['a', 'Ada'],
    ['b', 'Bo'],
    ['c', 'Ada'],
  ] as const) {
    await run('insert_row', { table: 'tasks', values: { title, owner } });
  }
  const mine = { table: 'tasks', columns: ['title'], where: { owner: '{this.link}' } };
  await run('create_view', { name: 'vw_mine', query: mine, labels: { title: 'To do' } });
  container = document.body.appendChild(document.createElement('div'));
  [asked, limits] = [[], []];
  const client = {
    run: typedRun((name, args) => {
      asked.push(name);
      limits.push(args['limit']);
      return engine.run(name, args);
    }),
    onChange: engine.onChange.bind(engine),
  };
  const state = { kind: 'open', client, writeProtection: null } as const;
  database = { state, onState: () => () => undefined, holdOpen: () => undefined, reopen: () => undefined };
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

const queries = (): number => asked.filter((name) => name === 'select_rows').length;
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));
const titles = (el: Element = container): string[] =>
  [...el.querySelectorAll('.ndb-row .ndb-cell.ndb-is-pinned')].map((cell) => cell.textContent ?? '');

interface Shown {
  readonly path: string;
  readonly source: unknown;
  readonly properties?: string;
  readonly clock?: typeof DAY;
}

function draw(...blocks: readonly Shown[]): void {
  render(
    <>
      {blocks.map(({ path, source, properties = '{}', clock = DAY }, index) => (
        <section key={index}>
          <TableBlock
            {...{ database, clock }}
            query={readBlock(source)}
            note={{ path, properties }}
            services={testServices()}
          />
        </section>
      ))}
    </>,
    container,
  );
}

const person = (name: string): string => `notedb/main/default/people/${name}.md`;
const MINE = { view: 'vw_mine' };

it('shows two notes with the same block their own rows', async () => {
  draw({ path: person('Ada'), source: MINE }, { path: person('Bo'), source: MINE });
  const [first, second] = [...container.querySelectorAll('section')] as unknown as [Element, Element];
  await eventually(() => expect(titles(first)).toEqual(['a', 'c']));
  await eventually(() => expect(titles(second)).toEqual(['b']));
  expect(first.querySelector('.ndb-head')?.textContent).toBe('To do');
});

it('makes one call for each of ten blocks, and none when nothing changed for them', async () => {
  const blocks = Array.from({ length: 10 }, () => ({ path: person('Ada'), source: MINE }));
  draw(...blocks);
  await eventually(() => expect(titles()).toHaveLength(20));
  expect(asked).toEqual(Array.from({ length: 10 }, () => 'select_rows'));
  await vault.run('insert_row', { table: 'other', values: { name: 'x' } });
  draw(...blocks.map((block) => ({ ...block, clock: clockAt(new Date('2026-11-22T00:00:00Z')) })));
  draw(...blocks);
  await quiet();
  expect(asked).toHaveLength(10);
  await vault.run('insert_row', { table: 'tasks', values: { title: 'd', owner: 'Ada' } });
  await eventually(() => expect(titles()).toHaveLength(30));
  await quiet();
  expect(asked).toHaveLength(20);
});

it('touches nothing when the answer is the same, and keeps its rows while it asks', async () => {
  draw({ path: person('Ada'), source: MINE });
  await eventually(() => expect(titles()).toEqual(['a', 'c']));
  const scroll = container.querySelector('.ndb-scroll') as HTMLElement;
  scroll.scrollTop = 17;
  const touched = new MutationObserver(() => undefined);
  touched.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
  await vault.run('update_rows', { table: 'tasks', where: { title: 'b' }, set_values: { due: '2026-11-22' } });
  await eventually(() => expect(queries()).toBe(2));
  await quiet();
  expect(touched.takeRecords()).toEqual([]);
  await vault.run('insert_row', { table: 'tasks', values: { title: 'd', owner: 'Ada' } });
  await eventually(() => expect(titles()).toEqual(['a', 'c', 'd']));
  expect(container.querySelector('.ndb-scroll')).toBe(scroll);
  expect(scroll.scrollTop).toBe(17);
  const removed = touched.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
  expect(removed.filter((node) => node instanceof Element)).toEqual([]);
});

it('asks again when the front matter of its note changed, if a token reads it', async () => {
  const dated = { table: 'tasks', where: { due: '{this.when}' } };
  draw({ path: 'Note.md', source: dated }, { path: 'Note.md', source: { table: 'tasks' } });
  await eventually(() => expect(container.querySelectorAll('.ndb-block')).toHaveLength(2));
  expect(queries()).toBe(2);
  expect(container.querySelector('.ndb-warnings')?.textContent).toContain('Note.md has no when');
  const properties = '{"when":"2026-11-22"}';
  draw({ path: 'Note.md', source: dated, properties }, { path: 'Note.md', source: { table: 'tasks' }, properties });
  await eventually(() => expect(queries()).toBe(3));
  await quiet();
  expect(queries()).toBe(3);
});

it('asks again when the front matter changed while its first answer was on the way', async () => {
  const dated = { table: 'tasks', columns: ['title'], where: { title: '{this.what}' } };
  const note = (what: string): string => `---\nwhat: ${what}\n---\n`;
  vault.host.external.write('Note.md', note('a'));
  const { client } = database.state as { client: OperationsClient };
  const first = vi.spyOn(client, 'run').mockImplementationOnce(
    typedRun(async (name, args) => {
      const answer = await vault.run(name, args);
      vault.host.external.write('Note.md', note('b'));
      draw({ path: 'Note.md', source: dated, properties: '{"what":"b"}' });
      return answer;
    }),
  );
  draw({ path: 'Note.md', source: dated, properties: '{"what":"a"}' });
  await eventually(() => expect(titles()).toEqual(['b']));
  await quiet();
  expect(first).toHaveBeenCalledTimes(2);
});

it('heads the columns of groups and of answers through links', async () => {
  draw(
    { path: 'N.md', source: { table: 'tasks', group_by: 'owner.name', aggregates: { last: 'max:due' } } },
    { path: 'N.md', source: { table: 'tasks', columns: ['owner.name', 'id', 'file_modified'] } },
  );
  await eventually(() => expect(container.querySelectorAll('.ndb-block')).toHaveLength(2));
  const heads = [...container.querySelectorAll('section')].map((el) =>
    [...el.querySelectorAll('.ndb-head')].map((each) => each.textContent),
  );
  expect(heads).toEqual([
    ['Owner.name', 'Last'],
    ['Owner.name', 'Id', 'File modified'],
  ]);
});

it.each([
  ['{today+1d}', '2026-11-22T00:00:01Z', 1],
  ['{today+1d}', '2026-11-21T09:44:59Z', 0],
  ['2026-11-22', '2026-11-22T00:00:01Z', 0],
  // Midnight in Auckland, Kathmandu and St. John's, whatever the time zone of this machine.
  ['{today}', '2026-11-21T11:00:00Z', 1],
  ['{today}', '2026-11-21T18:15:00Z', 1],
  ['{today}', '2026-11-22T03:30:00Z', 1],
])('asks for what is due by %s again at %s: %i times', async (due, now, times) => {
  const source = { table: 'tasks', where: { due: { lte: due } } };
  draw({ path: 'Note.md', source });
  await eventually(() => expect(container.querySelector('.ndb-block')).not.toBeNull());
  draw({ path: 'Note.md', source, clock: clockAt(new Date(now)) });
  await quiet();
  expect(queries()).toBe(1 + times);
});

it('asks again when its view is another one, when its note has another path, and when what is behind a link changed', async () => {
  const source = { table: 'tasks', columns: ['title', 'owner.name'], where: { 'owner.name': 'Ada' } };
  draw({ path: person('Ada'), source: MINE }, { path: 'Note.md', source });
  await eventually(() => expect(titles()).toEqual(['a', 'c', 'a', 'c']));
  draw({ path: person('Bo'), source: MINE }, { path: 'Note.md', source });
  await eventually(() => expect(titles()).toEqual(['b', 'a', 'c']));
  await vault.run('create_view', { name: 'vw_mine', query: { table: 'tasks', limit: 1 }, replace: true });
  await eventually(() => expect(titles()[0]).toBe('a'));
  await vault.run('update_rows', { table: 'people', where: { name: 'Ada' }, set_values: { name: 'Eve' } });
  await eventually(() => expect(container.querySelectorAll('.ndb-state-empty')).toHaveLength(1));
});

it('shows groups, joins and expanded links', async () => {
  draw(
    { path: 'N.md', source: { table: 'tasks', group_by: 'owner', aggregates: { n: 'count' } } },
    { path: 'N.md', source: { table: 'people', join: { table: 'tasks', on: { path: 'owner' }, as: 'jobs' } } },
    { path: 'N.md', source: { view: 'vw_mine', limit: 5 } },
    { path: 'N.md', source: { table: 'tasks', columns: ['title', 'owner'], expand: ['owner'], where: { title: 'b' } } },
  );
  await eventually(() => expect(container.querySelectorAll('.ndb-block')).toHaveLength(4));
  const texts = [...container.querySelectorAll('section')].map((el) =>
    [...el.querySelectorAll('.ndb-row')].map((row) =>
      [...row.querySelectorAll('.ndb-cell')].map((cell) => cell.textContent),
    ),
  );
  expect(texts[0]).toEqual([
    ['Ada', '2'],
    ['Bo', '1'],
  ]);
  expect(texts[1]?.map((row) => row.at(-1))).toEqual(['ac', 'b']);
  expect(texts[3]).toEqual([['b', 'Bo']]);
});

it('orders by no matches of a join, and forgets an order by a column that has another name now', async () => {
  const join = { table: 'tasks', on: { path: 'owner' }, as: 'jobs' };
  draw({ path: 'N.md', source: { table: 'people', columns: ['name'], join } });
  await eventually(() => expect(container.querySelectorAll('.ndb-head')).toHaveLength(2));
  expect([...container.querySelectorAll('.ndb-sort')].map((el) => el.textContent)).toEqual(['Name']);

  draw({ path: 'N.md', source: { table: 'tasks' } });
  await eventually(() => expect(titles()).toEqual(['a', 'b', 'c']));
  container.querySelector<HTMLElement>('.ndb-sort')?.click();
  await eventually(() => expect(container.querySelector('.ndb-head')?.getAttribute('aria-sort')).toBe('ascending'));
  await vault.run('rename_column', { table: 'tasks', from_column: 'title', to_column: 'what' });
  await eventually(() => expect(container.querySelector('.ndb-state-error button')).not.toBeNull());
  container.querySelector<HTMLElement>('.ndb-state-error button')?.click();
  await eventually(() => expect(titles()).toEqual(['a', 'b', 'c']));
});

it('shows rows where it is in no note', async () => {
  draw({ path: '', source: { table: 'tasks', columns: ['title'] } }, { path: '', source: MINE });
  await eventually(() => expect(titles()).toEqual(['a', 'b', 'c']));
  await eventually(() => expect(container.querySelector('.ndb-state')?.textContent).toContain('belongs in a note'));
  expect(container.querySelector('.ndb-state-detail')?.textContent).toContain('reads {this.link} of the note');
  expect(container.querySelector('.ndb-warnings')).toBeNull();
});

const press = (el: Element | null, key: string): void => {
  el?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

it('edits its rows where they are of one table, also through a view, and nothing of groups', async () => {
  draw({ path: person('Ada'), source: MINE }, { path: 'N.md', source: { table: 'tasks', group_by: 'owner' } });
  await eventually(() => expect(container.querySelectorAll('[role=grid]')).toHaveLength(2));
  const [mine, groups] = [...container.querySelectorAll('[role=grid]')];
  expect(mine?.getAttribute('aria-readonly')).toBe('false');
  expect(groups?.getAttribute('aria-readonly')).toBe('true');
  (mine as HTMLElement).focus();
  press(mine ?? null, 'x');
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('.ndb-floating .ndb-field');
  expect(field?.value).toBe('x');
  press(field, 'Enter');
  await eventually(() => expect(titles(mine)).toEqual(['x', 'c']));
  // It is drawn before it is written.
  const written = (): Promise<JsonObject> =>
    vault.run('select_rows', { table: 'tasks', where: { title: 'x' }, limit: 0 });
  await eventually(async () => expect((await written())['total']).toBe(1));
});

it('shows a list where it says so, opens as a table, and writes into its text how it is ordered', async () => {
  const opened: unknown[] = [];
  let text = 'table: tasks\ncolumns: [title, owner]';
  const source = { table: 'tasks', columns: ['title', 'owner'], layout: 'list' };
  render(
    <TableBlock
      {...{ database }}
      clock={DAY}
      query={readBlock(source)}
      note={{ path: 'N.md', properties: '{}' }}
      services={testServices()}
      openTable={(choice) => opened.push(choice)}
      rewrite={(change) => {
        text = change(text);
        return Promise.resolve();
      }}
    />,
    container,
  );
  await eventually(() => expect(container.querySelector('[role=list]')?.getAttribute('aria-label')).toBe('Tasks'));
  const choose = async (label: string): Promise<void> => {
    container.querySelector<HTMLElement>('.ndb-block-tool button')?.click();
    await eventually(() => expect(document.querySelector('[role=menu]')).not.toBeNull());
    const items = [...document.querySelectorAll<HTMLElement>('[role=menu] button')];
    items.find((item) => item.textContent === label)?.click();
    await eventually(() => expect(document.querySelector('[role=menu]')).toBeNull());
  };
  await choose('Table');
  await eventually(() => expect(container.querySelector('[role=grid]')).not.toBeNull());
  container.querySelector<HTMLElement>('.ndb-sort')?.click();
  await eventually(() => expect(container.querySelector('.ndb-changed')).not.toBeNull());
  await choose('Write into the block');
  expect(text).toBe('table: tasks\ncolumns: [title, owner]\norder_by: title');
  await choose('Open as table');
  expect(opened).toMatchObject([
    { table: 'main.default.tasks', spec: { sort: [{ column: 'title', isDescending: false }] } },
  ]);
  await choose('Put back');
  await eventually(() => expect(container.querySelector('[role=list]')).not.toBeNull());
});

it('is a plain table with every row where its note is exported', async () => {
  for (let at = 0; at < 80; at += 1) await vault.run('insert_row', { table: 'tasks', values: { title: `t${at}` } });
  container.classList.add('print');
  draw({ path: 'N.md', source: { table: 'tasks', columns: ['title', 'owner'] } });
  await eventually(() => expect(container.querySelectorAll('.ndb-static tbody tr')).toHaveLength(83));
  expect(container.querySelector('[role=grid]')).toBeNull();
  expect([...container.querySelectorAll('.ndb-static th')].map((el) => el.textContent)).toEqual(['Title', 'Owner']);
});

it('is a table of rows and of coming ones where its note is exported as a calendar', async () => {
  await vault.run('add_column', { table: 'tasks', column: column('repeats', 'string') });
  await vault.run('add_column', { table: 'tasks', column: column('paid', 'boolean', { default: false }) });
  const due = { recurs: { rule: 'repeats', done: 'paid' } };
  await vault.run('alter_column', { table: 'tasks', column: 'due', changes: due });
  const values = { title: 'Rent', repeats: 'FREQ=DAILY', due: '2020-01-01' };
  await vault.run('insert_row', { table: 'tasks', values });
  container.classList.add('print');
  draw({ path: 'N.md', source: { table: 'tasks', columns: ['title', 'due'], layout: 'calendar' } });
  await eventually(() => expect(container.querySelector('.ndb-static-coming th')?.textContent).toMatch(/^Coming /));
  expect(container.querySelectorAll('.ndb-static tbody:not(.ndb-static-coming) tr')).toHaveLength(4);
  expect(container.querySelector('.ndb-static-coming td')?.textContent).toBe('Rent');
});

const many = (count: number): Promise<JsonObject> =>
  vault.run('merge_rows', {
    table: 'tasks',
    on: ['title'],
    rows: Array.from({ length: count }, (_, at) => ({ title: `t${String(at).padStart(3, '0')}` })),
  });

it('reads the rows near its window, up to its limit, and counts all', async () => {
  await many(300);
  const source = { table: 'tasks', columns: ['title'], order_by: '-title', limit: 250, offset: 1 };
  draw({ path: 'N.md', source }, { path: 'N.md', source: { ...source, limit: 2 } });
  const [first, second] = [...container.querySelectorAll('section')] as unknown as [Element, Element];
  await eventually(() => expect(titles(first).slice(0, 2)).toEqual(['t298', 't297']));
  await eventually(() => expect(titles(second)).toEqual(['t298', 't297']));
  const counts = [...container.querySelectorAll('.ndb-block-head .ndb-count')].map((each) => each.textContent);
  expect(counts).toEqual(['250 of 303 rows', '2 of 303 rows']);
  expect(first.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('251');
  await quiet();
  expect(limits).toEqual([100, 2]);
});

it('keeps its rows in their places while somebody edits, and orders them when the block is left', async () => {
  for (const [title, due] of [
    ['a', '2026-11-21'],
    ['c', '2026-11-22'],
  ]) {
    await vault.run('update_rows', {
      table: 'tasks',
      where: { title: String(title) },
      set_values: { due: String(due) },
    });
  }
  const where = { owner: '{this.link}' };
  draw({ path: person('Ada'), source: { table: 'tasks', columns: ['due', 'title'], where, order_by: 'due' } });
  const names = (): (string | null)[] =>
    [...container.querySelectorAll('.ndb-row [aria-colindex="2"]')].map((cell) => cell.textContent);
  await eventually(() => expect(names()).toEqual(['a', 'c']));
  const grid = container.querySelector<HTMLElement>('[role=grid]');
  grid?.focus();
  press(grid, '2');
  const field = document.querySelector<HTMLInputElement>('.ndb-floating .ndb-field');
  if (field !== null) field.value = '2026-11-23';
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  press(field, 'Enter');
  await eventually(() => expect(container.querySelector('.ndb-reorder')?.textContent).toBe('1 row would move'));
  expect(names()).toEqual(['a', 'c']);
  (document.activeElement as HTMLElement | null)?.blur();
  await eventually(() => expect(names()).toEqual(['c', 'a']));
  expect(container.querySelector('.ndb-reorder')).toBeNull();
});

it('has rows beyond its first page where its note is exported', async () => {
  await many(230);
  container.classList.add('print');
  draw({ path: 'N.md', source: { table: 'tasks', columns: ['title'], limit: 220 } });
  await eventually(() => expect(container.querySelectorAll('.ndb-static tbody tr')).toHaveLength(220));
});

const LOAD = {
  table: 'people',
  rollup: { tasks: { table: 'tasks', by: 'owner', value: 'count' } },
  compute: { more: 'tasks + 1' },
};

it.each<readonly [string, JsonObject]>([
  ['its own query', LOAD],
  ['a view', { view: 'vw_load' }],
])('shows the computed columns of %s', async (_name, source) => {
  await vault.run('create_view', { name: 'vw_load', query: LOAD });
  draw({ path: 'Note.md', source });
  const rows = (): readonly string[] =>
    [...container.querySelectorAll('.ndb-row')].map((found) => found.textContent ?? '');
  await eventually(() => expect(rows()).toEqual(['Ada23', 'Bo12']));
  expect([...container.querySelectorAll('.ndb-head')].map((found) => found.textContent)).toEqual([
    'Name',
    'Tasks',
    'More',
  ]);
});

const lanesIn = (): Record<string, string> =>
  Object.fromEntries(
    [...container.querySelectorAll('.ndb-lane [role=list]')].map((lane) => [
      lane.getAttribute('aria-label') ?? '',
      [...lane.querySelectorAll('.ndb-row-name')].map((each) => each.textContent).join(' '),
    ]),
  );

it('is a board whose lanes are a hidden column, over all rows; a new card has the filter of the view', async () => {
  sizeDocument({ width: 1280, height: 800 });
  await vault.run('create_view', { name: 'vw_due', query: { table: 'tasks', where: { due: '2026-11-21' } } });
  await vault.run('update_rows', { table: 'tasks', where: { title: { ne: 'b' } }, set_values: { due: '2026-11-21' } });
  draw({ path: 'Note.md', source: { view: 'vw_due', columns: ['title', 'due'], layout: 'board', group: 'owner' } });
  await eventually(() => expect(lanesIn()).toEqual({ Ada: 'a c', Bo: '' }));
  expect(container.querySelector('.ndb-row-facts')?.textContent).not.toContain('Ada');
  container.querySelector<HTMLElement>('[aria-label="New card in Bo"]')?.click();
  const field = await eventually(() => {
    const found = container.querySelector<HTMLInputElement>('.ndb-new-card input');
    if (found === null) throw new Error('no field yet');
    return found;
  });
  field.value = 'd';
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await eventually(() => expect(lanesIn()).toEqual({ Ada: 'a c', Bo: 'd' }));
  const answer = await vault.run('select_rows', { table: 'tasks', where: { title: 'd' } });
  expect(answer['rows']).toMatchObject([{ owner: '[[Bo]]', due: '2026-11-21' }]);
});

it('is a board whose lanes have the limits of the table', async () => {
  sizeDocument({ width: 1280, height: 800 });
  const doing = { name: 'two', check: { owner: '[[Ada]]' }, at_most: 4 };
  await vault.run('add_constraint', { table: 'tasks', ...doing });
  draw({ path: 'Note.md', source: { table: 'tasks', layout: 'board', group: 'owner' } });
  const counts = (): readonly (string | null)[] =>
    [...container.querySelectorAll('.ndb-lane-head .ndb-count')].map((each) => each.textContent);
  await eventually(() => expect(counts()[0]).toMatch(/^\d \/ 4$/));
  expect(
    counts()
      .slice(1)
      .every((text) => !text?.includes('/')),
  ).toBe(true);
});

it('takes the column of a layout from the table where it names other columns', async () => {
  sizeDocument({ width: 1280, height: 800 });
  await vault.run('add_column', { table: 'tasks', column: column('begun', 'date') });
  const rows = await vault.run('select_rows', { table: 'tasks', where: { title: 'a' } });
  const [row] = rows['rows'] as readonly { readonly path: string }[];
  const today = localToday();
  await vault.run('update_row', { table: 'tasks', path: row?.path ?? '', set_values: { due: today, begun: today } });
  const dated = (): readonly string[] =>
    [...container.querySelectorAll('.ndb-dated button')].map((each) => each.textContent ?? '');
  for (const layout of ['calendar', 'timeline']) {
    draw({ path: '', source: { table: 'tasks', columns: ['title'], layout } });
    await eventually(() => expect(dated(), layout).toContain('a'));
    expect(container.textContent).not.toContain('No column of dates');
    render(null, container);
  }
  draw({ path: '', source: { table: 'tasks', columns: ['title'], layout: 'board' } });
  const lanes = (): readonly string[] =>
    [...container.querySelectorAll('.ndb-lane')].map(({ textContent }) => textContent ?? '');
  await eventually(() => expect(lanes()).toEqual(['ac', 'b']));
});

it('says why it has no lanes', async () => {
  draw({ path: 'Note.md', source: { table: 'other', layout: 'board' } });
  await eventually(() => expect(container.textContent).toContain('No column makes lanes'));
  draw({ path: 'Note.md', source: { table: 'tasks', layout: 'board', group: ['owner'] } });
  await eventually(() => expect(container.textContent).toContain('group is not the name of a column.'));
});
