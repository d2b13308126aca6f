/** What a block becomes when a change is written into it. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { blockTextWith } from '../../../../src/ui/screens/block/block-text';
import { type ViewSpec, readSpec } from '../../../../src/ui/rows/view-spec';
import { times, within } from '../../../deep';

it.each([
  ['table: tasks', { order_by: '-due' }, 'table: tasks\norder_by: -due'],
  ['table: tasks\n', { order_by: ['due', '-title'] }, 'table: tasks\norder_by: [due, -title]\n'],
  [
    '# mine\ntable:   tasks # all\norder_by: due # soon\nlimit: 5',
    { order_by: 'title', limit: 5 },
    '# mine\ntable:   tasks # all\norder_by: title # soon\nlimit: 5',
  ],
  ['order_by:\n  - due\n  - title\ntable: tasks', { layout: 'list' }, 'table: tasks\nlayout: list'],
  ['order_by:\n- due\n# all\ntable: tasks\nlayout: list', {}, '# all\ntable: tasks'],
  ['order_by:\n- due\n- title\ntable: tasks', { order_by: 'due' }, 'order_by: due\ntable: tasks'],
  [
    'where:\n  order_by: {in: [1]}\ntable: tasks',
    { order_by: 'a' },
    'where:\n  order_by: {in: [1]}\ntable: tasks\norder_by: a',
  ],
  ['layout: table\ntable: tasks', { order_by: 'a' }, 'layout: table\ntable: tasks\norder_by: a'],
  ['table: tasks\nlayout:', { layout: 'list' }, 'table: tasks\nlayout: list'],
  ['{table: tasks}\n', { order_by: 'due' }, '{table: tasks, order_by: due}\n'],
  ['{table: tasks, order_by: [due, title], limit: 5}', { limit: 5 }, '{table: tasks, limit: 5}'],
  ['{table: tasks, layout: list}', {}, '{table: tasks}'],
  ['{"table":tasks,"order_by":due}', { order_by: ['a', 'b'] }, '{"table":tasks,"order_by": [a, b]}'],
  ['"order_by": title\ntable: tasks\n', { order_by: 'due' }, '"order_by": due\ntable: tasks\n'],
  ['  table: tasks\n', { order_by: 'due' }, '  table: tasks\n  order_by: due\n'],
  ['table: tasks\r\nlimit: 5\r', { order_by: 'due', limit: 5 }, 'table: tasks\r\nlimit: 5\r\norder_by: due\r'],
  ['table: tasks\r\nlayout: list\r', {}, 'table: tasks\r'],
  ['table: tasks', { order_by: ['a, b', '-yes: no'] }, 'table: tasks\norder_by: ["a, b", "-yes: no"]'],
])('%j with %j', (text, spec, expected) => {
  expect(blockTextWith(text, readSpec(spec))).toBe(expected);
});

describe('a text that cannot take the change', () => {
  it.each([
    '? order_by\n: due\n? table\n: tasks',
    'table: &t tasks\nwhere: {a: *t}',
    'table: a\ntable: b',
    '- table',
    '',
  ])('%j is refused with the line to write', (text) => {
    expect(() => blockTextWith(text, readSpec({ order_by: 'title' }))).toThrow('Write order_by: title by hand');
  });
});

const names = fc.constantFrom('due', 'title', '-due', 'project.name', 'yes', '-1');
const changes = fc.record(
  { order_by: fc.oneof(names, fc.array(names, { maxLength: 3 })), layout: fc.constantFrom('list', 'table') },
  { requiredKeys: [] },
);
const blocks = fc.record(
  {
    table: fc.constantFrom('tasks', 'a: b', '#x'),
    order_by: fc.oneof(names, fc.array(names, { maxLength: 3 })),
    layout: fc.constantFrom('list', 'table'),
    where: fc.constantFrom({ a: 1 }, { or: [{ order_by: 'x' }, { layout: { in: [1, 2] } }] }, { t: 'one\ntwo' }),
    columns: fc.uniqueArray(names, { minLength: 1 }),
    limit: fc.nat({ max: 9 }),
  },
  { requiredKeys: ['table'] },
);
const styles = fc.record({
  isFlow: fc.boolean(),
  isListFlow: fc.boolean(),
  keyType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
  indentSeq: fc.boolean(),
  comments: fc.boolean(),
  shift: fc.nat({ max: 2 }),
  end: fc.constantFrom('', '\n', '\n\n', '\n# end\n'),
});
type Style = typeof styles extends fc.Arbitrary<infer Held> ? Held : never;

/** The same block in one of the ways in which people write it. */
function written(block: Readonly<Record<string, unknown>>, style: Style): string {
  const { isFlow, isListFlow, keyType, indentSeq, comments, shift, end } = style;
  const options = { indentSeq, defaultKeyType: keyType as 'PLAIN', lineWidth: isFlow ? 30 : 0 };
  const flow = { ...options, collectionStyle: 'flow' as const };
  if (isFlow) return stringify(block, flow).trimEnd() + end;
  const lines = Object.entries(block).flatMap(([key, value], index) => {
    const own = stringify({ [key]: value }, options);
    const short = `${stringify(key, options).trim()}: ${stringify(value, { ...flow, lineWidth: 0 })}`;
    const text = (isListFlow ? short : own).trimEnd();
    return [...(comments ? [`# ${index}`] : []), ...text.split('\n')];
  });
  return lines.map((line) => ' '.repeat(shift) + line).join('\n') + end;
}

const seen = ({ sort, display }: ViewSpec): unknown => [sort, display.layout];

it(
  'has the order and the layout that were wanted, and every other line as it was',
  () => {
    fc.assert(
      fc.property(
        blocks,
        styles,
        changes,
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        (block, style, change, order) => {
          const entries = Object.entries(block);
          const shuffled = Object.fromEntries(order.flatMap((at) => (entries[at] === undefined ? [] : [entries[at]])));
          const text = written(shuffled, style);
          expect(parse(text)).toEqual(block);
          const after = blockTextWith(text, readSpec(change));
          const { order_by: _, layout: __, ...others } = parse(after) as Record<string, unknown>;
          const { order_by: ___, layout: ____, ...before } = block;
          expect(others).toEqual(before);
          expect(seen(readSpec(parse(after) as never))).toEqual(seen(readSpec(change)));
          const kept = new Set(after.split('\n'));
          const ofOthers = written(before, style)
            .split('\n')
            .filter((line) => !line.includes('#'));
          if (!style.isFlow) expect(ofOthers.filter((line) => !kept.has(line))).toEqual([]);
          expect(blockTextWith(after, readSpec(change))).toBe(after);
        },
      ),
      { numRuns: times(300, 20_000) },
    );
  },
  within(10_000),
);
