/** Q4, Q5, Q7, Q8, Q9: groups, joins, rollups, formulas and months through the operation, by SQLite on the same rows in the same process. */

import type Database from 'better-sqlite3';
import type { Engine, JsonObject } from '../../src/engine/index';
import { compare, meanOf, meanOfSync } from '../measure';
import { type Result, resultOf } from '../result';
import { type MemoryVault, PROJECT_COLUMNS, memoryVault, sqlTasks, sqliteOf } from '../rows-in-memory';

const TIMES = 20;

interface Question {
  readonly label: string;
  readonly args: JsonObject;
  readonly sql: string;
  /** Says the same of an answer of either side, whatever the order of what compares equal. */
  readonly gist: (rows: readonly JsonObject[]) => unknown;
}

const countsOf = (rows: readonly JsonObject[]): unknown => rows.map(({ count }) => count);

const GROUPS: readonly Question[] = [
  {
    label: 'count',
    args: { table: 'tasks', group_by: 'project', order_by: '-count', limit: 1000 },
    sql: 'SELECT project, count(*) AS count FROM tasks GROUP BY project ORDER BY count DESC, project LIMIT 1000',
    gist: countsOf,
  },
  {
    label: 'sum',
    args: {
      table: 'tasks',
      group_by: 'project',
      aggregates: { count: 'sum:estimate' },
      order_by: '-count',
      limit: 1000,
    },
    sql: 'SELECT project, sum(estimate) AS count FROM tasks GROUP BY project ORDER BY count DESC, project LIMIT 1000',
    gist: countsOf,
  },
];

const JOIN: JsonObject = { table: 'projects', on: { project: 'path' }, where: { active: true } };

const JOINS: readonly Question[] = [
  {
    label: 'page',
    args: { table: 'tasks', where: { status: 'todo' }, join: JOIN, order_by: 'due', limit: 1000 },
    sql: `SELECT tasks.*, projects.* FROM tasks JOIN projects ON projects.link = tasks.project
      WHERE status = 'todo' AND active = 1 ORDER BY due IS NULL, due, tasks.path LIMIT 1000`,
    gist: (rows) => rows.map(({ due }) => due ?? null),
  },
  {
    label: 'groups',
    args: {
      table: 'tasks',
      join: JOIN,
      group_by: 'projects.lead',
      aggregates: { count: 'sum:estimate' },
      order_by: '-count',
      limit: 1000,
    },
    sql: `SELECT lead, sum(estimate) AS count FROM tasks JOIN projects ON projects.link = tasks.project
      WHERE active = 1 GROUP BY lead ORDER BY count DESC, lead LIMIT 1000`,
    gist: countsOf,
  },
];

const OPEN: JsonObject = { table: 'tasks', by: 'project', where: { status: 'todo' }, value: 'sum:estimate' };

const OPEN_IN_SQL = `(SELECT sum(estimate) FROM tasks WHERE tasks.project = projects.link AND status = 'todo')`;

const ROLLUPS: readonly Question[] = [
  {
    label: 'page',
    args: { table: 'projects', columns: ['path', 'count'], rollup: { count: OPEN }, limit: 100 },
    sql: `SELECT path, ${OPEN_IN_SQL} AS count FROM projects ORDER BY path LIMIT 100`,
    gist: countsOf,
  },
  {
    label: 'filter',
    args: { table: 'projects', rollup: { open: OPEN }, where: { open: { gt: 5 } }, aggregates: { count: 'count' } },
    sql: `SELECT count(*) AS count FROM projects WHERE ${OPEN_IN_SQL} > 5`,
    gist: countsOf,
  },
];

const MONTHS: readonly Question[] = [
  {
    label: 'month',
    args: {
      table: 'tasks',
      group_by: 'month(due)',
      aggregates: { count: 'count', effort: 'sum:estimate', most: 'max:priority' },
      limit: 1000,
    },
    // The quickest way to the month of a date in SQLite.
    sql: `SELECT substr(due, 1, 7) AS month, count(*) AS count, sum(estimate) AS effort, max(priority) AS most
      FROM tasks GROUP BY month ORDER BY month IS NULL, month LIMIT 1000`,
    gist: (rows) => rows.map(({ count, effort, most }) => [count, effort, most]),
  },
];

const FORMULAS: readonly Question[] = [
  {
    label: 'filter',
    args: {
      table: 'tasks',
      compute: { effort: 'estimate * priority + 1' },
      where: { effort: { gt: 7 } },
      aggregates: { count: 'count' },
    },
    sql: 'SELECT count(*) AS count FROM tasks WHERE estimate * priority + 1 > 7',
    gist: countsOf,
  },
];

export async function rollups(size: number): Promise<readonly Result[]> {
  const vault = await memoryVault('linked', size);
  const database = sqliteOf(sqlTasks(vault.tasks, 'project'), sqlProjects(vault));
  return measure('Q7', ROLLUPS, { engine: vault.engine, database, size });
}

export async function formulas(size: number): Promise<readonly Result[]> {
  const { engine, tasks } = await memoryVault('linked', size);
  return measure('Q8', FORMULAS, { engine, database: sqliteOf(sqlTasks(tasks)), size });
}

export async function months(size: number): Promise<readonly Result[]> {
  const { engine, tasks } = await memoryVault('linked', size);
  return measure('Q9', MONTHS, { engine, database: sqliteOf(sqlTasks(tasks)), size });
}

export async function groups(size: number): Promise<readonly Result[]> {
  const { engine, tasks } = await memoryVault('linked', size);
  const database = sqliteOf(sqlTasks(tasks, 'project, estimate'));
  return measure('Q4', GROUPS, { engine, database, size });
}

export async function joins(size: number): Promise<readonly Result[]> {
  const vault = await memoryVault('linked', size);
  const tasks = sqlTasks(vault.tasks, 'status, due', 'project');
  return measure('Q5', JOINS, { engine: vault.engine, database: sqliteOf(tasks, sqlProjects(vault)), size });
}

/** A project with the text that links to it, which is what a task holds. */
const sqlProjects = ({ projects }: MemoryVault) => ({
  name: 'projects',
  columns: [...PROJECT_COLUMNS, 'link'],
  rows: projects.map((row) => ({ ...row, values: { ...row.values, link: `[[${String(row.values['name'])}]]` } })),
  indexes: ['link', 'active'],
});

interface Sides {
  readonly engine: Engine;
  readonly database: Database.Database;
  readonly size: number;
}

async function measure(
  goal: 'Q4' | 'Q5' | 'Q7' | 'Q8' | 'Q9',
  questions: readonly Question[],
  { engine, database, size }: Sides,
) {
  const results: Result[] = [];
  for (const { label, args, sql, gist } of questions) {
    const statement = database.prepare(sql);
    const answer = await engine.run('select_rows', args);
    const [ours, theirs] = [answer['rows'] as JsonObject[], statement.all() as JsonObject[]];
    if (theirs.length === 0 || JSON.stringify(gist(ours)) !== JSON.stringify(gist(theirs)))
      throw new Error(`${goal} ${label}: other rows than SQLite's`);
    const comparison = await compare(
      meanOf(TIMES, () => engine.run('select_rows', args)),
      meanOfSync(TIMES, () => statement.all()),
    );
    results.push(resultOf({ goal, label, size, comparison }));
  }
  database.close();
  return results;
}
