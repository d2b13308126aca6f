/** Looks into the schema of arguments: which keys there are where. D3 (the near name of an unknown one) */

import type * as z from 'zod';

type Schema = z.core.$ZodType;

const definitionOf = (schema: Schema): z.core.$ZodTypes['_zod']['def'] => (schema as z.core.$ZodTypes)._zod.def;

/** The schemas that the value at a path is held against: several where one of them will do. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((each) => innerOf(each, key)),
    optionsOf(schema),
  );
}

export const keysOfSchema = (schemas: readonly Schema[]): readonly string[] =>
  schemas.flatMap((schema) => {
    const definition = definitionOf(schema);
    return definition.type === 'object' ? Object.keys(definition.shape) : [];
  });

/** Of what comes instead of an integer the library says that a number was expected. */
export const isWholeNumber = (schemas: readonly Schema[]): boolean =>
  schemas.some((schema) => (definitionOf(schema) as { readonly format?: string }).format === 'safeint');

function innerOf(schema: Schema, key: PropertyKey): readonly Schema[] {
  const definition = definitionOf(schema);
  if (definition.type === 'array') return optionsOf(definition.element);
  if (definition.type === 'record') return optionsOf(definition.valueType);
  const inner = definition.type === 'object' ? definition.shape[String(key)] : undefined;
  return inner === undefined ? [] : optionsOf(inner);
}

/** Without what only says that it may be absent. */
function optionsOf(schema: Schema): readonly Schema[] {
  const definition = definitionOf(schema);
  if (definition.type === 'optional' || definition.type === 'nullable') return optionsOf(definition.innerType);
  return definition.type === 'union' ? definition.options.flatMap(optionsOf) : [schema];
}
