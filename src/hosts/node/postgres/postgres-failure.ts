/** What PostgreSQL, or the way to it, objects to, in words for a person. docs/mirror.md#when-something-fails */

import { TargetFailure } from '../../../mirror/mirror-target';

/** By SQLSTATE: why, and whether trying again is useless. */
const CAUSES: Readonly<Record<string, readonly [why: string, isLasting: boolean]>> = {
  '28P01': ['it does not accept the password', true],
  '28000': ['it does not accept this user', true],
  '3D000': ['there is no such database', true],
  '42501': ['the user may not do this there', true],
  '42P07': ['there is a table that the mirror did not make; name another schema with --schema', true],
  '53100': ['its disk is full', false],
  '53200': ['it has no memory left', false],
  '53300': ['it takes no more connections', false],
  '25006': ['it is read-only', false],
  '55P03': ['somebody holds a lock on the tables', false],
  '57P01': ['it shuts down', false],
  '57P03': ['it starts up', false],
  '2BP01': ['a view or another object of yours depends on a table or column that goes away', false],
};

/** The connection was refused, or broke. */
const isConnection = (code: string): boolean => /^(?:E[A-Z]+|08.{3}|57P0.)$/.test(code);

export function targetFailure(error: unknown): TargetFailure {
  if (error instanceof TargetFailure) return error;
  const { code, message } = describe(error);
  const [why, isLasting] = CAUSES[code] ?? [isConnection(code) || code === '' ? 'it can not be reached' : null, false];
  const said = message === '' ? code : message;
  return new TargetFailure(why === null ? said : `${why} (${said})`, isLasting);
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Of several addresses each has its own error.
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  return { code, message: error.message === '' && first instanceof Error ? first.message : error.message };
}
