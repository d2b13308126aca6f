/** The reason of a refusal, for a person. */

import type { Json } from '../../../engine/index';

export interface ProblemText {
  readonly message: string;
  readonly hint: string | null;
  /** The message is the engine's, which begins with the name of the column. */
  readonly namesColumn?: boolean;
  /** Texts that were probably meant, the nearest first: the hint names them. */
  readonly near?: readonly string[];
  /** The cell holds something else than its person saw: they choose. The hint names both values. */
  readonly conflict?: { readonly now: Json };
}
