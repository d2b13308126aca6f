/** The lane of edits alone: what is drawn over a cell, in which order is written, what is expected of a note, what is undone. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/engine/index';
import { CellEditQueue } from '../../../src/ui/changes/cell-edit-queue';
import type { CellEdit, EditOutcome, QueueEvent, StepOutcome } from '../../../src/ui/changes/lane-port';
import { draftOf } from '../../../src/ui/components/cells/edit-draft';
import type { GridColumn, GridRow } from '../../../src/ui/components/grid-column';
import type { ProblemText } from '../../../src/ui/components/text/problem-text';
import { column } from '../components/grid-fixture';

const TABLE = 'main.default.things';
const HOURS = column('hours', { type: 'number' });
const TITLE = column('title');
const WRONG: ProblemText = { message: 'Too much.', hint: null };

/** A call of the port that waits for its answer. */
interface Call<Answer> {
  readonly asked: Answer extends StepOutcome ? readonly CellEdit[] : Answer extends EditOutcome ? CellEdit : string;
  readonly answer: (answer: Answer) => Promise<void>;
}

let writes: Call<EditOutcome>[];
let blocks: Call<StepOutcome>[];
let undos: Call<ProblemText | null>[];
let isUndoneElsewhere: boolean;
let news: QueueEvent[];
/** Lets the rows shown be read again. */
let read: () => Promise<void>;
let lane: CellEditQueue;

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const call = <Answer>(calls: Call<Answer>[], asked: Call<Answer>['asked']): Promise<Answer> =>
  new Promise((resolve) =>
    calls.push({
      asked,
      answer: (answer) => {
        resolve(answer);
        return soon();
      },
    }),
  );

beforeEach(() => {
  isUndoneElsewhere = false;
  blocks = [];
  writes = [];
  undos = [];
  news = [];
  let readers: (() => void)[] = [];
  read = () => {
    for (const reader of readers.splice(0)) reader();
    return soon();
  };
  readers = [];
  lane = new CellEditQueue({
    write: (edit) => call(writes, edit),
    undo: async (id) => {
      if (isUndoneElsewhere) return { kind: 'undone', migrationId: null };
      const problem = await call(undos, id);
      return problem === null ? { kind: 'undone', migrationId: `undo of ${id}` } : { kind: 'refused', problem };
    },
    shown: () => new Promise((resolve) => readers.push(resolve)),
    changed: () => undefined,
    tell: (each) => news.push(each),
  });
});

const row = (key: string, hours: Json = 1): GridRow => ({ key, path: `${key}.md`, values: { id: key, hours } });
const edit = (of: GridRow, value: Json, more: Partial<CellEdit> = {}): CellEdit => {
  const spec = more.column ?? HOURS;
  return {
    table: TABLE,
    row: of,
    column: spec,
    value,
    before: of.values[spec.name],
    typed: draftOf(spec, value),
    ...more,
  };
};
async function put(each: CellEdit): Promise<void> {
  void lane.put(each);
  await soon();
}
const written = (value: Json, more: { migrationId?: string | null; path?: string } = {}): EditOutcome => ({
  kind: 'written',
  migrationId: `m${JSON.stringify(value)}`,
  value,
  path: 'a.md',
  others: 0,
  ...more,
});
const refused: EditOutcome = { kind: 'refused', problem: WRONG, isLost: false };
const drawn = (of: GridRow, spec: GridColumn = HOURS): Json => {
  const overlay = lane.overlay(TABLE, of, spec);
  return overlay === null ? 'nothing' : `${overlay.kind} ${overlay.typed}`;
};
const asked = (): Json[] => writes.map((each) => [each.asked.row.key, each.asked.value, each.asked.before ?? null]);
const answer = (at: number, outcome: EditOutcome): Promise<void> =>
  writes[at]?.answer(outcome) ?? Promise.reject(new Error(`no write ${at}`));

describe('an edit', () => {
  it('is drawn at once, until the rows shown have it', async () => {
    await put(edit(row('a'), 5));
    expect(drawn(row('a'))).toBe('pending 5');
    await answer(0, written(5));
    expect(drawn(row('a'))).toBe('written 5');
    expect(lane.isBusy(TABLE)).toBe(true);
    await read();
    expect(drawn(row('a'))).toBe('nothing');
    expect(lane.isBusy(TABLE)).toBe(false);
    expect(news.map(({ kind }) => kind)).toEqual(['written']);
  });

  it('waits for the writes of its row, and for no other row', async () => {
    await put(edit(row('a'), 5));
    await put(edit(row('a'), 'x', { column: TITLE }));
    await put(edit(row('b'), 6));
    expect(asked()).toEqual([
      ['a', 5, 1],
      ['b', 6, 1],
    ]);
    await answer(0, written(5));
    expect(asked()).toHaveLength(3);
  });

  it('expects what the edit before it left, as that was stored', async () => {
    await put(edit(row('a'), 'five'));
    await put(edit(row('a'), 6, { before: 'five' }));
    await answer(0, written(5));
    expect(asked()[1]).toEqual(['a', 6, 5]);
    expect(drawn(row('a'))).toBe('pending 6');
    await answer(1, written(6));
    await put(edit(row('a'), 7, { before: 6 }));
    expect(asked()[2]).toEqual(['a', 7, 6]);
  });

  it('expects what its person saw, also when that has been stored in another form since', async () => {
    await put(edit(row('a'), 'five'));
    await answer(0, written(5));
    await read();
    await put(edit(row('a', 5), 6, { before: 'five' }));
    expect(asked()[1]).toEqual(['a', 6, 5]);
    await answer(1, written(6));
    await read();
    await put(edit(row('a', 9), 7));
    expect(asked()[2]).toEqual(['a', 7, 9]);
  });

  it('finds its note under the name that the edit before gave it, and the row keeps its key', async () => {
    const plain: GridRow = { key: 'old.md', path: 'old.md', values: { title: 'old', hours: 1 } };
    await put(edit(plain, 'new', { column: TITLE }));
    await put(edit(plain, 5));
    await answer(0, written('new', { path: 'new.md' }));
    expect(writes[1]?.asked.row.path).toBe('new.md');
    const renamed: GridRow = { ...plain, key: 'new.md', path: 'new.md' };
    expect(lane.keyed([renamed])).toEqual([{ ...renamed, key: 'old.md' }]);
    // Another note has the old name by now.
    expect(lane.keyed([plain, renamed])).toEqual([plain, renamed]);
  });
});

describe('a refused value', () => {
  it('stays at its cell with its reason, is told, and can be given up', async () => {
    await put(edit(row('a'), 500));
    await answer(0, refused);
    await read();
    expect(lane.overlay(TABLE, row('a'), HOURS)).toEqual({
      kind: 'refused',
      value: 500,
      typed: '500',
      problem: WRONG,
    });
    expect(news.map(({ kind }) => kind)).toEqual(['refused']);
    expect(lane.refused).toHaveLength(1);
    expect(lane.nextUndo(TABLE) !== null).toBe(false);
    lane.giveUp(TABLE, row('a'), HOURS);
    expect([drawn(row('a')), lane.refused]).toEqual(['nothing', []]);
  });

  it('stops nothing: the next edit of its cell stands for it and expects what stood there before', async () => {
    await put(edit(row('a'), 500));
    await put(edit(row('a'), 6, { before: 500 }));
    await answer(0, refused);
    expect(news).toEqual([]);
    expect(asked()[1]).toEqual(['a', 6, 1]);
    await answer(1, written(6));
    expect([drawn(row('a')), lane.refused]).toEqual(['written 6', []]);
  });

  it('lets the next try overwrite what has been read by then', async () => {
    await put(edit(row('a'), 500));
    await answer(0, refused);
    await read();
    await put(edit(row('a', 4), 6));
    expect(asked()[1]).toEqual(['a', 6, 4]);
  });

  it('is told and let go when its row is gone', async () => {
    await put(edit(row('a'), 500));
    await answer(0, { kind: 'refused', problem: WRONG, isLost: true });
    expect([drawn(row('a')), news.map(({ kind }) => kind)]).toEqual(['nothing', ['refused']]);
  });

  it('needs no write to be one', async () => {
    void lane.refuse(edit(row('a'), null, { typed: '{unit' }), WRONG);
    await soon();
    expect([drawn(row('a')), writes]).toEqual(['refused {unit', []]);
  });

  it('is not given up while it is on its way', async () => {
    await put(edit(row('a'), 500));
    lane.giveUp(TABLE, row('a'), HOURS);
    expect(drawn(row('a'))).toBe('pending 500');
  });
});

describe('undo', () => {
  it('waits for the edit that it takes back, and shows at once what will stand there', async () => {
    await put(edit(row('a'), 5));
    const undone = lane.undo(TABLE);
    await soon();
    expect([undos, lane.overlay(TABLE, row('a'), HOURS)?.value]).toEqual([[], 1]);
    await answer(0, written(5));
    expect(undos.map((each) => each.asked)).toEqual(['m5']);
    expect(lane.nextUndo(TABLE) !== null).toBe(true);
    await undos[0]?.answer(null);
    await undone;
    expect([lane.nextUndo(TABLE) !== null, news.at(-1)?.kind]).toEqual([false, 'undone']);
  });

  it('takes the edits back from the newest to the oldest, as they were typed', async () => {
    await put(edit(row('a'), 5));
    await put(edit(row('a'), 6, { before: 5 }));
    await put(edit(row('b'), 7));
    await answer(1, written(7, { path: 'b.md' }));
    await answer(0, written(5));
    await answer(2, written(6));
    for (const id of ['m7', 'm6', 'm5']) {
      void lane.undo(TABLE);
      await soon();
      expect(undos.at(-1)?.asked).toBe(id);
      await undos.at(-1)?.answer(null);
    }
    expect(lane.nextUndo(TABLE) !== null).toBe(false);
  });

  it('belongs to its table, and so does what is done again', async () => {
    const other = 'main.default.others';
    await put(edit(row('a'), 5));
    await put(edit(row('b'), 7, { table: other }));
    await answer(0, written(5));
    await answer(1, written(7, { path: 'b.md' }));
    void lane.undo(TABLE);
    await soon();
    expect(undos.map((each) => each.asked)).toEqual(['m5']);
    await undos[0]?.answer(null);
    expect([lane.nextUndo(TABLE), lane.nextUndo(other)?.edits[0]?.value]).toEqual([null, 7]);
    expect([lane.nextRedo(TABLE)?.edits[0]?.value, lane.nextRedo(other)]).toEqual([5, null]);
    // An edit elsewhere ends no redo.
    await put(edit(row('c'), 8, { table: other }));
    expect(lane.nextRedo(TABLE)?.edits[0]?.value).toBe(5);
  });

  it('that is refused stays the next one, and takes along the undo that was pressed after it', async () => {
    await put(edit(row('a'), 5));
    await put(edit(row('b'), 7));
    await answer(0, written(5));
    await answer(1, written(7, { path: 'b.md' }));
    void lane.undo(TABLE);
    void lane.undo(TABLE);
    await soon();
    await undos[0]?.answer(WRONG);
    expect(undos.map((each) => each.asked)).toEqual(['m7']);
    expect([lane.undoProblem(TABLE), news.at(-1)?.kind]).toEqual([WRONG, 'notUndone']);
    expect(drawn(row('b'))).toBe('written 7');
    void lane.undo(TABLE);
    await soon();
    expect(undos.map((each) => each.asked)).toEqual(['m7', 'm7']);
    await undos[1]?.answer(WRONG);
    lane.keep(TABLE);
    void lane.undo(TABLE);
    await soon();
    expect(undos.map((each) => each.asked)).toEqual(['m7', 'm7', 'm5']);
  });

  it('is of nothing where the edit was refused or changed nothing, and spares the older ones', async () => {
    await put(edit(row('a'), 5));
    await answer(0, written(5));
    for (const outcome of [refused, written(1, { migrationId: null, path: 'b.md' })]) {
      await put(edit(row('b'), 7));
      void lane.undo(TABLE);
      await answer(writes.length - 1, outcome);
    }
    expect([undos, lane.nextUndo(TABLE) !== null]).toEqual([[], true]);
    await read();
    await put(edit(row('b'), 8));
    await answer(3, refused);
    expect(drawn(row('b'))).toBe('refused 8');
  });

  it('that was pressed before the refusal leaves the refused value at its cell, and it is told', async () => {
    await put(edit(row('a'), 500));
    void lane.undo(TABLE);
    await answer(0, refused);
    expect([drawn(row('a')), news.map(({ kind }) => kind)]).toEqual(['refused 500', ['refused']]);
  });

  it('is waited for by the next edit of its row, which expects what it left', async () => {
    await put(edit(row('a'), 5));
    await answer(0, written(5));
    await read();
    void lane.undo(TABLE);
    await put(edit(row('a', 5), 6, { before: 1 }));
    expect(asked()).toHaveLength(1);
    await undos[0]?.answer(null);
    expect(asked()[1]).toEqual(['a', 6, 1]);
  });

  it('does not cover a value that waits to be corrected', async () => {
    await put(edit(row('a'), 5));
    await answer(0, written(5));
    await put(edit(row('a'), 500, { before: 5 }));
    await answer(1, refused);
    void lane.undo(TABLE);
    await soon();
    await undos[0]?.answer(null);
    expect([drawn(row('a')), lane.nextUndo(TABLE) !== null]).toEqual(['refused 500', false]);
  });
});

describe('redo', () => {
  it('does again what was taken back last, and can be undone again', async () => {
    await put(edit(row('a'), 5));
    await answer(0, written(5));
    await read();
    void lane.undo(TABLE);
    await soon();
    await undos[0]?.answer(null);
    await read();
    expect([lane.nextUndo(TABLE), lane.nextRedo(TABLE)?.edits[0]?.value]).toEqual([null, 5]);
    void lane.redo(TABLE);
    await soon();
    expect([drawn(row('a')), undos[1]?.asked]).toEqual(['pending 5', 'undo of m5']);
    await undos[1]?.answer(null);
    await read();
    expect([news.at(-1)?.kind, lane.nextUndo(TABLE)?.edits[0]?.value, lane.nextRedo(TABLE)]).toEqual([
      'redone',
      5,
      null,
    ]);
    void lane.undo(TABLE);
    await soon();
    expect(undos[2]?.asked).toBe('undo of undo of m5');
  });

  it('ends with a new edit, and says why it is refused', async () => {
    await put(edit(row('a'), 5));
    await answer(0, written(5));
    void lane.undo(TABLE);
    await soon();
    await undos[0]?.answer(null);
    void lane.redo(TABLE);
    await soon();
    await undos[1]?.answer(WRONG);
    expect([news.at(-1)?.kind, lane.nextRedo(TABLE)?.edits[0]?.value]).toEqual(['notRedone', 5]);
    // Nothing that was tried in vain is lost.
    void lane.redo(TABLE);
    await soon();
    expect(undos[2]?.asked).toBe('undo of m5');
    await undos[2]?.answer(WRONG);
    await put(edit(row('a'), 6));
    expect([lane.nextUndo(TABLE)?.edits[0]?.value, lane.nextRedo(TABLE)]).toEqual([6, null]);
  });
});

describe('a block', () => {
  const block = (...edits: CellEdit[]): void => {
    const step = { table: TABLE, name: `paste of ${edits.length} cells`, edits };
    const rows = edits.map((each) => each.row);
    void lane.perform(step, rows, (due) => call(blocks, due));
  };
  const outcome = (cells: EditOutcome[], migrationId: string | null = 'block'): StepOutcome => ({
    migrationId,
    cells,
    text: 'Pasted 2 cells in 2 notes.',
    problem: null,
  });

  it('is one write that waits for each of its rows, and that each of them waits for', async () => {
    await put(edit(row('a'), 5));
    block(edit(row('a'), 6, { before: 5 }), edit(row('b'), 7));
    await put(edit(row('b'), 8, { before: 7 }));
    expect([blocks, drawn(row('a')), drawn(row('b'))]).toEqual([[], 'pending 6', 'pending 8']);
    await answer(0, written(5));
    expect(blocks[0]?.asked.map((each) => [each.row.key, each.value, each.before])).toEqual([
      ['a', 6, 5],
      ['b', 7, 1],
    ]);
    await blocks[0]?.answer(outcome([written(6, { migrationId: null }), written(7, { migrationId: null })]));
    expect(asked()[1]).toEqual(['b', 8, 7]);
    expect(news.at(-1)).toMatchObject({ kind: 'written', text: 'Pasted 2 cells in 2 notes.' });
  });

  it('is taken back and done again as one step, and keeps the cells of it that were refused', async () => {
    block(edit(row('a'), 6), edit(row('b'), 700));
    await soon();
    await blocks[0]?.answer(outcome([written(6), refused]));
    await read();
    expect([drawn(row('a')), drawn(row('b')), lane.nextUndo(TABLE)?.name]).toEqual([
      'nothing',
      'refused 700',
      'paste of 2 cells',
    ]);
    void lane.undo(TABLE);
    await soon();
    expect([undos[0]?.asked, drawn(row('a')), drawn(row('b'))]).toEqual(['block', 'pending ', 'refused 700']);
    await undos[0]?.answer(null);
    await read();
    expect([lane.nextUndo(TABLE), lane.nextRedo(TABLE)?.name, drawn(row('b'))]).toEqual([
      null,
      'paste of 2 cells',
      'refused 700',
    ]);
    void lane.redo(TABLE);
    await soon();
    await undos[1]?.answer(null);
    expect([undos[1]?.asked, drawn(row('a')), lane.nextRedo(TABLE)]).toEqual(['undo of block', 'written 6', null]);
  });

  it('of which nothing was written is no step', async () => {
    block(edit(row('a'), 600), edit(row('b'), 700));
    await soon();
    await blocks[0]?.answer({ ...outcome([refused, refused], null), problem: WRONG });
    expect([lane.nextUndo(TABLE), news.at(-1)?.kind, drawn(row('a')), drawn(row('b'))]).toEqual([
      null,
      'notDone',
      'refused 600',
      'refused 700',
    ]);
  });

  it('that somebody else has taken back already leaves the list without a word of complaint', async () => {
    block(edit(row('a'), 6));
    await soon();
    await blocks[0]?.answer(outcome([written(6)]));
    isUndoneElsewhere = true;
    void lane.undo(TABLE);
    await soon();
    expect([lane.nextUndo(TABLE), lane.nextRedo(TABLE), news.at(-1)?.kind]).toEqual([null, null, 'undone']);
  });
});

it('counts the changes of each row by itself', async () => {
  const before = [lane.version(TABLE, row('a')), lane.version(TABLE, row('b'))];
  await put(edit(row('a'), 5));
  expect(lane.version(TABLE, row('a'))).toBeGreaterThan(before[0] ?? 0);
  expect(lane.version(TABLE, row('b'))).toBe(before[1]);
});
