/** The arguments of list_changes and create_webhook that filter changes. docs/feed.md#filters; D23 */

import * as z from 'zod';
import { textArgument, textsArgument, whereArgument } from '../schemas/arguments';
import type { Catalog } from '../catalog/catalog';
import { FEED_OPS, type FeedFilter } from './feed-event';

export const filterArguments = {
  tables: textsArgument.describe('Only changes of these tables'),
  ops: z.array(z.enum(FEED_OPS)).nullish().describe('Default: all but tool_call'),
  columns: textsArgument.describe('Only changes of one of these columns; path: of the place'),
  where: whereArgument.describe('Of the values after the change, of a delete those before'),
  exclude_actor: textArgument.describe('Not by app X, harness:X, session:X'),
};

/** The tables whose rows a filter is asked of, by their whole names. */
export const sourcesOfFilter = ({ tables }: FeedFilter, catalog: Catalog): readonly string[] =>
  tables ?? catalog.tables().map(({ qualified }) => qualified);

export type FilterArguments = {
  readonly [Name in keyof typeof filterArguments]?: z.output<(typeof filterArguments)[Name]>;
};
