/** Arguments that several operations take, as schemas with their descriptions. */

import * as z from 'zod';
import { type Json, type JsonObject, isJson, isJsonObject } from '../values/json';

/** What is said of it after the name of the argument. */
const NO_JSON = 'must be JSON: null, true, false, finite numbers, texts, and lists and objects of these';

export const json = z.unknown().refine(isJson, NO_JSON) as unknown as z.ZodType<Json>;

/** Taken as it is: a schema that copies it value by value takes ten times as long. */
export const jsonObject = z.looseObject({}).refine(isJson, NO_JSON) as unknown as z.ZodType<JsonObject>;

/** As `jsonObject`, for thousands of them: not even its keys are copied. What is made of it must not keep it. */
export const manyJsonObjects = z.array(
  z
    .unknown()
    .check(({ value, issues }) => {
      if (!isJsonObject(value as Json)) issues.push({ code: 'invalid_type', expected: 'object', input: value });
    })
    .refine((value) => !isJsonObject(value as Json) || isJson(value), NO_JSON)
    .meta({ type: 'object', properties: {}, additionalProperties: {} }) as unknown as z.ZodType<JsonObject>,
);

export const table = z.string().min(1).describe('Table: catalog.schema.table, schema.table or table');

export const dryRun = z.boolean().nullish().describe('Check and plan only; nothing is written');

export const where = jsonObject.nullish().describe('Filter: column -> value or {operator: value}; and, or, not');

export const text = z.string().nullish();

export const texts = z.array(z.string()).nullish();

/** Absent and null are the same for an optional argument. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
