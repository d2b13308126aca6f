/** The note that a result is for, and the meaning of `{this.…}`. Source: docs/sources-and-views.md#views, docs/sources-and-views.md#tokens-of-a-note; D6. */

import type { FrontMatterEntry } from '../../yaml/front-matter/front-matter-entry';
import { linkpathIn } from '../../note/links/link-syntax';
import { noteNameOf } from '../../note/paths';
import { type RawValue, rawString } from '../../yaml/raw-value';
import { rawToJson } from '../../yaml/raw-json';
import type { NotePath } from '../../ports/vault-port';
import type { LinkView } from '../../storage/view';
import type { ItemSpec, ValueSpec } from '../../values/column-spec';
import type { DateUnit } from '../../../kernel/date-token';
import { addToDate, isDate, isDatetime } from '../../values/time/dates';
import { decodeValue } from '../../values/decode';
import { type Json, isEmpty, isList } from '../../json';
import { itemSpec } from '../../values/validate';

/** The token is left as it is: the condition that holds it matches nothing. */
export const UNFILLED = Symbol('unfilled');

export interface ThisNote {
  readonly path: NotePath;
  /** None when there is no such note. */
  readonly frontMatter: readonly FrontMatterEntry[];
  /** The wiki link that resolves to the note from anywhere. */
  readonly link: string;
}

/** The compared value: one of this type, or (`isAmong`) one of several; null for any type. */
export interface TokenTarget {
  readonly spec: ValueSpec | null;
  readonly isAmong: boolean;
}

const TOKEN = /^(?:\{this\.([^{}]+)\}|<this\.([^<>]+)>)$/;
const TOKENS = /\{this\.[^{}]+\}|<this\.[^<>]+>/g;
const WITH_OFFSET = /^(.+)([+-]\d{1,9})(min|[hdwmy])$/;
const DAY_IN_NAME = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g;

/** True for a text that is one token: `{this.name}`, `<this.due+1w>`. Inside of another text it is text. */
export const isThisToken = (text: string): boolean => TOKEN.test(text);

/** Every token of a query, as it is written. */
export const thisTokensIn = (query: unknown): readonly string[] => [
  ...new Set(JSON.stringify(query ?? null).match(TOKENS) ?? []),
];

interface ThisToken {
  readonly text: string;
  readonly key: string;
  readonly amount: number;
  readonly unit: DateUnit | null;
}

export class ThisTokens {
  private readonly problems = new Map<string, string>();

  /** Without a note every token stays as it is. */
  constructor(
    private readonly note: ThisNote | null,
    private readonly links: LinkView,
    private readonly zone: string,
  ) {}

  /** Which tokens stayed as they are, and why, a sentence each. */
  get warnings(): readonly string[] {
    return [...this.problems].map(([token, why]) => `${token} is not filled in and matches no row: ${why}`);
  }

  /** The value of a token, read by the type of what it is compared with. */
  fill(text: string, wanted: TokenTarget): Json | typeof UNFILLED {
    const { note } = this;
    if (note === null) return this.unfilled(text, 'no this_note says which note is meant');
    const token = this.tokenIn(text, note);
    const raw = valueOf(token, note);
    if (raw === null) return this.unfilled(text, `${note.path} has no ${token.key}`);
    const value = this.moved(token, raw, wanted);
    if (value === UNFILLED) {
      return this.unfilled(
        text,
        `${token.key} of ${note.path} is ${JSON.stringify(rawToJson(raw))}${askedTypeText(wanted)}`,
      );
    }
    return this.withTargets(value, wanted, note.path);
  }

  private unfilled(token: string, why: string): typeof UNFILLED {
    this.problems.set(token, why);
    return UNFILLED;
  }

  /** A property that ends like an offset is a property. */
  private tokenIn(text: string, note: ThisNote): ThisToken {
    const match = TOKEN.exec(text);
    const key = match?.[1] ?? match?.[2] ?? '';
    const offset = WITH_OFFSET.exec(key);
    if (offset === null || note.frontMatter.some((entry) => entry.key === key)) {
      return { text, key, amount: 0, unit: null };
    }
    const [, name = '', amount, unit] = offset;
    return { text, key: name, amount: Number(amount), unit: unit as DateUnit };
  }

  private moved({ amount, unit }: ThisToken, raw: RawValue, wanted: TokenTarget): Json | typeof UNFILLED {
    if (unit === null) return decodedOperand(raw, wanted);
    const text = raw.kind === 'scalar' ? raw.text : '';
    const moved = isDate(text) || isDatetime(text) ? addToDate(text, amount, unit, this.zone) : null;
    return moved === null ? UNFILLED : decodedOperand(rawString(moved), wanted);
  }

  /** Links have the targets that they have in their own note. */
  private withTargets(value: Json, { spec }: TokenTarget, path: NotePath): Json {
    const isLink = spec?.type === 'link' || (spec?.type === 'list' && itemSpec(spec as ItemSpec).type === 'link');
    if (!isLink) return value;
    const target = (each: Json): Json =>
      typeof each === 'string' ? (this.links.resolve(linkpathIn(each), path) ?? each) : each;
    return isList(value) ? value.map(target) : target(value);
  }
}

/** Null when the note has no such value. */
function valueOf({ key }: ThisToken, note: ThisNote): RawValue | null {
  switch (key) {
    case 'path':
      return rawString(note.path);
    case 'name':
      return rawString(noteNameOf(note.path));
    case 'link':
      return rawString(note.link);
    default: {
      const raw = note.frontMatter.find((entry) => entry.key === key)?.raw;
      if (raw !== undefined && !isEmpty(rawToJson(raw))) return raw;
      const day = key === 'date' ? dayInName(note.path) : null;
      return day === null ? null : rawString(day);
    }
  }
}

const dayInName = (path: NotePath): string | null =>
  noteNameOf(path)
    .match(DAY_IN_NAME)
    ?.find((text) => isDate(text)) ?? null;

function decodedOperand(raw: RawValue, { spec, isAmong }: TokenTarget): Json | typeof UNFILLED {
  if (spec === null || spec.type === 'json') return rawToJson(raw);
  const isTime = spec.type === 'date' || spec.type === 'datetime';
  // A date-time counts by its day on a date column, a date is a whole day on one of date-times.
  if (isTime && raw.kind === 'scalar') return isDate(raw.text) || isDatetime(raw.text) ? raw.text : UNFILLED;
  const read = isAmong && raw.kind === 'list' ? { type: 'list', items: byText(spec) } : byText(spec);
  const { value, problem } = decodeValue(read as ItemSpec, raw);
  return problem === null && value !== undefined ? value : UNFILLED;
}

/** A filter takes a path or a name where a column takes a link only. D6 */
function byText(spec: ValueSpec): ValueSpec {
  if (spec.type === 'link') return { type: 'string' };
  const isList = spec.type === 'list' && itemSpec(spec as ItemSpec).type === 'link';
  return isList ? ({ type: 'list', items: { type: 'string' } } as ValueSpec) : spec;
}

const askedTypeText = ({ spec }: TokenTarget): string => (spec === null ? '' : `, and ${spec.type} is compared`);
