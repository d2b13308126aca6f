/** The answers of the operations as Markdown: each with its keys, shapes of several operations once, by name. */

import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, OperationInfo } from '../../../src/engine/index';

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

type Shapes = ReadonlyMap<string, Schema>;

/** Shapes that another one may have all keys of. */
const PARTS = ['WriteResult', 'Database', 'Table'];

export class Answers {
  private readonly shapes: Shapes;

  /** `others`: JSON Schemas beside those of the operations. */
  constructor(operations: readonly OperationInfo[], ...others: readonly JsonObject[]) {
    const schemas = [...operations.map(({ resultSchema }) => resultSchema), ...others] as readonly Schema[];
    const shapes = schemas.flatMap(({ $defs = {} }) => Object.entries($defs));
    this.shapes = new Map(shapes.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Every shape with a name. */
  reference(): string {
    return [...this.shapes].map(([name, schema]) => this.shape(name, schema)).join('\n');
  }

  /** The lines of one operation. */
  of({ resultSchema }: OperationInfo): readonly string[] {
    const schema = resultSchema as Schema;
    if (schema.properties === undefined) return [`Answer: ${typeOf(schema)}.`, ''];
    const { parts, rest } = this.split(schema, PARTS);
    const head = parts.length === 0 ? 'Answer:' : `Answer: ${parts.join(', ')}, and`;
    return [head, '', ...rest, ''];
  }

  private shape(name: string, schema: Schema): string {
    const told = schema.description === undefined ? [] : [`${schema.description}.`, ''];
    const { parts, rest } = this.split(
      schema,
      PARTS.filter((each) => each !== name),
    );
    const all = parts.length === 0 ? [] : [`${parts.join(' and ')}${rest.length === 0 ? '.' : ', and'}`, ''];
    return [`### ${name}`, '', ...told, ...all, ...rest, ...(rest.length > 0 ? [''] : [])].join('\n');
  }

  /** The named shapes that it has all keys of, and a line for each other key. */
  private split(schema: Schema, names: readonly string[]): { parts: readonly string[]; rest: readonly string[] } {
    const { properties = {}, required = [], additionalProperties } = schema;
    const parts = names.filter((name) => {
      const own = Object.entries(this.shapes.get(name)?.properties ?? {});
      return own.every(([key, each]) => isDeepStrictEqual(properties[key], each));
    });
    const known = new Set(parts.flatMap((name) => Object.keys(this.shapes.get(name)?.properties ?? {})));
    const keys = Object.entries(properties).filter(([key]) => !known.has(key));
    const rest = keys.map(([key, each]) => {
      const { description } = each;
      const told = description === undefined ? '' : ` ${description}.`;
      return `- \`${key}\`${required.includes(key) ? '' : ' (optional)'}: ${typeOf(each)}.${told}`;
    });
    const others = typeof additionalProperties === 'object' ? [`- other keys: ${typeOf(additionalProperties)}.`] : [];
    return { parts: parts.map(linkTo), rest: [...rest, ...others] };
  }
}

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

function typeOf({ $ref, anyOf, const: only, enum: values, type, ...schema }: Schema): string {
  if ($ref !== undefined) return linkTo($ref.split('/').at(-1) as string);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  if (type === 'object') return objectOf(schema);
  return [type ?? 'any JSON'].flat().join(' or ');
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const keys = Object.entries(properties).map(
    ([key, each]) => `${key}${required.includes(key) ? '' : '?'}: ${typeOf(each)}`,
  );
  if (keys.length > 0) return `{${keys.join(', ')}}`;
  const isTyped = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  return isTyped ? `object of ${typeOf(additionalProperties)}` : 'object';
}
