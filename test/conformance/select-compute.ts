/** select_rows: columns that formulas compute. Source: docs/queries.md#compute; D31. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { column, tableOf } from './tables';

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

const SHOP: readonly Call[] = [
  tableOf('orders', [
    column('name', 'string', { required: true }),
    column('price', 'number'),
    column('pieces', 'integer'),
    column('due', 'date'),
    column('paid', 'date'),
    column('state', 'enum', { values: ['open', 'sent', 'closed'], ordered: true }),
    column('labels', 'list', { items: 'string' }),
  ]),
  tableOf('parts', [
    column('name', 'string', { required: true }),
    column('order', 'link', { ref: 'orders' }),
    column('cost', 'number'),
  ]),
  insert('orders', { name: 'a', price: 2.5, pieces: 4, due: '2026-03-01', paid: '2026-03-03', state: 'open' }),
  insert('orders', { name: 'b', price: 10, pieces: 0, due: '2026-03-09', state: 'sent', labels: ['x', 'y'] }),
  insert('orders', { name: 'c', pieces: 3, state: 'closed' }),
  insert('parts', { name: 'p', order: 'a', cost: 1 }),
  insert('parts', { name: 'q', order: 'a', cost: 3 }),
  insert('parts', { name: 'r', order: 'b', cost: 4 }),
];

const orders = (args: JsonObject): Call => ['select_rows', { table: 'orders', columns: ['name', 'v'], ...args }];

const shows = (name: string, args: JsonObject, rows: readonly JsonObject[], total = rows.length): ConformanceCase => ({
  name,
  spec: 'docs/queries.md#compute, D31',
  given: SHOP,
  call: orders(args),
  result: { total, rows },
});

const gives = (what: string, formula: string, values: readonly (number | string | boolean | null)[]): ConformanceCase =>
  shows(
    `computes ${what}`,
    { compute: { v: formula } },
    values.map((v, i) => ({ name: ['a', 'b', 'c'][i] ?? '', v })),
  );

const refuses = (what: string, compute: JsonObject, error: Partial<ExpectedError>, more: JsonObject = {}): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/queries.md#compute, D31',
  given: SHOP,
  call: orders({ columns: null, compute, ...more }),
  error: { code: 'bad_request', ...error },
}); // prettier-ignore

const COSTS: JsonObject = { table: 'parts', by: 'order', value: 'sum:cost' };

const VALUES: readonly ConformanceCase[] = [
  gives('a product, null without a number', 'price * pieces', [10, 0, null]),
  gives('null for a division by zero', 'price / pieces', [0.625, null, null]),
  gives('the days between two dates', '(paid - due).days', [2, null, null]),
  gives('a condition', 'if(pieces > 3, "many", "few")', ['many', 'few', 'few']),
  gives('a text', 'name.upper() + "-" + state', ['A-open', 'B-sent', 'C-closed']),
  gives('a fact about the file', 'file.name + "!"', ['a!', 'b!', 'c!']),
  gives('a count of a list', 'labels.length', [0, 2, 0]),
  shows('adds columns to rollups, and formulas to formulas, in any order', { columns: ['v', 'margin', 'cost'], rollup: { cost: COSTS }, compute: { v: 'margin * 2', margin: 'price * pieces - cost' } }, [
    { v: 12, margin: 6, cost: 4 },
    { v: -8, margin: -4, cost: 4 },
    { v: null, margin: null, cost: null },
  ]), // prettier-ignore
];

const PLACES: readonly ConformanceCase[] = [
  shows('filters by it', { compute: { v: 'price * pieces' }, where: { v: { gte: 0 } }, order_by: '-v' }, [
    { name: 'a', v: 10 },
    { name: 'b', v: 0 },
  ]),
  shows('orders by it, empty ones last', { compute: { v: 'price / pieces' }, order_by: '-v', limit: 1 }, [{ name: 'a', v: 0.625 }], 3), // prettier-ignore
  shows(
    'filters by a formula of a rollup',
    { compute: { v: 'cost > 3' }, rollup: { cost: COSTS }, where: { v: true } },
    [{ name: 'a', v: true }, { name: 'b', v: true }], // prettier-ignore
  ),
  shows('filters by another formula than the one that is shown', { compute: { v: 'price * 2', w: 'pieces + 1' }, where: { w: 5 } }, [{ name: 'a', v: 5 }]), // prettier-ignore
  {
    name: 'groups by it and adds it up',
    spec: 'docs/queries.md#compute, D31',
    given: SHOP,
    call: [
      'select_rows',
      {
        table: 'orders',
        compute: { size: 'if(pieces > 3, "many", "few")', v: 'price * pieces' },
        group_by: 'size',
        aggregates: { n: 'count', sum: 'sum:v' },
      },
    ],
    result: { rows: [{ size: 'few', n: 2, sum: 0 }, { size: 'many', n: 1, sum: 10 }] }, // prettier-ignore
  },
  {
    name: 'joins by it',
    spec: 'docs/queries.md#compute, D31',
    given: SHOP,
    call: orders({ compute: { v: 'name + ""' }, join: { table: 'parts', on: { v: 'order' }, type: 'left' }, where: { name: 'c' } }), // prettier-ignore
    error: { code: 'bad_request', message: 'join.on: v is string and order is link' },
  },
];

const view = (name: string, query: JsonObject): Call => ['create_view', { name, query }];

const WORTH: JsonObject = {
  table: 'orders',
  columns: ['name', 'worth', 'late'],
  compute: { worth: 'price * pieces', late: 'state == "open" && worth > 5' },
  where: { worth: { gt: 0 } },
};

const VIEWS: readonly ConformanceCase[] = [
  {
    name: 'is kept by a view, and described',
    spec: 'docs/sources-and-views.md#views, D31',
    given: [...SHOP, view('vw_worth', WORTH)],
    call: ['describe_table', { table: 'vw_worth' }],
    result: {
      columns: [
        { name: 'name' },
        { name: 'worth', type: 'number', computed: 'compute' },
        { name: 'late', type: 'boolean', computed: 'compute' },
      ],
      query: { compute: { worth: 'price * pieces' } },
    },
    then: [
      ['select_rows', { table: 'vw_worth', where: { late: true } }, { total: 1, rows: [{ name: 'a', worth: 10 }] }],
      ['select_rows', { table: 'vw_worth', aggregates: { all: 'sum:worth' } }, { rows: [{ all: 10 }] }],
      [
        'select_rows',
        { table: 'vw_worth', columns: ['name', 'twice'], compute: { twice: 'worth * 2' } },
        { rows: [{ name: 'a', twice: 20 }] },
      ],
    ],
  },
  {
    name: 'computes over groups',
    spec: 'docs/sources-and-views.md#views, D31',
    given: [...SHOP, view('vw_sums', { table: 'parts', group_by: 'order', aggregates: { sum: 'sum:cost' } })],
    call: ['select_rows', { table: 'vw_sums', compute: { half: 'sum / 2' }, where: { half: { gte: 2 } } }],
    result: { rows: [{ sum: 4, half: 2 }, { sum: 4, half: 2 }] }, // prettier-ignore
  },
  {
    name: 'in a view that loses a column is a warning with the way out',
    spec: 'D26',
    given: [...SHOP, view('vw_worth', WORTH)],
    call: ['rename_column', { table: 'orders', from_column: 'price', to_column: 'each' }],
    result: {
      warnings: [
        `the view main.default.vw_worth can't be read any more: compute.worth, column 1: there is no column "price"; mend it with create_view ${JSON.stringify(
          {
            name: 'vw_worth',
            query: {
              ...WORTH,
              table: 'main.default.orders',
              compute: { worth: 'each * pieces', late: 'state == "open" && worth > 5' },
            },
            replace: true,
          },
        )}`,
      ],
    },
  },
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('a name that a column has', { price: 'pieces' }, { message: 'compute: orders has a column "price" already' }),
  refuses('the name of a rollup', { cost: 'pieces' }, { message: 'compute: orders has a column "cost" already' }, { rollup: { cost: COSTS } }),
  refuses('an unknown name', { v: 'prize * 2' }, { message: 'compute.v, column 1: there is no column "prize"', hint: 'price' }),
  refuses('an unknown function', { v: 'abss(price)' }, { message: 'compute.v, column 1' }),
  refuses('a wrong type', { v: 'price - name' }, { message: 'compute.v, column' }),
  refuses('a formula that reads itself', { v: 'v + 1' }, { message: 'compute.v, column 1: the formula of "v" reads itself' }),
  refuses('formulas in a circle', { v: 'w + 1', w: 'x', x: '1 + v' }, { message: 'compute.v: these formulas read each other in a circle: v -> w -> x -> v' }),
  refuses('a mistake in a formula that another one reads, at its own place', { v: 'w', w: 'prize' }, { message: 'compute.w, column 1: there is no column "prize"' }),
  refuses('an empty formula', { v: '' }, { message: 'compute.v' }),
  refuses('half a formula', { v: 'price *' }, { message: 'compute.v' }),
  refuses('ten thousand brackets', { v: `${'('.repeat(10_000)}1${')'.repeat(10_000)}` }, { message: 'compute.v' }),
]; // prettier-ignore

export const SELECT_COMPUTE: readonly ConformanceCase[] = [...VALUES, ...PLACES, ...VIEWS, ...REFUSALS];
