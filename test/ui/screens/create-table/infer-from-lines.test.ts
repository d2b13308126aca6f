/** The table that a file looks like, and the rows that its lines become. docs/page.md#make-a-table */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { draftOfLines } from '../../../../src/ui/screens/create-table/infer-from-lines';
import {
  type RowsSource,
  type LinesSource,
  type TableDraft,
  columnQuestion,
  createTableSteps,
  stepsInSlices,
  unansweredColumn,
  withAnswer,
} from '../../../../src/ui/screens/create-table/table-draft';
import { labelOf } from '../../../../src/ui/screens/columns/column-draft';
import type { CsvFile } from '../../../../src/ui/screens/table-file/table-file';
import { fileOf, fixture } from '../table-file/csv-files';

const sourceOf = ({ name, rows, columns }: CsvFile): LinesSource => ({ kind: 'lines', file: name, rows, columns });
const valuesOf = (design: TableDraft, source: RowsSource) =>
  createTableSteps(design, source)
    .slice(1)
    .map(({ values }) => values);
const typesOf = ({ columns }: TableDraft) => columns.map(({ name, type }) => [name, type]);

it('has a type for what every line holds', () => {
  const lines = Array.from(
    { length: 6 },
    (_, i) =>
      `N${i},2020-01-0${i + 1},2020-01-01 10:00,${i}.5,${i},0${i}00,${i % 2 ? 'yes' : 'no'},${i % 2 ? 'a' : 'b'},${i},z`,
  );
  const design = draftOfLines(
    fileOf(['Name,Born,At,Kg,Count,Zip,Done,Kind,Id,Name', ...lines].join('\n'), 'My pets 2.csv'),
  );
  expect(design.name).toBe('my_pets_2');
  expect(typesOf(design)).toEqual([
    ['name', 'string'],
    ['born', 'date'],
    ['at', 'datetime'],
    ['kg', 'number'],
    ['count', 'integer'],
    ['zip', 'string'],
    ['done', 'boolean'],
    ['kind', 'enum'],
    ['id_value', 'integer'],
    ['name_2', 'enum'],
  ]);
});

it('keeps thousands as text and asks, and reads them as its person says', () => {
  const file = fixture('thousands.csv');
  const source = sourceOf(file);
  const design = draftOfLines(file);
  const [, population] = design.columns;
  if (population === undefined) throw new Error('no column');
  expect(valuesOf(design, source)).toEqual([
    { city: 'Aarau', population: '1,234' },
    { city: 'Bern', population: '12,500' },
    { city: 'Chur', population: '850' },
  ]);
  expect(unansweredColumn(design, source)).toBe(null);
  const question = columnQuestion(population, source);
  expect(question?.readings.map(({ value }) => value)).toEqual(['1234', '1.234']);
  const answered = (at: number): TableDraft => ({
    ...design,
    columns: design.columns.map((column) =>
      column === population ? withAnswer(column, source, question?.readings[at]?.reading ?? null) : column,
    ),
  });
  const populations = (of: TableDraft) => valuesOf(of, source).map((values) => (values as JsonObject)['population']);
  expect(populations(answered(0))).toEqual([1234, 12500, 850]);
  expect(populations(answered(1))).toEqual([1.234, 12.5, 850]);
  expect(typesOf(answered(0))[1]).toEqual(['population', 'integer']);
});

it('waits for an answer where a person wants numbers', () => {
  const file = fixture('thousands.csv');
  const design = draftOfLines(file);
  const columns = design.columns.map((column) => ({ ...column, type: 'number' as const }));
  expect(unansweredColumn({ ...design, columns }, sourceOf(file))?.name).toBe('population');
});

it('keeps ids of many digits as they are', () => {
  const file = fixture('big-ids.csv');
  expect(valuesOf(draftOfLines(file), sourceOf(file))).toEqual([
    { name: 'a', post_id: '1212092628029698048' },
    { name: 'b', post_id: '1212092628029698051' },
  ]);
});

it('reads money, percent, days of a country, lists and times by the whole column', () => {
  const file = fileOf(
    [
      'Name,Revenue,Share,Day,Tags,Seen at',
      'a,"$79,257.00",60%,11/19/2026,eu; beta,"March 15, 2021 9:30 PM"',
      'b,"$1,000.50",5%,11/2/2026,beta; vip,"April 2, 2021 10:05 AM"',
    ].join('\n'),
  );
  const design = draftOfLines(file);
  expect(typesOf(design).slice(1)).toEqual([
    ['revenue', 'number'],
    ['share', 'integer'],
    ['day', 'date'],
    ['tags', 'list'],
    ['seen_at', 'datetime'],
  ]);
  expect(design.columns[1]?.description).toBe('Revenue, in $');
  expect(valuesOf(design, sourceOf(file))[0]).toEqual({
    name: 'a',
    revenue: 79257,
    share: 60,
    day: '2026-11-19',
    tags: ['eu', 'beta'],
    seen_at: '2021-03-15T21:30',
  });
});

it('stops every few hundred fields while the rows of a wide file are made', () => {
  const cells = (text: string): string => Array.from({ length: 200 }, (_, at) => `${text}${at}`).join(',');
  const file = fileOf([cells('c'), ...Array.from({ length: 60 }, (_, at) => cells(`${at}x`))].join('\n'));
  const work = stepsInSlices(draftOfLines(file), sourceOf(file));
  let stops = 0;
  for (let step = work.next(); step.done !== true; step = work.next()) stops += 1;
  expect(stops).toBeGreaterThanOrEqual(30);
});

it('keeps headings as labels, and names as the engine makes them', () => {
  const file = fileOf('E-mail,Signed (US),Größe,书名,2nd,prototype,file_x,,\nx,1,2,3,4,5,6,,');
  const design = draftOfLines(file);
  expect(design.columns.map((column) => [column.name, labelOf(column)])).toEqual([
    ['e_mail', 'E-mail'],
    ['signed_us', 'Signed (US)'],
    ['grosse', 'Größe'],
    ['field_4', '书名'],
    ['2nd', null],
    ['prototype_value', 'prototype'],
    ['x_value', 'file_x'],
  ]);
  const [create] = createTableSteps(design, sourceOf(file));
  expect((create?.['columns'] as JsonObject[])[0]).toMatchObject({ name: 'e_mail', label: 'E-mail' });
});
