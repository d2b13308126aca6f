/** The conformance cases of the writes of notes, on the engine and over HTTP. docs/http.md#writing-notes */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { NOTE_OPERATION_INFOS } from '../../src/engine/operation-infos';
import { hostOptions } from './host-options';
import { runCase } from './run-case';
import { SUBJECTS } from './subjects';
import { MOVE_NOTE, PATCH_NOTE, WRITE_NOTE } from './write-notes';

const CASES = [...WRITE_NOTE, ...PATCH_NOTE, ...MOVE_NOTE];

describe.each(SUBJECTS)('on %s', (_name, subjectOf) => {
  it.each(CASES.map((example) => [`${example.call[0]} ${example.name}`, example] as const))(
    '%s',
    async (_case, example) => {
      const subject = await subjectOf(hostOptions(example));
      await runCase(subject, example);
      await subject.close();
    },
  );
});

it.each(NOTE_OPERATION_INFOS.map((info) => [info.name, info] as const))(
  '%s: every argument and every kind of refusal has a case',
  (name, { inputSchema, refusals }) => {
    const own = CASES.filter(({ call }) => call[0] === name);
    expect(own.filter(({ error }) => error !== undefined).length).toBeGreaterThanOrEqual(refusals.length);
    const used = new Set([...own.flatMap(({ call }) => Object.keys(call[1] ?? {})), 'dry_run']);
    expect(Object.keys(inputSchema['properties'] as JsonObject).filter((each) => !used.has(each))).toEqual([]);
  },
);
