/** From a column spec as it is written to a ColumnSpec, with everything that is wrong in it. spec: Column spec, D16. */

import type { ColumnSpec, Identity, ItemSpec, ValueSpec } from '../../values/column';
import { COLUMN_TYPES, IDENTITIES } from '../../values/column';
import type { Json } from '../../values/json';
import { checkDefault } from '../../values/default-value';
import { isJsonObject } from '../../values/json';
import { AttributeReader } from './attribute-reader';
import { ATTRIBUTE_NAMES } from './column-attributes';
import { nameProblem } from '../names';
import type { Problem, ProblemPath } from '../problem';
import { readItems, readType, readValueSpec } from './value-spec-reader';

export interface ColumnReading {
  /** Null when name or type are not to be had. With problems it may be incomplete. */
  readonly spec: ColumnSpec | null;
  readonly problems: readonly Problem[];
}

/** Reads one column spec. `at` is where it stands. Never throws. */
export function readColumn(source: Json, at: ProblemPath): ColumnReading {
  if (!isJsonObject(source)) {
    const message = `column ${position(at)} must be an object with name and type`;
    return { spec: null, problems: [{ at, column: null, code: 'type', grammar: true, message }] };
  }
  const named = typeof source['name'] === 'string' && source['name'] !== '' ? source['name'] : null;
  const reader = new AttributeReader(source, at, named ?? `column ${position(at)}`, named);
  const name = readName(reader);
  const type = readType(reader, COLUMN_TYPES);
  reader.rejectOthers(ATTRIBUTE_NAMES);
  const rest = readRest(reader);
  if (name === null || type === null) return { spec: null, problems: reader.problems };
  const value = type === 'list' ? readList(reader) : readValueSpec(reader, type);
  if (type !== 'list' && reader.raw('items') !== undefined) {
    reader.semantic('items', 'type', `items is for list, not for ${type}`);
  }
  const spec: ColumnSpec = { name, ...value, ...rest };
  checkWhole(reader, spec);
  return { spec, problems: reader.problems };
}

const position = (at: ProblemPath): string => {
  const last = at.at(-1);
  return typeof last === 'number' ? String(last + 1) : '';
};

function readName(reader: AttributeReader): string | null {
  const name = reader.text('name');
  if (name === undefined) {
    if (reader.raw('name') === undefined) reader.grammar('name', 'type', 'a name is missing');
    return null;
  }
  const problem = nameProblem('column', name);
  if (problem !== null) reader.grammar('name', 'type', problem);
  return name;
}

type Rest = Omit<ColumnSpec, 'name' | 'items' | keyof ValueSpec>;

function readRest(reader: AttributeReader): Rest {
  const required = reader.flag('required');
  const unique = reader.flag('unique');
  const dense = reader.flag('dense');
  const description = reader.text('description');
  const label = reader.text('label');
  const aliases = reader.texts('aliases');
  const note = reader.text('note');
  const initial = reader.raw('default');
  const generated = reader.text('generated');
  const identity = readIdentity(reader);
  const hierarchy = reader.flag('hierarchy');
  return {
    ...describedBy(filled(description) ? description : identity && IDENTITY_DESCRIPTIONS[identity]),
    ...(filled(label) ? { label } : {}),
    ...(aliases !== undefined && aliases.length > 0 ? { aliases } : {}),
    ...(filled(note) ? { note } : {}),
    ...(required === true ? { required } : {}),
    ...(initial === undefined ? {} : { default: initial }),
    ...(unique === true ? { unique } : {}),
    ...(filled(generated) ? { generated } : {}),
    ...(identity === undefined ? {} : { identity }),
    ...(hierarchy === true ? { hierarchy } : {}),
    ...(dense === true ? { dense } : {}),
  };
}

/** The engine knows what these hold, so that nobody has to say it. spec: identity */
const IDENTITY_DESCRIPTIONS: Readonly<Record<Identity, string | undefined>> = {
  filename: undefined,
  created: 'When the row was created.',
  uuid: 'A UUID of the row’s own, set once.',
};

const describedBy = (description: string | undefined): { readonly description?: string } =>
  description === undefined ? {} : { description };

function readIdentity(reader: AttributeReader): Identity | undefined {
  const identity = reader.text('identity');
  if (identity === undefined || (IDENTITIES as readonly string[]).includes(identity)) return identity as Identity;
  reader.grammar('identity', 'identity', `unknown identity "${identity}" (${IDENTITIES.join(', ')})`);
  return undefined;
}

const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function readList(reader: AttributeReader): ValueSpec & { readonly items?: ItemSpec } {
  const items = readItems(reader);
  return items === null ? { type: 'list' } : { type: 'list', items };
}

function checkWhole(reader: AttributeReader, spec: ColumnSpec): void {
  const kind = spec.type === 'list' ? (spec.items?.type ?? 'string') : spec.type;
  if (spec.hierarchy === true && spec.type !== 'link') {
    reader.semantic('hierarchy', 'hierarchy', `hierarchy is for link, not for ${spec.type}`);
  }
  if (spec.unique === true && kind === 'json') reader.semantic('unique', 'unique', 'json values can not be unique');
  if (reader.problems.length > 0) return;
  for (const { code, message } of checkDefault(spec)) {
    reader.semantic('default', code, `default ${message.replace(`${spec.name}: `, '')}`);
  }
}
