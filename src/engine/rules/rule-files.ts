/** Rules of this device in the private state: a file each, replaced as a whole. docs/formats.md#rules */

import * as z from 'zod';
import { FOLLOWER_STATUSES } from '../followers/follower-state';
import { keptFilter, keptPermissions } from '../followers/kept-follower';
import type { Host } from '../ports/host';
import { count, jsonObject, listOf, textList, textOrNull } from '../values/json-schema';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { type EnabledRule, RUN_OUTCOMES } from './rule-state';

const FOLDER = 'rules';
const EXTENSION = '.json';
const FORMAT = 1;

const keptRule = z.object({
  name: z.string(),
  definition: z.object({
    name: z.string(),
    description: textOrNull,
    table: z.string(),
    ops: textList,
    columns: textList,
    where: jsonObject.nullable(),
    scope: textList,
    button: textOrNull,
    steps: listOf(jsonObject),
  }),
  filter: keptFilter,
  formerFilters: listOf(z.object({ filter: keptFilter, upTo: count })),
  followed: count,
  app: z
    .object({ id: z.string(), name: z.string(), tables: textList.nullable(), permissions: keptPermissions })
    .nullable(),
  isOutdated: z.boolean(),
  runs: listOf(
    z.object({
      at: z.number(),
      change: count,
      path: textOrNull,
      outcome: z.enum(RUN_OUTCOMES),
      reason: textOrNull,
      migration: textOrNull,
      depth: count,
    }),
  ),
  cursor: count,
  status: z.enum(FOLLOWER_STATUSES),
  lastError: textOrNull,
  pending: z
    .object({
      ...{ id: z.string(), last: count, event: jsonObject.nullable(), row: jsonObject.nullable() },
      gap: z.boolean().default(false),
    })
    .nullable(),
  failures: count,
  nextAttempt: z.number().nullable(),
  failingFor: z.number(),
}) satisfies z.ZodType<EnabledRule>;

const keptFile = z.object({ format: z.literal(FORMAT), rule: keptRule });

/** Reads and writes them. */
export class RuleFiles {
  constructor(private readonly host: Pick<Host, 'logger' | 'privateStore'>) {}

  /** A file that can't be read is logged and left as it is. */
  async readAll(): Promise<readonly EnabledRule[]> {
    const rules: EnabledRule[] = [];
    for (const name of await this.host.privateStore.list(FOLDER)) {
      if (!name.endsWith(EXTENSION)) continue;
      const rule = await this.read(`${FOLDER}/${name}`);
      // A copy under another name is not a rule.
      if (rule !== null && fileOf(rule.name) === `${FOLDER}/${name}`) rules.push(rule);
    }
    return rules;
  }

  /** Durable when it resolves. */
  write(rule: EnabledRule): Promise<void> {
    return this.host.privateStore.write(fileOf(rule.name), encodeUtf8(JSON.stringify({ format: FORMAT, rule })));
  }

  private async read(file: string): Promise<EnabledRule | null> {
    const bytes = await this.host.privateStore.read(file);
    try {
      if (bytes !== null) return keptFile.parse(JSON.parse(decodeUtf8(bytes))).rule;
    } catch (error) {
      this.host.logger.log('error', 'rule_not_read', { file, detail: String(error) });
    }
    return null;
  }
}

const fileOf = (name: string): string => `${FOLDER}/${name}${EXTENSION}`;
