/** The operations as callers see them: texts and JSON Schemas. A second public face, for programs that list them without a vault. */

import type { Caller } from './history/caller';
import type { JsonObject } from './json';
import { agentTool } from './operations/agent-tool';
import { type Operation, type OperationGroup, toldEffect } from './operations/define-operation';
import { OLDER_FORMS } from './operations/older/older-forms';
import { answerSchemaOf, jsonSchemaOf } from './operations/operation-schemas';
import { NOTE_OPERATIONS } from './operations/notes/note-operations';
import { mayCall } from './operations/permissions';
import { RULE_OPERATIONS } from './operations/rules/rule-operations';
import { OPERATIONS } from './operations/registry';

export { errorSchema } from './operations/operation-schemas';

export interface OperationInfo {
  readonly name: string;
  readonly group: OperationGroup;
  readonly effect: 'read' | 'write' | 'destructive';
  readonly summary: string;
  readonly description: string;
  readonly refusals: readonly string[];
  /** JSON Schema (2020-12) of the arguments. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of the arguments on the older interface; null where it does not have the operation. D19 */
  readonly olderInputSchema: JsonObject | null;
  /** `{name, description, inputSchema, outputSchema, annotations}` in few tokens, for agents. Source: docs/mcp.md#tools */
  readonly tool: JsonObject;
  /** One of the few tools of the profile `core`. Source: docs/mcp.md#profiles */
  readonly isCore: boolean;
  /** Whether the caller has the permission for it. What a batch may do depends on its steps. */
  isFor(caller: Caller): boolean;
  /** JSON Schema of the answer; shapes of several operations have the same name in `$defs`. */
  readonly resultSchema: JsonObject;
}

/** A JSON Schema is made when somebody asks for it: most never do, and it takes longer than opening a small vault. */
function operationInfo(operation: Operation): OperationInfo {
  const { name, group, summary, description, refusals, input, result } = operation;
  const schemas: { input?: JsonObject; older?: JsonObject; result?: JsonObject; tool?: JsonObject } = {};
  const older = OLDER_FORMS.get(name);
  return {
    name,
    group,
    effect: toldEffect(operation),
    summary,
    description,
    refusals,
    isCore: operation.isCore === true,
    isFor: (caller) => mayCall(caller, operation),
    get inputSchema() {
      return (schemas.input ??= jsonSchemaOf(input));
    },
    get olderInputSchema() {
      return older === undefined ? null : (schemas.older ??= jsonSchemaOf(older.input));
    },
    get resultSchema() {
      return (schemas.result ??= answerSchemaOf(result));
    },
    get tool() {
      return (schemas.tool ??= agentTool(operation));
    },
  };
}

/** Every operation there is, in documentation order. */
export const OPERATION_INFOS: readonly OperationInfo[] = OPERATIONS.map(operationInfo);

/** The writes of notes, beside the operations of the database. docs/mcp.md#profiles */
export const NOTE_OPERATION_INFOS: readonly OperationInfo[] = NOTE_OPERATIONS.map(operationInfo);

/** Rules, beside the operations of the database. docs/mcp.md#profiles */
export const RULE_OPERATION_INFOS: readonly OperationInfo[] = RULE_OPERATIONS.map(operationInfo);
