/** The CHECKs of a table as one text: each is a name and a filter that every row matches. docs/tables.md#the-menu-of-a-table */

import type { JsonObject } from '../../../engine/index';
import { freeColumnName } from '../../../kernel/names';
import { readYaml, yamlOf } from '../../components/filter/filter-yaml';
import type { OperationsClient } from '../../client/operations-client';
import type { TableChange } from './table-change';
import type { TreeTable } from './table-tree';

export async function changeRules(client: OperationsClient, { table, label }: TreeTable): Promise<TableChange> {
  const described = await client.run('describe_table', { table });
  const constraints = 'constraints' in described ? described.constraints : [];
  // A limit has more than a filter: it is set where its rows are counted.
  const rules = constraints.filter(({ at_most }) => at_most === undefined);
  const before = Object.fromEntries(rules.map(({ name, check }) => [name, check]));
  return {
    ...{ title: `Rules of ${label}`, submit: 'Save the rules', isDanger: false, next: () => null },
    field: {
      label: 'Every row matches these',
      initial: yamlOf(rules.length === 0 ? null : before).trim(),
      hint: 'not_before_start:\n  end: {gte: {column: start}}',
      isLong: true,
      canBeEmpty: true,
    },
    run: (typed, dry_run) =>
      client.run('batch', {
        operations: ruleSteps(table, before, typed, dry_run) as never,
        summary: `Rules of ${label}`,
        dry_run,
      }),
    impact: () => 'Every row keeps them.',
    done: () => `Rules of ${label} changed`,
  };
}

/** One that changes is dropped and added. The engine refuses a text that does not parse, and gives the reason. */
function ruleSteps(table: string, before: JsonObject, typed: string, isDryRun: boolean): readonly JsonObject[] {
  const reading = readYaml(typed);
  const after: JsonObject = 'problem' in reading ? { '': typed } : (reading.where ?? {});
  const isKept = (name: string): boolean => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  // A dry run tries each step alone: the dropped rule still has the name then.
  const nameOf = (name: string): string => (isDryRun && before[name] !== undefined ? freeName(name, before) : name);
  return [
    ...Object.keys(before).flatMap((name) => (isKept(name) ? [] : [{ op: 'drop_constraint', table, name }])),
    ...Object.entries(after).flatMap(([name, check]) =>
      isKept(name) ? [] : [{ op: 'add_constraint', table, name: nameOf(name), check }],
    ),
  ];
}

const freeName = (name: string, before: JsonObject): string =>
  freeColumnName(name, (each) => before[each] !== undefined);
