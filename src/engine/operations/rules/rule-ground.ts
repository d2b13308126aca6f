/** What the operations of rules have in common: the definitions that a rule is judged by, and the rule that a name means. docs/rules.md */

import type { Catalog } from '../../catalog/catalog';
import type { RuleDefinition } from '../../catalog/definition';
import { tablesOfRule } from '../../catalog/references/rule-reads';
import type { CommandContext, ReadContext, WriteContext } from '../../contexts';
import { notFound } from '../../errors';
import { nearNames, suggest } from '../../../kernel/near-names';
import type { Caller } from '../../history/caller';
import { fileFacts } from '../../query/where/file-facts';
import { seesTable } from '../permissions';
import type { RuleGround } from './check-rule';

export function groundOfWrite({ caller, transaction, host, now, zone }: WriteContext): RuleGround {
  const facts = { ...fileFacts(transaction.before.links, host, zone), tags: null, stats: null };
  return { caller, catalog: transaction.catalog, view: transaction, facts, now, zone };
}

export function groundOfRead({ caller, view, host, now, zone }: ReadContext | CommandContext): RuleGround {
  const facts = { ...fileFacts(view.links, host, zone), tags: null, stats: null };
  return { caller, catalog: view.catalog, view, facts, now, zone };
}

/** Throws 404 for a rule that is not there, or that names a table hidden from the caller. */
export function ruleNamed(catalog: Catalog, caller: Caller, name: string): RuleDefinition {
  const seen = catalog.rules().filter((rule) => tablesOfRule(catalog, rule).every((table) => seesTable(caller, table)));
  const found = seen.find((rule) => rule.name === name);
  if (found !== undefined) return found;
  const names = seen.map((rule) => rule.name);
  throw notFound(`there is no rule "${name}"`, suggest(nearNames(name, names), 'list_rules lists them'));
}
