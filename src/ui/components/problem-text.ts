/** The reason of a refusal, for a person. */

export interface ProblemText {
  readonly message: string;
  readonly hint: string | null;
  /** Texts that were probably meant, the nearest first: the hint names them. */
  readonly near?: readonly string[];
}
