/** What a rule would have done: its filter on the changes of the last 30 days, its steps as dry runs. docs/rules.md#try-it */

import type { RuleDefinition } from '../catalog/definition';
import { NotedbError } from '../errors';
import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { App } from '../history/caller';
import type { Journal } from '../history/journal/journal';
import type { Json, JsonObject } from '../json';
import { tokenRowOf } from './rule-consumer';
import type { TokenRow } from './row-tokens';
import { filterOfRule } from './rule-state';

const TRIED_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
const PAGE = 500;
/** Changes that are listed. */
const MOST_SHOWN = 20;
/** Of these the steps are planned. */
const MOST_PLANNED = 3;

export interface TriedChange {
  readonly change: number;
  readonly timestamp: string;
  readonly op: string;
  readonly path: string | null;
  readonly changes: JsonObject;
}

export interface TriedRun {
  readonly change: number;
  readonly path: string | null;
  /** Why it would be refused; null: it would not. */
  readonly refused: string | null;
  /** The answer of the dry run. */
  readonly plan: JsonObject | null;
}

export interface RuleTrial {
  /** Milliseconds. */
  readonly since: number;
  /** How often it would have run. */
  readonly count: number;
  /** The newest first. */
  readonly changes: readonly TriedChange[];
  readonly runs: readonly TriedRun[];
  /** The feed does not hold all of the 30 days. */
  readonly hasGap: boolean;
}

export interface TrialDeps {
  readonly feed: Pick<ChangeFeed, 'read'>;
  readonly journal: Pick<Journal, 'newestFirst'>;
  readonly now: number;
  open(caller: App): FeedReader;
  plan(definition: RuleDefinition, row: TokenRow, caller: App): Promise<JsonObject>;
}

interface FoundChange {
  readonly event: JsonObject;
  readonly row: JsonObject | null;
}

export async function tryRule(deps: TrialDeps, definition: RuleDefinition, caller: App): Promise<RuleTrial> {
  const since = deps.now - TRIED_MILLISECONDS;
  const { count, newest, hasGap } = await foundChanges(deps, definition, caller, since);
  const runs: TriedRun[] = [];
  for (const { event, row } of newest.slice(0, MOST_PLANNED)) {
    const change = { change: Number(event['seq']), path: textOf(event['path']) };
    try {
      runs.push({ ...change, refused: null, plan: await deps.plan(definition, tokenRowOf(event, row), caller) });
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      runs.push({ ...change, refused: error.message, plan: null });
    }
  }
  return { since, count, changes: newest.map(({ event }) => triedChange(event)), runs, hasGap };
}

async function foundChanges(
  deps: TrialDeps,
  definition: RuleDefinition,
  caller: App,
  since: number,
): Promise<{ readonly count: number; readonly newest: readonly FoundChange[]; readonly hasGap: boolean }> {
  const { undos, before } = await writesSince(deps, since);
  const filter = filterOfRule(definition);
  let newest: readonly FoundChange[] = [];
  let [count, cursor, hasGap] = [0, before, false];
  for (;;) {
    const page = await deps.feed.read(() => deps.open(caller), { since: cursor, filter, limit: PAGE, withRows: true });
    const found = page.events
      .map((event, i): FoundChange => ({ event, row: page.rows?.[i] ?? null }))
      .filter(
        ({ event: { timestamp, migration } }) => timeOf(timestamp) >= since && !undos.has(textOf(migration) ?? ''),
      );
    count += found.length;
    newest = [...found.reverse(), ...newest].slice(0, MOST_SHOWN);
    hasGap ||= page.gap;
    cursor = page.last;
    if (page.last >= page.head) return { count, newest, hasGap };
  }
}

/** Undoing wakes no rule. `before`: a change that is older than the others. */
async function writesSince(
  { journal }: TrialDeps,
  since: number,
): Promise<{ readonly undos: ReadonlySet<string>; readonly before: number }> {
  const undos = new Set<string>();
  for await (const { migration } of journal.newestFirst()) {
    if (migration.time < since && migration.changeSeq !== undefined) return { undos, before: migration.changeSeq };
    if (migration.undoes !== null) undos.add(migration.id);
  }
  return { undos, before: 0 };
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const timeOf = (timestamp: Json | undefined): number => Date.parse(textOf(timestamp) ?? '');

const triedChange = ({ seq, timestamp, op, path, changes }: JsonObject): TriedChange => ({
  change: Number(seq),
  timestamp: textOf(timestamp) ?? '',
  op: textOf(op) ?? '',
  path: textOf(path),
  changes: (changes ?? {}) as JsonObject,
});
