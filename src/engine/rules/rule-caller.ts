/** As whom a rule reads and writes. docs/rules.md#rights */

import type { RuleDefinition } from '../catalog/definition';
import { NotedbError } from '../errors';
import type { App, Caller, Permission } from '../history/caller';
import { matchesPatterns } from '../text/table-patterns';
import { actorOfRule } from './rule-actor';
import type { RuleApp } from './rule-state';

/** What each rule needs, whatever its steps are. */
const NEEDED: readonly Permission[] = ['read', 'write'];

/** `app`: with what it may do now; null: the owner switched it on. */
export function callerOfRule({ name, scope }: RuleDefinition, app: App | null): App {
  return {
    kind: 'app',
    id: actorOfRule(name),
    name: actorOfRule(name),
    // The owner, and an app that sees plain notes, write links to them.
    permissions: new Set<Permission>([
      ...NEEDED,
      ...(app === null || app.permissions.has('notes') ? ['notes' as const] : []),
    ]),
    tables: scope.length === 0 ? (app?.tables ?? null) : scope,
    ask: false,
    actor: null,
  };
}

/** Throws `forbidden` where the caller has less. */
export function requireRuleRights({ scope }: RuleDefinition, caller: Caller): void {
  if (caller.kind === 'owner') return;
  const lacking = NEEDED.filter((each) => !caller.permissions.has(each));
  if (lacking.length > 0) {
    const named = lacking.map((each) => `"${each}"`).join(' and ');
    throw new NotedbError('forbidden', `${caller.name} may not have a rule: its token lacks ${named}`, {
      hint: 'ask the owner for a token with that permission',
    });
  }
  const beyond = scope.find((pattern) => !matchesPatterns(pattern, caller.tables));
  if (beyond !== undefined)
    throw new NotedbError('forbidden', `${caller.name} may not use "${beyond}" in scope`, {
      hint: 'name tables of your own token',
    });
}

/** As the app is now. Throws `forbidden` where it may not do any more what the rule does. */
export function presentCaller(
  definition: RuleDefinition,
  app: RuleApp | null,
  apps: ((id: string) => App | null) | undefined,
): App {
  if (app === null) return callerOfRule(definition, null);
  const then: App = { kind: 'app', ask: false, actor: null, ...app, permissions: new Set(app.permissions) };
  const now = apps === undefined ? then : apps(app.id);
  if (now === null)
    throw new NotedbError('forbidden', `the token of ${app.name}, which switched it on, is not there any more`, {
      hint: 'switch it on again',
    });
  requireRuleRights(definition, now);
  return callerOfRule(definition, now);
}
