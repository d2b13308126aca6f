/** The reason of a refusal, for a person. */

export interface ProblemText {
  readonly message: string;
  /** What to do next. */
  readonly hint: string | null;
}
