/** What an app may call. docs/rights.md#permissions; D13, D22 */

import { NotedbError } from '../errors';
import type { Caller, Permission } from '../history/caller';
import { matchesPatterns } from '../text/table-patterns';
import type { Operation } from './define-operation';

type Permitted = Pick<Operation, 'name' | 'permission' | 'wholeDatabase'>;

/** Throws `forbidden`. */
export function requireOperation(caller: Caller, { name, permission, wholeDatabase }: Permitted): void {
  if (caller.kind === 'owner') return;
  if (permission !== 'per_step') requirePermission(caller, permission, name);
  if (wholeDatabase === true && caller.tables !== null) {
    throw new NotedbError('forbidden', `${caller.name} may not call ${name}: it has only some tables`, {
      hint: 'the owner can call it, or an app with a token for all tables',
    });
  }
}

/** Whether the call may be let through, whatever its arguments. */
export function mayCall(caller: Caller, operation: Permitted): boolean {
  if (caller.kind === 'owner') return true;
  if (operation.permission === 'per_step') return STEPS.some((each) => caller.permissions.has(each));
  try {
    requireOperation(caller, operation);
    return true;
  } catch {
    return false;
  }
}

/** Of the steps of a batch. */
const STEPS: readonly Permission[] = ['write', 'schema', 'history', 'admin'];

/** `needed`: one of them. `what`: the operation, or what it was asked to do. Throws `forbidden`. */
export function requirePermission(caller: Caller, needed: Permission | readonly Permission[], what: string): void {
  const some = typeof needed === 'string' ? [needed] : needed;
  if (caller.kind === 'owner' || some.some((each) => caller.permissions.has(each))) return;
  const named = some.map((each) => `"${each}"`).join(' or ');
  throw new NotedbError('forbidden', `${caller.name} may not call ${what}: its token lacks ${named}`, {
    hint: 'ask the owner for a token with that permission (notedb token create, or the settings of the app)',
  });
}

/** Whether the call reads rows: of an operation that one of several permissions allows, an app without `read` sees notes that are not rows. */
export const readsRows = (caller: Caller, { permission }: Pick<Operation, 'permission'>): boolean =>
  typeof permission === 'string' || mayRead(caller);

export const mayUse = (caller: Caller, permission: Permission): boolean =>
  caller.kind === 'owner' || caller.permissions.has(permission);

export const mayRead = (caller: Caller): boolean => mayUse(caller, 'read');

/** Whether a table is among the caller's own. `qualified`: its name. */
export const seesTable = (caller: Caller, qualified: string): boolean =>
  caller.kind === 'owner' || matchesPatterns(qualified, caller.tables);
