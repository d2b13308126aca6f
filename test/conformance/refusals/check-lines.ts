/** What check_table lists, one line for a note that somebody wrote by hand. Source: docs/operations.md#check_table; D5, D7, D16 */

import type { Edits } from '../case';
import { at, handRow, id, note } from '../tables';

export interface CheckLine {
  readonly rule: string;
  readonly table: string;
  readonly path: string;
  /** The note's text; null: it is gone. */
  readonly text: string | null;
  /** `code column`, `-` for none. */
  readonly named: readonly string[];
  readonly severity: 'error' | 'warning';
}

let rows = 100;

/** A row of the table with these lines in its front matter. */
function found(code: string, table: string, lines: readonly string[], named: readonly string[], name = ''): CheckLine {
  rows += 1;
  const path = `Hand/${name === '' ? `${table} ${rows}` : name}.md`;
  const rule = `check_table: ${code}${name === '' ? '' : `, ${name}`}`;
  return { rule, table, path, text: handRow(table, rows, lines), named, severity: 'error' };
}

const task = (title: string, ...lines: string[]): readonly string[] => [`title: ${title}`, 'extra:', ...lines];

// prettier-ignore
export const CHECK_LINES: readonly CheckLine[] = [
  found('required', 'people', ['email: q@x'], ['required name']),
  found('type', 'people', ['name: x', 'born: soon'], ['type born']),
  found('type', 'tasks', task('T1', 'labels: {a: b}'), ['type labels'], 'A mapping in a list'),
  found('range', 'tasks', task('T2', 'estimate: 101'), ['range estimate']),
  found('step', 'tasks', task('T3', 'estimate: 0.3'), ['step estimate']),
  found('enum', 'tasks', task('T4', 'status: later'), ['enum status']),
  found('vocabulary', 'books', ['name: B1', 'topic: Fire'], ['vocabulary topic']),
  found('ref', 'teams', ['name: X1', 'lead: "[[Tidy]]"'], ['ref lead']),
  found('ref', 'places', ['name: X2', 'kind: region', 'within: "[[Itself]]"'], ['ref within'], 'Itself'),
  found('broken_link', 'teams', ['name: X3', 'lead: "[[Nobody]]"'], ['broken_link lead']),
  found('ref_where', 'books', ['name: B2', 'review: "[[Tidy]]"'], ['ref_where review']),
  found('unique', 'people', ['name: x', 'email: a@x'], ['unique email']),
  found('check', 'log', ['day: 2026-03-02', 'kind: never'], ['check kind']),
  found('limit', 'log', ['day: 2026-03-03', 'kind: extra'], ['limit kind']),
  found('unknown_column', 'people', ['name: x', 'colour: red'], ['unknown_column colour']),
  found('inverse', 'crew', ['name: X4', 'boss: "[[Di]]"'], ['inverse boss']),
  found('generated', 'stamps', ['name: S1', 'slug: stale', `code: ${id(99)}`], ['generated slug']),
  found('identity', 'stamps', ['name: S2', 'slug: S2!'], ['identity code'], 'Without its own UUID'),
  found('hierarchy', 'tasks', task('T5', 'parent: "[[Ouroboros tail]]"'), ['hierarchy parent'], 'Ouroboros head'),
  found('hierarchy', 'tasks', task('T6', 'parent: "[[Ouroboros head]]"'), ['hierarchy parent'], 'Ouroboros tail'),
  found('recurs', 'chores', ['name: C1', 'repeats: weekly'], ['recurs repeats']),
  found('field', 'tasks', ['title: T7'], ['field extra']),
  { ...found('identity', 'people', [], ['identity id']), text: note(['table: main.default.people', 'name: x']) },
  { ...found('duplicate_id', 'people', [], ['duplicate_id id']), text: handRow('people', 1, ['name: copy']) },
  { ...found('unparsable', 'people', [], ['unparsable -']), text: note(['table: main.default.people', 'name: [']) },
  { ...found('not_a_row', 'people', [], ['not_a_row -']), path: at('people', 'Loose'), text: 'text\n', severity: 'warning' },
  { ...found('suspect', 'zones', [], ['suspect -']), path: 'Crowd/0.md', text: null, severity: 'warning' },
];

/** So many rows of zones that their vanishing together is not believed. D7 */
export const CROWD: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`Crowd/${n}.md`, handRow('zones', 1_000 + n, [`name: Zone ${n}`])]),
);

/** What somebody does to the vault: the notes of the lines, and the crowd is gone. */
export const HAND_EDITS: Edits = {
  ...Object.fromEntries(Object.keys(CROWD).map((path) => [path, null])),
  ...Object.fromEntries(CHECK_LINES.map(({ path, text }) => [path, text])),
};
