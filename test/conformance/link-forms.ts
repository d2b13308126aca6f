/** Embeds and Markdown links in properties are links of a link column. Source: docs/links.md#what-counts-as-a-link; D2, D6. */

import type { Call, ConformanceCase } from './case';
import { PEOPLE, at, column, handRow, id, note, person, tableOf } from './tables';

const SPEC = 'docs/links.md#what-counts-as-a-link, D6';

const ALBUMS: Call = tableOf('albums', [
  column('title', 'string'),
  column('by', 'link', { ref: 'people' }),
  column('guests', 'list', { items: { type: 'link', ref: 'people' } }),
  column('cover', 'link'),
]);

const BLUE = at('albums', 'Blue');
const PICTURE = 'pictures/a cover.png';

const LINES = [
  'title: Blue',
  'by: "[The one](<notedb/main/default/people/Ann Lee.md>)" # hers',
  "guests: ['![Bo''s](Bo.md)', \"[[Cy]]\" ]",
  'cover: "![[a cover.png|The cover]]"',
];

const FILES = { [BLUE]: handRow('albums', 1, LINES), [PICTURE]: 'png' };

const GIVEN = [PEOPLE, ALBUMS, person('Ann Lee', { email: 'a@x' }), person('Bo'), person('Cy')];

const written = (lines: readonly string[]): string => handRow('albums', 1, lines).replace(id(1), '<uuid>');

const finds = (name: string, where: Record<string, unknown>): ConformanceCase => ({
  name: `any form of a link: finds ${name}`,
  spec: SPEC,
  files: FILES,
  given: GIVEN,
  call: ['select_rows', { table: 'albums', where: where as never, columns: ['title'] }],
  result: { total: 1 },
});

export const LINK_FORMS: readonly ConformanceCase[] = [
  finds('a Markdown link by name', { by: 'Ann Lee' }),
  finds('a Markdown link by link', { by: '[[Ann Lee|any]]' }),
  finds('a Markdown link by a Markdown link', { by: '[x](Ann%20Lee.md)' }),
  finds('a column behind a Markdown link', { 'by.email': 'a@x' }),
  finds('an item that is a Markdown embed', { guests: { contains: 'Bo' } }),
  finds('an embed', { cover: `[[${PICTURE}]]` }),
  {
    name: 'any form of a link: is valid',
    spec: SPEC,
    files: FILES,
    given: GIVEN,
    call: ['check_table', { table: 'albums' }],
    result: { ok: true, violations: [] },
  },
  {
    name: 'any form of a link: follows its target, and no other byte changes',
    spec: SPEC,
    files: FILES,
    given: GIVEN,
    call: ['update_rows', { table: 'people', where: { email: 'a@x' }, set_values: { name: 'Ann (Lee) Ng' } }],
    result: { changed: 2 },
    tree: {
      [BLUE]: written(
        LINES.map((line) => line.replace('<notedb/main/default/people/Ann Lee.md>', '<Ann (Lee) Ng.md>')),
      ),
    },
  },
  {
    name: 'any form of a link: an equal link is not written anew',
    spec: SPEC,
    files: FILES,
    given: GIVEN,
    call: [
      'update_row',
      {
        table: 'albums',
        path: BLUE,
        set_values: {
          by: '[[Ann Lee|The one]]',
          guests: ["![Bo's](Bo.md)", 'Cy'],
          cover: '![[a cover.png|The cover]]',
        },
      },
    ],
    result: { changed: 0 },
  },
  {
    name: 'any form of a link: an argument becomes a wiki link, an embed one that embeds',
    spec: SPEC,
    files: FILES,
    given: GIVEN,
    call: [
      'insert_row',
      {
        table: 'albums',
        values: { title: 'Red', by: '[her](Ann%20Lee.md)', cover: '![The cover](<pictures/a cover.png>)' },
      },
    ],
    result: { row: { by: '[[Ann Lee|her]]', cover: '![[a cover.png|The cover]]' } },
  },
  {
    name: 'any form of a link: goes with its target',
    spec: 'docs/operations.md#delete_rows',
    files: FILES,
    given: GIVEN,
    call: [
      'delete_rows',
      { table: 'people', where: { name: { in: ['Ann Lee', 'Bo'] } }, mode: 'delete', on_referenced: 'set_null' },
    ],
    result: { changed: 3 },
    tree: { [BLUE]: written([LINES[0] ?? '', 'guests: ["[[Cy]]" ]', LINES[3] ?? '']) },
  },
  {
    name: 'any form of a link: a dangling one is refused by its name',
    spec: SPEC,
    given: GIVEN,
    call: ['insert_row', { table: 'albums', values: { title: 'Red', by: '[x](An%20Lee.md)' } }],
    error: { code: 'refused', violations: ['by broken_link'], message: 'Ann Lee' },
  },
  {
    name: 'any form of a link: an alias is refused with the name of its note',
    spec: 'docs/links.md#aliases',
    given: [PEOPLE, ALBUMS, person('Ann Lee', { aliases: ['AL'] })],
    call: ['insert_row', { table: 'albums', values: { title: 'Red', by: '[[AL]]' } }],
    error: { code: 'refused', violations: ['by broken_link'], message: 'AL is an alias of Ann Lee' },
  },
  {
    name: 'any form of a link: an alias in a filter is a warning with the name of its note',
    spec: 'docs/links.md#aliases',
    given: [PEOPLE, ALBUMS, person('Ann Lee', { aliases: ['AL'] })],
    call: ['select_rows', { table: 'albums', where: { guests: { contains: 'AL' } } }],
    result: {
      total: 0,
      warnings: [
        'the filter compares guests with "AL", which leads to no row of main.default.people: AL is an alias of Ann Lee',
      ],
    },
  },
  {
    name: 'any form of a link: an address is none',
    spec: SPEC,
    given: GIVEN,
    call: ['insert_row', { table: 'albums', values: { title: 'Red', by: '[x](https://y.z/a.md)' } }],
    error: { code: 'refused', violations: ['by type'] },
  },
  {
    name: 'any form of a link: is proposed as one',
    spec: 'docs/operations.md#infer_table',
    files: {
      'Notes/a.md': note(['who: "[Ann](Ann.md)"', 'pic: "![[p.png]]"', 'site: "[x](https://y.z)"']),
      'Notes/b.md': note(['who: "![[Bo]]"', 'pic: "![p](q.png)"', 'site: "[y](https://y.z)"']),
      'Notes/c.md': note(['who: "[[Cy]]"', 'pic: "![[r.png]]"', 'site: "[z](https://y.z)"']),
    },
    call: ['infer_table', { folder: 'Notes' }],
    result: {
      columns: [
        { name: 'who', type: 'link' },
        { name: 'pic', type: 'link' },
        { name: 'site', type: 'enum' },
      ],
    },
  },
];
