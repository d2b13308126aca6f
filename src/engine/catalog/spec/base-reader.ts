/** From a base as it is written to a BaseDefinition, with everything that is wrong in its form. spec: Base. */

import type { JsonObject } from '../../values/json';
import { AttributeReader } from './attribute-reader';
import { readColumns } from './columns-reader';
import type { BaseDefinition } from '../definition';
import type { Problem, ProblemPath } from '../problem';

const BASE_ATTRIBUTES: readonly string[] = ['description', 'bases', 'columns'];

export interface BaseReading {
  /** With problems it may be incomplete. */
  readonly definition: BaseDefinition;
  readonly problems: readonly Problem[];
}

/** Reads a base whose name is already known to be good. `at` is where it stands. Never throws. */
export function readBase(source: JsonObject, name: string, at: ProblemPath): BaseReading {
  const reader = new AttributeReader(source, at, '', null);
  reader.rejectOthers(BASE_ATTRIBUTES);
  const description = reader.text('description');
  const bases = reader.texts('bases') ?? [];
  return {
    definition: {
      name,
      description: description === undefined || description.trim() === '' ? null : description,
      columns: readColumns(reader),
      bases: [...new Set(bases)],
    },
    problems: reader.problems,
  };
}
