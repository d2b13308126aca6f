/** What an operation takes is what its JSON Schema says: the schema is made for clients, the engine reads by other means too. */

import { expect } from 'vitest';
import * as z from 'zod';
import type { JsonObject, OperationInfo } from '../../src/engine/index';

/** Tells whether arguments that were accepted fit the schema of their operation. */
export function argumentsFit(operations: readonly OperationInfo[]): (operation: string, args: JsonObject) => void {
  const schemas = new Map<string, z.ZodType>();
  return (operation, args) => {
    const known = operations.find(({ name }) => name === operation);
    if (known === undefined) return;
    const schema = schemas.get(operation) ?? z.fromJSONSchema(known.inputSchema);
    schemas.set(operation, schema);
    expect(schema.safeParse(args).error?.issues ?? [], `arguments of ${operation}`).toEqual([]);
  };
}
