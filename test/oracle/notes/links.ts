/** What links mean in a world, and what the tokens of a note: read word by word as D6 has it. */

import { parseLinkValue } from '../../../src/engine/note/links/link-syntax';
import type { ColumnSpec, ValueSpec } from '../../../src/engine/values/column-spec';
import { addToDate, isDate, isDatetime } from '../../../src/engine/values/time/dates';
import { type Json, isEmpty } from '../../../src/engine/json';
import type { ThisNote, World } from './world';
import { ZONE } from './world';

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** An exact path, else by name or the end of the path: below the source's folder first, then the shorter path. D6 */
export function targetIn({ notes, own }: World, text: string, source: string): string | null {
  const linkpath = parseLinkValue(text)?.linkpath ?? text;
  if (linkpath === '') return source;
  const isRelative = /^\.\.?\//.test(linkpath);
  const path = isRelative ? resolved(linkpath, folderOf(source)) : linkpath;
  if (path === null) return null;
  const wanted = path.replace(/\.md$/, '').toLowerCase();
  const stem = (each: string): string => each.replace(/\.md$/, '').toLowerCase();
  const paths = [...notes.map(({ path }) => path), own.path];
  const exact = paths.filter((each) => stem(each) === wanted);
  if (exact.length > 0 || isRelative) return exact[0] ?? null;
  const below = (each: string): number => Number(!each.startsWith(`${folderOf(source)}/`));
  const found = paths.filter((each) => stem(each).endsWith(`/${wanted}`));
  return found.sort((a, b) => below(a) - below(b) || a.length - b.length || (a < b ? -1 : 1))[0] ?? null;
}

/** Null: above the vault. */
function resolved(linkpath: string, folder: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of linkpath.split('/')) {
    if (part !== '.' && part !== '..') parts.push(part);
    else if (part === '..' && parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

const TOKEN = /^[{<]this\.(.+?)(?:([+-]\d+)([dw]))?[}>]$/;

/** What a token means to an operator on values of a type; `eq item` and the like: as an item of its list. */
export function thisToken(world: World, token: string, operator: string, spec: ColumnSpec | null): Json | undefined {
  const [, key = '', amount, unit] = TOKEN.exec(token) ?? [];
  const value = ownValue(world.own, key);
  if (value === undefined || isEmpty(value)) return undefined;
  const moved = amount === undefined ? value : later(textOf(value), Number(amount), unit as 'd');
  if (moved === null) return undefined;
  const { wanted, isAmong } = wantedBy(operator, spec);
  const read = readAs(wanted, moved, isAmong);
  const filled = wanted === null || read === undefined ? read : withTargets(world, wanted, read);
  return operator === 'in' && spec?.type === 'list' && filled !== undefined ? [filled] : filled;
}

/** As it is written. */
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const later = (text: string, amount: number, unit: 'd'): string | null =>
  isDate(text) || isDatetime(text) ? addToDate(text, amount, unit, ZONE) : null;

function ownValue({ path, values }: ThisNote, key: string): Json | undefined {
  switch (key) {
    case 'path':
      return path;
    case 'name':
      return nameOf(path);
    case 'link':
      return `[[${nameOf(path)}]]`;
    case 'date':
      return values[key] ?? /\d{4}-\d{2}-\d{2}/.exec(path)?.[0];
    default:
      return values[key];
  }
}

interface Wanted {
  readonly wanted: ValueSpec | null;
  /** A list gives each of its items. */
  readonly isAmong: boolean;
}

const TEXT: ValueSpec = { type: 'string' };

function wantedBy(operator: string, spec: ColumnSpec | null): Wanted {
  const [name = '', isItem] = [operator.split(' ')[0], operator.endsWith(' item')];
  const isList = spec?.type === 'list';
  const item = isList ? (spec.items as ValueSpec) : spec;
  switch (name) {
    case 'eq':
    case 'ne':
      return { wanted: isItem ? item : spec, isAmong: false };
    case 'in':
      return { wanted: spec, isAmong: !isList };
    case 'contains':
      return { wanted: isList || spec === null || spec.type === 'json' ? item : TEXT, isAmong: false };
    case 'icontains':
      return { wanted: TEXT, isAmong: false };
    default:
      return { wanted: item, isAmong: false };
  }
}

/** As a column of the type would read it in a note. D6, D16 */
function readAs(wanted: ValueSpec | null, value: Json, isAmong: boolean): Json | undefined {
  if (wanted === null || wanted.type === 'json') return value;
  if (wanted.type === 'list' || (isAmong && Array.isArray(value))) {
    const item = wanted.type === 'list' ? ((wanted as ColumnSpec).items as ValueSpec) : wanted;
    const items = [value].flat().map((each) => scalarAs(item, each, true));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  return Array.isArray(value) ? undefined : scalarAs(wanted, value, false);
}

function scalarAs({ type, values }: ValueSpec, value: Json, isItem: boolean): Json | undefined {
  const text = textOf(value);
  switch (type) {
    case 'integer':
      return Number.isInteger(value) ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return isDate(text) || (!isItem && isDatetime(text)) ? value : undefined;
    case 'datetime':
      return isDate(text) || isDatetime(text) ? value : undefined;
    case 'enum':
      return values?.includes(text) === true ? text : undefined;
    default:
      return text;
  }
}

/** A link means what it means in the note that it stands in. */
function withTargets(world: World, wanted: ValueSpec, value: Json): Json {
  const type = wanted.type === 'list' ? (wanted as ColumnSpec).items?.type : wanted.type;
  if (type !== 'link') return value;
  const target = (each: Json): Json => targetIn(world, each as string, world.own.path) ?? each;
  return Array.isArray(value) ? (value as Json[]).map(target) : target(value);
}
