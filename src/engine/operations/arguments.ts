/** Arguments that several operations take, as schemas with their descriptions. */

import * as z from 'zod';
import type { Json, JsonObject } from '../values/json';

export const json: z.ZodType<Json> = z.json();

export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

export const table = z.string().min(1).describe('Table: catalog.schema.table, schema.table or table');

export const dryRun = z.boolean().nullish().describe('Check and plan only; nothing is written');

export const where = jsonObject.nullish().describe('Filter: column -> value or {operator: value}; and, or, not');

export const text = z.string().nullish();

export const texts = z.array(z.string()).nullish();

/** Absent and null are the same for an optional argument. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
