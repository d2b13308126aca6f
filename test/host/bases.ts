/** Bases of the app, as far as a view of a plugin sees them: the registration, the base class of views, a result and its values. */

import type { TFile } from './abstract-files';
import { Component } from './component';

export interface BasesRegistration {
  readonly name: string;
  readonly factory: (controller: unknown, element: HTMLElement) => BasesView;
  readonly options?: (config: unknown) => readonly { readonly key: string; readonly options?: object }[];
}

export class BasesView extends Component {
  config: unknown;
  data: unknown;

  constructor(readonly controller: unknown) {
    super();
  }

  onDataUpdated(): void {
    // Of the view.
  }
}

export class Value {}

export class NullValue extends Value {
  static value = new NullValue();

  override toString(): string {
    return 'null';
  }

  isTruthy(): boolean {
    return false;
  }
}

class PrimitiveValue<T> extends Value {
  constructor(private readonly value: T) {
    super();
  }

  override toString(): string {
    return String(this.value);
  }

  isTruthy(): boolean {
    return Boolean(this.value);
  }
}

export class StringValue extends PrimitiveValue<string> {}
export class NumberValue extends PrimitiveValue<number> {}
export class BooleanValue extends PrimitiveValue<boolean> {}

/** Of a formula of a note. */
export type TestFormula = (file: TFile) => string | number | boolean | null;

export function valueOf(value: string | number | boolean | null): Value {
  if (value === null) return NullValue.value;
  if (typeof value === 'number') return new NumberValue(value);
  return typeof value === 'boolean' ? new BooleanValue(value) : new StringValue(value);
}

class Entry {
  constructor(
    readonly file: TFile,
    private readonly formulas: Readonly<Record<string, TestFormula>>,
  ) {}

  getValue(property: string): Value | null {
    const formula = this.formulas[property];
    return formula === undefined ? null : valueOf(formula(this.file));
  }
}

class EntryGroup {
  constructor(
    readonly key: Value,
    readonly entries: readonly Entry[],
  ) {}

  hasKey(): boolean {
    return !(this.key instanceof NullValue);
  }
}

/** The answer of a base: presorted, and grouped by the order of its first notes. One group without a key: there are no groups. */
export class QueryResult {
  readonly data: readonly Entry[];

  constructor(
    files: readonly TFile[],
    formulas: Readonly<Record<string, TestFormula>>,
    private readonly group: TestFormula | null,
  ) {
    this.data = files.map((file) => new Entry(file, formulas));
  }

  get groupedData(): readonly EntryGroup[] {
    const { group } = this;
    if (group === null) return [new EntryGroup(NullValue.value, this.data)];
    const keys = [...new Set(this.data.map(({ file }) => group(file)))];
    return keys.map(
      (key) =>
        new EntryGroup(
          valueOf(key),
          this.data.filter(({ file }) => group(file) === key),
        ),
    );
  }
}
