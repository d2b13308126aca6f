/** A new row whose values are right, read column by column as it is written: nearly all rows are. D16, D17. */

import { type TableDefinition, columnNamed } from '../../catalog/definition';
import type { AskedRow, GivenValues } from '../../storage/row-writer';
import type { UsualColumn } from '../../storage/usual-column';
import { type Json, type JsonObject, isEmpty } from '../../values/json';
import type { WriteContext } from '../define-operation';
import { initialValue } from './computed-columns';
import { type GivenValue, fieldValue, readValue } from './row-values';

/** What `readValues` and the defaults give, as long as nothing is wrong; where something is, it says so without a word. */
export class NewRowValues implements AskedRow {
  /** False with a default, which is not looked at here, and without a value that is required. */
  isChecked = true;
  /** Keys of the argument that are columns. */
  private met = 0;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly values: JsonObject,
  ) {}

  get zone(): string {
    return this.context.zone;
  }

  column(column: UsualColumn): Json | undefined | null {
    const { values } = this;
    const { name } = column;
    const json = values[name];
    // What a value has of its prototype is a function or an object.
    if ((json === undefined || typeof json === 'object' || typeof json === 'function') && !Object.hasOwn(values, name))
      return this.initial(column);
    this.met++;
    if (column.isComputed) return null;
    if (!isEmpty(json)) return json;
    if (column.isRequired) this.isChecked = false;
    return undefined;
  }

  private initial({ spec, isRequired, isComputed }: UsualColumn): Json | undefined | null {
    const value = initialValue(this.context, spec);
    const isOpen = value === undefined ? isRequired && !isComputed : spec.identity === undefined;
    if (isOpen) this.isChecked = false;
    return value;
  }

  others(): GivenValues | null {
    const { definition, values, context } = this;
    if (this.met === countOf(values) && countOf(definition.fields) === 0) return NONE;
    const others = new Map<string, GivenValue>();
    let isRight = true;
    const reader = { table: definition, path: null, zone: context.zone, violate: () => void (isRight = false) };
    for (const [name, json] of Object.entries(values)) {
      const value = columnNamed(definition, name) === undefined ? readValue(reader, name, json) : null;
      if (value !== null) others.set(name, value);
    }
    for (const [name, value] of Object.entries(definition.fields)) {
      if (!Object.hasOwn(values, name)) others.set(name, fieldValue(value));
    }
    return isRight ? others : null;
  }
}

const NONE: GivenValues = new Map();

const countOf = (values: JsonObject): number => Object.keys(values).length;
