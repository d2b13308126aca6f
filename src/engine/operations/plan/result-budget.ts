/** Cuts the lists of a result, by number and by size. D4, D25. */

import { NotedbError } from '../../errors';
import { utf8Length } from '../../../kernel/utf8-length';
import type { SchedulerPort } from '../../ports/host';
import type { Json, JsonObject } from '../../json';

/** Entries in each list of a result. */
export const MOST_LISTED = 100;
/** Bytes of all that the lists of a result hold together. D25 */
const MOST_BYTES = 1 << 20;

/** UTF-16 units of a whole result: as JSON it is up to six times as long, and a text can't be longer than some 500 million. */
const MOST_OF_A_RESULT = 1 << 24;

/** The budget for the lists of one result, or of all steps of a batch together. */
export class ResultBudget {
  private left = MOST_BYTES;

  constructor(private readonly scheduler: Pick<SchedulerPort, 'pause'>) {}

  /** The first of the items, as many as fit. */
  async list<T, Told extends Json>(items: readonly T[], tell: (item: T) => Told): Promise<readonly Told[]> {
    const told: Told[] = [];
    for (const item of items.slice(0, MOST_LISTED)) {
      const entry = tell(item);
      this.left -= utf8Length(JSON.stringify(entry));
      if (this.left < 0) break;
      told.push(entry);
      await this.scheduler.pause();
    }
    return told;
  }
}

export interface ResultBudgets {
  readonly lists: ResultBudget;
  /** Null: the result shows no notes. */
  readonly notes: ResultBudget | null;
}

/** Before anything is written: the answer could not report the write. */
export function refuseOversized(result: JsonObject): void {
  if (unitsOf(result) <= MOST_OF_A_RESULT) return;
  const most = Math.floor(MOST_OF_A_RESULT / 1e6);
  throw new NotedbError('refused', `the result would hold more than ${most} million characters; nothing was written`, {
    hint: 'write in several calls: most of it is the rows that the steps of a batch answer with',
  });
}

function unitsOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + unitsOf(each), 0);
}
