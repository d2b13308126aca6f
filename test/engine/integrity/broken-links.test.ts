/** What a refusal of many broken links costs. spec: Rules for links. */

import { describe, expect, it } from 'vitest';
import { brokenLinks } from '../../../src/engine/integrity/links';
import { Rules } from '../../../src/engine/integrity/rules';
import { Store } from '../../../src/engine/storage/store';
import type { View } from '../../../src/engine/storage/view';
import { catalogOf, note, row, spec, stat, tableOf } from '../storage/tables';

const PEOPLE = tableOf('people', [spec('name', 'string')]);
const OWNERS = spec('owners', 'list', { items: { type: 'link', ref: PEOPLE.qualified } });
const TASKS = tableOf('tasks', [OWNERS]);
const ROW = row('tasks/A.md', {});

describe('broken links', () => {
  it('tell the rows to take, looking at the table once however many there are', () => {
    const store = new Store(catalogOf(PEOPLE, TASKS));
    store.place(stat('Ada.md'), note(PEOPLE, 'a', { name: 'Ada' }));
    let scans = 0;
    const counted: View = {
      catalog: store.catalog,
      links: store.links,
      rowAt: (path) => store.rowAt(path),
      takenBy: (path) => store.takenBy(path),
      table: (name) => {
        const table = store.table(name);
        return Object.assign(Object.create(table) as typeof table, {
          scan: () => {
            scans += 1;
            return table.scan();
          },
        });
      },
    };
    const rules = new Rules(counted, { now: 0, zone: 'UTC' });
    const found = ['[[X1]]', '[[X2]]'].flatMap((link) => brokenLinks(rules, OWNERS, ROW, [link, '[[Ad]]']));
    expect(found.map(({ code }) => code)).toEqual(['broken_link', 'broken_link', 'broken_link', 'broken_link']);
    expect(found[1]?.message).toContain('Did you mean Ada?');
    expect(scans).toBe(1);
  });
});
