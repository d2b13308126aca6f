/** The operand of a condition, read by the type of what it is compared with. D6, D16. */

import { type NotedbError, badRequest } from '../../errors';
import { nearNames, suggest } from '../../../kernel/near-names';
import type { LinkView } from '../../storage/view';
import type { HierarchyView } from '../scan/branch-search';
import type { ValueSpec } from '../../values/column-spec';
import { datetimeInstant, dayOf, isDate, isDatetime, startOfDay } from '../../values/time/dates';
import type { Json } from '../../json';
import type { ThisTokens } from './this-note';

export interface OperandContext {
  /** Milliseconds. */
  readonly now: number;
  /** The database time zone. */
  readonly zone: string;
  readonly links: LinkView;
  /** What `within` walks through; absent where it can't be used. */
  readonly hierarchies?: HierarchyView;
  /** What `{this.…}` means; absent: nothing. */
  readonly tokens?: ThisTokens;
}

/** A key that equal values share, undefined when the value is not of the type. */
export type KeyOf = (value: Json) => string | number | boolean | undefined;

const TIME = 'write 2026-11-21, 2026-11-21T09:30:00+01:00 or {today-7d}';
const NUMBER = 'write a number, without quotes';
const TEXT = 'write a text, in quotes';

/** The hint for an operand of another type. */
const HINTS: Partial<Record<ValueSpec['type'], string>> = {
  date: TIME,
  datetime: TIME,
  integer: NUMBER,
  number: NUMBER,
  boolean: 'write true or false, without quotes',
  string: TEXT,
  enum: TEXT,
  link: 'write a link, a path or a name: "[[Row]]"',
};

/** What may be meant as the name of a column. */
const COLUMN_NAME = /^\{?([a-z][a-z0-9_]*)\}?$/;

export class OperandReader {
  constructor(
    private readonly name: string,
    private readonly spec: ValueSpec,
    private readonly context: OperandContext,
  ) {}

  /** The operand as the type has it; 400 when it can't be of the type. */
  read(operand: Json): Json {
    const { type } = this.spec;
    switch (type) {
      case 'date': {
        const text = this.time(operand);
        return isDate(text) ? text : dayOf(datetimeInstant(text, this.context.zone), this.context.zone);
      }
      case 'datetime':
        return this.time(operand);
      case 'integer':
      case 'number':
        if (typeof operand !== 'number') throw this.wrongType(operand);
        return operand;
      case 'boolean':
        if (typeof operand !== 'boolean') throw this.wrongType(operand);
        return operand;
      default:
        if (typeof operand !== 'string') throw this.wrongType(operand);
        if (type === 'enum' && this.spec.values?.includes(operand) === false) throw this.notInEnum(operand);
        return operand;
    }
  }

  /** A date or a date-time. */
  time(operand: Json): string {
    if (typeof operand === 'string' && (isDate(operand) || isDatetime(operand))) return operand;
    throw this.wrongType(operand);
  }

  keyOf(): KeyOf {
    switch (this.spec.type) {
      case 'integer':
      case 'number':
        return (value) => (typeof value === 'number' ? value : undefined);
      case 'boolean':
        return (value) => (typeof value === 'boolean' ? value : undefined);
      case 'date':
        return (value) => (typeof value === 'string' && isDate(value) ? value : undefined);
      case 'datetime':
        return (value) => this.instantOf(value);
      default:
        return (value) => (typeof value === 'string' ? value.normalize('NFC') : undefined);
    }
  }

  /** Of a stored date-time; a bare date is the start of its day. */
  instantOf(value: Json | undefined): number | undefined {
    if (typeof value !== 'string') return undefined;
    if (isDate(value)) return startOfDay(value, this.context.zone);
    return isDatetime(value) ? datetimeInstant(value, this.context.zone) : undefined;
  }

  wrongType(operand: Json): NotedbError {
    const { type } = this.spec;
    const column = typeof operand === 'string' ? COLUMN_NAME.exec(operand)?.[1] : undefined;
    const orColumn = column === undefined ? '' : `; a column is {"column": "${column}"}`;
    const hint = HINTS[type];
    return badRequest(
      `${this.name} is ${type}: ${JSON.stringify(operand)} can't be compared with it`,
      hint === undefined ? undefined : `${hint}${orColumn}`,
    );
  }

  private notInEnum(operand: string): NotedbError {
    const { values = [] } = this.spec;
    const hint = suggest(nearNames(operand, values), `use one of ${values.join(', ')}`);
    return badRequest(`${this.name}: "${operand}" is none of its values (${values.join(', ')})`, hint);
  }
}
