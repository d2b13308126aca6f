/** docs/older-interface.md says what the older interface takes. */

import { expect, it } from 'vitest';
import type { JsonObject, OperationInfo } from '../../src/engine/index';
import { DDL_OPERATIONS, DDL_ROUTE, OLDER_ROUTES } from '../../src/server/older/older-routes';
import { serverFixture } from './server-fixture';

const HEAD = `# Older interface

<!-- Made by test/server/older-reference.test.ts: \`npx vitest run older-reference -u\` writes it anew. -->

Clients of an older interface call the operations by routes of their own, with older names of some arguments. New clients use
\`POST /notedb/operations/<name>/\`. Both do the same to the same vault.

- A route takes the arguments in its row. A name of the newer interface is a 400 that names the older one. What only the newer interface has
  (\`tags\`, \`clear_tags\`, \`autolink_target\`, \`display\`, \`archive\` and \`fields\` of alter_table) is a 400 that says so.
- Descriptions are not required: not by create_table, add_column, define_base or clone_table. The same operations require them on the generic route.
- Every write answers with \`plannedMoves\` in place of \`planned_moves\`. Nothing else is spelled differently.
- Errors are those of the operation. Their messages and hints use the older names of arguments.
- Token, headers, limits and statuses are those of [http.md](http.md).

## Arguments that changed

| where | older | newer |
|---|---|---|
| rows/update, rows/update-one, rows/move | \`set\` | \`set_values\`; rows/move takes both names, one a call |
| create_table | \`options\` with \`description\`, \`aliases\`, \`filename\`, \`partition\`, \`exclude\` | the same at the top level |
| create_table | \`body\` | \`row_template\` |
| drop_table | \`cascade\` | \`mode\` |
| add_column | \`dense\` | \`dense\` of the column spec, which the older route takes as well |
| rename_column | \`from\`, \`to\` | \`from_column\`, \`to_column\` |
| drop_column, alter_column | \`name\` | \`column\` |
| alter_table | \`history\`: \`"on"\`, \`"off"\`, \`"inherit"\`, true or false | true, false or \`"default"\` |
| alter_table | \`clear_row_template: true\`, without a \`row_template\` | \`row_template: ""\` |
| define_base | \`extends\`, a name or a list; \`comment\` | \`bases\`, \`description\` |
| rename_value | \`from\`, \`to\` | \`from_value\`, \`to_value\` |
| create_view | \`comment\` | \`description\` |
| clone_table | \`shallow: true\` | \`copy_rows: false\` |

## Columns

\`file_backlinks\` is \`file_backlink_count\`, in filters (\`where\`, \`check\`), and in the query and the labels of create_view. The generic route takes
the newer name alone, and names it.

## Routes

A trailing slash is optional. Required arguments are bold.

| POST | operation | arguments |
|---|---|---|
`;

const DDL = `
## The ddl route

\`POST ${DDL_ROUTE}/\` runs one of fifteen operations: \`op\` names it. Another \`op\` is a 400 that lists them.

| op | arguments |
|---|---|
`;

const TAIL = `
## Older names of operations

The generic route takes these too. They take their older arguments and answer as the operation does now.

| older | operation | arguments |
|---|---|---|
| \`list_directory\` | \`list_folder\` | \`path\` in place of \`folder\` |
| \`search_simple\` | \`search_notes\` | \`query\`, \`context_length\` |
`;

function argumentsOf({ olderInputSchema }: OperationInfo): string {
  const { properties = {}, required = [] } = (olderInputSchema ?? {}) as {
    readonly properties?: JsonObject;
    readonly required?: readonly string[];
  };
  const names = Object.keys(properties).map((name) => (required.includes(name) ? `**${name}**` : name));
  return names.length === 0 ? 'none' : names.join(', ');
}

it('is what the routes take', async () => {
  const { engine } = await serverFixture();
  const info = (name: string): OperationInfo => {
    const found = engine.operations.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no operation ${name}`);
    return found;
  };
  const link = (name: string): string => `[${name}](operations.md#${name})`;
  const routes = Object.entries(OLDER_ROUTES).map(
    ([route, name]) => `| \`${route}/\` | ${link(name)} | ${argumentsOf(info(name))} |\n`,
  );
  const ddl = DDL_OPERATIONS.map((name) => `| ${link(name)} | ${argumentsOf(info(name))} |\n`);
  const page = [HEAD, ...routes, DDL, ...ddl, TAIL].join('');
  await expect(page).toMatchFileSnapshot('../../docs/older-interface.md');
});
