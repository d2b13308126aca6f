/** What a vault answers about all of its tables: equal answers, equal states. */

import type { JsonObject } from '../../../src/engine/index';
import type { TestVault } from '../open-vault';

/** `links`: columns read through a link, by table. */
export async function answers(
  { run }: Pick<TestVault, 'run'>,
  links: Readonly<Record<string, readonly string[]>> = {},
): Promise<JsonObject> {
  const { tables, views } = await run('list_tables');
  const all: Record<string, JsonObject> = {};
  for (const { qualified, name } of tables as { qualified: string; name: string }[]) {
    const { columns, ...described } = await run('describe_table', { table: qualified });
    const own = (columns as JsonObject[]).map((column) => column['name'] as string).filter((column) => column !== 'id');
    const selected = await run('select_rows', {
      table: qualified,
      columns: ['path', 'id', ...own, 'file_backlink_count', ...(links[name] ?? [])],
      order_by: 'path',
      limit: 1000,
    });
    const checked = await run('check_table', { table: qualified });
    all[qualified] = { described: { ...described, columns: columns ?? null }, selected, checked };
  }
  const { warnings = [] } = await run('describe_database');
  return { tables: all, views: views ?? null, warnings };
}

/** A host in memory does all it has to do before the next turn. */
export const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** So long the engine hears of what others did. */
export async function hear({ host }: Pick<TestVault, 'host'>, milliseconds: number): Promise<void> {
  await idle();
  // Step by step: a timer may be set by what another one did.
  for (let passed = 0; passed < milliseconds; passed += 10) {
    host.advance(Math.min(10, milliseconds - passed));
    await idle();
  }
}
