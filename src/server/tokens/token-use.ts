/** When each token was last used, kept beside the tokens: a request never waits for it. docs/rights.md#tokens */

/** Losing it loses nothing but the times. */
export interface UseStorage {
  read(): string | null;
  write(text: string): void;
}

/** Milliseconds between two notes of one token. */
const PAUSE = 60_000;

export class TokenUse {
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly storage: UseStorage,
    private readonly now: () => number,
  ) {}

  /** The token with this id has just been used. Never throws. */
  note(id: string): void {
    const now = this.now();
    if (now - (this.noted.get(id) ?? -Infinity) < PAUSE) return;
    this.noted.set(id, now);
    try {
      const times = { ...this.times(), [id]: new Date(now).toISOString() };
      this.storage.write(`${JSON.stringify(times, null, 2)}\n`);
    } catch {
      // A disk that takes no note is not a reason to refuse a request; the next minute tries again.
    }
  }

  /** By the id of the token, ISO 8601. */
  times(): Readonly<Record<string, string>> {
    try {
      const kept: unknown = JSON.parse(this.storage.read() ?? '{}');
      if (typeof kept !== 'object' || kept === null) return {};
      return Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
    } catch {
      return {};
    }
  }
}
