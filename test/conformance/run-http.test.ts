/** Every conformance case over HTTP, with the status of each refusal. */

import { describe, it } from 'vitest';
import { CASES } from './all-cases';
import { httpSubject } from './http-subject';
import { hostOptions } from './host-options';
import { runCase } from './run-case';

describe.each(Object.entries(CASES))('%s', (_operation, cases) => {
  it.each(cases.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
    const subject = await httpSubject(hostOptions(example));
    await runCase(subject, example);
    await subject.close();
  });
});
