/** Circles in a hierarchy, and what it costs to look for them. Source: docs/operations.md#column-specs (hierarchy); D16. */

import { describe, expect, it } from 'vitest';
import { cyclesOf } from '../../../src/engine/integrity/validate-row';
import { RuleSet } from '../../../src/engine/integrity/rules/rule-set';
import { Store } from '../../../src/engine/storage/store/store';
import type { View } from '../../../src/engine/storage/view';
import { catalogOf, note, spec, stat, tableOf } from '../storage/tables';

const PARENT = spec('parent', 'link', { ref: 'self', hierarchy: true });
const TOPICS = tableOf('topics', [spec('name', 'string'), PARENT]);

/** What each row's parent breaks, and how many rows were looked at. */
function judged(parents: Readonly<Record<string, string>>): {
  readonly looks: number;
  readonly circles: readonly string[];
} {
  const store = new Store(catalogOf(TOPICS));
  for (const [name, parent] of Object.entries(parents)) {
    store.place(stat(`${name}.md`), note(TOPICS, `id-${name}`, { name, ...(parent === '' ? {} : { parent }) }));
  }
  let looks = 0;
  const counted: View = Object.assign(Object.create(store) as Store, {
    rowAt: (path: string) => {
      looks += 1;
      return store.rowAt(path);
    },
  });
  const rules = new RuleSet(counted, { now: 0, zone: 'UTC' });
  const circles = Object.keys(parents).flatMap((name) => {
    const row = store.rowAt(`${name}.md`)?.row;
    if (row === undefined) throw new Error(`${name} is not a row`);
    return cyclesOf(rules, PARENT, row, row.values['parent'] ?? null).map(({ path }) => path ?? '');
  });
  return { looks, circles };
}

describe('a hierarchy', () => {
  it('tells the rows of a circle, and none that hangs below one or ends elsewhere', () => {
    const parents = { top: '', a: '[[top]]', x: '[[z]]', y: '[[x]]', z: '[[y]]', below: '[[y]]', own: '[[own]]' };
    expect(judged({ ...parents, lost: '[[nowhere]]', under: '[[lost]]' }).circles).toEqual(['x.md', 'y.md', 'z.md']);
  });

  it('looks at each row above once, however many rows are judged', () => {
    const chain = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`t${i}`, i === 0 ? '' : `[[t${i - 1}]]`]));
    const { looks, circles } = judged(Object.fromEntries(Object.entries(chain).reverse()));
    expect(circles).toEqual([]);
    expect(looks).toBeLessThanOrEqual(300);
    expect(judged(chain).looks).toBeLessThanOrEqual(300);
  });
});
