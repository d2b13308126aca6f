/** The rules that can be run on the row of the panel. docs/rules.md#buttons */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import type { Edits } from '../../changes/edits';
import { useRuleButtons } from '../../changes/row-actions/rule-buttons';
import type { OperationsClient } from '../../client/operations-client';
import type { PanelRow } from './row-note';

export interface RuleButtonsProps {
  readonly client: OperationsClient;
  readonly edits: Edits;
  readonly row: PanelRow;
  /** Vault path. */
  readonly path: string;
}

export function RuleButtons({ client, edits, row, path }: RuleButtonsProps): JSX.Element | null {
  const { table, id, values } = row;
  const buttons = useRuleButtons(client, table);
  if (buttons.length === 0) return null;
  return (
    <div class="ndb-row-buttons ndb-line ndb-wraps" role="group" aria-label="Rules">
      {buttons.map(({ rule, button }) => (
        <Button
          key={rule}
          icon="bolt"
          onClick={() => edits.rows(table).runRule(rule, button, { key: id, path, values })}
        >
          {button}
        </Button>
      ))}
    </div>
  );
}
