/** check_table: the violations of a table, or of all, with their causes. Source: docs/operations.md#check_table, docs/problems.md; D4, D5. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { nearValues } from '../../catalog/near-values';
import { type Violation, violationCodesWith } from '../../errors';
import { danglingTextsOf } from '../../integrity/dangling-texts';
import type { FoundProblems, TableFindings } from '../../problems/problem-index';
import type { ListedNote, ProblemHead } from '../../problems/table-problems';
import { databaseWarnings, tableWarnings } from '../../rows/table-warnings';
import { type FoundViolation, foundViolation } from '../../schemas/results';
import type { CommittedView } from '../../storage/view';
import { count, listOf, mapOf, textList, textOrNull } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { MOST_LISTED } from '../plan/result-budget';

const codesChecked = (severity?: 'warning'): string =>
  violationCodesWith(({ checked }) => checked === severity).join(', ');

const MOST = 10_000;

/** Violations with one code in one column. */
const cause = z
  .strictObject({
    table: z.string(),
    cause: z.string().describe('To list these alone: code:column'),
    code: z.string(),
    column: textOrNull,
    severity: z.enum(['error', 'warning']),
    count,
  })
  .meta({ id: 'ProblemCause' });

type Cause = z.infer<typeof cause>;

/** A note whose kept table is not renewed. docs/publish.md#a-table-in-a-note */
const keptTable = z.strictObject({ path: z.string(), message: z.string() }).meta({ id: 'KeptTableProblem' });

export const checkTable = defineRead({
  name: 'check_table',
  group: 'query',
  permission: 'read',
  summary: 'Validates every row of a table or of all tables.',
  description: `Finds ${codesChecked()}, and as warnings ${codesChecked('warning')}. At most limit are listed; counts has all of them, and so has causes, which an answer about all tables has. Notes are read once, and again when they change.`,
  brief: 'Without table: causes.',
  input: z.strictObject({
    table: z.string().min(1).nullish().describe('Default: all'),
    cause: z.string().min(1).nullish().describe('enum:status'),
    limit: z.int().min(0).max(MOST).nullish().describe(`Default ${MOST_LISTED}`),
  }),
  refusals: ['an unknown or ambiguous table'],
  result: z.strictObject({
    table: textOrNull.describe('Null: every table'),
    rows: count,
    ok: z.boolean().describe('False where there is more than warnings'),
    violations: listOf(foundViolation),
    counts: mapOf(count).describe('Violation code -> how many'),
    causes: listOf(cause).exactOptional().describe('Without table: by table, code and column, errors first'),
    keptTables: listOf(keptTable)
      .exactOptional()
      .describe('Without table: notes with a table of Markdown that is not renewed'),
    warnings: textList,
  }),
  run: async ({ findProblems, keptTables }, { table, cause: only, limit }) => {
    const named = table ?? null;
    const found = await findProblems(({ catalog }) =>
      named === null ? catalog.tables() : [catalog.resolveTable(named)],
    );
    const causes = causesOf(found);
    const counts: Record<string, number> = {};
    for (const each of causes) counts[each.code] = (counts[each.code] ?? 0) + each.count;
    const { view, tables } = found;
    const names = tables.map(({ definition }) => definition.qualified);
    const page = { only: only ?? null, limit: limit ?? MOST_LISTED };
    return {
      table: named === null ? null : (names[0] ?? null),
      rows: names.reduce((sum, name) => sum + view.table(name).size, 0),
      ok: causes.every(({ severity }) => severity === 'warning'),
      violations: listedViolations(found, page).map((each) => describeFound(view, each, named === null)),
      counts,
      ...(named === null ? { causes, keptTables: keptTables().filter(({ path }) => view.files.has(path)) } : {}),
      warnings: [
        ...databaseWarnings(view),
        ...names.flatMap((name) => [...tableWarnings(view, name), ...danglingTextsOf(view, name)]),
      ],
    };
  },
});

const causeKey = ({ code, column }: ProblemHead): string => (column === null ? code : `${code}:${column}`);

function causesOf({ tables }: FoundProblems): readonly Cause[] {
  const causes = tables.flatMap(({ definition: { qualified }, notes }) => {
    const byKey = new Map<string, Cause>();
    for (const head of notes.flatMap(({ heads }) => heads)) {
      const key = `${causeKey(head)} ${head.isWarning}`;
      const known = byKey.get(key);
      const { code, column } = head;
      const severity = head.isWarning ? 'warning' : 'error';
      if (known === undefined)
        byKey.set(key, { table: qualified, cause: causeKey(head), code, column, severity, count: 1 });
      else known.count += 1;
    }
    return [...byKey.values()];
  });
  return [...causes.filter(isError), ...causes.filter((each) => !isError(each))];
}

const isError = ({ severity }: Cause): boolean => severity === 'error';

interface PageOfProblems {
  /** Of one cause alone. */
  readonly only: string | null;
  readonly limit: number;
}

interface ListedViolation {
  readonly definition: TableDefinition;
  readonly violation: Violation;
}

/** Only notes on the page get their messages. */
function listedViolations({ tables }: FoundProblems, { only, limit }: PageOfProblems): readonly ListedViolation[] {
  const listed: ListedViolation[] = [];
  let at = 0;
  const isListed = (head: ProblemHead): boolean => {
    if (only !== null && causeKey(head) !== only) return false;
    at += 1;
    return at <= limit;
  };
  for (const findings of tables) {
    for (const note of findings.notes) {
      if (at >= limit) return listed;
      const places = note.heads.flatMap((head, place) => (isListed(head) ? [place] : []));
      listed.push(...violationsAt(findings, note, places));
    }
  }
  return listed;
}

function violationsAt(
  findings: TableFindings,
  note: ListedNote,
  places: readonly number[],
): readonly ListedViolation[] {
  if (places.length === 0) return [];
  const violations = findings.violations(note);
  return places.flatMap((place) => {
    const violation = violations[place];
    return violation === undefined ? [] : [{ definition: findings.definition, violation }];
  });
}

function describeFound(
  view: CommittedView,
  { definition, violation }: ListedViolation,
  isOfAll: boolean,
): FoundViolation {
  const { path, column, code, message, value = null, severity = 'error', near, fix } = violation;
  const meant = { ...(near === undefined ? {} : { near }), ...(fix === undefined ? {} : { fix }) };
  const spec = definition.columns.find(({ name }) => name === column);
  const values = spec === undefined ? {} : nearValues(spec, violation);
  const table = isOfAll ? { table: definition.qualified } : {};
  return { path, id: idOf(view, path), column, code, message, value, severity, ...meant, ...values, ...table };
}

function idOf(view: CommittedView, path: string | null): string | null {
  if (path === null) return null;
  return view.rowAt(path)?.row.id || view.duplicates.get(path)?.row.id || null;
}
