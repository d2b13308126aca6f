/** Every operation, argument, error code and violation code has a case. */

import { describe, expect, it } from 'vitest';
import { VIOLATION_CODES } from '../../src/engine/errors';
import { type JsonObject, type OperationInfo, openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../memory-host/memory-host';
import { CASES } from './all-cases';
import type { ConformanceCase } from './case';

const engine = await openEngine(createMemoryHost());
const operations: readonly OperationInfo[] = engine.operations;
const all: readonly ConformanceCase[] = Object.values(CASES).flat();

describe('the cases', () => {
  it('cover every operation, and nothing that there is not', () => {
    expect(Object.keys(CASES).sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s: has a happy case, every refusal’s kind, and every argument',
    (name, operation) => {
      const own = all.filter(({ call }) => call[0] === name);
      expect(own.some(({ error }) => error === undefined)).toBe(true);
      expect(own.filter(({ error }) => error !== undefined).length).toBeGreaterThanOrEqual(operation.refusals.length);
      // dry_run is done with every case.
      const used = new Set([...own.flatMap(({ call }) => Object.keys(call[1] ?? {})), 'dry_run']);
      const properties = Object.keys((operation.inputSchema['properties'] ?? {}) as JsonObject);
      expect(properties.filter((property) => !used.has(property))).toEqual([]);
    },
  );

  it('try every write in a dry run, whose plan is compared with what the real one did', () => {
    // An index is brought up to date: there is nothing to plan.
    const writes = operations.filter(({ effect, name }) => effect !== 'read' && name !== 'sync_semantic_index');
    for (const { name, inputSchema } of writes) {
      expect(Object.keys((inputSchema['properties'] ?? {}) as JsonObject), name).toContain('dry_run');
      const tried = all.filter(({ call, error, buildsUp }) => call[0] === name && !error && buildsUp !== true);
      expect(tried.length, name).toBeGreaterThan(0);
    }
    // Only a batch may have steps that a dry run, which sees the present data alone, can't follow.
    const untried = new Set(all.filter(({ buildsUp }) => buildsUp === true).map(({ call }) => call[0]));
    expect([...untried]).toEqual(['batch']);
  });

  it('produce every violation code, in a refusal or in check_table', () => {
    const produced = new Set([...all.flatMap(refusedCodes), ...all.flatMap(checkedCodes)]);
    const missing = Object.keys(VIOLATION_CODES).filter((code) => !produced.has(code));
    expect(missing).toEqual([]);
  });

  it('say which heading of docs/ they show', () => {
    const isReference = /\bD\d+\b|\bdocs\/[\w-]+\.md/;
    expect(all.filter(({ spec }) => !isReference.test(spec)).map(({ name, spec }) => `${name}: ${spec}`)).toEqual([]);
  });

  it('have names of their own', () => {
    for (const cases of Object.values(CASES)) {
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    }
  });

  it('say what they expect', () => {
    const silent = all.filter(({ result, error, tree, then }) =>
      [result, error, tree, then].every((each) => each === undefined),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

const refusedCodes = ({ error }: ConformanceCase): string[] =>
  (error?.violations ?? []).map((violation) => violation.split(' ').at(-1) ?? '');

const checkedCodes = ({ call, result }: ConformanceCase): string[] =>
  call[0] === 'check_table' ? Object.keys((result?.['counts'] ?? {}) as JsonObject) : [];
