/** The conformance cases of rules, on the engine and over HTTP. docs/rules.md */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { RULE_OPERATION_INFOS } from '../../src/engine/operation-infos';
import { hostOptions } from './host-options';
import { RULES } from './rules';
import { runCase } from './run-case';
import { SUBJECTS } from './subjects';

describe.each(SUBJECTS)('on %s', (_name, subjectOf) => {
  it.each(RULES.map((example) => [`${example.call[0]} ${example.name}`, example] as const))(
    '%s',
    async (_case, example) => {
      const subject = await subjectOf(hostOptions(example));
      await runCase(subject, example);
      await subject.close();
    },
  );
});

it.each(RULE_OPERATION_INFOS.map((info) => [info.name, info] as const))(
  '%s: every argument has a case',
  (name, { inputSchema }) => {
    const own = RULES.filter(({ call }) => call[0] === name);
    const used = new Set([...own.flatMap(({ call }) => Object.keys(call[1] ?? {})), 'dry_run']);
    expect(Object.keys(inputSchema['properties'] as JsonObject).filter((each) => !used.has(each))).toEqual([]);
  },
);
