/** Why something was refused, in words for a person. */

export interface Problem {
  readonly message: string;
  /** What to do next. */
  readonly hint: string | null;
}
