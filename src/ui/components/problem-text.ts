/** The reason of a refusal, for a person. */

export interface ProblemText {
  readonly message: string;
  readonly hint: string | null;
}
