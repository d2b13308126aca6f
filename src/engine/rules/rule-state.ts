/** What this device keeps of a rule that is, or was, switched on. docs/rules.md#switch-it-on */

import { DEFAULT_RULE_OPS } from '../catalog/spec/rule-reader';
import type { RuleDefinition } from '../catalog/definition';
import type { FeedFilter, FeedOp } from '../feed/feed-event';
import type { Batch, FollowerState } from '../followers/follower-state';
import type { App, Permission } from '../history/caller';
import type { JsonObject } from '../json';
import { actorOfRule } from './rule-actor';

/** One change of a row, or the news that some are lost. */
export interface RuleBatch extends Batch {
  /** As list_changes answers it; null: only `gap` is news. */
  readonly event: JsonObject | null;
  /** Changes before it are no longer in the feed. */
  readonly gap: boolean;
  /** The values of the row after it, of a delete before it. */
  readonly row: JsonObject | null;
}

/** The app that switched it on, with what it could do then. */
export interface RuleApp extends Pick<App, 'id' | 'name' | 'tables'> {
  readonly permissions: readonly Permission[];
}

export const RUN_OUTCOMES = ['done', 'unchanged', 'refused', 'ended', 'missed'] as const;

export interface RuleRun {
  /** Milliseconds. */
  readonly at: number;
  /** The number of the change. */
  readonly change: number;
  readonly path: string | null;
  /** `unchanged`: the steps had nothing to write. `ended`: too many rules ran one after the other. `missed`: it did not run for changes that are lost. */
  readonly outcome: (typeof RUN_OUTCOMES)[number];
  /** Why it was refused, ended or missed. */
  readonly reason: string | null;
  /** The migration id. */
  readonly migration: string | null;
  readonly depth: number;
}

export interface EnabledRule extends FollowerState<RuleBatch> {
  readonly name: string;
  /** As it was switched on; it follows renames. */
  readonly definition: RuleDefinition;
  /** For changes up to a number that names changed after. */
  readonly formerFilters: readonly { readonly filter: FeedFilter; readonly upTo: number }[];
  /** The number of the last migration whose renames it follows. */
  readonly followed: number;
  /** Null: the owner. */
  readonly app: RuleApp | null;
  /** Its definition is another one since it was switched on. */
  readonly isOutdated: boolean;
  /** The newest first. */
  readonly runs: readonly RuleRun[];
}

const MOST_RUNS = 50;

export const withRun = (state: EnabledRule, run: RuleRun): EnabledRule => ({
  ...state,
  runs: [run, ...state.runs].slice(0, MOST_RUNS),
});

/** Its own writes do not wake it. */
export const filterOfRule = ({ name, table, ops, columns, where }: RuleDefinition): FeedFilter => ({
  tables: [table],
  ops: ops.length === 0 ? DEFAULT_RULE_OPS : (ops as readonly FeedOp[]),
  columns: columns.length === 0 ? null : columns,
  where,
  exclude_actor: actorOfRule(name),
});

/** The definition has other names; `first`: the first change under them. */
export function withFollowedDefinition(state: EnabledRule, definition: RuleDefinition, first: number): EnabledRule {
  const upTo = first - 1;
  const former = state.cursor < upTo ? [{ filter: state.filter, upTo }] : [];
  return {
    ...state,
    definition,
    filter: filterOfRule(definition),
    formerFilters: [...state.formerFilters, ...former].filter((each) => each.upTo > state.cursor),
  };
}
