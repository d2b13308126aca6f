/** Arguments that several operations take, as schemas with their descriptions. */

import * as z from 'zod';
import { type Json, type JsonObject, isJson, isJsonObject } from '../values/json';
import { NO_JSON, json, jsonObject } from '../values/json-schema';

export { json, jsonObject };

/** As `jsonObject`, for thousands of them: they are looked at in one go, and not even their keys are copied. What is made of them must not keep them. */
export const manyJsonObjects = z
  .array(z.unknown().meta({ type: 'object', properties: {}, additionalProperties: {} }))
  .check(({ value: objects, issues }) => {
    for (const [i, value] of objects.entries()) {
      if (!isJsonObject(value as Json))
        issues.push({ code: 'invalid_type', expected: 'object', input: value, path: [i] });
      else if (!isJson(value)) issues.push({ code: 'custom', message: NO_JSON, input: value, path: [i] });
    }
  }) as unknown as z.ZodType<readonly JsonObject[], readonly JsonObject[]>;

export const table = z.string().min(1).describe('Table: catalog.schema.table, schema.table or table');

export const dryRun = z.boolean().nullish().describe('Check and plan only; nothing is written');

export const where = jsonObject.nullish().describe('Filter: column -> value or {operator: value}; and, or, not');

export const text = z.string().nullish();

export const texts = z.array(z.string()).nullish();

/** Absent and null are the same for an optional argument. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
