/** What a refusal of many broken links costs. Source: docs/operations.md#links. */

import { describe, expect, it } from 'vitest';
import { brokenLinks } from '../../../src/engine/integrity/broken-links';
import { RuleSet } from '../../../src/engine/integrity/rules/rule-set';
import { Store } from '../../../src/engine/storage/store/store';
import type { View } from '../../../src/engine/storage/view';
import { catalogOf, note, row, spec, stat, tableOf } from '../storage/tables';

const PEOPLE = tableOf('people', [spec('name', 'string')]);
const OWNERS = spec('owners', 'list', { items: { type: 'link', ref: PEOPLE.qualified } });
const TASKS = tableOf('tasks', [OWNERS], { constraints: [] });
const ROW = row('tasks/A.md', {});

describe('broken links', () => {
  it('tell the rows to take, looking at the table no more often however many there are', () => {
    const store = new Store(catalogOf(PEOPLE, TASKS));
    store.place(stat('Ada.md'), note(PEOPLE, 'a', { name: 'Ada' }));
    let scans = 0;
    const counted: View = {
      catalog: store.catalog,
      links: store.links,
      rowAt: (path) => store.rowAt(path),
      tableAt: (path) => store.tableAt(path),
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
    const rules = new RuleSet(counted, { now: 0, zone: 'UTC' });
    const found = ['[[X1]]', '[[X2]]'].flatMap((link) => brokenLinks(rules, TASKS, OWNERS, ROW, [link, '[[Ad]]']));
    expect(found.map(({ code }) => code)).toEqual(['broken_link', 'broken_link', 'broken_link', 'broken_link']);
    expect(found[1]?.message).toContain('Did you mean Ada?');
    // For the names and for the aliases.
    expect(scans).toBe(2);
  });

  it('are compared with the names of the table for as many as a refusal lists', () => {
    const store = new Store(catalogOf(PEOPLE, TASKS));
    for (let n = 0; n < 3_000; n++) store.place(stat(`Person ${n}.md`), note(PEOPLE, `p${n}`, { name: `Person ${n}` }));
    const rules = new RuleSet(store, { now: 0, zone: 'UTC' });
    const messages = Array.from({ length: 3_000 }, (_, n) =>
      brokenLinks(rules, TASKS, OWNERS, ROW, [`[[Persom ${n}]]`]),
    );
    expect(messages[99]?.[0]?.message).toContain('Did you mean Person 99');
    expect(messages[2_999]?.[0]?.message).toContain('Take one of its 3000 rows: list_link_targets lists them');
  });

  it('are told of a link that was fine in another row: of a row to itself, of a name that two notes have', () => {
    const self = spec('friend', 'link', { ref: PEOPLE.qualified });
    const people = { ...PEOPLE, constraints: [], columns: [...PEOPLE.columns, self] };
    const store = new Store(catalogOf(people));
    for (const name of ['Ada', 'Bo', 'in/Cy', 'out/Cy'])
      store.place(stat(`${name}.md`), note(people, name, { name: 'x' }));
    store.place(stat('out/Cy.md'), '---\ntable: none\n---\n');
    const rules = new RuleSet(store, { now: 0, zone: 'UTC' });
    const codes = (path: string, link: string): readonly string[] =>
      brokenLinks(rules, people, self, row(path, {}), link).map(({ code }) => code);
    expect(codes('Bo.md', '[[Ada]]')).toEqual([]);
    expect(codes('Ada.md', '[[Ada]]')).toEqual(['ref']);
    expect(codes('Bo.md', '[[Ada]]')).toEqual([]);
    expect(codes('in/Dee.md', '[[Cy]]')).toEqual([]);
    expect(codes('out/Dee.md', '[[Cy]]')).toEqual(['ref']);
    expect(codes('Ada.md', '[[Ed]]')).toEqual(['broken_link']);
  });
});
