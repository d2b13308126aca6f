/** Every argument has a shape, in full for clients and in few tokens for agents. Source: docs/http.md#tools-for-agents */

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, openEngine } from '../../../src/engine/index';
import { SAID_BY_NAME, TOLD_ONCE } from '../../../src/engine/operations/agent-tool';
import { NOTE_OPERATION_INFOS } from '../../../src/engine/operation-infos';
import { writeResult } from '../../../src/engine/schemas/results';
import { createMemoryHost } from '../../memory-host/memory-host';

const { operations } = await openEngine(createMemoryHost());

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys under which a schema has schemas, by name and as they are. */
const BY_NAME = ['properties', '$defs'];
const ITSELF = ['items', 'additionalProperties'];

/** Where a schema says nothing of a value. */
function shapeless(schema: Json, at: string): readonly string[] {
  if (!isObject(schema)) return [];
  const says = ['type', '$ref', 'anyOf'].some((key) => Object.hasOwn(schema, key));
  const byName = BY_NAME.flatMap((key) => Object.entries((schema[key] ?? {}) as JsonObject));
  const options = ((schema['anyOf'] ?? []) as readonly Json[]).map((each): [string, Json] => ['anyOf', each]);
  const inner = ITSELF.filter((key) => Object.hasOwn(schema, key)).map((key): [string, Json] => [
    key,
    schema[key] ?? null,
  ]);
  return [
    ...(says ? [] : [at]),
    ...[...byName, ...options, ...inner].flatMap(([key, each]) => shapeless(each, `${at}.${key}`)),
  ];
}

/** The named shapes that a schema refers to. */
const referred = (schema: Json): readonly string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name ?? '');

describe('the JSON Schema of arguments', () => {
  it('says of every argument, and of everything in it, what it is', () => {
    expect(operations.flatMap(({ name, inputSchema }) => shapeless(inputSchema, name))).toEqual([]);
  });

  it('describes every argument and every part of a shape', () => {
    const silent = operations.flatMap(({ name, inputSchema }) => {
      const objects = [inputSchema, ...Object.values((inputSchema['$defs'] ?? {}) as JsonObject)];
      return objects.flatMap((object) =>
        Object.entries(((object as JsonObject)['properties'] ?? {}) as JsonObject)
          .filter(
            ([, schema]) => !isObject(schema) || (schema['description'] === undefined && schema['$ref'] === undefined),
          )
          .map(([key]) => `${name}: ${key}`),
      );
    });
    expect(silent).toEqual([]);
  });

  it('holds every shape that it refers to, and no other', () => {
    for (const { name, inputSchema } of operations) {
      const held = Object.keys((inputSchema['$defs'] ?? {}) as JsonObject);
      expect([...new Set(referred(inputSchema))].sort(), name).toEqual(held.sort());
    }
  });

  it('gives a shape of one name the same form everywhere', () => {
    const forms = new Map<string, Set<string>>();
    for (const { inputSchema } of operations) {
      for (const [name, shape] of Object.entries((inputSchema['$defs'] ?? {}) as JsonObject)) {
        forms.set(name, (forms.get(name) ?? new Set()).add(JSON.stringify(shape)));
      }
    }
    expect([...forms].filter(([, each]) => each.size > 1).map(([name]) => name)).toEqual([]);
    expect([...forms.keys()]).toEqual(
      expect.arrayContaining(['filter', 'column_spec', 'join', 'aggregates', 'view_query', 'batch_step']),
    );
  });
});

describe('the tools for agents', () => {
  const tools = operations.map(({ tool }) => tool);
  const bytes = (value: Json): number => new TextEncoder().encode(JSON.stringify(value)).length;

  it('have the arguments of the operations', () => {
    for (const { name, inputSchema, tool } of operations) {
      const flat = tool['inputSchema'] as JsonObject;
      expect([tool['name'], Object.keys(flat['properties'] as JsonObject)]).toEqual([
        name,
        Object.keys(inputSchema['properties'] as JsonObject),
      ]);
      expect(flat['required'] ?? [], name).toEqual(inputSchema['required'] ?? []);
    }
  });

  it('are flat, and name every type', () => {
    for (const { name, tool } of operations) {
      for (const [key, schema] of Object.entries((tool['inputSchema'] as JsonObject)['properties'] as JsonObject)) {
        expect(Object.keys(schema as JsonObject), `${name}: ${key}`).toContain('type');
        expect(JSON.stringify(schema), `${name}: ${key}`).not.toMatch(
          /"(properties|anyOf|\$ref|additionalProperties)"/,
        );
      }
    }
  });

  it('have all four annotations, and say which of them write', () => {
    for (const { effect, tool } of operations) {
      const annotations = tool['annotations'] as JsonObject;
      expect(Object.keys(annotations)).toEqual(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']);
      expect([annotations['readOnlyHint'], annotations['destructiveHint']]).toEqual([
        effect === 'read',
        effect === 'destructive',
      ]);
    }
    const adding = operations.filter(({ tool }) => (tool['annotations'] as JsonObject)['idempotentHint'] === false);
    expect(adding.map(({ name }) => name)).toEqual(['insert_row', 'update_row', 'batch', 'create_webhook']);
  });

  it('have an answer of lists and objects, none of which must be there', () => {
    for (const { name, effect, tool, resultSchema } of operations) {
      const properties = resultSchema['properties'] ?? {};
      const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>)
        .filter(([key]) => effect === 'read' || !Object.hasOwn(writeResult.shape, key))
        .filter(([, { type }]) => type === 'array' || type === 'object')
        .map(([key, { type }]) => [key, { type }]);
      const listed = Object.fromEntries(fields) as JsonObject;
      const expected = fields.length === 0 ? undefined : { type: 'object', properties: listed };
      expect([name, tool['outputSchema']]).toEqual([name, expected]);
    }
  });

  it('leave to the instructions and to the names only what some operation says', () => {
    const said = JSON.stringify(operations.map(({ inputSchema }) => inputSchema));
    expect([...TOLD_ONCE, ...SAID_BY_NAME].filter((line) => !said.includes(JSON.stringify(line)))).toEqual([]);
  });

  /** D12; a token is four bytes. */
  it('cost less than 10,000 tokens all together, and leave 150 for each of the 52 operations that is not there yet', () => {
    expect(bytes(tools) / 4).toBeLessThan(10_000 - 150 * (52 - tools.length));
  });

  it('cost less than 3,000 tokens in the profile "core"', () => {
    const core = operations.filter(({ isCore }) => isCore).map(({ tool }) => tool);
    expect(core.length).toBeGreaterThanOrEqual(12);
    expect(bytes(core) / 4).toBeLessThan(3000);
  });

  it('cost less than 800 tokens for the writes of notes, which are flat and described as well', () => {
    expect(bytes(NOTE_OPERATION_INFOS.map(({ tool }) => tool)) / 4).toBeLessThan(800);
    expect(NOTE_OPERATION_INFOS.flatMap(({ name, inputSchema }) => shapeless(inputSchema, name))).toEqual([]);
    for (const { name, tool } of NOTE_OPERATION_INFOS) {
      for (const schema of Object.values((tool['inputSchema'] as JsonObject)['properties'] as JsonObject))
        expect(JSON.stringify(schema), name).not.toMatch(/"(properties|anyOf|\$ref|additionalProperties)"/);
    }
  });

  it('tell the shape of an object in a line', () => {
    const where = operations.find(({ name }) => name === 'select_rows')?.tool;
    expect(JSON.stringify(where)).toContain('{column: value or {operator: value}}');
  });
});
