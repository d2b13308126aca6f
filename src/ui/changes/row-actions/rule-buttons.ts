/** Rules that a person runs on a row by a button. docs/rules.md#buttons */

import type { GridRow } from '../../components/grid-column';
import type { MenuItem } from '../../components/overlay/menu';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import type { RowActions } from '../edits';

export interface RuleButton {
  readonly rule: string;
  readonly button: string;
}

const NONE: readonly RuleButton[] = [];

/** Those of a table, once they are there. `table`: qualified; null: none are asked for. */
export function useRuleButtons(client: OperationsClient, table: string | null): readonly RuleButton[] {
  const { answer } = useLiveQuery<readonly RuleButton[]>(client, JSON.stringify(['rule buttons', table]), {
    ask: async (operations) => {
      if (table === null) return NONE;
      const { rules } = await operations.run('list_rules', {});
      return rules.flatMap(({ name, button, table: of }) =>
        of === table && button !== null ? [{ rule: name, button }] : [],
      );
    },
    isTouched: () => table !== null,
  });
  return answer.kind === 'answer' && table !== null ? answer.value : NONE;
}

export const ruleItems = (
  buttons: readonly RuleButton[],
  row: GridRow,
  actions: Pick<RowActions, 'runRule'>,
): readonly MenuItem[] =>
  buttons.map(({ rule, button }) => ({
    icon: 'bolt',
    label: button,
    run: () => actions.runRule(rule, button, row),
  }));
