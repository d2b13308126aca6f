/** Keys and signing secrets: never in the vault, never in a log. Obsidian's SecretStorage, or a file for the owner alone. D2 */
export interface SecretPort {
  /**
   * `name` is at most 50 lower-case letters, digits and dashes. Vaults may share it: what belongs to one has an id in its name.
   * Null when there is none.
   */
  read(name: string): Promise<string | null>;
  /** Durable when it resolves. Null removes it. */
  write(name: string, secret: string | null): Promise<void>;
}
