/** Who calls, and what the journal keeps of it. docs/http.md: Actor; D13, D22 */

export interface Actor {
  /** The name of the app; absent: the owner. */
  readonly app?: string;
  /** On whose behalf, as the caller says: kept and shown, trusted nowhere. */
  readonly harness?: string;
  readonly model?: string;
  readonly session?: string;
}

/** `feed`: rows of its tables as a calendar, by an address. docs/calendar-feeds.md */
export type Permission =
  'read' | 'notes' | 'notes_write' | 'write' | 'schema' | 'history' | 'webhooks' | 'admin' | 'feed';

interface OnBehalf {
  /** On whose behalf the call is made (the header X-Service-Actor). Null: on no other one's. */
  readonly actor: Omit<Actor, 'app'> | null;
}

/** The owner may do everything. */
export interface Owner extends OnBehalf {
  readonly kind: 'owner';
}

export interface App extends OnBehalf {
  readonly kind: 'app';
  readonly id: string;
  readonly name: string;
  /** None implies another. */
  readonly permissions: ReadonlySet<Permission>;
  /** Patterns of qualified names (`main.crm.*`) of the tables that there are for it. Null: all. */
  readonly tables: readonly string[] | null;
  /** A person is asked before it writes. */
  readonly ask: boolean;
}

export type Caller = Owner | App;

/** As in answers. */
export const actorJson = (actor: Actor | null | undefined): Record<keyof Actor, string | null> => ({
  app: actor?.app ?? null,
  harness: actor?.harness ?? null,
  model: actor?.model ?? null,
  session: actor?.session ?? null,
});

/** Null: the owner directly. */
export const actorOf = (caller: Caller): Actor | null =>
  caller.kind === 'owner' ? caller.actor : { app: caller.name, ...caller.actor };
