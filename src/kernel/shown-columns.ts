/** The columns of a table or a view as people see them, of an answer of describe_table. docs/operations.md#describe_table */

import type { TextType } from './read-text';

export interface LabelledColumn {
  readonly name: string;
  readonly label: string;
  readonly type: TextType;
  /** Of a list. */
  readonly itemType: TextType;
}

/** As much of the answer as this needs. */
export interface DescribedColumns {
  readonly columns: readonly {
    readonly name: string;
    readonly label?: string | undefined;
    readonly type: TextType;
    readonly items?: { readonly type?: TextType } | undefined;
    readonly system?: boolean | undefined;
  }[];
  /** Of a view, by column. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly display?:
    | {
        readonly title?: string | undefined;
        readonly columns?: readonly {
          readonly name: string;
          readonly label?: string | undefined;
          readonly hidden?: boolean | undefined;
        }[];
      }
    | undefined;
}

/** Labels are those of the view, then of the column. Hidden columns are left out. */
export function shownColumns({ columns, labels = {}, display }: DescribedColumns): readonly LabelledColumn[] {
  const shown = new Map((display?.columns ?? []).map((each) => [each.name, each]));
  return columns
    .filter(({ name, system }) => system !== true && shown.get(name)?.hidden !== true)
    .map(({ name, label, type, items }) => ({
      name,
      label: labels[name] ?? shown.get(name)?.label ?? label ?? name,
      type,
      itemType: items?.type ?? 'string',
    }));
}
