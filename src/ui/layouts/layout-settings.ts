/** Settings of a layout: their fields, and their values in a view. The engine's schema says which there are. docs/sources-and-views.md#layouts */

import type { JsonObject, ViewLayout, ViewLayoutSettings } from '../../engine/index';
import type { GridColumn } from '../components/grid-column';
import { asObject } from '../client/operations-client';
import { type ViewSpec, withDisplay } from '../rows/view-spec';

/** One of a few values, the first of them by default. */
export interface ChoiceSetting<Value extends string> {
  readonly kind: 'choice';
  readonly label: string;
  readonly words: Readonly<Record<Value, string>>;
}

/** Off by default. */
export interface CheckSetting {
  readonly kind: 'check';
  readonly label: string;
}

/** A column by its name; none by default. */
export interface ColumnSetting {
  readonly kind: 'column';
  readonly label: string;
  /** Absent: any column. */
  readonly fits?: (column: GridColumn) => boolean;
  /** What it means that there is none. */
  readonly none?: string;
}

export type SettingField = ChoiceSetting<string> | CheckSetting | ColumnSetting;

/** The fields that a schema of settings needs: an enumeration is a choice, a boolean a check, a text a column. */
export type SettingFields<Settings> = {
  readonly [Name in keyof Settings]-?: FieldOf<NonNullable<Settings[Name]>>;
};

type FieldOf<Value> = [Value] extends [boolean]
  ? CheckSetting
  : [Value] extends [string]
    ? string extends Value
      ? ColumnSetting
      : ChoiceSetting<Value>
    : never;

export type LayoutSettings<Name extends ViewLayout> = SettingFields<ViewLayoutSettings[Name]>;

type ValueOf<Field> =
  Field extends ChoiceSetting<infer Value> ? Value : Field extends CheckSetting ? boolean : string | null;

export type SettingValues<Fields> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** The value of each setting; a hand edit may have put anything there, and the default replaces it. */
export function readSettings<Fields extends Readonly<Record<string, SettingField>>>(
  layout: string,
  fields: Fields,
  { display }: Pick<ViewSpec, 'display'>,
): SettingValues<Fields> {
  const stored = asObject(display.more[layout] ?? null) ?? {};
  const values = Object.entries(fields).map(([name, field]) => [name, valueOf(field, stored, name)]);
  return Object.fromEntries(values) as SettingValues<Fields>;
}

function valueOf(field: SettingField, stored: JsonObject, name: string): string | boolean | null {
  const value = stored[name];
  switch (field.kind) {
    case 'check':
      return value === true;
    case 'column':
      return typeof value === 'string' ? value : null;
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(field.words, value) ? value : usualChoice(field);
  }
}

const usualChoice = ({ words }: ChoiceSetting<string>): string | null => Object.keys(words)[0] ?? null;

/** The columns that settings name. */
export const settingColumns = (
  layout: string,
  fields: Readonly<Record<string, SettingField>>,
  spec: Pick<ViewSpec, 'display'>,
): readonly string[] =>
  Object.entries(readSettings(layout, fields, spec)).flatMap(([name, value]) =>
    fields[name]?.kind === 'column' && typeof value === 'string' ? [value] : [],
  );

/** The spec with another value of a setting. Defaults are not stored, and other settings stay as they are. */
export function withSetting(
  spec: ViewSpec,
  { layout, name, field }: { readonly layout: string; readonly name: string; readonly field: SettingField },
  value: string | boolean | null,
): ViewSpec {
  const { [layout]: before, ...others } = spec.display.more;
  const { [name]: _, ...rest } = asObject(before ?? null) ?? {};
  const isUsual = value === null || value === valueOf(field, {}, name);
  const settings = isUsual ? rest : { ...rest, [name]: value };
  return withDisplay(spec, { more: Object.keys(settings).length === 0 ? others : { ...others, [layout]: settings } });
}
