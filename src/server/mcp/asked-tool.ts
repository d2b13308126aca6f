/** A write that asks first, as a question of the client to its user. docs/mcp.md#asking-first */

import {
  type InputRequiredResult,
  type ServerContext,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { ApprovalRequest } from '../../engine/index';
import type { AskedQuestion } from '../asked-calls';

const ANSWER_KEY = 'allow';

interface Elicitable {
  readonly elicitation?: object | undefined;
}

/** Whether the client shows questions. A form is enough; `told` is what a connection said at its beginning. */
export function showsQuestions({ mcpReq }: ServerContext, told: Elicitable | undefined): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, Elicitable | undefined>> | undefined;
  const elicitation = (envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? told)?.elicitation;
  return elicitation !== undefined && (Object.keys(elicitation).length === 0 || 'form' in elicitation);
}

/** What the client sends again with the answer. */
export const questionFor = ({ asked: { id, question } }: AskedQuestion): InputRequiredResult =>
  inputRequired({ inputRequests: { [ANSWER_KEY]: inputRequired.elicit(elicitationOf(question)) }, requestState: id });

/** Null: the request answers no question. Whatever is not a clear yes is a no. */
export function givenAnswer({ mcpReq }: ServerContext): { readonly id: string; readonly isAllowed: boolean } | null {
  const id = mcpReq.requestState();
  if (typeof id !== 'string') return null;
  const answer = inputResponse(mcpReq.inputResponses, ANSWER_KEY);
  return { id, isAllowed: answer.kind === 'elicit' && answer.action === 'accept' };
}

const LONGEST_VALUE = 80;

/** Accepting it is the whole answer. */
export function elicitationOf(question: ApprovalRequest): {
  readonly message: string;
  readonly requestedSchema: { readonly type: 'object'; readonly properties: Record<string, never> };
} {
  const { app, operation, summary, changed, notes, steps, warnings } = question;
  const lines = [
    `${app} asks before it writes: ${operation}`,
    summary,
    ...(steps.length === 0 ? [] : [`Steps: ${steps.join(', ')}`]),
    ...(question.arguments === null ? [`Notes that change: ${changed}`] : [cut(question.arguments)]),
    ...notes.map(({ kind, path, values }) => {
      const changes = Object.entries(values).map(
        ([key, { before, after }]) => `${key}: ${cut(before)} → ${cut(after)}`,
      );
      return [`- ${kind} ${path}`, ...changes.slice(0, 5)].join('\n  ');
    }),
    ...warnings.map((each) => `Warning: ${each}`),
  ];
  return { message: lines.join('\n'), requestedSchema: { type: 'object', properties: {} } };
}

function cut(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
