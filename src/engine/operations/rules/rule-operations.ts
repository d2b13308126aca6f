/** The operations of rules, beside those of the database. docs/rules.md, docs/mcp.md#profiles */

import type { Operation } from '../define-operation';
import type { OperationsOf } from '../registry';
import { createRule } from './create-rule';
import { dropRule } from './drop-rule';
import { listRules } from './list-rules';
import { runRule } from './run-rule';
import { switchRule } from './switch-rule';
import { tryRule } from './try-rule';
import { undoRule } from './undo-rule';

const REGISTERED = [createRule, dropRule, listRules, tryRule, switchRule, runRule, undoRule];

/** By its name what each operation takes and answers. */
export type RuleOperations = OperationsOf<(typeof REGISTERED)[number]>;

export const RULE_OPERATIONS: readonly Operation[] = REGISTERED;
