/** How the usual values of one column are written: a line of front matter, and the value that is read back. spec: D2 (writing a note), D16. */

import { standOf } from '../note/usual-text';
import { fineArgument } from '../values/argument';
import type { ColumnSpec } from '../values/column';
import { isComputed } from '../values/generated';
import type { Json } from '../values/json';
import { addUsual, usualScalar } from '../values/usual-value';

/** So many values of a column are remembered; one with more of them is taken not to repeat its values. */
const FEW = 256;

interface WrittenValue {
  readonly value: Json;
  /** With its key. */
  readonly text: string;
}

export class UsualColumn {
  readonly name: string;
  readonly isDense: boolean;
  readonly isRequired: boolean;
  readonly isComputed: boolean;
  /** Null: the key is not usual. */
  readonly head: string | null;
  /** Before a value that is no list. */
  private readonly lead: string;
  /** What was asked for before: a value that repeats is looked at once. Null: they hardly repeat. */
  private few: Map<Json, WrittenValue> | null;

  constructor(readonly spec: ColumnSpec) {
    this.name = spec.name;
    this.isDense = spec.dense === true;
    this.isRequired = spec.required === true;
    this.isComputed = isComputed(spec);
    this.head = headOf(spec.name);
    this.lead = `${this.head ?? ''} `;
    // What a date-time without offset means hangs on the time zone; lists and objects are equal to themselves alone.
    this.few = ['datetime', 'list', 'json'].includes(spec.type) ? null : new Map();
  }

  /** Adds key and value to the pieces of a text; gives the typed value, or null where the argument takes a closer look. */
  add(pieces: string[], argument: Json, zone: string): Json | null {
    const known = this.few?.get(argument);
    if (known !== undefined) {
      pieces.push(known.text);
      return known.value;
    }
    const { spec, head } = this;
    const value = fineArgument(spec, argument, zone);
    if (value === null || head === null) return null;
    if (spec.type === 'list' || spec.type === 'json') {
      pieces.push(head);
      return addUsual(pieces, spec, value) ? value : null;
    }
    const text = usualScalar(spec, value);
    if (text === null) return null;
    pieces.push(this.lead, text);
    if (this.few?.size === FEW) this.few = null;
    this.few?.set(argument, { value, text: `${this.lead}${text}` });
    return value;
  }
}

/** `key:` on a line of its own; null for a key that is not usual. */
export const headOf = (key: string): string | null =>
  standOf(key) === 'plain' && key.length < LONGEST_KEY ? `\n${key}:` : null;
const LONGEST_KEY = 100;
