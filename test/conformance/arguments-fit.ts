/** What an operation takes is what its JSON Schema says: the schema is made for clients, the engine reads by other means too. */

import { expect } from 'vitest';
import * as z from 'zod';
import type { JsonObject, OperationInfo } from '../../src/engine/index';

/** One reader for each schema: making one takes longer than a case. */
const readers = new WeakMap<JsonObject, z.ZodType>();

function readerOf(inputSchema: JsonObject): z.ZodType {
  const reader = readers.get(inputSchema) ?? z.fromJSONSchema(inputSchema);
  readers.set(inputSchema, reader);
  return reader;
}

/** Tells whether arguments that were accepted fit the schema of their operation. */
export function argumentsFit(operations: readonly OperationInfo[]): (operation: string, args: JsonObject) => void {
  const schemas = new Map(operations.map(({ name, inputSchema }) => [name, inputSchema]));
  return (operation, args) => {
    const schema = schemas.get(operation);
    if (schema === undefined) return;
    expect(readerOf(schema).safeParse(args).error?.issues ?? [], `arguments of ${operation}`).toEqual([]);
  };
}
