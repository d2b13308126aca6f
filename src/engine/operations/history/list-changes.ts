/** list_changes: the numbered changes of all tables, and a wait for the next one. Source: docs/feed.md, docs/operations.md#list_changes; D10, D23. */

import * as z from 'zod';
import { NotedbError, badRequest } from '../../errors';
import { FEED_OPS, type FeedEvent } from '../../feed/feed-event';
import { targetIds, targetsResult } from '../../rows/target-ids';
import type { View } from '../../storage/view';
import { type Json, isJsonObject } from '../../json';
import { filterArguments, sourcesOfFilter } from '../../feed/filter-arguments';
import { danglingTextsInFilter } from '../../integrity/dangling-texts';
import { count, json, jsonObject, listOf, mapOf, textOrNull, textList } from '../../values/json-schema';
import { flag, isGiven } from '../../schemas/arguments';
import { truncatedResult } from '../../schemas/text-budget';
import { actorResult } from '../../schemas/results';
import { defineRead } from '../define-operation';

const DEFAULT_LIMIT = 500;

const values = z
  .strictObject({ before: json, after: json })
  .meta({ id: 'ColumnChange', description: 'The value before and after; null: empty, or no row' });

const feedEvent = z
  .strictObject({
    seq: count.describe('Its number'),
    timestamp: z.string(),
    op: z.enum(FEED_OPS),
    source: z.enum(['engine', 'external']).exactOptional(),
    table: textOrNull.exactOptional().describe('Qualified; null for what belongs to none'),
    id: textOrNull.exactOptional(),
    path: textOrNull.exactOptional().describe('Of the note; of a deleted one where it lay'),
    from: z.string().exactOptional().describe('Of an insert: where the note lay in another table'),
    mode: z.enum(['delete', 'archive', 'move']).exactOptional().describe('Of a delete'),
    to: textOrNull.exactOptional().describe('Of a delete: where the note lies then'),
    operation: textOrNull.exactOptional().describe('Of a schema event: the write; null: an external edit'),
    renamed_from: z.string().exactOptional().describe('Of a schema event: the former name of the table'),
    definition: z
      .strictObject({ description: textOrNull, columns: listOf(jsonObject) })
      .exactOptional()
      .describe('Of a schema event: the table as it left it'),
    targets: targetsResult.exactOptional().describe('With targets: of the links in changes'),
    changes: mapOf(values)
      .exactOptional()
      .describe(
        'By column; path where the place changed; of a schema event by what changed: name, column, value, columns',
      ),
    body: z.literal(true).exactOptional().describe('Of an update: the text changed, and no value'),
    rows: count.exactOptional().describe('Of a warning: how many vanished together'),
    actor: actorResult.nullable().describe('Null: an external edit'),
    migration: textOrNull.exactOptional(),
    call: z.string().exactOptional().describe('Of a tool_call: the operation'),
    args: json.exactOptional(),
    ok: z.boolean().exactOptional(),
    value: json.exactOptional().describe('The answer, or the refusal'),
    servedBy: z.string().exactOptional(),
  })
  .meta({ id: 'FeedEvent', description: 'A change, or a call' });

export const listChanges = defineRead({
  name: 'list_changes',
  group: 'history',
  permission: 'read',
  summary: 'Lists numbered changes of all tables, by operations and by hand, oldest first, or waits for the next one.',
  description:
    'since is the last of the answer before; without it the feed begins with the oldest change that is kept. op is insert, update, delete, move (of the note alone), schema (a definition), warning (rows vanished together), or tool_call, which comes only when ops names it. changes holds {column: {before, after}}; an update of the text alone has body: true. A row that goes to another table is a delete and an insert with one id. last passes what the filter leaves out. gap: true means that older changes were dropped: read the tables again. wait_ms waits so long for a change that matches. Kept are 90 days, and at least the last 100,000 changes; calls 7 days, at most the last 10,000.',
  brief: 'Pass last as the next since. gap: true: read the tables again.',
  input: z.strictObject({
    expect_feed: textOrNull.optional().describe('Refuse another feed'),
    since: z.int().min(0).nullish().describe('The last of the answer before; default 0'),
    ...filterArguments,
    limit: z.int().min(0).max(5000).nullish().describe('Default 500, at most 5000; 0: last and head'),
    targets: flag.describe('Add ids of link targets'),
    wait_ms: z.int().min(0).max(60_000).nullish().describe('At most 60000; as a tool 50000'),
  }),
  refusals: [
    'an unknown or ambiguous table, or a view',
    'an unknown column with one table named, or a filter that no table can answer',
    'an empty list of tables, ops or columns',
    'since beyond head',
    'a feed other than expect_feed',
    'too many calls that wait',
  ],
  result: z.strictObject({
    changes: listOf(feedEvent),
    feed: z.string().describe('UUID of the feed: last and since belong to it'),
    last: count.describe('Cursor for the next call'),
    head: count.describe('The newest number'),
    gap: z.boolean().describe('Older changes were dropped: read the tables again'),
    truncated: truncatedResult,
    inside_write: z.literal(true).exactOptional().describe('More changes of the last write follow'),
    renamed_to: mapOf(z.string())
      .exactOptional()
      .describe('Present names of tables, by the former names that were asked for'),
    warnings: textList.exactOptional().describe('Links of where that lead to no row'),
  }),
  startsAtOnce: () => true,
  run: async ({ feed, view }, { since, limit, wait_ms: wait, expect_feed: expected, targets, ...args }) => {
    const start = since ?? 0;
    const name = await feed.name();
    if (isGiven(expected) && expected !== name) throw otherFeed(name, feed.head);
    if (start > feed.head) {
      throw badRequest(
        `since ${start} is beyond the newest change, ${feed.head}`,
        `start again with since ${feed.head}`,
      );
    }
    const page = await feed.follow({ since: start, args, limit: limit ?? DEFAULT_LIMIT }, wait ?? 0);
    const { last, head, gap, isTruncated, isInsideWrite, present, renamedTo } = page;
    const events = targets === true ? page.events.map((event) => withTargets(view, event)) : page.events;
    const warnings =
      present.where === null ? [] : danglingTextsInFilter(view, sourcesOfFilter(present, view.catalog), present.where);
    return {
      ...{ changes: events as readonly (typeof feedEvent)['_output'][], feed: name, last, head, gap },
      ...(isTruncated === true ? { truncated: true as const } : {}),
      ...(isInsideWrite === true ? { inside_write: true as const } : {}),
      ...(Object.keys(renamedTo).length === 0 ? {} : { renamed_to: renamedTo }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  },
});

/** The links of a delete, and of a definition, lead nowhere any more. */
function withTargets(view: View, event: FeedEvent): FeedEvent {
  const { op, path, changes } = event;
  if ((op !== 'insert' && op !== 'update') || typeof path !== 'string' || !isJsonObject(changes)) return event;
  const after = (change: Json | undefined): Json => (isJsonObject(change) ? (change['after'] ?? null) : null);
  const values = Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, after(change)]));
  const targets = targetIds(view, values, path);
  return Object.keys(targets).length === 0 ? event : { ...event, targets };
}

const otherFeed = (feed: string, head: number): NotedbError =>
  new NotedbError('refused', `this is the feed ${feed}: its numbers belong to other changes`, {
    hint: `read the tables again, then go on with expect_feed ${feed} and since ${head}`,
  });
