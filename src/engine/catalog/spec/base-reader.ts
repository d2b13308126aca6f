/** Parses a base into a BaseDefinition and collects the problems of its form. Source: docs/operations.md#define_base. */

import * as z from 'zod';
import type { JsonObject } from '../../json';
import { AttributeReader } from './attribute-reader';
import { columnSpec } from './column-attributes';
import { readColumns } from './columns-reader';
import type { BaseDefinition } from '../definition';
import type { Problem, ProblemPath } from '../problem';
import { textArgument, textsArgument } from '../shapes';

export const BASE = z.strictObject({
  description: textArgument.describe('The meaning that the columns share'),
  bases: textsArgument.describe('Bases whose columns it inherits'),
  columns: z.array(columnSpec).describe('Its columns'),
});

export interface BaseReading {
  /** With problems it may be incomplete. */
  readonly definition: BaseDefinition;
  readonly problems: readonly Problem[];
}

/** Reads a base whose name is already known to be good. `at` is its place. Never throws. */
export function readBase(source: JsonObject, name: string, at: ProblemPath): BaseReading {
  const reader = new AttributeReader(BASE, { source, at });
  const { description = '', bases = [], columns = [] } = reader.value;
  return {
    definition: {
      name,
      description: description.trim() === '' ? null : description,
      columns: readColumns(reader, columns),
      bases: [...new Set(bases)],
    },
    problems: reader.problems,
  };
}
