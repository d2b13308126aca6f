import type { QueryResult } from 'pg';

/** Runs one statement. Rejects with a `TargetFailure`. */
export type RunStatement = (text: string, values?: readonly unknown[]) => Promise<QueryResult<Record<string, unknown>>>;
