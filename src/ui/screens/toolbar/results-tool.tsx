/** Results: how many rows there are, and how many are shown at most. docs/views.md#the-toolbar */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Select } from '../../components/form/field';
import { countText } from '../../layouts/pane-parts';
import { ToolButton } from './tool-button';
import type { ToolProps } from './tool-props';

export interface ResultsToolProps extends ToolProps {
  /** Null until they are counted. */
  readonly total: number | null;
}

const LIMITS = [10, 25, 50, 100, 500];
const LIMIT_OPTIONS = [
  ['', 'All rows'],
  ...LIMITS.map((each) => [String(each), countText(each, each)] as const),
  ['own', 'Another number…'],
] as const;

export function ResultsTool({ spec, change, total, isOpen, open }: ResultsToolProps): JSX.Element {
  const { limit } = spec;
  const [isOwn, own] = useState(limit !== null && !LIMITS.includes(limit));
  const text = total === null ? '… results' : `${total.toLocaleString()} ${total === 1 ? 'result' : 'results'}`;
  const choose = (chosen: string): void => {
    own(chosen === 'own');
    if (chosen !== 'own') change({ ...spec, limit: chosen === '' ? null : Number(chosen) });
  };
  return (
    <ToolButton icon="table" label="Results" {...{ text, isOpen, open }} isOn={limit !== null} hasWords place="below">
      <div class="ndb-popover-main ndb-tool-fields ndb-stack">
        <label>
          Show at most
          <Select class="ndb-input" value={isOwn ? 'own' : String(limit ?? '')} options={LIMIT_OPTIONS} set={choose} />
        </label>
        {isOwn && (
          <label>
            Rows
            <input
              type="number"
              class="ndb-input"
              min={1}
              max={1000}
              defaultValue={String(limit ?? 100)}
              onInput={(event) => {
                const typed = Number(event.currentTarget.value);
                if (Number.isInteger(typed) && typed >= 1 && typed <= 1000) change({ ...spec, limit: typed });
              }}
            />
          </label>
        )}
      </div>
    </ToolButton>
  );
}
