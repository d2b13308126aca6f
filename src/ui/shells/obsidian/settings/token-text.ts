/** What an app may do, and when it was last heard of, in words. docs/rights.md#tokens */

import type { Permission } from '../../../../engine/index';

/** A token of an app as the settings show it. */
export interface ShownToken {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Patterns; null: all tables. */
  readonly tables: readonly string[] | null;
  readonly ask: boolean;
  /** The first moment at which it does not work any more, in milliseconds; null: never. */
  readonly expires: number | null;
  /** Milliseconds; null: never. */
  readonly lastUsed: number | null;
}

/** In the order in which they are offered. */
export const PERMISSION_WORDS: readonly (readonly [Permission, name: string, meaning: string])[] = [
  ['read', 'Read rows', 'Queries, history, search and graph over the rows of its tables.'],
  ['notes', 'Read notes', 'All notes that are not rows, and the folders of the vault.'],
  ['notes_write', 'Write notes', 'Writes, moves and deletes notes that are not rows. Needs Read notes too.'],
  ['write', 'Write rows', 'Adds, changes, moves, archives and deletes rows.'],
  ['schema', 'Change tables', 'Creates, changes and drops tables, columns, views and rules.'],
  ['history', 'Undo', 'Takes writes back, and restores earlier versions of tables.'],
  ['webhooks', 'Webhooks', 'Sends changes to addresses that it names.'],
  ['admin', 'Maintain', 'Changes the settings of the database, and takes old versions away for good.'],
  ['feed', 'Calendar feed', 'The rows of its tables as a calendar, by an address. Goes with no other right.'],
];

/** `read rows, write rows · tasks, crm.* · asks first · until 31 Jan 2027` */
export function rightsText({ permissions, tables, ask, expires }: ShownToken, now: number): string {
  const words = PERMISSION_WORDS.filter(([permission]) => permissions.includes(permission));
  const may = words.map(([, name]) => name.toLowerCase()).join(', ');
  return [
    may === '' ? 'May do nothing' : `May ${may}`,
    tables === null ? 'all tables' : tables.join(', '),
    ...(ask ? ['asks first'] : []),
    ...(expires === null ? [] : [expires <= now ? 'has expired' : `until ${dayText(expires - 1)}`]),
  ].join(' · ');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `heard of 2 minutes ago`; the times of use are kept to the minute. */
export function heardText(lastUsed: number | null, now: number): string {
  if (lastUsed === null) return 'not heard of yet';
  const past = Math.max(0, now - lastUsed);
  if (past < 2 * MINUTE) return 'heard of just now';
  if (past < HOUR) return `heard of ${Math.floor(past / MINUTE)} minutes ago`;
  if (past < DAY) return `heard of ${counted(Math.floor(past / HOUR), 'hour')} ago`;
  return `heard of on ${dayText(lastUsed)}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In UTC, as last days of tokens count. */
function dayText(moment: number): string {
  const date = new Date(moment);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}
