/** The reason of a refusal, for a person. */

import type { Json } from '../../../engine/index';

export interface ProblemText {
  readonly message: string;
  readonly hint: string | null;
  /** Texts that were probably meant, the nearest first: the hint names them. */
  readonly near?: readonly string[];
  /** The cell holds something else than its person saw: they choose. The hint names both values. */
  readonly conflict?: { readonly now: Json };
}
