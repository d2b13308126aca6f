/** The settings of a layout in the tool *View*, as its record declares them. docs/views.md#layouts */

import type { JSX } from 'preact';
import { Check, Select, optionsOf } from '../../components/form/field';
import type { GridColumn } from '../../components/grid-column';
import { type SettingField, readSettings, withSetting } from '../../layouts/layout-settings';
import type { ViewSpec } from '../../rows/view-spec';
import { ToolChoice } from './tool-choice';

export interface LayoutFieldsProps {
  /** Its name. */
  readonly layout: string;
  readonly fields: Readonly<Record<string, SettingField>>;
  /** Those that the table declares. */
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
  readonly change: (spec: ViewSpec) => void;
}

export function LayoutFields({ layout, fields, columns, spec, change }: LayoutFieldsProps): JSX.Element {
  const values = readSettings(layout, fields, spec);
  return (
    <>
      {Object.entries(fields).map(([name, field]) => (
        <LayoutField
          key={`${layout} ${name}`}
          {...{ field, columns }}
          value={values[name] ?? null}
          set={(value) => change(withSetting(spec, { layout, name, field }, value))}
        />
      ))}
    </>
  );
}

interface LayoutFieldProps extends Pick<LayoutFieldsProps, 'columns'> {
  readonly field: SettingField;
  readonly value: string | boolean | null;
  readonly set: (value: string | boolean | null) => void;
}

function LayoutField({ field, columns, value, set }: LayoutFieldProps): JSX.Element {
  const { label } = field;
  switch (field.kind) {
    case 'choice':
      return <ToolChoice {...{ label }} chosen={String(value)} options={optionsOf(field.words)} choose={set} />;
    case 'check':
      return <Check {...{ label, set }} isOn={value === true} />;
    case 'column':
      return (
        <label>
          {label}
          <Select
            value={typeof value === 'string' ? value : ''}
            options={[
              ['', field.none ?? 'None'],
              ...columns.filter(field.fits ?? (() => true)).map(({ name, label }) => [name, label] as const),
            ]}
            set={(name) => set(name === '' ? null : name)}
          />
        </label>
      );
  }
}
