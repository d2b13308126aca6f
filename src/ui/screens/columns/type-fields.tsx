/** Fields of what a column holds: its type, the items of a list, and the target of links. */

import type { JSX } from 'preact';
import type { CellType } from '../../components/grid-column';
import { Check, Field, Select, optionsOf } from '../../components/form/field';
import { humanName } from '../../client/table-columns';
import { type ColumnDraft, itemTypeOf } from './column-draft';

const TYPE_LABELS: Readonly<Record<CellType, string>> = {
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes / no',
  date: 'Date',
  datetime: 'Date and time',
  enum: 'Choice',
  link: 'Link',
  list: 'List',
  json: 'Anything',
};

const TYPES = optionsOf(TYPE_LABELS);

const ITEM_TYPES = (['string', 'link', 'enum', 'integer', 'number', 'date', 'datetime'] as const).map(
  (type) => [type, TYPE_LABELS[type]] as const,
);

interface TypeSelectProps {
  readonly label: string;
  readonly type: CellType;
  readonly isOff: boolean;
  readonly become: (type: CellType) => void;
}

export const TypeSelect = ({ label, type, isOff, become }: TypeSelectProps): JSX.Element => (
  <Select aria-label={label} value={type} options={TYPES} set={become} {...{ isOff }} />
);

interface TargetFieldsProps {
  readonly draft: ColumnDraft;
  /** Qualified. */
  readonly tables: readonly string[];
  /** The engine sets these when the column is made, and never again. docs/operations.md#column-specs */
  readonly isOff: boolean;
  readonly set: (target: Partial<ColumnDraft>) => void;
}

export function TargetFields({ draft, tables, isOff, set }: TargetFieldsProps): JSX.Element {
  const targets = tables.map((table) => [table, targetName(table, tables)] as const);
  return (
    <>
      {draft.type === 'list' && (
        <Field label="Of">
          <Select value={draft.itemType} options={ITEM_TYPES} set={(itemType) => set({ itemType })} {...{ isOff }} />
        </Field>
      )}
      {draft.type === 'link' && (
        <Check
          label="Leads to the parent row, in the same table"
          isOn={draft.hierarchy}
          set={(hierarchy) => set({ hierarchy })}
          {...{ isOff }}
        />
      )}
      {itemTypeOf(draft) === 'string' && (!isOff || draft.vocabulary !== null) && (
        <Field label="Only names of">
          <Select
            value={draft.vocabulary ?? ''}
            options={[['', 'any text'], ...targets]}
            set={(vocabulary) => set({ vocabulary: vocabulary || null })}
            {...{ isOff }}
          />
        </Field>
      )}
      {itemTypeOf(draft) === 'link' && !(draft.type === 'link' && draft.hierarchy) && (
        <Field label="Links to">
          <Select
            value={draft.ref ?? ''}
            options={[['', 'any note'], ...targets]}
            set={(ref) => set({ ref: ref || null })}
            {...{ isOff }}
          />
        </Field>
      )}
    </>
  );
}

/** By its label where no other schema has a table of that name. */
export function targetName(table: string, tables: readonly string[]): string {
  const last = (qualified: string): string => qualified.split('.').at(-1) ?? qualified;
  const isAlone = tables.filter((each) => last(each) === last(table)).length === 1;
  return isAlone ? humanName(last(table)) : table;
}
