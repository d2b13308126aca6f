/** Holds what operations answer against the schemas that they declare. */

import * as z from 'zod';
import type { ErrorResult, JsonObject } from '../src/engine/index';
import type { Operation } from '../src/engine/operations/define-operation';
import { NOTE_OPERATIONS } from '../src/engine/operations/notes/note-operations';
import { RULE_OPERATIONS } from '../src/engine/operations/rules/rule-operations';
import { OPERATIONS } from '../src/engine/operations/registry';
import { errorResult } from '../src/engine/schemas/results';

const BY_NAME: ReadonlyMap<string, Operation> = new Map(
  [...OPERATIONS, ...NOTE_OPERATIONS, ...RULE_OPERATIONS].map((operation) => [operation.name, operation]),
);

/** Throws where the answer is another one than declared; the steps of a batch are answers too. */
export function checkedAnswer<Answer extends JsonObject>(name: string, answer: Answer): Answer {
  const operation = BY_NAME.get(name);
  if (operation !== undefined) check(`The answer of ${name}`, operation.result, answer);
  if (name === 'batch') {
    for (const step of answer['steps'] as readonly JsonObject[]) checkedAnswer(step['operation'] as string, step);
  }
  return answer;
}

/** The whole body of a refusal. */
export function checkedError(name: string, body: JsonObject): ErrorResult {
  check(`The error of ${name}`, errorResult, body);
  return body as ErrorResult;
}

function check(what: string, schema: z.ZodType, answer: JsonObject): void {
  const { error } = schema.safeParse(answer);
  if (error !== undefined)
    throw new Error(`${what} is none that it declares:\n${z.prettifyError(error)}\n${JSON.stringify(answer)}`);
}
