/** A rule in answers. docs/rules.md */

import * as z from 'zod';
import type { RuleDefinition } from '../../catalog/definition';
import { DEFAULT_RULE_OPS, RULE_OPS } from '../../catalog/spec/rule-reader';
import { type EnabledRule, RUN_OUTCOMES } from '../../rules/rule-state';
import { count, jsonObject, listOf, textList, textOrNull } from '../../values/json-schema';
import { datetimeAt } from '../../values/time/dates';

/** `off`: it was never switched on here, or somebody switched it off. */
const RULE_STATUSES = ['off', 'on', 'failing', 'disabled', 'outdated'] as const;

export const ruleResult = z
  .strictObject({
    name: z.string(),
    description: textOrNull,
    table: z.string(),
    ops: listOf(z.enum(RULE_OPS)),
    columns: textList,
    where: jsonObject.nullable(),
    scope: textList.describe('Patterns of the tables that it may touch; empty: those of who switched it on'),
    button: textOrNull,
    steps: listOf(jsonObject),
    status: z.enum(RULE_STATUSES).describe('On this device. outdated: it is another rule since it was switched on'),
    problem: textOrNull.describe('Why it can not run with the present definitions'),
    switchedOnBy: textOrNull.describe('The app whose rights it has; null: the owner, or it was never switched on'),
    lastError: textOrNull.describe('Why it waits'),
    nextAttempt: textOrNull,
    runs: listOf(
      z.strictObject({
        at: z.string(),
        change: count.describe('The number of the change'),
        path: textOrNull,
        outcome: z
          .enum(RUN_OUTCOMES)
          .describe('ended: too many rules ran one after the other; missed: changes are no longer in the feed'),
        reason: textOrNull.describe('Why it was refused'),
        migration: textOrNull.describe('For undo_migration'),
        depth: count.describe('How many rules ran one after the other, this one included'),
      }),
    ).describe('The last 50, the newest first'),
  })
  .meta({ id: 'Rule' });

export function ruleJson(
  rule: RuleDefinition,
  state: EnabledRule | null,
  problem: string | null,
  zone: string,
): z.infer<typeof ruleResult> {
  const { nextAttempt = null } = state ?? {};
  return {
    ...rule,
    ops: rule.ops.length === 0 ? DEFAULT_RULE_OPS : (rule.ops as readonly (typeof RULE_OPS)[number][]),
    status: statusOf(state),
    problem,
    switchedOnBy: state?.app?.name ?? null,
    lastError: state?.lastError ?? null,
    nextAttempt: nextAttempt === null ? null : datetimeAt(nextAttempt, zone),
    runs: (state?.runs ?? []).map((run) => ({ ...run, at: datetimeAt(run.at, zone) })),
  };
}

function statusOf(state: EnabledRule | null): (typeof RULE_STATUSES)[number] {
  if (state === null) return 'off';
  if (state.isOutdated) return 'outdated';
  if (state.status === 'paused') return 'off';
  return state.status === 'ok' ? 'on' : state.status;
}
