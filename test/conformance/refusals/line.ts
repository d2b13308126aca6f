/** One line of the table of refusals. */

import type { ErrorCode, JsonObject } from '../../../src/engine/index';
import type { Call } from '../case';

export interface RefusalLine {
  /** `operation: condition` as in rule-set.ts. */
  readonly rule: string;
  readonly call: Call;
  readonly refused: `${number} ${ErrorCode}`;
  /** `code column path`, `-` for none: all violations, then all conflicts, in the order of the answer. */
  readonly named: readonly string[];
  /** Part of the hint, of the message. */
  readonly hint: string;
  readonly says?: string;
}

/** The operation is the one that the rule names. */
export const line = (
  rule: string,
  args: JsonObject,
  refused: RefusalLine['refused'],
  named: readonly string[],
  hint: string,
  says?: string,
): RefusalLine => ({
  rule,
  call: [rule.slice(0, rule.indexOf(':')), args],
  refused,
  named,
  hint,
  ...(says === undefined ? {} : { says }),
});
