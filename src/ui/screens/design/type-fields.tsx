/** Fields of what a column holds: its type, the items of a list, the target of links, and switches. */

import type { JSX } from 'preact';
import type { CellType } from '../../components/grid-column';
import { humanName } from '../../client/table-columns';
import { TYPE_LABELS } from './table-design';

interface TypeFieldProps {
  readonly label: string;
  readonly type: CellType;
  readonly isFixed: boolean;
  readonly become: (type: CellType) => void;
}

export const TypeField = ({ label, type, isFixed, become }: TypeFieldProps): JSX.Element => (
  <select
    class="ndb-design-type"
    aria-label={label}
    value={type}
    disabled={isFixed}
    onChange={({ currentTarget }) => become(currentTarget.value as CellType)}
  >
    {Object.entries(TYPE_LABELS).map(([each, text]) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </select>
);

/** The part of a column that says what its values are or lead to. */
interface TargetColumn {
  readonly type: CellType;
  readonly itemType: CellType;
  readonly ref: string | null;
}

interface TargetFieldsProps {
  readonly column: TargetColumn;
  /** Qualified. */
  readonly tables: readonly string[];
  /** The engine sets these when the column is made, and never again. docs/operations.md#column-specs */
  readonly isFixed?: boolean;
  readonly change: (target: Partial<TargetColumn>) => void;
}

/** What the items of a list are, and where links lead. */
export function TargetFields({ column, tables, isFixed = false, change }: TargetFieldsProps): JSX.Element {
  const { type, itemType, ref } = column;
  const isLink = type === 'link' || (type === 'list' && itemType === 'link');
  return (
    <>
      {type === 'list' && (
        <label class="ndb-design-field">
          Of
          <select
            value={itemType}
            disabled={isFixed}
            onChange={({ currentTarget }) => change({ itemType: currentTarget.value as CellType })}
          >
            {ITEM_TYPES.map((each) => (
              <option key={each} value={each}>
                {TYPE_LABELS[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      {isLink && (
        <label class="ndb-design-field">
          Links to
          <select
            value={ref ?? ''}
            disabled={isFixed}
            onChange={({ currentTarget }) => change({ ref: currentTarget.value || null })}
          >
            <option value="">any note</option>
            {tables.map((table) => (
              <option key={table} value={table}>
                {targetName(table, tables)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

const ITEM_TYPES: readonly CellType[] = ['string', 'link', 'enum', 'integer', 'number', 'date', 'datetime'];

/** By its label where no other schema has a table of that name. */
function targetName(table: string, tables: readonly string[]): string {
  const last = (qualified: string): string => qualified.split('.').at(-1) ?? qualified;
  const isAlone = tables.filter((each) => last(each) === last(table)).length === 1;
  return isAlone ? humanName(last(table)) : table;
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isFixed?: boolean;
  readonly set: (isOn: boolean) => void;
}

export const Check = ({ label, isOn, isFixed = false, set }: CheckProps): JSX.Element => (
  <label class="ndb-design-check">
    <input
      type="checkbox"
      checked={isOn}
      disabled={isFixed}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
    {label}
  </label>
);
