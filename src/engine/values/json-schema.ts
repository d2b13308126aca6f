/** JSON as schemas: the parts that the arguments and the answers of operations are made of. */

import * as z from 'zod';
import { type Json, type JsonObject, isJson } from '../json';

/** The description after the name of the argument. */
export const NO_JSON = 'must be JSON: null, true, false, finite numbers, texts, and lists and objects of these';

export const json = z.unknown().refine(isJson, NO_JSON) as unknown as z.ZodType<Json, Json>;

/** Taken as it is: a schema that copies it value by value takes ten times as long. */
export const jsonObject = z.looseObject({}).refine(isJson, NO_JSON) as unknown as z.ZodType<JsonObject, JsonObject>;

/** A readonly list. */
export const listOf = <T extends z.ZodType>(item: T): z.ZodType<readonly z.output<T>[]> => z.array(item);

/** An object whose keys are data. */
export const mapOf = <T extends z.ZodType>(value: T): z.ZodType<Readonly<Record<string, z.output<T>>>> =>
  z.record(z.string(), value);

export const textList = listOf(z.string());

export const textOrNull = z.string().nullable();

/** Counts rows, notes, versions. */
export const count = z.int().min(0);
