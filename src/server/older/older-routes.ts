/** The routes of the older interface, as one table; the engine knows their arguments. Source: docs/older-interface.md; D3, D19 */

import { type JsonObject, NotedbError } from '../../engine/index';
import type { ApiResponse } from '../http-message';
import { readArguments } from '../json-body';
import { answerCall } from '../operation-routes';
import type { Route, RouteCall, RouteServices } from '../route-call';

/** The operation of each route. */
export const OLDER_ROUTES: Readonly<Record<string, string>> = {
  '/notedb/tables': 'list_tables',
  '/notedb/tables/describe': 'describe_table',
  '/notedb/database': 'describe_database',
  '/notedb/database/configure': 'configure_database',
  '/notedb/rows/insert': 'insert_row',
  '/notedb/rows/update': 'update_rows',
  '/notedb/rows/update-one': 'update_row',
  '/notedb/rows/delete': 'delete_rows',
  '/notedb/rows/move': 'move_rows',
};

export const DDL_ROUTE = '/notedb/ddl';

/** What `op` of the ddl route may say. */
export const DDL_OPERATIONS: readonly string[] = [
  'create_table',
  'drop_table',
  'add_column',
  'rename_column',
  'drop_column',
  'alter_column',
  'alter_table',
  'define_base',
  'set_table_bases',
  'rename_value',
  'add_constraint',
  'drop_constraint',
  'create_view',
  'drop_view',
  'clone_table',
];

export function olderRoutes(services: RouteServices): readonly Route[] {
  const run = (operation: string, call: RouteCall): Promise<ApiResponse> =>
    answerCall(services, operation, async () => {
      const caller = call.caller();
      const { request } = call;
      const args = await readArguments(request);
      return services.calls.run(() => services.engine.runOlder(operation, args, caller, request.gone));
    });
  const define = async ({ request, caller }: RouteCall): Promise<ApiResponse> => {
    const by = caller();
    const { op, ...args } = await readArguments(request);
    const operation = definingOperation(op);
    return answerCall(services, operation, () =>
      services.calls.run(() => services.engine.runOlder(operation, args, by, request.gone)),
    );
  };
  return [
    ...Object.entries(OLDER_ROUTES).map(([pattern, operation]) => ({
      pattern,
      methods: { POST: (call: RouteCall) => run(operation, call) },
    })),
    { pattern: DDL_ROUTE, methods: { POST: define } },
  ];
}

function definingOperation(op: JsonObject[string] | undefined): string {
  if (typeof op === 'string' && DDL_OPERATIONS.includes(op)) return op;
  const given = typeof op === 'string' ? `op can't be "${op.slice(0, 60)}"` : '"op" must be the name of an operation';
  throw new NotedbError('bad_request', `${given}: it is one of ${DDL_OPERATIONS.join(', ')}`, {
    hint: `POST ${DDL_ROUTE}/ {"op": "create_table", …}; other operations: POST /notedb/operations/<name>/`,
  });
}
