/** GET /guide.md: how an agent uses the interface, on one page. It says nothing of the vault. Source: docs/questions.md; D12 */

import type { OperationInfo } from '../../engine/index';

const HEAD = `# Using NoteDB

NoteDB is a database whose rows are Markdown notes: typed columns in the front matter, text below. People edit the same notes.
Every write is checked as a whole, and \`undo_migration\` takes it back.

## Call

    POST /notedb/operations/<name>/
    Authorization: Bearer <token>
    Content-Type: application/json
    X-Service-Actor: {"harness": "your name", "model": "...", "session": "..."}

    {"table": "tasks", "where": {"status": "todo"}, "limit": 20}

The answer is JSON. An error is \`{"error": {code, message, violations, conflicts, hint}}\`: do what \`hint\` says and call again.
After a 4xx nothing was written. Schemas of all arguments and answers: GET /openapi.json.

The same operations are tools of the Model Context Protocol at \`POST /mcp\`, with the same token; \`/mcp?profile=core\` has the few that most agents
need. Notes that are not rows: \`write_note\`, \`patch_note\` and \`move_note\` (\`/mcp?profile=notes\`), or PUT, POST, PATCH, DELETE and MOVE of
\`/vault/<path>\`.

## Habits

1. \`list_tables\`, then \`describe_table\`: names, types, allowed values and what they mean. Do not guess them.
2. Ask with \`select_rows\`: name the \`columns\` that you need, filter with \`where\`, keep \`limit\` small. \`limit: 0\` only counts.
3. Change one row with \`update_row\` and \`expect\`: it is refused when somebody changed the row meanwhile. Change a part of the text
   with \`body_sections\`, \`body_prepend\` or \`body_append\`; \`body\` replaces all of it.
4. Before a write to many rows send \`dry_run: true\`; it lists what would change. Give \`expect_rows\` with \`update_rows\`.
5. Several writes that belong together go into one \`batch\`. Many rows that may exist already go into \`merge_rows\`.
6. Keep \`migrationId\` of each write: \`undo_migration\` takes it. \`list_migrations\` lists the last writes.
7. Notes that are not rows yet: \`infer_table\` proposes a table, \`create_table\` and \`adopt_rows\` take its proposal.

## Values

- A link is \`[[Name]]\`, a name or a path. \`list_link_targets\` lists what a link column accepts.
- A date is \`2026-11-21\`, a datetime \`2026-11-21T09:30:00+01:00\`; the offset may be left out. In filters also \`{today}\`, \`{today-7d}\`, \`{now-24h}\`.
- Values are never converted: \`"3"\` is not an integer. null empties a column.

## Filters

\`{"status": {"in": ["todo", "doing"]}, "project.lead": "[[Ann]]", "or": [{"due": {"lte": "{today}"}}, {"due": {"exists": false}}]}\`

All keys must match. Operators: eq, ne, gt, gte, lt, lte, between, in, contains, icontains, starts_with, ends_with, length, empty, exists,
within. \`and\`, \`or\`, \`not\` combine. A dotted key follows a link.

## Questions

Arguments of select_rows by kind of question; date, week, month, quarter, year and weekday are functions.

- Groups: \`{"table": "tasks", "group_by": "week(due)", "aggregates": {"n": "count", "part": "share"}, "having": {"n": {"gt": 3}}}\`
- Values of a group: \`{"table": "books", "group_by": "language", "aggregates": {"a": "count_distinct:author", "p": "median:pages", "t": "list:title"}}\`
- First or last of each: \`{"table": "tasks", "group_by": "project", "aggregates": {"next": "first:title"}, "order_rows_by": "due"}\`
- Without linked rows: \`{"table": "projects", "rollup": {"n": {"table": "tasks", "by": "project", "where": {"status": "todo"}, "value": "count"}}, "where": {"n": 0}}\`
- Days between: \`{"table": "books", "compute": {"days": "(finished - started).days"}, "where": {"days": {"gt": 7}}}\`
- Two columns: \`{"table": "tasks", "where": {"done_on": {"gt": {"column": "due"}}}}\`
- Who links here: \`{"table": "journal", "where": {"file_links": {"contains": "[[Kathrin Loosli]]"}}}\`
- Two tables: \`{"table": "journal", "join": {"table": "meetings", "on": {"date": "date(start)"}}}\`
- Why not: \`{"table": "tasks", "where": {"status": "todo"}, "limit": 0, "explain": {"path": "Choose the tiles"}}\`

## Statuses

400 the call is wrong. 401 no token. 403 not permitted. 404 unknown name. 422 refused: violations or conflicts. 429 and 503 try again later.

## Operations
`;

const HEADINGS: Readonly<Record<string, string>> = {
  query: 'Ask',
  rows: 'Write rows',
  history: 'Look back',
  schema: 'Define',
  database: 'Whole database',
};

/** The same for every vault. */
export function guideText(operations: readonly OperationInfo[]): string {
  const groups = new Set([...Object.keys(HEADINGS), ...operations.map(({ group }): string => group)]);
  const lists = [...groups].map((group) => {
    const lines = operations
      .filter((each) => each.group === group)
      .map(({ name, summary }) => `- \`${name}\`: ${summary}`);
    return lines.length === 0 ? '' : `\n### ${HEADINGS[group] ?? group}\n\n${lines.join('\n')}\n`;
  });
  return `${HEAD}${lists.join('')}`;
}
