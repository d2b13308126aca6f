/** The token in the session of this tab, and nowhere else. D15 */

export interface TokenStore {
  read(): string | null;
  write(token: string): void;
  forget(): void;
}

const KEY = 'notedb-token';

/** A browser may keep no session: then the token is asked for after each reload. */
export function sessionTokens(storage: () => Storage): TokenStore {
  const attempt = <Value>(task: (kept: Storage) => Value): Value | null => {
    try {
      return task(storage());
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((kept) => kept.getItem(KEY)),
    write: (token) => void attempt((kept) => kept.setItem(KEY, token)),
    forget: () => void attempt((kept) => kept.removeItem(KEY)),
  };
}
