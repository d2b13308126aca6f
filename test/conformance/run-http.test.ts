/** The conformance cases over HTTP, with the status of each refusal: every third of each operation, deep runs all. */

import { describe, it } from 'vitest';
import { size } from '../deep';
import { CASES } from './all-cases';
import { httpSubject } from './http-subject';
import { hostOptions } from './host-options';
import { runCase } from './run-case';

/** The engine is asked all of them by run-engine.test.ts. */
const EVERY = size(3, 1);

describe.each(Object.entries(CASES))('%s', (_operation, cases) => {
  it.each(cases.filter((_, i) => i % EVERY === 0).map((example) => [example.name, example] as const))(
    '%s',
    async (_name, example) => {
      const subject = await httpSubject(hostOptions(example));
      await runCase(subject, example);
      await subject.close();
    },
  );
});
