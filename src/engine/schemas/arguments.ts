/** Arguments that several operations take, as schemas with their descriptions. */

import * as z from 'zod';
import { filter, rowPlaceholder } from '../catalog/shapes';
import { type Json, type JsonObject, isJson, isJsonObject } from '../json';
import { NO_JSON } from '../values/json-schema';

export { columnChanges, columnSpec } from '../catalog/spec/column-attributes';
export {
  filter,
  flag,
  json,
  jsonObject,
  listPieces,
  deferredSchema,
  named,
  rowValues,
  textArgument,
  textsArgument,
} from '../catalog/shapes';

/** As `rowValues`, for thousands of them: they are looked at in one go, and not even their keys are copied. Derived values must not keep them. */
export const manyRows = z.array(rowPlaceholder).check(({ value: objects, issues }) => {
  for (const [i, value] of objects.entries()) {
    if (!isJsonObject(value as Json))
      issues.push({ code: 'invalid_type', expected: 'object', input: value, path: [i] });
    else if (!isJson(value)) issues.push({ code: 'custom', message: NO_JSON, input: value, path: [i] });
  }
}) as unknown as z.ZodType<readonly JsonObject[]>;

export const tableArgument = z.string().min(1).describe('table, schema.table or catalog.schema.table');

/** What keeps versions may be gone. */
export const keptTable = z.string().min(1).describe('A table; a dropped one by catalog.schema.table');

export const dryRun = z.boolean().nullish().describe('Plan only, write nothing');

export const whereArgument = filter.nullish().describe('Which rows');

/** Absent and null are the same for an optional argument. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
