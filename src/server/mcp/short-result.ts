/** An answer of an operation as an agent gets it: without empty fields, and no longer than it may be. docs/mcp.md#results */

import type { JsonObject, OperationInfo } from '../../engine/index';
import { fitResult } from './fit-result';
import { withoutEmptyFields } from './without-empty-fields';

type Shaped = Pick<OperationInfo, 'resultSchema' | 'tool'>;

export function shortResult(result: JsonObject, { resultSchema, tool }: Shaped, args: JsonObject): JsonObject {
  const { properties = {} } = tool['inputSchema'] as { readonly properties?: JsonObject };
  return fitResult(withoutEmptyFields(result, resultSchema), { args, takes: new Set(Object.keys(properties)) });
}
